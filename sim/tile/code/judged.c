/* judged.c - see judged.h. */
#include "sim/tile/code/judged.h"

#include <stdbool.h>
#include <stdlib.h>

#include "sim/tile/code/level.h"
#include "sim/machine/machine.h"
#include "sim/machine/origin.h"
#include "sim/machine/waits.h"

/* A load from the PP's own stack does not poll. */
static bool loads(const struct operation *operation)
{
    return operation->handler == HANDLE_LOAD && operation->i.rs != MACHINE_SP &&
           operation->i.rs != MACHINE_FP;
}

uint8_t *judged_find(const struct machine *machine, struct operation *code)
{
    const struct program *program = &machine->program;
    uint8_t *marks = waits_find(program);
    for (uint32_t pc = 0; marks != NULL && pc < program->count; pc++) {
        const bool is_near = (marks[pc] & WAITS_LOOK) != 0;
        code[pc].looks = is_near && loads(&code[pc]);
        marks[pc] = program->origins[pc] == ORIGIN_USER && !code[pc].looks &&
                    !(is_near && code[pc].handler == HANDLE_REAL_LOAD);
    }
    return marks;
}
