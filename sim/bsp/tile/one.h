/* one.h - one PP that runs on its own: its registers out of the rows, and what is to happen to it.
 *
 * For one.c, which runs it to the end of its segment, and plain.c, the loop for what most of its
 * instructions are.
 */
#ifndef PRAM_TILE_SCALAR_H
#define PRAM_TILE_SCALAR_H

#include "sim/bsp/tile/inside.h"

/* Where a PP's own areas lie on the host: word w of an area that begins at `address` is
 * cells[index + (w << lane_shift)]. */
struct scalar_area {
    uint32_t address, words, index;
};

struct scalar {
    struct tile *tile;
    struct strand *strand; /* of this PP alone */
    const struct tile_world *world;
    uint32_t lane;
    uint32_t pp;
    struct scalar_area stack, private;
    uint32_t status;
    uint32_t late_target; /* what lands at the end of the present instruction */
    uint32_t late_value;
    struct tile_apart *apart; /* where its registers are */
    uint32_t *reg;            /* .. these */
};

/* Executes at most `most` instructions, and stops before the first that may end the segment, fault, or touch
 * the pc other than by a jump; returns how many. Shared loads, too, if `loads`. */
uint32_t scalar_run_plainly(struct scalar *s, uint32_t most, bool loads);

#endif
