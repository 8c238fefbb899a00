/* inside.h - private to the synchronisation phase: the requests of a phase, and its workspace. plan.c sums up
 * and plans; strands.c and single.c carry out what no thread can for its own tiles. */
#ifndef PRAM_COMMIT_INSIDE_H
#define PRAM_COMMIT_INSIDE_H

#include "common/memory.h"
#include "sim/machine/collide.h"
#include "sim/segment/phase/phase.h"

/* Goes through the strands with requests that are carried out in this phase, tile by tile:
 * for (struct due due = due_of(tiles, count); due_next(&due);). */
struct due {
    struct tile *tiles, *tile;
    struct strand *strand;
    uint32_t count, t;
    uint32_t number; /* of the strand to look at next */
};

static inline struct due due_of(struct tile *tiles, uint32_t count)
{
    return (struct due){.tiles = tiles, .count = count, .t = tile_running(tiles, count, 0)};
}

static inline bool due_next(struct due *due)
{
    while (due->t < due->count) {
        due->tile = &due->tiles[due->t];
        const uint32_t k = strand_active(due->tile, due->number);
        if (k == STRAND_END) {
            due->t = tile_running(due->tiles, due->count, due->t + 1);
            due->number = 0;
            continue;
        }
        due->strand = &due->tile->strands[k];
        due->number = k + 1;
        if (due->strand->state == STRAND_REQUEST) /* an active strand is not held */
            return true;
    }
    return false;
}

/* A request; of a stored image, one of its words. COLLIDE_NOTHING: a load or a host call. */
struct item {
    uint64_t cycle;
    struct cell_request request;
    uint16_t strand; /* of the PP's tile */
    uint8_t kind;    /* enum request_kind */
};
struct items {
    struct item *item; /* owned */
    size_t room;
};

/* Of a phase by strand: requests of more cycles, or of cells farther apart, are carried out one by one. */
#ifdef PRAM_HOSTILE
enum { CYCLES_MOST = 2, MAP_CELLS = 1 << 8 };
#else
enum { CYCLES_MOST = 8, MAP_CELLS = 1 << 18 };
#endif

struct commit {
    const struct tile_world *world;
    struct tile *tiles;
    uint32_t tile_count;
    struct memory_blocks memory;
    /* phases by strand: */
    uint64_t cycles[CYCLES_MOST]; /* of the requests, ascending */
    unsigned cycle_count;
    uint8_t stamp; /* not 0 */
    /* one by one: */
    struct items items, spare;
    uint32_t count;
    struct collide collide; /* the items of a cycle, where they may meet in a cell */
    bool served;            /* the present cycle's requests to memory are done, its host calls have begun */
    bool last;              /* see struct commit_bounds */
    uint8_t map[MAP_CELLS]; /* by cell: requested, if it is `stamp` */
    /* multiprefix requests, by a team: */
    struct multiprefix_entry *entries; /* one a PP; those of a thread begin with its first PP's */
    struct dealt *dealt;               /* by thread */
};

/* The words that the members of a strand contribute or store, and their cells, as rows by lane: the request's
 * own, or scratch rows. */
const uint32_t *request_words(const struct tile *tile, const struct strand *strand);
const uint32_t *request_cells(const struct tile *tile, const struct strand *strand);

/* Carries out a strand's stores or multiprefix requests, the members in PP order. */
void commit_strand(struct tile *tile, struct strand *strand);

/* Marks strands that must wait: strand.held. PPs in barriers may leave them from the cycle `departure` on;
 * everything of the cycle `stop` or later waits in any case. commit_wake: no PP waits any more. */
void commit_hold(struct tile *tiles, uint32_t count, uint64_t departure, uint64_t stop);
void commit_wake(struct tile *tiles, uint32_t count);

/* Serves the host call of a member, or of all members in PP order. False: the run is over, machine->end has
 * the reason. */
bool commit_call_host(struct tile *tile, const struct strand *strand, uint32_t lane, uint64_t cycle);
bool commit_call_host_each(struct tile *tile, struct strand *strand, uint64_t cycle);

/* The rooms of requests dealt to owners of cells. If memory is short, commit->memory says so. */
void commit_create_dealt(struct commit *commit);

/* Makes the list of all requests that are due. False: memory is short. */
bool list_requests(struct commit *commit);

/* Carries a phase out by strand, up to a host call that ends the run, in *end_cycle. False: nothing has been
 * done, and these requests must be carried out one by one. */
bool commit_by_strands(struct commit *commit, uint64_t *end_cycle);

#endif
