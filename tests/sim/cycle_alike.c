/* cycle_alike.c - see cycle_alike.h. */
#include "tests/sim/cycle_alike.h"

#include <inttypes.h>
#include <stdio.h>

#include "sim/cycle/cycle.h"
#include "tests/sim/stops.h"

/* The number of the run among those of a seed, for stops.h: no other has it. */
enum { CYCLE_ALIKE_NUMBER = 7 };

bool cycle_alike_differs(void (*run)(const struct engine *, const struct program_text *,
                                     const struct machine_config *, struct outcome *),
                         const struct program_text *text, const struct machine_config *config,
                         const struct outcome *expected, uint64_t seed, uint64_t salt)
{
    struct machine_config plain = *config;
    struct outcome got;
    plain.level = 0;
    plain.threads = 1;
    run(stops_choose(&cycle_engine, seed, salt, CYCLE_ALIKE_NUMBER, expected->stats.cycles), text, &plain,
        &got);
    const bool differs = stops_judge(seed, engines_differ(expected, &got, &plain, seed, EXCEPT_NOTHING));
    if (differs)
        fprintf(stderr, "seed %" PRIu64 ": that was on the cycle engine\n", seed);
    engines_forget(&got);
    return differs;
}
