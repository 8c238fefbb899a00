/* range.h - a range of consecutive PPs, which one thread executes.
 *
 * The first range, `whole`, owns registers, flags and all other rows by PP; each range uses its own part of
 * them. Strands, sleepers, the calendar, requests and counters belong to each range. So threads share no
 * cache line while they execute instructions, except at the ends of ranges. One thread has one range of all
 * PPs. Knows rows and strands, no threads.
 */
#ifndef PRAM_CYCLE_RANGE_H
#define PRAM_CYCLE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;

/* Allocates what a range shares with no other one. False if memory is short. */
bool range_create_lists(struct cycle_state *range);

/* A range without PPs. NULL if memory is short. */
struct cycle_state *range_create(struct cycle_state *whole);
void range_destroy(struct cycle_state *range);

/* Divides a machine's PPs by their weights into `count` ranges of about the same weight, but at least one PP:
 * range k has the PPs ends[k - 1] (0 for k = 0) to ends[k] - 1. */
void range_divide(const uint32_t *weights, uint32_t pps, unsigned count, uint32_t *ends);

/* Where range k may end, if the ranges before it end at ends[0] to ends[k - 1] and each range has a PP. */
struct range_bounds {
    uint32_t least, most;
} range_bounds(const uint32_t *ends, unsigned k, unsigned count, uint32_t pps);

/* Adds the expected work of the range's PPs to the weights of their blocks of RANGE_BLOCK. */
void range_weigh(const struct cycle_state *range, uint32_t *weights);

/* Between two cycles, or after the run: wakes all PPs of the range and takes back those that have run ahead,
 * so that all are in current strands, and writes the state of strands to rows. */
void range_leave(struct cycle_state *range);

/* From now on the range has the PPs `first` to end - 1. Its strands are unchanged. */
void range_reach(struct cycle_state *range, uint32_t first, uint32_t end);

/* The same before a cycle, and makes strands of these PPs, whose state is in rows. */
void range_take(struct cycle_state *range, uint64_t cycle, uint32_t first, uint32_t end);

/* Adds the counters of a range to those of `whole`. */
void range_add_counters(struct cycle_state *whole, struct cycle_state *range);

/* The parts of a cycle, in their order. Executes one instruction of every PP, except hints, and lists their
 * requests. */
void range_execute(struct cycle_state *range);

/* After an instruction with a fault: drops the counts and notes of the cycle. */
void range_drop(struct cycle_state *range);

/* After the instructions, if none had a fault: carries out hints, and counts the cycle. */
void range_finish(struct cycle_state *range);

/* After the requests: goes on to the next cycle. */
void range_turn(struct cycle_state *range);

#endif
