/* ending.h - runs of the parallel engine that do not end by themselves: PPs between two segments, as the
 * tests for deadlocks see them.
 *
 * One thread calls it between segments. Makes the fault of the machine. Knows tiles and machine; neither
 * threads nor segments. */
#ifndef PRAM_ENDING_H
#define PRAM_ENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/follow/deadlock.h"
#include "sim/tile/tile.h"

/* The running PPs of these tiles, and some that have halted, before a cycle; at levels 1 to 5 they may be in
 * later ones. A PP with a request is shown after it, if that changes nothing that others could see, and else
 * as busy. */
struct deadlock_run ending_run(const struct tile *tiles, uint32_t tile_count, uint64_t cycle);

/* All PPs wait for ever: the cycle in which the machine detects it. `halted`: the latest cycle in which a PP
 * has halted. */
uint64_t ending_deadlock_cycle(const struct tile *tiles, uint32_t tile_count, uint64_t halted);

/* No running PP can make progress; `cycle`: when that is detected. PPs that are in other cycles are reported
 * as they are in that one. */
void ending_deadlock(const struct tile *tiles, uint32_t tile_count, uint64_t cycle);

#endif
