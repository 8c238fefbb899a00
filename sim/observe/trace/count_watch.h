/* count_watch.h - --trace-counters: numbers of requests and of collisions in each cycle.
 *
 * A listener that counts loaded and stored words and multiprefix requests, as --stats does. Other listeners
 * count collisions; it keeps the increase in each cycle. If there is no room for more cycles, numbers of 2
 * cycles are added, then of 4, and so on: nothing is lost. Knows machine and observers; no engine, no model.
 */
#ifndef PRAM_COUNT_WATCH_H
#define PRAM_COUNT_WATCH_H

#include "sim/machine/machine.h"

enum { COUNT_WATCH_OTHERS = 3 };

/* A counter of another observer: *count only grows, and includes the present cycle when the next listener is
 * shown it. */
struct watched_count {
    const char *name; /* not owned */
    const uint64_t *count;
};

struct count_watch;

/* Of the cycles from .. to only; to 0: to the end. At most COUNT_WATCH_OTHERS others. Registers it with the
 * machine, to which the observers that count have to be registered before. */
struct count_watch *count_watch_create(struct machine *machine, uint64_t from, uint64_t to,
                                       const struct watched_count *others, size_t count);

#endif
