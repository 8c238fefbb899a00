/* shared.c - PHASE_folds by a team: each thread owns some of the cells, and folds all requests to these.
 *
 * The tiles of the threads lie in PP order, so serving the parts of thread 0, 1, .. one after the other is PP
 * order for every cell, whatever the number of threads. Calls multiprefix.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/segment/phase/inside.h"
#include "sim/tile/rows/multiprefix.h"

/* What a thread has dealt out: entries bounds[owner] .. bounds[owner + 1] - 1 are for this owner. */
struct dealt {
    uint32_t bounds[COMMIT_OWNERS_MOST + 1];
};

struct commit_shared {
    struct multiprefix_entry *entries; /* one a PP; those of a thread begin with its first PP's */
    struct dealt *dealt;               /* by thread */
};

struct commit_shared *commit_shared_create(const struct tile_world *world, uint32_t tiles)
{
    struct commit_shared *shared = calloc(1, sizeof *shared);
    if (!shared)
        return NULL;
    shared->entries = calloc(world->machine->config.pps, sizeof *shared->entries);
    shared->dealt = calloc(tiles < COMMIT_OWNERS_MOST ? tiles : COMMIT_OWNERS_MOST, sizeof *shared->dealt);
    if (shared->entries && shared->dealt)
        return shared;
    commit_shared_destroy(shared);
    return NULL;
}

void commit_shared_destroy(struct commit_shared *shared)
{
    if (!shared)
        return;
    free(shared->entries);
    free(shared->dealt);
    free(shared);
}

/* Dealing and collecting take some three times as long as requests to cells that lie in a cache near by, and
 * a third of the time of requests to memory. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { OWNERS_ENOUGH = 2, CELLS_FAR = 1 };
#else
enum { OWNERS_ENOUGH = 6, CELLS_FAR = 1 << 20 };
#endif

bool commit_shares_folds(const struct commit_summary *all, unsigned threads)
{
    return threads >= OWNERS_ENOUGH || all->folds_high - all->folds_low >= CELLS_FAR;
}

/* The steps that take each request of a strand in PP order. */
enum step { COUNT, DEAL, COLLECT };

struct walk {
    struct multiprefix_entry *entries;
    uint32_t next[COMMIT_OWNERS_MOST]; /* by owner: how many, or the entry of the next one */
    unsigned owners;
};

static void take_step(struct walk *walk, enum step step, struct tile *tile, struct strand *strand)
{
    const uint32_t from = strand_from(strand);
    const size_t lanes = strand_lanes(strand);
    const uint16_t *set = strand_bits(strand);
    const uint32_t *index = request_cells(tile, strand) + from;
    if (step == COUNT) {
        multiprefix_count(index, set, lanes, walk->next, walk->owners);
    } else if (step == DEAL) {
        multiprefix_deal(index, request_words(tile, strand) + from, set, lanes, walk->entries, walk->next,
                         walk->owners);
    } else if (strand->request.wants_result) {
        strand->late_affine = false;
        multiprefix_collect(index, tile->late[strand->late_slot] + from, set, lanes, walk->entries,
                            walk->next, walk->owners);
    } else { /* passed over */
        multiprefix_count(index, set, lanes, walk->next, walk->owners);
    }
}

static void go_through(struct walk *walk, enum step step, struct tile *tiles, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = strand_active(&tiles[t], 0); k != STRAND_END; k = strand_active(&tiles[t], k + 1))
            if (strand_is_due(&tiles[t].strands[k]))
                take_step(walk, step, &tiles[t], &tiles[t].strands[k]);
}

void commit_deal_folds(struct commit_shared *shared, struct tile *tiles, uint32_t count, unsigned thread,
                       unsigned threads)
{
    struct walk walk = {.entries = shared->entries, .owners = threads};
    uint32_t *const bounds = shared->dealt[thread].bounds;
    go_through(&walk, COUNT, tiles, count);
    bounds[0] = tiles[0].first_pp;
    for (unsigned owner = 0; owner < threads; owner++)
        bounds[owner + 1] = bounds[owner] + walk.next[owner];
    memcpy(walk.next, bounds, threads * sizeof *bounds);
    go_through(&walk, DEAL, tiles, count);
}

void commit_serve_folds(struct commit_shared *shared, const struct tile_world *world,
                        enum rows_fold operation, unsigned thread, unsigned threads)
{
    for (unsigned i = 0; i < threads; i++) {
        const uint32_t *bounds = shared->dealt[i].bounds;
        multiprefix_serve(operation, world->machine->memory.cells, shared->entries + bounds[thread],
                          bounds[thread + 1] - bounds[thread]);
    }
}

void commit_collect_folds(struct commit_shared *shared, struct tile *tiles, uint32_t count, unsigned thread,
                          unsigned threads)
{
    struct walk walk = {.entries = shared->entries, .owners = threads};
    memcpy(walk.next, shared->dealt[thread].bounds, threads * sizeof *walk.next);
    go_through(&walk, COLLECT, tiles, count);
}
