/* range.h - a range of consecutive PPs, which one thread executes: all PPs of the run, or those of a thread.
 *
 * Registers, flags and all else that is by PP belong to the run's first state, `whole`; a range uses its own
 * part of these rows. Strands, sleepers, the calendar, requests and counters of a range are its own, so
 * threads share no line of memory while they execute instructions, except at the ends of ranges. `whole`
 * itself is the first range. Knows rows and strands, no threads.
 */
#ifndef PRAM_CYCLE_RANGE_H
#define PRAM_CYCLE_RANGE_H

#include <stdint.h>

struct cycle_state;

/* A range without PPs. NULL if memory is short. */
struct cycle_state *range_create(struct cycle_state *whole);
void range_destroy(struct cycle_state *range);

/* Chooses the ranges of a machine whose PPs have been weighed: range k has the PPs ends[k - 1] .. ends[k] - 1
 * (ends[-1]: 0), and about the same weight as all others, but at least one PP. */
void range_divide(const uint32_t *weights, uint32_t pps, unsigned count, uint32_t *ends);

/* PPs are weighed in blocks of this number. */
enum { RANGE_BLOCK = 16 };

/* The weights of the range's blocks: how much work its PPs are likely to be. */
void range_weigh(const struct cycle_state *range, uint32_t *weights);

/* Between two cycles: all PPs of the range are in rows, none in strands. */
void range_leave(struct cycle_state *range);

/* The range has the PPs first .. end - 1 from now on; its strands have not. */
void range_reach(struct cycle_state *range, uint32_t first, uint32_t end);

/* The same before a cycle, with strands of these PPs, which are in rows. */
void range_take(struct cycle_state *range, uint64_t cycle, uint32_t first, uint32_t end);

/* Adds the counters of a range to those of `whole`. */
void range_add_counters(struct cycle_state *whole, struct cycle_state *range);

/* The parts of a cycle, in their order: executes one instruction of every PP; hints are left. */
void range_execute(struct cycle_state *range);

/* After an instruction with a fault: nothing of the cycle counts. */
void range_drop(struct cycle_state *range);

/* After the instructions, if none had a fault: carries out hints, and counts. */
void range_finish(struct cycle_state *range);

/* After the requests: goes on to the next cycle. */
void range_turn(struct cycle_state *range);

#endif
