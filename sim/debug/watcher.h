/* watcher.h - the sentry's eye on memory: which PPs access watched cells in a cycle. For sentry.c only. */
#ifndef PRAM_DEBUG_WATCHER_H
#define PRAM_DEBUG_WATCHER_H

#include "sentry.h"

/* Finds what is watched, if points are used. */
void watcher_begin(struct sentry *sentry);

/* Notes the accesses of a cycle that is about to be executed. */
void watcher_look(struct sentry *sentry, const struct observer_cycle *cycle);

/* The cycle has been executed: gives the accesses their new words, adds those of host calls, drops those of
 * no interest. */
void watcher_settle(struct sentry *sentry);

bool watcher_sees_reads(const struct sentry *sentry);

#endif
