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

void pack_free(struct pack *pack);

/* What a message contains is said once for both directions: packs into `to`; if that is NULL, unpacks from
 * `from`. */
struct transfer {
    struct pack *to;
    const unsigned char **from;
};

void transfer_bytes(const struct transfer *transfer, void *bytes, size_t count);

/* How much of a tile between two segments; the receiver learns it from the message. */
enum transfer_part {
    TRANSFER_STORES,   /* the requests that other ranks see, of a phase that has only stores */
    TRANSFER_REQUESTS, /* what any phase needs: its strands and requests */
    TRANSFER_ALL       /* everything visible of its PPs, with their areas */
};
void transfer_tile(const struct transfer *transfer, struct tile *tile, enum transfer_part part);

#endif
