/* lock_watch.h - --trace-locks: who waits for a lock, gets it, and gives it up; into the run's journal.
 *
 * A listener that sees PPs come to the functions of locks.h (lock.def) and leave them. Knows machine, objects
 * and observers; no engine.
 */
#ifndef PRAM_LOCK_WATCH_H
#define PRAM_LOCK_WATCH_H

#include "sim/machine/machine.h"

/* What a PP does, as the journal's entries of kind JOURNAL_LOCK have it for a hint; .group is the lock. */
enum lock_deed { LOCK_WAITS = 1, LOCK_HOLDS, LOCK_GOES_WITHOUT, LOCK_GIVES };

struct lock_watch;

/* For a machine that has a journal. */
struct lock_watch *lock_watch_create(struct machine *machine);
void lock_watch_destroy(struct lock_watch *watch);
struct observer *lock_watch_observer(struct lock_watch *watch);

#endif
