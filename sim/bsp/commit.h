/* commit.h - the synchronisation phase: what PPs have asked for in a segment is carried out.
 *
 * Requests take effect in the order (cycle counter of the PP, PP number); those of one cycle as docs/isa.md
 * says: loads, then multiprefix in PP order, then stores by the write policy, then host calls. In synchronous
 * code all cycles are equal and nothing is sorted.
 *
 * Each thread sums up what its tiles ask for (commit_summarize). From all threads' summaries every thread
 * then draws the same conclusion (commit_plan): nothing to do, each thread its own tiles' requests, or one
 * thread all of them. Knows tiles; neither threads nor segments.
 */
#ifndef PRAM_COMMIT_H
#define PRAM_COMMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/tile.h"

/* What the tiles of a thread ask for, taken together. */
struct commit_summary {
    bool areas;            /* stores to own areas; then the rest is not filled in */
    uint32_t strands;      /* with requests */
    bool stores;           /* .. to memory */
    bool folds;            /* multiprefix and sync requests */
    bool others;           /* foreign loads, host calls */
    bool independent;      /* stores that may be carried out in the tiles' order, whatever their cycles */
    bool even_folds;       /* all are multiprefix requests of one kind, one strand a tile, in one cycle */
    bool one_fold;         /* .. and to one cell */
    bool spinning;         /* somebody spins: requests may have to be held back */
    bool async_folds;      /* some of asynchronous code */
    bool barrier_requests; /* some are part of a barrier */
    bool notes;            /* somebody has entered or left a barrier */
    bool faulty;
    bool out_of_memory;
    uint8_t fold;                     /* enum rows_fold */
    uint32_t low, high;               /* all cells stored to */
    uint64_t first_cycle, last_cycle; /* of all requests */
    uint64_t present;                 /* the least time of a PP outside barriers */
    uint32_t cell, cell_value;        /* of one_fold: the cell and what it holds before the phase */
    uint32_t total;                   /* of one_fold: the thread's contributions combined */
};

enum commit_plan {
    COMMIT_NOTHING,
    COMMIT_OWN,      /* each thread its own stores */
    COMMIT_ONE_CELL, /* each thread its part of a scan */
    COMMIT_FOLDS,    /* one thread all multiprefix requests, tile by tile */
    COMMIT_ALONE     /* one thread does all */
};

/* Workspace of the thread that carries out everything alone. */
struct commit;
struct commit *commit_create(const struct tile_world *world);
void commit_destroy(struct commit *commit);

void commit_summarize(const struct tile *tiles, uint32_t count, const struct tile_effects *effects,
                      struct commit_summary *summary);

/* At levels 1 to 3 stores to own areas end segments, too, but nobody else can see them: they get phases of
 * their own, each thread those of its PPs, while all who have come to something else wait. So everything that
 * others can see falls into the same phases as at level 4, whichever way a PP has come there. Whether the
 * phase is such a one is the same for all threads. */
bool commit_is_of_areas(const struct commit_summary *const *summaries, unsigned threads);
void commit_areas(struct tile *tiles, uint32_t count);

/* What else a phase can be; the same for all threads. */
enum commit_plan commit_plan(const struct tile_world *world, const struct commit_summary *const *summaries,
                             unsigned threads, bool barriers_busy);

/* So many segments after the last request that is part of a barrier, those who wait in barriers may be about
 * to leave: then they count as PPs that others must not overtake in time (barriers_busy). */
#define COMMIT_BARRIER_SEGMENTS 4u

/* COMMIT_OWN: the stores of a thread's tiles. */
void commit_own(struct tile *tiles, uint32_t count);

/* COMMIT_ONE_CELL: the part of thread `thread`. */
void commit_one_cell(struct tile *tiles, uint32_t count, const struct commit_summary *const *summaries,
                     unsigned thread, unsigned threads);

/* COMMIT_FOLDS, by one thread. */
void commit_folds(struct tile *tiles, uint32_t count);

/* COMMIT_ALONE. PPs in barriers may leave them from the cycle `departure` on. Cycles from `fault_cycle` on
 * (UINT64_MAX: no fault) are not carried out. False: the run is over; machine->end says why, *end_cycle is
 * the cycle in which it ended. */
bool commit_alone(struct commit *commit, struct tile *tiles, uint32_t count, uint64_t departure,
                  uint64_t fault_cycle, uint64_t *end_cycle);

#endif
