/* stats.h - what is counted in a run, the same way in every engine, and how it is written down.
 *
 * Engines fill the counters; nothing else changes them. The rows of stats.def are the keys of --stats-json.
 * Knows numbers only.
 */
#ifndef PRAM_STATS_H
#define PRAM_STATS_H

#include <stdint.h>

/* Why synchronisation phases happened (parallel engine; the reference has none). */
enum stats_phase {
#define STATS_PHASE(name, text) STATS_PHASE_##name,
#include "stats.def"
    STATS_PHASES
};

/* How synchronisation phases were carried out (parallel engine). */
enum stats_kind {
#define STATS_KIND(name, text) STATS_KIND_##name,
#include "stats.def"
    STATS_KINDS
};

/* What limited the number of threads used (parallel engine). */
enum stats_limit {
#define STATS_LIMIT(name, text) STATS_LIMIT_##name,
#include "stats.def"
};

/* Where the wall time went, in seconds. */
enum stats_time {
#define STATS_TIME(name, text) STATS_TIME_##name,
#include "stats.def"
    STATS_TIMES
};

/* What a run did that may change the engine. */
enum stats_engine {
#define STATS_ENGINE(name, text) STATS_ENGINE_##name,
#include "stats.def"
    STATS_ENGINES
};

/* Why it changed the engine, or did not. */
enum stats_choice {
#define STATS_CHOICE(name, text) STATS_CHOICE_##name,
#include "stats.def"
};

/* What was translated (sim/segment/native). */
enum stats_native {
#define STATS_NATIVE(name, text) STATS_NATIVE_##name,
#include "stats.def"
    STATS_NATIVES
};

/* What ranks have exchanged. */
enum stats_rank {
#define STATS_RANK(name, text) STATS_RANK_##name,
#include "stats.def"
    STATS_RANKS
};

struct stats {
#define STATS_COUNTER(name, text) uint64_t name;
#define STATS_CONCURRENT(name, text) uint64_t name;
#define STATS_NOTICED(name, text) uint64_t name;
#include "stats.def"
    uint64_t phases[STATS_PHASES];
    uint64_t kinds[STATS_KINDS];
    double seconds[STATS_TIMES];
    uint64_t native[STATS_NATIVES];
    uint64_t ranks[STATS_RANKS];
    uint64_t engines[STATS_ENGINES];
    enum stats_choice engine_why;
    unsigned threads_used; /* with which the run has spent most of its time; parallel engine */
    enum stats_limit threads_why;
};

/* Adds the counters and phases (not their kinds, nor the seconds, nor cycles, which is a maximum) of `part`
 * to `sum`: for engines whose threads count separately. */
void stats_add(struct stats *sum, const struct stats *part);

/* Seconds of a clock that only runs forward. */
double stats_clock(void);

#endif
