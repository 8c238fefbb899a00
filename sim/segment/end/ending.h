/* ending.h - runs of the parallel engine that do not end by themselves: where each PP is, and which PPs wait
 * for which.
 *
 * One thread calls it between segments. Makes the fault of the machine. Knows tiles and machine; neither
 * threads nor segments. */
#ifndef PRAM_ENDING_H
#define PRAM_ENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/follow/follow.h"
#include "sim/tile/tile.h"

/* Level 0, between two segments: whether all running PPs of these tiles have been in barriers long enough to
 * wait for ever (deadlock.h). */
bool ending_have_waited(const struct tile *tiles, uint32_t tile_count);

/* Whether all running PPs wait in barriers for ever; at level 0 they must have waited long enough. Between
 * two segments, with no pending requests. */
bool ending_wait_for_ever(const struct tile *tiles, uint32_t tile_count);

/* Whether all running PPs repeat loops (sim/machine/follow/follow.h). After a segment, before its requests
 * are carried out; at level 0 there are none, and the cycle is that of the PPs. *first: a PP that does not,
 * where the test begins. */
bool ending_go_round(const struct tile *tiles, uint32_t tile_count, uint64_t cycle, uint32_t *first);

/* All PPs wait for ever: the cycle in which the machine detects it. `halted`: the latest cycle in which a PP
 * has halted. */
uint64_t ending_deadlock_cycle(const struct tile *tiles, uint32_t tile_count, uint64_t halted);

/* No running PP can make progress; `cycle`: when that is detected. differ: PPs are in different cycles, and
 * are reported as they are in that cycle. */
void ending_deadlock(struct machine *machine, const struct tile *tiles, uint32_t tile_count, uint64_t cycle,
                     bool differ);

#endif
