/* marks.h - the regions that a program marks by trace.h: what a run counts between two marks, for --profile,
 * and what the program calls a region (trace_name), for --profile and --trace.
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

/* ---- names (marks.c) */

struct machine;

enum { REGION_NAME_SIZE = 65 }; /* with the 0 at its end; what is longer is cut */

struct region_names;

/* Those of the machine's program, which has not run yet: it may write anything over them. They live as long
 * as the machine. A symbol of shared data that begins with __region_name_ stands before words: the region's
 * number, then the characters of its name, then 0. */
struct region_names *region_names_read(struct machine *machine);

/* The name of a region; NULL if it has none. `names` may be NULL: then there are none. */
const char *region_name(const struct region_names *names, uint32_t region);

#endif
