/* count_watch.h - --trace-counters: how many requests there are in each cycle, and how many of them collide.
 *
 * A listener that counts the words which PPs are about to load and store, and their multiprefix requests, as
 * --stats does. What collides others count while the run lasts; of that it keeps what each cycle adds. If the
 * run has more cycles than there is room for, numbers are those of every 2 cycles together, then of every 4,
 * and so on: nothing is lost. Knows machine and observers; no engine, no model.
 */
#ifndef PRAM_COUNT_WATCH_H
#define PRAM_COUNT_WATCH_H

#include "sim/machine/machine.h"

enum { COUNT_WATCH_OTHERS = 3 };

/* A counter of another observer: *count only grows, and has what was before a cycle and in it when the next
 * listener is shown that cycle. */
struct watched_count {
    const char *name; /* not owned */
    const uint64_t *count;
};

struct count_watch;

/* Of the cycles from .. to only; to 0: to the end. At most COUNT_WATCH_OTHERS others. */
struct count_watch *count_watch_create(struct machine *machine, uint64_t from, uint64_t to,
                                       const struct watched_count *others, size_t count);
void count_watch_destroy(struct count_watch *watch);

/* Register it after the observers that count. */
struct observer *count_watch_observer(struct count_watch *watch);

#endif
