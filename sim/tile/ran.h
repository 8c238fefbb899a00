/* ran.h - what the PPs of a thread's tiles have counted in each cycle of the present segment of level 0, so
 * that nothing counts from the cycle of a fault on: then PPs may be some cycles beyond the machine.
 *
 * Levels 1 to 5 roll nothing back; their counts all go to one entry, which nobody reads. Knows counters;
 * neither tiles nor strands. */
#ifndef PRAM_TILE_RAN_H
#define PRAM_TILE_RAN_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/stats.h"

enum { RAN_CYCLES_MOST = 256 }; /* of a segment of level 0 */

/* Counters of one cycle. */
struct tile_ran_cycle {
    uint64_t instructions, work; /* more than in the cycle before, modulo 2^64 */
    uint64_t loads, stores, multiprefix, barrier_wait_cycles;
};

struct tile_ran {
    bool notes;      /* level 0 */
    uint64_t begin;  /* the cycle in which the segment began, or continued after a stop */
    uint32_t length; /* its cycles */
    struct tile_ran_cycle cycles[RAN_CYCLES_MOST + 1];
};

/* A segment of the cycles `begin` .. `end` - 1 begins: everything before is the machine's. */
void tile_ran_begin(struct tile_ran *ran, uint64_t begin, uint64_t end);

/* The machine has ended at the start of `cycle`: subtracts what was counted from that cycle on. */
void tile_ran_undo(const struct tile_ran *ran, struct stats *stats, uint64_t cycle);

/* The counters of a cycle of the segment. */
static inline struct tile_ran_cycle *tile_ran_at(struct tile_ran *ran, uint64_t cycle)
{
    return &ran->cycles[ran->notes ? cycle - ran->begin : 0];
}

#endif
