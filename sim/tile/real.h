/* real.h - the instructions of the precision unit, for a strand.
 *
 * For run.c and one.c. X registers and accumulators belong to the bank; the tile decides where images lie in
 * memory, which can move at once, and which wait for the synchronisation phase. */
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

/* Loads and stores of images, like tile_load and tile_store. */
bool tile_real_load(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct operand a, struct operand b);
bool tile_real_store(struct tile *tile, struct strand *strand, const struct operation *operation,
                     struct operand a, struct operand b);

/* Adds the cycles after the first one of an instruction of several. */
static inline void strand_stay(struct strand *strand, uint32_t cost, uint32_t pc)
{
    if (cost <= 1)
        return;
    if (strand->state == STRAND_REQUEST)
        strand->busy = cost - 1;
    else
        strand->cycle += cost - 1;
    strand->busy_pc = pc;
    strand->busy_until = strand->cycle + strand->busy;
}

#endif
