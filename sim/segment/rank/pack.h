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

/* What a message contains is said once for both directions: packs into `to`; if that is NULL, unpacks from
 * `from`. */
struct transfer {
    struct pack *to;
    const unsigned char **from;
};

void transfer_bytes(const struct transfer *transfer, void *bytes, size_t count);

/* A tile between two segments, as far as a phase needs it: its strands and requests. whole: everything
 * visible of its PPs; the receiver learns that from the message. */
void transfer_tile(const struct transfer *transfer, struct tile *tile, bool whole);

/* Words of neighbouring cells, from `first` on; unpacked by words_unpack. */
void words_pack(struct pack *pack, uint32_t first, const uint32_t *words, uint32_t count);

/* The words that the requested stores of a tile's PPs write, except to own areas, which no other rank needs;
 * of a phase in which their order does not matter (PHASE_own). */
void stores_pack(struct pack *pack, const struct tile *tile);
void words_unpack(struct memory *memory, const unsigned char *from, size_t count);

#endif
