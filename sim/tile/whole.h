/* whole.h - all PPs of a tile in one strand, see whole.c. For run.c. */
#ifndef PRAM_TILE_WHOLE_H
#define PRAM_TILE_WHOLE_H

#include "sim/tile/inside.h"

/* Executes at most `most` instructions of a strand of all PPs, which is in the program or at its end; returns
 * their number. They are not counted yet for all members, like the `before` ones executed earlier. Stops
 * before an instruction that is not common. *executed becomes false if the next instruction cannot be
 * executed now; then the strand's state has the reason. */
uint32_t strand_run_whole(struct tile *tile, struct strand *strand, uint32_t most, uint32_t before,
                          bool *executed);

#endif
