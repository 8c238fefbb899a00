/* deal.h - the requests of a cycle carried out by several threads: each has some of the cells.
 *
 * Each cell has a home, a thread. After its instructions, each thread deals its range's requests to the homes
 * of the cells, in PP order. Ranges are in PP order, too: so a thread that takes what each of them has dealt
 * to it, range by range, has the requests to its cells in PP order, and carries them out as one thread would.
 * The home of cells becomes the thread whose PPs access them: its core has their line of memory already. For
 * the write policy `high`. Knows requests, no team: the caller calls these functions between the right
 * barriers.
 */
#ifndef PRAM_CYCLE_DEAL_H
#define PRAM_CYCLE_DEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cycle_state;
struct memory;
struct request;

/* Requests of one range to the cells of one thread, in PP order. A multiprefix request stands for a sequence
 * of PPs with the same operation on the same cell: so a cell that all PPs add to is one request a range. */
struct deal_part {
    struct request *stores, *combines; /* owned */
    size_t store_room, combine_room;
    uint32_t store_count, combine_count;
};

/* Cells that have changed, and that PPs of one range may poll. */
struct deal_cells {
    uint32_t *cells; /* owned */
    size_t room;
    uint32_t count;
};

/* What a thread has dealt, and the cells that it has changed. */
struct deal {
    struct cycle_state *range; /* not owned */
    struct deal_part *parts;   /* owned; by thread */
    struct deal_cells *woken;  /* owned; by thread */
    struct request **runs;     /* owned; of this cycle, in PP order: its multiprefix requests in `parts` */
    size_t run_room;
    uint32_t run_count;
    uint64_t lost; /* stores to the user's cells that have lost against others */
};

/* False if memory is short; deal_destroy must still be called. */
bool deal_create(struct deal *deal, struct cycle_state *range, unsigned threads);
void deal_destroy(struct deal *deal, unsigned threads);

/* The homes of all cells, by lines of cells; the caller frees them. NULL if memory is short. */
uint8_t *deal_make_homes(const struct memory *memory);

/* Deals the range's requests to `threads` threads. */
void deal_requests(struct deal *deal, const uint8_t *homes, unsigned threads);

/* After deal_carry_out of all threads: writes the old values of the cells for the range's PPs with
 * multiprefix requests. */
void deal_return(const struct deal *deal);

/* All requests of a cycle. */
struct deal_cycle {
    struct deal *deals; /* by thread */
    uint8_t *homes;     /* only read while requests are dealt */
    unsigned threads;
    uint64_t sources; /* a bit for each thread, modulo 64: it may have requests */
    uint32_t kinds;   /* a bit for each enum system_fold */
    bool any_asleep;
};

/* Carries out the requests to the cells of thread `own`. False: a cell gets two kinds of requests, and
 * none of them has been carried out. *wakes: it has changed a cell that PPs may poll. */
bool deal_carry_out(const struct deal_cycle *cycle, unsigned own, bool *wakes);

/* After deal_carry_out of thread `own`: the cells are as before. */
void deal_undo(const struct deal_cycle *cycle, unsigned own);

/* Wakes the PPs of the range of thread `own` that poll cells which have changed. */
void deal_wake(const struct deal_cycle *cycle, unsigned own);

#endif
