/* stats.h - what is counted in a run, the same way in every engine, and how it is written down.
 *
 * Engines fill the counters; nothing else changes them. The rows of stats.def are the keys of --stats-json.
 * Knows numbers only.
 */
#ifndef PRAM_STATS_H
#define PRAM_STATS_H

#include <stdint.h>

/* What parts of the simulator count. Reasons for phases come first, then kinds of phases. */
enum stats_part {
#define STATS_PART(group, name, text) STATS_##group##_##name,
#include "stats.def"
    STATS_PARTS,
    STATS_PHASES = STATS_KIND_foreseen,                /* number of reasons */
    STATS_KEPT_PARTS = STATS_ENGINE_cycle_instructions /* in snapshots */
};

/* What limited the number of threads used (parallel engine); why a run changed the engine, or did not. */
enum stats_reason {
#define STATS_REASON(of, name, text) STATS_##of##_##name,
#include "stats.def"
};

/* Where the wall time went, in seconds. */
enum stats_time {
#define STATS_TIME(name, text) STATS_TIME_##name,
#include "stats.def"
    STATS_TIMES
};

struct stats {
#define STATS_COUNTER(name, text) uint64_t name;
#include "stats.def"
    uint64_t parts[STATS_PARTS];
    double seconds[STATS_TIMES];
    enum stats_reason engine_why;
    unsigned threads_used; /* with which the run has spent most of its time; parallel engine */
    enum stats_reason threads_why;
};

/* Adds the counters and the reasons for phases (not their kinds, nor the seconds, nor cycles, which is a
 * maximum) of `part` to `sum`: for engines whose threads count separately. */
void stats_add(struct stats *sum, const struct stats *part);

/* Seconds of a clock that only runs forward. */
double stats_clock(void);

#endif
