/* judged.c - see judged.h. Functions with the hint yield wait for others: what they load puts a PP after what
 * it has found there, whatever it is. */
#include "sim/bsp/code/judged.h"

#include <stdbool.h>
#include <stdlib.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/bsp/code/level.h"
#include "sim/machine/machine.h"
#include "sim/machine/origin.h"
#include "sim/machine/shint.h"

enum { BEGINS = 2 }; /* a mark, until it is known whether the function waits */

/* Where functions begin; in assembly without functions, global labels. */
static void mark_beginnings(const struct machine *machine, uint8_t *marks)
{
    const struct object *object = &machine->object;
    bool some_are_functions = false;
    for (size_t k = 0; k < object->symbol_count; k++)
        some_are_functions |= object->symbols[k].function;
    for (size_t k = 0; k < object->symbol_count; k++) {
        const struct object_symbol *symbol = &object->symbols[k];
        if (symbol->section == SECTION_TEXT && symbol->value < machine->program.count &&
            (some_are_functions ? symbol->function : symbol->global))
            marks[symbol->value] = BEGINS;
    }
}

/* What lies in the own stack is nothing to wait for. */
static bool looks(const struct operation *operation)
{
    return operation->handler == HANDLE_LOAD && operation->i.rs != MACHINE_SP &&
           operation->i.rs != MACHINE_FP;
}

static void judge_function(const struct program *program, uint8_t *marks, struct operation *code,
                           uint32_t first, uint32_t end)
{
    bool waits = false;
    for (uint32_t pc = first; pc < end && !waits; pc++) {
        const struct instruction *i = &program->code[pc];
        waits = i->opcode == OP_shint && shint_number(i->constant) == SHINT_yield;
    }
    for (uint32_t pc = first; pc < end; pc++) {
        marks[pc] = !waits && program->origins[pc] == ORIGIN_USER;
        code[pc].looks = waits && looks(&code[pc]);
    }
}

uint8_t *judged_find(const struct machine *machine, struct operation *code)
{
    const struct program *program = &machine->program;
    uint8_t *marks = calloc((size_t)program->count + 1, 1);
    uint32_t first = 0;
    if (marks == NULL)
        return NULL;
    mark_beginnings(machine, marks);
    for (uint32_t pc = 1; pc <= program->count; pc++)
        if (pc == program->count || marks[pc] == BEGINS) {
            judge_function(program, marks, code, first, pc);
            first = pc;
        }
    marks[program->count] = 0;
    return marks;
}
