/* phase.h - the synchronisation phase: carries out the requests of a segment.
 *
 * Requests take effect in the order (cycle counter of the PP, PP number); those of one cycle as
 * docs/machine.md says: loads, then multiprefix in PP order, then stores by the write policy, then host
 * calls. In synchronous code all cycles are equal and nothing is sorted.
 *
 * Each thread sums up the requests of its tiles (commit_summarize). From all summaries every thread draws the
 * same conclusion: the first kind of phase.def that fits (phase_first). Knows tiles; neither threads nor
 * segments. */
#ifndef PRAM_COMMIT_H
#define PRAM_COMMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/tile/tile.h"

/* The requests of a thread's tiles together. Small, because it travels from core to core in every phase. */
struct commit_summary {
    union {
        struct {
            bool areas : 1;          /* a PP has stored to its own area; then the rest is not set */
            bool stores : 1;         /* requests to store */
            bool folds : 1;          /* multiprefix and sync requests */
            bool others : 1;         /* foreign loads, host calls */
            bool held : 1;           /* a PP was held in an earlier phase; its request is left out */
            bool several_cycles : 1; /* some requests are not of first_cycle */
            bool clashing : 1;       /* stores that must not be carried out in the tiles' order */
            bool uneven_folds : 1;   /* multiprefix requests of several kinds, strands of a tile, or cycles */
            bool several_cells : 1;  /* the same, or to several cells */
            bool spinning : 1;       /* a PP polls: requests may have to be held */
            bool async_folds : 1;    /* some of code that is not synchronous */
            bool barrier_requests : 1; /* some are part of a barrier */
            bool notes : 1;            /* a PP has entered or left a barrier */
            bool faulty : 1;
            bool out_of_memory : 1;
        };
        uint16_t facts; /* all these; those of several threads are joined by `or` */
    };
    uint8_t fold;       /* enum system_fold */
    uint32_t low, high; /* all cells stored to */
    uint32_t cell;      /* the lowest of multiprefix requests */
    union {
        uint32_t cell_value; /* its word before the phase */
        uint32_t cell_high;  /* several_cells: the highest of them */
    };
    uint32_t total;       /* unless several_cells: the thread's contributions combined */
    uint64_t first_cycle; /* the least of all requests' */
    uint64_t present;     /* the least time of a PP outside barriers */
};

/* The kinds of phases, in the order in which they are tried (phase.def). */
enum phase_kind {
#define PHASE(name, next, what, when) PHASE_##name,
#include "sim/segment/phase/phase.def"
    PHASES
};

/* When the next segment may begin after a phase: by_border if each thread carries out the requests of its
 * tiles, after_meeting if thread 0 carries out all. */
enum phase_next {
#define PHASE_NEXT(name, carrier, text) PHASE_NEXT_##name,
#include "sim/segment/phase/phase.def"
};
extern const enum phase_next phase_nexts[PHASES];

/* The facts that decide the kind of a phase; the same for all threads. */
struct phase_facts {
    const struct tile_world *world;
    const struct commit_summary *all; /* the requests of all threads together */
    bool passed;                      /* in the segment PPs have passed a foreseen request without effect */
    bool fault_known;   /* PPs have met a fault in an earlier segment: some requests must wait for it */
    bool barriers_busy; /* PPs in barriers may be about to leave: they count as PPs that others must not
                           overtake */
};

/* The first kind from `from` on that fits. */
enum phase_kind phase_first(const struct phase_facts *facts, enum phase_kind from);

/* Workspace for the phases of these tiles, all of the machine. NULL if memory is short. */
struct commit;
struct commit *commit_create(const struct tile_world *world, struct tile *tiles, uint32_t count);
void commit_destroy(struct commit *commit);

void commit_summarize(const struct tile *tiles, uint32_t count, const struct tile_effects *effects,
                      struct commit_summary *summary);

/* Joins the summaries of adjacent tiles: *to becomes that of its tiles and the following ones, which `more`
 * is of. It says no more than one summary of all these tiles would: if the cells of several threads
 * interleave, they are not disjoint any more. */
void commit_join(struct commit_summary *to, const struct commit_summary *more);

/* Tile by tile in PP order: the stores of a thread's tiles (PHASE_own), or all multiprefix requests
 * (PHASE_folds). */
void commit_by_tiles(struct tile *tiles, uint32_t count);

/* PHASE_one_cell: the part of the thread, or of several, of which summaries[thread] is. writes: it writes the
 * cell; exactly one does. */
void commit_one_cell(struct tile *tiles, uint32_t count, const struct commit_summary *const *summaries,
                     unsigned thread, unsigned threads, bool writes);

/* PHASE_folds by a team whose threads have tiles in PP order, where that is faster: each thread deals the
 * requests of its tiles to the owners of their cells, all meet, each serves what was dealt to it, all meet,
 * and each collects the results of its tiles. operation: of all requests. all: the requests of all. */
enum { COMMIT_OWNERS_MOST = 256 };
bool commit_shares_folds(const struct commit_summary *all, unsigned threads);
void commit_deal_folds(struct commit *commit, struct tile *tiles, uint32_t count, unsigned thread,
                       unsigned threads);
void commit_serve_folds(struct commit *commit, enum system_fold operation, unsigned thread, unsigned threads);
void commit_collect_folds(struct commit *commit, struct tile *tiles, uint32_t count, unsigned thread,
                          unsigned threads);

/* The bounds of PHASE_strands and PHASE_single. */
struct commit_bounds {
    uint64_t departure; /* PPs in barriers may leave them from this cycle on */
    uint64_t
        stop;  /* requests of this cycle and later wait because of a fault in it; UINT64_MAX: none is known */
    bool last; /* all PPs have come there: a fault of requests of that cycle ends the run */
    bool out_of_memory; /* of a thread in the segment: ends the run */
};

/* PHASE_strands, or, if it does not fit or *kind is PHASE_single, PHASE_single; sets *kind. False: the run is
 * over; machine->end has the reason, *end_cycle is the cycle in which it ended. A fault of requests that
 * others may precede becomes bounds->stop. */
bool commit_alone(struct commit *commit, enum phase_kind *kind, struct commit_bounds *bounds,
                  uint64_t *end_cycle);

#endif
