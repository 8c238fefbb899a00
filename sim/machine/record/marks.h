/* marks.h - what a run counts between the marks of trace.h, for --profile: how often PPs enter a region, and
 * how long they are there.
 *
 * Engines fill it where machine->marks is given; each of their threads has one of its own, which is added to
 * that one when the run is over. The time between two marks is the cycle of the second, which is added, less
 * that of the first, so it need not be remembered which PP it was; what a PP has executed ahead is taken back
 * by the same call with the weight -1. Numbers are modulo 2^64 meanwhile. Knows no engine.
 */
#ifndef PRAM_MARKS_H
#define PRAM_MARKS_H

#include <stdbool.h>
#include <stdint.h>

enum { MARKS_REGIONS = 2048 }; /* of trace.h, by number */

/* A marked region. PP-cycles are cycles of all PPs together. */
struct marks_region {
    uint64_t entered, left;
    uint64_t cycles; /* PP-cycles between the two marks, */
    uint64_t waited; /* PP-cycles in barriers between the two marks */
};

struct region_marks {
    struct marks_region regions[MARKS_REGIONS];
    uint64_t *waited_by; /* by PP: its cycles in the barriers that it has left; one for all threads */
    bool owns_waited_by;
};

/* For `pps` PPs; `whole`: of the run, NULL: this is that one. NULL if memory is short. */
struct region_marks *marks_create(uint32_t pps, const struct region_marks *whole);
void marks_destroy(struct region_marks *marks);

/* Adds a thread's to those of the run. */
void marks_add(struct region_marks *sum, const struct region_marks *part);

/* PPs, `weight` of them, reach a mark; the cycles and waited_by of all together. */
static inline void marks_count(struct region_marks *marks, uint32_t region, bool enters, uint64_t weight,
                               uint64_t cycles, uint64_t waited)
{
    struct marks_region *at = &marks->regions[region % MARKS_REGIONS];
    if (enters) {
        at->entered += weight;
        at->cycles -= cycles;
        at->waited -= waited;
    } else {
        at->left += weight;
        at->cycles += cycles;
        at->waited += waited;
    }
}

#endif
