/* cell_name.c - see cell_name.h. */
#include "cell_name.h"

#include <stdio.h>
#include <string.h>

#include "asm/tables/guard.h"

#include "sim/observe/record/allocations.h"
#include "machine.h"

/* The section of the variables with values in an address's half of the address space. */
static enum object_section section_of(uint32_t address)
{
    return (address & OBJECT_PRIVATE) != 0 ? SECTION_PRIVATE : SECTION_DATA;
}

/* The end of a section and of the zero section (.bss, .private_bss) that lies right after it. */
static uint32_t end_of(const struct object *object, enum object_section section)
{
    const enum object_section zero = section + 1;
    const enum object_section last = object->size[zero] != 0 ? zero : section;
    return object->address[last] + object->size[last];
}

bool cell_is_guard(const struct object_symbol *symbol)
{
    return symbol->section >= SECTION_DATA && symbol->section < SECTION_COUNT &&
           strncmp(symbol->name, GUARD_PREFIX, sizeof GUARD_PREFIX - 1) == 0;
}

const struct object_symbol *cell_variable(const struct object *object, uint32_t address)
{
    const enum object_section section = section_of(address), zero = section + 1;
    const struct object_symbol *best = NULL;
    if (address >= end_of(object, section))
        return NULL;
    OBJECT_SYMBOLS (object, symbol)
        if ((symbol->section == section || symbol->section == zero) && !object_symbol_is_section(symbol) &&
            !cell_is_guard(symbol) && symbol->value <= address &&
            (best == NULL || symbol->value > best->value))
            best = symbol;
    return best;
}

const char *cell_name(const struct machine *machine, uint32_t address, char text[CELL_NAME_SIZE])
{
    const struct object *object = &machine->object;
    const struct memory_place place = memory_place(&machine->memory, 0, address);
    const struct object_symbol *symbol = NULL;
    char of_pp[24] = "", offset[16] = "";
    uint32_t word = address;
    if (place.region == MEMORY_REGION_OWN) {
        word = place.word + MEMORY_PRIVATE;
        snprintf(of_pp, sizeof of_pp, " of PP %u", place.owner);
    }
    if (place.region == MEMORY_REGION_SHARED || place.region == MEMORY_REGION_OWN)
        symbol = cell_variable(object, word);
    if (symbol != NULL && symbol->value != word)
        snprintf(offset, sizeof offset, "[%u]", word - symbol->value);
    if (symbol != NULL)
        snprintf(text, CELL_NAME_SIZE, "%.48s%s%s (0x%08x)", symbol->name, offset, of_pp, address);
    else if (place.region == MEMORY_REGION_STACK)
        snprintf(text, CELL_NAME_SIZE, "word %u of the stack of PP %u (0x%08x)", place.word, place.owner,
                 address);
    else if (place.region == MEMORY_REGION_OWN)
        snprintf(text, CELL_NAME_SIZE, "word %u of the private area of PP %u (0x%08x)", place.word,
                 place.owner, address);
    else
        snprintf(text, CELL_NAME_SIZE, "address 0x%08x", address);
    return text;
}

const char *cell_name_at(const struct machine *machine, uint32_t pc, uint32_t address,
                         char text[CELL_NAME_SIZE])
{
    char name[CELL_NAME_SIZE - 16];
    if (address >= machine->memory.shared_words || cell_variable(&machine->object, address) != NULL)
        return cell_name(machine, address, text);
    if (machine->program.code[pc].rs == MACHINE_SSP)
        snprintf(text, CELL_NAME_SIZE, "a shared argument of a call (0x%08x)", address);
    else if (allocations_name(machine, address, name, sizeof name))
        snprintf(text, CELL_NAME_SIZE, "%s (0x%08x)", name, address);
    else
        cell_name(machine, address, text);
    return text;
}

uint32_t cell_words(const struct object *object, const struct object_symbol *symbol)
{
    const enum object_section section = section_of(symbol->value), zero = section + 1;
    uint32_t end = end_of(object, section);
    OBJECT_SYMBOLS (object, other) {
        if ((other->section == section || other->section == zero) && other->value > symbol->value &&
            other->value < end && !object_symbol_is_section(other))
            end = other->value;
    }
    return end > symbol->value ? end - symbol->value : 0;
}

const struct object_symbol *cell_find(const struct object *object, const char *name, size_t length,
                                      size_t *others)
{
    const struct object_symbol *found = NULL;
    *others = 0;
    OBJECT_SYMBOLS (object, symbol) {
        if (strlen(symbol->name) != length || memcmp(symbol->name, name, length) != 0 ||
            object_symbol_is_section(symbol))
            continue;
        if (found == NULL || (symbol->global && !found->global)) {
            found = symbol;
            *others = 0;
        } else if (symbol->global == found->global && symbol->value != found->value) {
            ++*others;
        }
    }
    return found;
}
