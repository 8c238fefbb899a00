/* variable.c - see value.h: variables that live in registers and begin without a value; labels of fcc tell of
 * them (asm/tables/guard.h). */
#include <stdio.h>
#include <string.h>

#include "asm/tables/guard.h"
#include "sim/machine/labels.h"
#include "value.h"

/* An instruction that sets the register of such a variable. */
struct variable {
    uint32_t pc;
    uint32_t line;    /* of its declaration */
    const char *name; /* the object's */
};

struct variables {
    struct variable *rows;
    uint32_t count, room;
};

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
    struct variables *variables = ARENA_NEW(&check->machine->arena, struct variables);
    struct variable variable;
    check->variables = variables;
    for (size_t k = 0; k < object->symbol_count; k++) {
        if (!read_label(check->machine, &object->symbols[k], &variable) ||
            program->code[variable.pc].target >= DECODE_SINK)
            continue;
        *ARENA_ADD(&check->machine->arena, variables->rows, variables->count, variables->room) = variable;
        check->code[variable.pc].variable = variables->count;
    }
}

void variable_begin(struct check *check, const struct observer_step *step, struct registers *registers,
                    const struct instruction *i)
{
    const struct source source = {.index = MEMORY_ILLEGAL,
                                  .at = {step->pp, step->pc, check->cycle},
                                  .variable = check->code[step->pc].variable};
    taint_set(check, registers, TAINT_UNWRITTEN, 1u << i->target, &source);
}

void variable_warn(struct check *check, const struct observer_step *step, uint32_t number, const char *what)
{
    const struct variable *variable = &check->variables->rows[number - 1];
    struct warning *warning = warnings_add(&check->machine->arena, &check->machine->warnings, "unwritten",
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
