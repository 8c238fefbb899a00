/* shared.c - PHASE_folds by a team: each thread owns some of the cells, and folds all requests to these.
 *
 * The tiles of the threads lie in PP order, so serving the parts of thread 0, 1, .. one after the other is PP
 * order for every cell, whatever the number of threads. Calls multiprefix.
 */
#include <string.h>

#include "sim/segment/phase/inside.h"
#include "sim/tile/rows/multiprefix.h"

/* What a thread has dealt out: entries bounds[owner] .. bounds[owner + 1] - 1 are for this owner. */
struct dealt {
    uint32_t bounds[COMMIT_OWNERS_MOST + 1];
};

void commit_create_dealt(struct commit *commit)
{
    const uint32_t threads =
        commit->tile_count < COMMIT_OWNERS_MOST ? commit->tile_count : COMMIT_OWNERS_MOST;
    commit->entries =
        memory_block(&commit->memory, commit->world->machine->config.pps, sizeof *commit->entries);
    commit->dealt = memory_block(&commit->memory, threads, sizeof *commit->dealt);
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
    return threads >= OWNERS_ENOUGH || all->cell_high - all->cell >= CELLS_FAR;
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
    if (step == DEAL) {
        multiprefix_deal(index, request_words(tile, strand) + from, set, lanes, walk->entries, walk->next,
                         walk->owners);
    } else if (step == COLLECT && strand->request.wants_result) {
        strand->late_affine = false;
        multiprefix_collect(index, tile->late[strand->late_slot] + from, set, lanes, walk->entries,
                            walk->next, walk->owners);
    } else { /* counted, or passed over */
        multiprefix_count(index, set, lanes, walk->next, walk->owners);
    }
}

static void go_through(struct walk *walk, enum step step, struct tile *tiles, uint32_t count)
{
    for (struct due due = due_of(tiles, count); due_next(&due);)
        take_step(walk, step, due.tile, due.strand);
}

void commit_deal_folds(struct commit *commit, struct tile *tiles, uint32_t count, unsigned thread,
                       unsigned threads)
{
    struct walk walk = {.entries = commit->entries, .owners = threads};
    uint32_t *const bounds = commit->dealt[thread].bounds;
    go_through(&walk, COUNT, tiles, count);
    bounds[0] = tiles[0].first_pp;
    for (unsigned owner = 0; owner < threads; owner++)
        bounds[owner + 1] = bounds[owner] + walk.next[owner];
    memcpy(walk.next, bounds, threads * sizeof *bounds);
    go_through(&walk, DEAL, tiles, count);
}

void commit_serve_folds(struct commit *commit, enum system_fold operation, unsigned thread, unsigned threads)
{
    uint32_t *const cells = commit->world->machine->memory.cells;
    for (unsigned i = 0; i < threads; i++) {
        const uint32_t *bounds = commit->dealt[i].bounds;
        multiprefix_serve(operation, cells, commit->entries + bounds[thread],
                          bounds[thread + 1] - bounds[thread]);
    }
}

void commit_collect_folds(struct commit *commit, struct tile *tiles, uint32_t count, unsigned thread,
                          unsigned threads)
{
    struct walk walk = {.entries = commit->entries, .owners = threads};
    memcpy(walk.next, commit->dealt[thread].bounds, threads * sizeof *walk.next);
    go_through(&walk, COLLECT, tiles, count);
}
