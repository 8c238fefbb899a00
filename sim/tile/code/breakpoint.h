/* breakpoint.h - breakpoints in a program's operations: a changed handler, so that a run without breakpoints
 * pays nothing.
 *
 * At levels 1 to 5 a strand stops at the changed handler (HANDLE_BREAK). At level 0 all PPs must stop in the
 * cycle in which the first of them is at a breakpoint: there operations stay unchanged, and segments end
 * early enough (breakpoints.distance). Knows operations; no tile. */
#ifndef PRAM_CODE_BREAKPOINT_H
#define PRAM_CODE_BREAKPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/tile/code/level.h"

struct breakpoints {
    struct operation *originals; /* of all operations, as level_prepare made them */
    uint8_t *distance;           /* by pc: minimum number of cycles from there to a breakpoint */
    uint32_t count;              /* operations, including that of the end */
};

/* Replaces all breakpoints of the code by these; pcs outside the program are ignored. */
void breakpoints_set(struct breakpoints *breakpoints, struct operation *code, uint32_t count, unsigned level,
                     const uint32_t *pcs, uint32_t pc_count);
void breakpoints_destroy(struct breakpoints *breakpoints);

/* Whether there is one at the pc. */
static inline bool breakpoints_has(const struct breakpoints *breakpoints, uint32_t pc)
{
    return breakpoints->count != 0 && pc < breakpoints->count - 1 && breakpoints->distance[pc] == 0;
}

#endif
