/* pack.h - what ranks tell each other of their tiles (sim/machine/ranks.h): bytes out of a tile and into its
 * likeness on another rank.
 *
 * Every rank has all tiles of the machine, but runs its own ones only; of the others it knows what it was
 * told last. The ranks are the same program on the same kind of processor: structs go as they are, pointers
 * to rows as what they point to. Knows tiles; neither ranks nor segments.
 */
#ifndef PRAM_BSP_PACK_H
#define PRAM_BSP_PACK_H

#include "sim/bsp/tile/tile.h"

/* Bytes in the making, 8 at a time. */
struct pack {
    unsigned char *bytes; /* owned */
    size_t count, room;
};

void pack_add(struct pack *pack, const void *bytes, size_t count);
void pack_free(struct pack *pack);

/* Bytes that came; the pointer goes on. */
const void *pack_take(const unsigned char **from, size_t count);

/* A tile between two segments, as far as a phase needs it: its strands and what they ask for. whole: all that
 * can be seen of its PPs. */
void tile_pack(struct pack *pack, const struct tile *tile, bool whole);
void tile_unpack(struct tile *tile, const unsigned char **from);

/* What the stores that the tile's PPs ask for write, but for those to own areas, which no other rank needs;
 * of a phase in which their order does not matter (PHASE_own). */
void stores_pack(struct pack *pack, const struct tile *tile);
void stores_unpack(struct memory *memory, const unsigned char *from, size_t count);

#endif
