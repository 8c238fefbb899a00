/* poll.h - loops in which a PP may wait for a cell to change: short, straight, without effects that others
 * could see.
 *
 * Found once, in the program. sleep.c decides, when a PP closes such a loop, whether the PP really waits.
 * Knows decoded instructions, no PP.
 */
#ifndef PRAM_CYCLE_POLL_H
#define PRAM_CYCLE_POLL_H

#include <stddef.h>
#include <stdint.h>

#include "sim/isa/decode.h"

enum { POLL_LONGEST = 16, POLL_MOST_LOADS = 2 };

/* The instructions head .. head + length - 1; the last one is a branch to `head`. */
struct poll_loop {
    uint32_t head, length; /* length 0: no loop */
    uint32_t loads;        /* number of loads */
    uint32_t failures;     /* consecutive failed attempts to sleep in it */
    uint32_t skips;        /* number of attempts that are skipped now */
};

/* Finds the loops of a program: each is at the pc of its closing branch. */
void poll_find(struct poll_loop *loops, const struct instruction *code, uint32_t count);

/* The loop that the branch at `pc` closes; NULL: none. loops: NULL if there are none. */
static inline struct poll_loop *poll_at(struct poll_loop *loops, uint32_t pc)
{
    return loops != NULL && loops[pc].length != 0 ? &loops[pc] : NULL;
}

#endif
