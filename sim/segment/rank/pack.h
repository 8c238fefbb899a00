/* pack.h - messages of ranks about their tiles (sim/machine/ranks.h): packs a tile into bytes, and unpacks
 * them into its copy on another rank.
 *
 * Every rank has all tiles of the machine, but runs only its own; its copies of the others have the state of
 * the last message. The ranks are the same program on the same kind of processor: structs are sent as they
 * are, pointers to rows as their contents. Knows tiles; neither ranks nor segments. */
#ifndef PRAM_BSP_PACK_H
#define PRAM_BSP_PACK_H

#include "sim/tile/tile.h"

/* Bytes under construction, 8 at a time. */
struct pack {
    unsigned char *bytes; /* owned */
    size_t count, room;
};

void pack_add(struct pack *pack, const void *bytes, size_t count);
void pack_free(struct pack *pack);

/* Received bytes; advances the pointer. */
const void *pack_take(const unsigned char **from, size_t count);

/* A tile between two segments, as far as a phase needs it: its strands and requests. whole: everything
 * visible of its PPs. */
void tile_pack(struct pack *pack, const struct tile *tile, bool whole);
void tile_unpack(struct tile *tile, const unsigned char **from);

/* The words that the requested stores of a tile's PPs write, except to own areas, which no other rank needs;
 * of a phase in which their order does not matter (PHASE_own). */
void stores_pack(struct pack *pack, const struct tile *tile);
void stores_unpack(struct memory *memory, const unsigned char *from, size_t count);

#endif
