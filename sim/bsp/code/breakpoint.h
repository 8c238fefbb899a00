/* breakpoint.h - breakpoints in a program's operations: a changed handler, so that a run without any pays
 * nothing.
 *
 * At levels 1 to 5 a strand stops where it meets the changed handler (HANDLE_BREAK). At level 0 all PPs have
 * to stop in one cycle, the one in which the first of them comes to a breakpoint; there operations stay as
 * they are, and segments end soon enough (breakpoints.distance). Knows operations; no tile.
 */
#ifndef PRAM_CODE_BREAKPOINT_H
#define PRAM_CODE_BREAKPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/code/level.h"

struct breakpoints {
    struct operation *originals; /* of all operations, as level_prepare made them */
    uint8_t *distance;           /* by pc: for so many cycles no breakpoint is executed from there on */
    uint32_t count;              /* operations, that of the end included */
};

/* Sets these breakpoints in the code, and none but these; pcs outside the program are no places of it. */
void breakpoints_set(struct breakpoints *breakpoints, struct operation *code, uint32_t count, unsigned level,
                     const uint32_t *pcs, uint32_t pc_count);
void breakpoints_destroy(struct breakpoints *breakpoints);

/* Whether there is one at the pc. */
static inline bool breakpoints_has(const struct breakpoints *breakpoints, uint32_t pc)
{
    return pc + 1 < breakpoints->count && breakpoints->distance[pc] == 0;
}

#endif
