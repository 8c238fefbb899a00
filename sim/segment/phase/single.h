/* single.h - private to the files that carry requests out one by one: the requests as a list.
 *
 * single.c   effects of the requests, cycle after cycle
 * listed.c   the list: taken from the tiles, in the order (cycle, PP number)
 * clash.c    requests of one cycle to one cell
 * images.c   stores of images, word by word */
#ifndef PRAM_COMMIT_SINGLE_H
#define PRAM_COMMIT_SINGLE_H

#include "sim/segment/phase/inside.h"

struct item {
    uint64_t cycle;
    uint32_t pp;
    uint32_t index;
    uint32_t value;
    uint32_t pc;
    uint16_t strand; /* of the PP's tile */
    uint8_t kind;    /* enum request_kind */
    uint8_t fold;    /* enum rows_fold */
    bool is_image;   /* the request is for an image as a whole; index and value are not used */
};

/* Finds cells requested twice in a cycle. */
struct cell_entry {
    uint32_t index;
    uint32_t stamp; /* in use if it is the table's */
    uint32_t item;  /* the first request, or the winner */
};

struct commit {
    const struct tile_world *world;
    struct commit_strands *strands;
    struct tile *tiles;
    struct item *items, *other; /* room for one per PP */
    uint32_t count;
    struct item
        *words; /* the items of a cycle with images word by word; room for word_room, allocated when needed */
    uint32_t word_room;
    struct cell_entry *cells; /* mask + 1 entries, more than twice the items of a cycle */
    uint32_t mask;
    uint32_t stamp;         /* UINT32_MAX: `cells` is not initialised */
    struct circle_pp *seen; /* the run is watched */
    bool disturbs;          /* and makes progress */
    bool served;            /* the present cycle's requests to memory are done, its host calls have begun */
    bool last;              /* see struct commit_bounds */
};

static inline struct tile *tile_of(const struct commit *commit, const struct item *item)
{
    return &commit->tiles[item->pp >> commit->world->tile_shift];
}

/* Makes the list of all requests that are due, in the order (cycle, PP number). */
void list_requests(struct commit *commit, const struct tile *tiles, uint32_t count);

/* Of the items of one cycle: two kinds of requests to one cell? False: yes, and the fault names the lowest
 * address. */
bool clash_check_mixed(struct commit *commit, uint32_t begin, uint32_t end);

/* Counts stores that meet others, finds the winners of POLICY_ARBITRARY; false: different values under
 * POLICY_COMMON. */
bool clash_find(struct commit *commit, uint32_t begin, uint32_t end);

/* After clash_find: whether a store wins its cell under POLICY_ARBITRARY. */
bool clash_is_winner(struct commit *commit, uint32_t item);

/* Splits the stores of images among the items of a cycle: commit->words has *count words then. False: the
 * host has not enough memory, as the fault says. */
bool images_take_apart(struct commit *commit, uint32_t begin, uint32_t end, uint32_t *count);

#endif
