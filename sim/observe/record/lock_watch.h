/* lock_watch.h - which PPs wait for a lock, get it and release it: for --trace-locks, which has it in the
 * run's journal, and for --check of a run with --faults.
 *
 * A listener that sees PPs reach the functions of locks.h and leave them. Knows machine, objects
 * and observers; no engine.
 */
#ifndef PRAM_LOCK_WATCH_H
#define PRAM_LOCK_WATCH_H

#include "sim/machine/machine.h"

/* What a PP does, as the journal's entries of kind JOURNAL_LOCK have it for a hint; .group is the lock. The
 * journal has no LOCK_GAVE. */
enum lock_deed {
    LOCK_WAITS = 1, /* it enters a function that takes the lock */
    LOCK_HOLDS,
    LOCK_GOES_WITHOUT, /* it has tried in vain */
    LOCK_GIVES,        /* it enters a function that gives the lock up, */
    LOCK_GAVE          /* it returns from that function */
};

/* A deed of PP news->first. */
typedef void lock_told(void *context, const struct journal_entry *news);

/* The observer, owned by the machine. `told` hears of each deed; NULL: the machine's journal gets it. */
struct observer *lock_watch_create(struct machine *machine, lock_told *told, void *context);

#endif
