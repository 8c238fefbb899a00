/* single.h - private to the files that carry requests out one by one: the requests as a list.
 *
 * single.c   effects of the requests, cycle after cycle
 * listed.c   the list: taken from the tiles, in the order (cycle, PP number) */
#ifndef PRAM_COMMIT_SINGLE_H
#define PRAM_COMMIT_SINGLE_H

#include "sim/machine/collide.h"
#include "sim/segment/phase/inside.h"

/* A request; of a stored image, one of its words. */
struct item {
    uint64_t cycle;
    uint32_t pp;
    uint32_t index;
    uint32_t value;
    uint32_t pc;
    uint16_t strand; /* of the PP's tile */
    uint8_t kind;    /* enum request_kind */
    uint8_t fold;    /* enum rows_fold */
};

struct commit {
    const struct tile_world *world;
    struct commit_strands *strands;
    struct tile *tiles;
    struct item *items, *other; /* room for `room` each: one per PP, more for images */
    uint32_t count, room;
    struct collide collide; /* the items of a cycle, where they may meet in a cell */
    bool served;            /* the present cycle's requests to memory are done, its host calls have begun */
    bool last;              /* see struct commit_bounds */
};

static inline struct tile *tile_of(const struct commit *commit, const struct item *item)
{
    return &commit->tiles[item->pp >> commit->world->tile_shift];
}

/* Makes the list of all requests that are due, in the order (cycle, PP number). False: memory is short. */
bool list_requests(struct commit *commit, const struct tile *tiles, uint32_t count);

#endif
