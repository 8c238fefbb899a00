/* ending.h - runs of the parallel engine that do not end by themselves: who runs where, who waits for whom.
 *
 * Called when all threads are between segments, by one of them. Makes the fault of the machine. Knows tiles
 * and machine; neither threads nor segments.
 */
#ifndef PRAM_ENDING_H
#define PRAM_ENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/tile/tile.h"

/* --max-cycles is reached: names the lowest PP that does not wait in a barrier, else the lowest. */
void ending_runaway(struct machine *machine, const struct tile *tiles, uint32_t tile_count);

/* Level 0, between two segments: whether all PPs that run in these tiles have been in barriers for so long
 * that they may wait there for ever (deadlock.h). */
bool ending_have_waited(const struct tile *tiles, uint32_t tile_count);

/* Whether all do; at level 0: .. and have waited for that long. Between two segments, and nothing is asked
 * for. */
bool ending_wait_for_ever(const struct tile *tiles, uint32_t tile_count);

/* All wait for ever: in which cycle the machine notices it. `halted`: the latest cycle in which a PP has
 * halted. */
uint64_t ending_deadlock_cycle(const struct tile *tiles, uint32_t tile_count, uint64_t halted);

/* No running PP can ever get anywhere; `cycle`: when that is noticed. differ: PPs are in different cycles,
 * and are shown where they are in that one. */
void ending_deadlock(struct machine *machine, const struct tile *tiles, uint32_t tile_count, uint64_t cycle,
                     bool differ);

#endif
