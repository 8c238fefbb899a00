/* threads.h - the cycle engine on several threads, where that pays.
 *
 * Each thread of a team executes the instructions of a range of PPs (range.h), while memory is only read. At
 * a team barrier the threads exchange what their PPs want. If there are requests, each thread carries out
 * those to its cells (deal.h), and a second team barrier follows. Results do not depend on the ranges, nor on
 * when a team works. The number of threads is chosen by sim/team/pace.h, from cycles that are timed. Only
 * runs that nobody observes have several threads.
 */
#ifndef PRAM_CYCLE_THREADS_H
#define PRAM_CYCLE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/team/pace.h"

struct cycle_state;
struct threads_team;

struct threads {
    struct pace pace;
    struct threads_team *team; /* owned; ranges and what belongs to a team */
    bool is_due;               /* by the times of one thread, a team shall begin */
    bool can_start;            /* threads could be started so far */
    /* the present cycle of one thread: */
    unsigned skips;  /* cycles until the next one that may be timed */
    bool is_short;   /* the last timed one was short */
    unsigned weight; /* the number of cycles that it represents; 0: it is not timed */
    uint64_t began;  /* pace_clock */
    uint64_t ran;    /* nanoseconds of its instructions */
    uint64_t met;    /* pace_clock after its instructions */
};

/* For a run that may have several threads; NULL: it may not, or memory is short. */
struct threads *threads_create(struct cycle_state *state);
void threads_destroy(struct threads *threads);

/* Whether a team shall execute the next cycles. */
bool threads_are_due(const struct cycle_state *state);

/* Executes cycles with a team, up to the cycle `until` at most, at least one. machine->end tells whether the
 * run is over. */
void threads_run(struct cycle_state *state, uint64_t until);

/* Before the first cycle of a run, or when it goes on. */
void threads_begin(struct threads *threads);

/* The PPs come from elsewhere: the times that were measured do not count any more. */
void threads_forget(struct threads *threads);

/* Around a cycle of one thread: at its beginning, after its instructions, at its end. */
void threads_begin_cycle(struct threads *threads);
void threads_note_executed(struct threads *threads);
void threads_end_cycle(struct cycle_state *state);

/* Writes the number of threads with which the run has spent most of its time to the counters, and why. */
void threads_count(const struct cycle_state *state);

#endif
