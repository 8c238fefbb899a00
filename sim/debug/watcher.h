/* watcher.h - for sentry.c: the PPs that access watched words in a cycle. */
#ifndef PRAM_DEBUG_WATCHER_H
#define PRAM_DEBUG_WATCHER_H

#include "sentry.h"

/* Prepares the watched words of all watchpoints. */
void watcher_begin(struct sentry *sentry);

/* Notes the accesses in a cycle before its execution. */
void watcher_note(struct sentry *sentry, const struct observer_cycle *cycle);

/* After the cycle: sets the new words of its accesses, adds stores of host calls, and drops accesses that
 * do not count. `reader` reads registers of callers. */
void watcher_settle(struct sentry *sentry, const struct expression_reader *reader);

#endif
