/* late.h - a delayed result: a load's, which reaches its register when the instruction after it is over.
 *
 * For run.c and whole.c.
 */
#ifndef PRAM_TILE_LATE_H
#define PRAM_TILE_LATE_H

#include "sim/tile/inside.h"

/* A pending delayed result. Not kept in memory: words that were just written one by one cannot be read
 * together before they have left the store buffer. */
struct late {
    unsigned target, slot;
    bool affine;
    uint32_t base, stride;
};

static inline struct late late_of(const struct strand *strand)
{
    return (struct late){.target = strand->late_target,
                         .slot = strand->late_slot,
                         .affine = strand->late_affine,
                         .base = strand->late_base,
                         .stride = strand->late_stride};
}

static inline struct operand late_value(const struct tile *tile, struct late late)
{
    return late.affine ? (struct operand){.base = late.base, .stride = late.stride}
                       : (struct operand){.row = tile->late[late.slot]};
}

/* Writes it to its register, not R1. */
static inline void late_land(struct tile *tile, struct strand *strand, struct late late, bool flags_live)
{
    tile_release_flags(tile, strand, late.target, flags_live);
    if (late.affine || !strand_is_whole(tile, strand)) {
        tile_write(tile, strand, late.target, late_value(tile, late));
        return;
    }
    uint32_t *const row = tile->late[late.slot];
    tile->late[late.slot] = tile->row[late.target];
    tile->row[late.target] = row;
    tile_rows_change(tile, (uint64_t)1 << late.target);
}

#endif
