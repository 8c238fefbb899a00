/* marks.h - what a run counts between the marks of trace.h, for --profile: how often PPs enter a region, and
 * how long they are there.
 *
 * Engines fill it if machine->marks is set. The time between two marks is the cycle of the second minus that
 * of the first, so no PP need be remembered. Intermediate numbers are modulo 2^64. Knows no engine.
 */
#ifndef PRAM_MARKS_H
#define PRAM_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"

enum { MARKS_REGIONS = 2048 }; /* of trace.h, by number */

/* A marked region. PP-cycles are cycles of all PPs together. */
struct marks_region {
    uint64_t entered, left;
    uint64_t cycles; /* PP-cycles between the two marks, */
    uint64_t waited; /* PP-cycles in barriers between the two marks */
};

struct region_marks {
    struct marks_region regions[MARKS_REGIONS];
    uint64_t waited_by[]; /* by PP: its cycles in the barriers that it has left */
};

/* For `pps` PPs; the arena owns them. */
static inline struct region_marks *marks_create(struct arena *arena, uint32_t pps)
{
    return arena_alloc(arena, sizeof(struct region_marks) + pps * sizeof(uint64_t));
}

/* A PP reaches a mark in a cycle, with its waited_by. */
static inline void marks_count(struct region_marks *marks, uint32_t region, bool enters, uint64_t cycle,
                               uint64_t waited)
{
    struct marks_region *at = &marks->regions[region % MARKS_REGIONS];
    *(enters ? &at->entered : &at->left) += 1;
    at->cycles += enters ? -cycle : cycle;
    at->waited += enters ? -waited : waited;
}

#endif
