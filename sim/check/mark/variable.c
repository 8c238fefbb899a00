/* variable.c - see mark.h: variables in registers that begin without a value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "mark.h"
#include "sim/machine/labels.h"

/* An instruction that sets the register of such a variable. */
struct variable {
    uint32_t pc;
    uint32_t line;    /* of its declaration */
    const char *name; /* the object's */
};

static int compare_variables(const void *left, const void *right)
{
    const struct variable *a = left, *b = right;
    return (a->pc > b->pc) - (a->pc < b->pc);
}

/* Reads a label. False: it describes no such variable. */
static bool read_label(const struct machine *machine, const struct object_symbol *label,
                       struct variable *variable)
{
    const char *text = label_text(machine, label, UNWRITTEN_PREFIX);
    uint32_t line = 0;
    int used = 0;
    if (text == NULL || sscanf(text, "%*9[0-9].%*9[0-9].%10u.%n", &line, &used) != 1 || used == 0)
        return false;
    *variable = (struct variable){.pc = label->value, .line = line, .name = text + used};
    return true;
}

void variable_survey(struct check *check)
{
    const struct object *object = &check->machine->object;
    const struct program *program = &check->machine->program;
    struct written *written = check->written;
    struct variable variable;
    for (size_t k = 0; k < object->symbol_count; k++) {
        if (!read_label(check->machine, &object->symbols[k], &variable) ||
            program->code[variable.pc].target >= DECODE_SINK)
            continue;
        written->variables = arena_grow(&check->arena, written->variables, written->variable_count,
                                        &written->variable_room, sizeof variable);
        written->variables[written->variable_count++] = variable;
    }
    if (written->variable_count != 0)
        qsort(written->variables, written->variable_count, sizeof variable, compare_variables);
}

uint32_t variable_pc(const struct check *check, uint32_t row)
{
    return check->written->variables[row].pc;
}

void variable_begin(struct check *check, const struct observer_step *step, struct marks *marks,
                    const struct instruction *i)
{
    const struct variable key = {.pc = step->pc};
    const struct variable *found = bsearch(&key, check->written->variables, check->written->variable_count,
                                           sizeof key, compare_variables);
    if (found == NULL)
        return;
    const struct origin_of_mark origin = {MEMORY_ILLEGAL, step->pc, check->cycle,
                                          1 + (uint32_t)(found - check->written->variables)};
    mark_set(check, marks, 1u << i->target, &origin);
}

void variable_warn(struct check *check, const struct observer_step *step, uint32_t number, const char *what)
{
    const struct variable *variable = &check->written->variables[number - 1];
    struct warning *warning = warnings_add(&check->machine->warnings, "unwritten",
                                           check->places[blame_pc(check, step)], variable->pc);
    if (warning == NULL)
        return;
    const char *function = object_find_source_function(&check->machine->object, variable->pc);
    warning->has_no_cell = true;
    snprintf(warning->cell, sizeof warning->cell, "%.48s%s%.48s", variable->name,
             function == NULL ? "" : " of ", function == NULL ? "" : function);
    blame_warn(check, step, warning, "%s depends on a local variable that was never given a value: %s", what,
               warning->cell);
    fault_hint(
        &warning->what,
        "%.48s is declared in line %u, and was read before any assignment; initialise it in its declaration",
        variable->name, variable->line);
}
