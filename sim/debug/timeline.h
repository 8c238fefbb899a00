/* timeline.h - snapshots of a debugged run, by which it is put back to earlier cycles.
 *
 * They are taken so rarely that a run loses no more than a tenth of its time to them. When they need more
 * memory than they may, the one goes whose neighbours are nearest for its age: so distances double with age.
 * The first one stays. Knows snapshots; no session.
 */
#ifndef PRAM_DEBUG_TIMELINE_H
#define PRAM_DEBUG_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/snapshot.h"

struct moment {
    uint64_t cycle;
    uint64_t errors; /* bytes that the run had written to standard error (host_errors) */
    struct snapshot snapshot;
};

struct timeline {
    struct moment *moments; /* owned; by cycle */
    size_t count, room;
    uint64_t bytes, bytes_most;
    double cost;    /* seconds that the last snapshot took */
    double running; /* seconds that the run has run since it was at a snapshot */
};

/* Takes a snapshot of the run, which is at a cycle of its own. False with one line in `error`. */
bool timeline_take(struct timeline *timeline, struct machine *machine, const struct engine *engine,
                   const void *state, char *error, size_t error_size);

/* Whether a snapshot is due: the run has run ten times as long as one takes. */
bool timeline_is_due(const struct timeline *timeline);

/* The latest moment at the cycle or before it; NULL: there is none. */
const struct moment *timeline_before(const struct timeline *timeline, uint64_t cycle);

/* Forgets all moments but the first one. */
void timeline_forget_later(struct timeline *timeline);

/* Forgets those behind a cycle, except for the first one. */
void timeline_forget_behind(struct timeline *timeline, uint64_t cycle);

void timeline_free(struct timeline *timeline);

#endif
