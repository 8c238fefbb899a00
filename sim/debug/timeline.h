/* timeline.h - snapshots of a debugged run, for going back.
 *
 * Snapshots take at most a tenth of the run's time. When their memory is full, the snapshot whose neighbours
 * are nearest, relative to its age, is dropped: so distances grow with age. The first one stays. Knows
 * snapshots; no session.
 */
#ifndef PRAM_DEBUG_TIMELINE_H
#define PRAM_DEBUG_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/snapshot.h"

struct moment {
    uint64_t cycle;
    uint64_t errors; /* bytes written to standard error before (host_written) */
    struct snapshot snapshot;
};

struct timeline {
    struct moment *moments; /* owned; by cycle */
    size_t count, room;
    uint64_t bytes, bytes_most;
    double cost;    /* seconds that the last snapshot took */
    double running; /* seconds that the run has run since the last snapshot */
};

/* Takes a snapshot, unless there is one of this cycle. False with one line in `error`. */
bool timeline_take(struct timeline *timeline, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size);

/* Whether a snapshot is due: the run has run ten times as long as a snapshot takes. */
bool timeline_is_due(const struct timeline *timeline);

/* The last snapshot at the cycle or before it, or NULL. */
const struct moment *timeline_before(const struct timeline *timeline, uint64_t cycle);

/* Drops all snapshots after a cycle, except the first. */
void timeline_forget_behind(struct timeline *timeline, uint64_t cycle);

void timeline_free(struct timeline *timeline);

#endif
