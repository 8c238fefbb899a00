/* take_back.h - rolls counters back after a fault of an instruction at level 0, where PPs may be some cycles
 * beyond the machine.
 *
 * One thread calls it between segments. Knows tiles (tile/ran.h) and counters; neither threads nor segments.
 */
#ifndef PRAM_TAKE_BACK_H
#define PRAM_TAKE_BACK_H

#include <stdint.h>

#include "sim/tile/tile.h"

/* The machine has ended at the start of `cycle`: subtracts what the tiles of these effects have counted in
 * this segment from that cycle on, for statistics and for a profile. PPs stay where they are. */
void take_back(struct tile_effects *effects, const struct tile_world *world, uint64_t cycle);

#endif
