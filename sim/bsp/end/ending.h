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

/* Everybody waits in a barrier that cannot complete: whether --max-cycles is reached before the machine would
 * notice it. `halted`: the latest cycle in which a PP has halted. */
bool ending_is_runaway(const struct machine *machine, const struct tile *tiles, uint32_t tile_count,
                       uint64_t halted);

/* No running PP can ever get anywhere. */
void ending_deadlock(struct machine *machine, const struct tile *tiles, uint32_t tile_count);

#endif
