/* take_back.h - after a fault of an instruction at level 0, where PPs may be some cycles further than the
 * machine: what they have counted from that cycle on does not count.
 *
 * Called when all threads are between segments, by one of them. Knows tiles (tile/ran.h) and counters;
 * neither threads nor segments.
 */
#ifndef PRAM_TAKE_BACK_H
#define PRAM_TAKE_BACK_H

#include <stdint.h>

#include "sim/bsp/tile/tile.h"

/* The machine has ended at the start of `cycle`: takes back what the tiles of these effects have counted in
 * the present segment from that cycle on, for statistics and for a profile. PPs stay where they are. */
void take_back(struct tile_effects *effects, const struct tile_world *world, uint64_t cycle);

#endif
