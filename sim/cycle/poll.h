/* poll.h - loops in which a PP may wait for a cell to change: short, straight, without effects that others
 * could see.
 *
 * Found once, in the program. sleep.c decides, when a PP closes such a loop, whether the PP really waits.
 * Knows decoded instructions, no PP.
 */
#ifndef PRAM_CYCLE_POLL_H
#define PRAM_CYCLE_POLL_H

#include <stdint.h>

#include "sim/isa/decode.h"

enum { POLL_LONGEST = 16, POLL_MOST_LOADS = 2 };

/* The instructions head .. head + length - 1; the last one is a branch to `head`. */
struct poll_loop {
    uint32_t head, length;
    uint32_t loads;    /* number of loads */
    uint32_t failures; /* consecutive failed attempts to sleep in it */
    uint32_t skips;    /* number of attempts that are skipped now */
};

struct poll_loops {
    struct poll_loop *loops; /* owned */
    uint32_t *at;            /* owned; by pc of the closing branch: 1 + the number of its loop; 0: none */
    uint32_t count;
};

/* Finds the loops of a program; none if memory is short. */
void poll_find(struct poll_loops *loops, const struct instruction *code, uint32_t count);
void poll_forget(struct poll_loops *loops);

/* The loop that the branch at `pc` closes; NULL: none. */
static inline struct poll_loop *poll_at(const struct poll_loops *loops, uint32_t pc)
{
    return loops->count != 0 && loops->at[pc] != 0 ? &loops->loops[loops->at[pc] - 1] : NULL;
}

#endif
