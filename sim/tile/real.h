/* real.h - the instructions of the precision unit, for a strand.
 *
 * For run.c and memory.c. X registers and accumulators belong to the bank. */
#ifndef PRAM_TILE_REAL_H
#define PRAM_TILE_REAL_H

#include "sim/tile/inside.h"
#include "sim/tile/next.h"

/* Kind REAL; `a` is Rs. */
void tile_real_execute(struct tile *tile, struct strand *strand, const struct instruction *i,
                       struct operand a);

/* xcmp; xtoi and xtof. */
void tile_real_compare(struct tile *tile, struct strand *strand, const struct instruction *i);
void tile_real_out(struct tile *tile, struct strand *strand, const struct operation *operation,
                   struct next *next);

/* Loads or stores the images of the members, which are in these cells; `address`: of images in several areas.
 */
void tile_move_images(const struct tile *tile, const struct strand *strand, const struct instruction *i,
                      const struct request *cells, const struct address *address);

#endif
