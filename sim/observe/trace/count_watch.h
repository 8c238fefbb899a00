/* count_watch.h - --trace-counters: numbers of requests and of collisions in each cycle.
 *
 * A listener that keeps what the machine's counters of --stats grow by in each cycle. If there is no room for
 * more cycles, numbers of 2 cycles are added, then of 4, and so on: nothing is lost. Knows machine and
 * observers; no engine.
 */
#ifndef PRAM_COUNT_WATCH_H
#define PRAM_COUNT_WATCH_H

#include "sim/machine/machine.h"

struct count_watch;

/* Of the cycles from .. to only; to 0: to the end. Registers it with the machine, before a model
 * (sim/observe/model) that counts collisions. */
struct count_watch *count_watch_create(struct machine *machine, uint64_t from, uint64_t to);

#endif
