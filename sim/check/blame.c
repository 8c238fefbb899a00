/* blame.c - places, names and texts of the checker's findings (check_state.h). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check_state.h"

uint32_t blame_pc(const struct check *check, const struct check_step *step)
{
    const uint32_t caller = step->ra - 1;
    bool is_called =
        check->is_runtime[step->pc] && caller < check->machine->program.count && !check->is_runtime[caller];
    return is_called ? caller : step->pc;
}

const char *blame_place(const struct check *check, uint32_t pc, char text[PLACE_SIZE])
{
    fault_place(&check->machine->object, pc, text, PLACE_SIZE);
    if (text[0] == '\0')
        snprintf(text, PLACE_SIZE, "pc %u", pc);
    return text;
}

const char *blame_cell(const struct check *check, uint32_t address, char text[NAME_SIZE])
{
    const struct object *object = &check->machine->object;
    const struct object_symbol *best = NULL;
    for (size_t k = 0; k < object->symbol_count && address < check->machine->program.data_end; k++) {
        const struct object_symbol *symbol = &object->symbols[k];
        bool is_shared = symbol->section == SECTION_DATA || symbol->section == SECTION_BSS;
        if (is_shared && !object_symbol_is_section(symbol) && symbol->value <= address &&
            (best == NULL || symbol->value > best->value))
            best = symbol;
    }
    if (best == NULL)
        snprintf(text, NAME_SIZE, "0x%08x", address);
    else if (best->value == address)
        snprintf(text, NAME_SIZE, "%.60s (0x%08x)", best->name, address);
    else
        snprintf(text, NAME_SIZE, "%.60s+%u (0x%08x)", best->name, address - best->value, address);
    return text;
}

bool blame(struct check *check, const struct check_step *step, const char *format, ...)
{
    char text[sizeof check->machine->fault.text];
    const uint32_t pc = blame_pc(check, step);
    va_list arguments;
    va_start(arguments, format);
    int used = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    uint32_t offset;
    const char *routine =
        check->is_runtime[step->pc] ? object_find_function(&check->machine->object, step->pc, &offset) : NULL;
    if (routine != NULL && pc != step->pc && used >= 0 && (size_t)used < sizeof text)
        snprintf(text + used, sizeof text - (size_t)used, " (in %.60s)", routine);
    fault_set(&check->machine->fault, FAULT_check, step->pp, pc, check->cycle, "%s", text);
    return false;
}
