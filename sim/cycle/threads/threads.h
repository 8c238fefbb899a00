/* threads.h - the cycle engine on several threads, while these make the run faster.
 *
 * Each thread of a team executes the instructions of a range of PPs (range.h); meanwhile memory is only read.
 * At a team barrier the threads exchange reports about their PPs' requests. If there are any, each thread
 * carries out those to its cells (deal.h), and a second team barrier follows; if there are host calls, thread
 * 0 does all of that alone. Results depend neither on the ranges nor on when a team works. sim/team/pace.h
 * chooses the number of threads from the times of some cycles. Observed runs have one thread.
 */
#ifndef PRAM_CYCLE_THREADS_H
#define PRAM_CYCLE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;
struct threads;

/* For a run that may have several threads. NULL: it may have one only, or memory is short. */
struct threads *threads_create(struct cycle_state *state);
void threads_destroy(struct threads *threads);

/* Whether a team shall execute the next cycles. */
bool threads_are_due(const struct cycle_state *state);

/* Executes at least one cycle with a team, and ends before the cycle `until`. machine->end says whether the
 * run is over. */
void threads_run(struct cycle_state *state, uint64_t until);

/* Before the first cycle of a run, or of its continuation. */
void threads_begin(struct threads *threads);

/* The PPs come from elsewhere: the times that were measured do not count any more. */
void threads_forget(struct threads *threads);

/* For a cycle that one thread executes: at its beginning, at its end. */
void threads_begin_cycle(struct threads *threads);
void threads_end_cycle(struct cycle_state *state);

/* Sets the counters threads_used and threads_why. */
void threads_count(const struct cycle_state *state);

#endif
