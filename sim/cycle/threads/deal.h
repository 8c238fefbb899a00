/* deal.h - several threads carry out the requests of a cycle, each those to some of the cells.
 *
 * Each cell has a home: the thread that carries out requests to it. After its instructions, each thread deals
 * its range's requests, as they are listed, to the homes of their cells. Ranges are in PP order. So a thread
 * that takes its requests range by range carries them out as a single thread would. After a request the home
 * of the cell is the thread of the requesting PP, whose core has the cache line. For the write policy `high`.
 * Knows requests, no team: the caller puts team barriers between these functions.
 */
#ifndef PRAM_CYCLE_DEAL_H
#define PRAM_CYCLE_DEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/cycle/state.h"

/* Requests of one range to the cells of one thread: multiprefix, and stores, both as they are listed. One
 * multiprefix request stands for a sequence of PPs with the same operation on the same cell, so a cell that
 * all PPs add to needs one request per range.
 */
enum deal_stage { REQUEST_FOLDS, REQUEST_STORES, REQUEST_STAGES };
struct deal_part {
    struct deal_list {
        struct cell_request *requests; /* owned */
        size_t room;
        uint32_t count;
    } lists[REQUEST_STAGES];
};

/* The requests that a thread has dealt, and the cells that it has changed. */
struct deal {
    struct cycle_state *range; /* not owned */
    struct deal_part *parts;   /* by thread */
    struct deal_run {
        struct deal_list *list;
        uint32_t index;
    } * runs; /* owned; places of the multiprefix requests in `parts`, as listed */
    size_t run_room;
    uint32_t run_count;
    uint32_t *changed; /* owned; cells that PPs of any range may poll */
    size_t changed_room;
    uint32_t changed_count;
    uint64_t lost; /* stores to the user's cells that lost against other stores */
};

/* Its arrays are among the range's blocks. False if memory is short; deal_destroy must still be called. */
bool deal_create(struct deal *deal, struct cycle_state *range, unsigned threads);
void deal_destroy(struct deal *deal, unsigned threads);

/* Deals the range's requests to `threads` threads. homes: of DEAL_LINE cells each. */
void deal_requests(struct deal *deal, const uint8_t *homes, unsigned threads);

/* After deal_carry_out of all threads: gives the range's PPs the results of their multiprefix requests. */
void deal_return(const struct deal *deal);

/* All requests of a cycle. */
struct deal_cycle {
    struct deal *deals; /* by thread */
    uint8_t *homes;     /* only read while requests are dealt */
    unsigned threads;
    uint64_t sources; /* the bit of a thread, modulo 64, is set if it may have requests */
    uint32_t kinds;   /* a bit for each enum system_fold */
    bool any_asleep;
};

/* Carries out the requests to the cells of thread `own`. Notes changed cells that PPs may poll. False: a cell
 * gets two kinds of requests, and none has been carried out.
 *
 * Meanwhile other threads may execute range_finish. What this function reads of their ranges does not change
 * there:
 * - The lists of sleepers (note_change): PPs fall asleep while instructions are executed, and wake after the
 *   requests; hints and the end of PPs do neither.
 * - barrier_since of the requesting PPs (is_mixed): only hints and the end of a PP change it, and a PP with a
 *   request executes neither in that cycle. */
bool deal_carry_out(const struct deal_cycle *cycle, unsigned own);

/* After deal_carry_out of thread `own`: restores the cells. */
void deal_undo(const struct deal_cycle *cycle, unsigned own);

/* Wakes the PPs in the range of thread `own` that poll changed cells. */
void deal_wake(const struct deal_cycle *cycle, unsigned own);

#endif
