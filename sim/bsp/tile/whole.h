/* whole.h - all PPs of a tile in one strand, see whole.c. For run.c. */
#ifndef PRAM_TILE_WHOLE_H
#define PRAM_TILE_WHOLE_H

#include "sim/bsp/tile/inside.h"

/* Executes instructions of a strand of all PPs, which stands in the program or right behind it, `most` at
 * most, as long as they are of the usual ones; returns how many. They are not counted yet for all members,
 * like the `before` ones that these have executed before. It stops where all is not as usual, and where
 * somebody has offered something for the place, if it is not the first one. *executed becomes false if the
 * next instruction cannot be executed now; then the strand's state says why. */
uint32_t strand_run_whole(struct tile *tile, struct strand *strand, uint32_t most, uint32_t before,
                          bool *executed);

#endif
