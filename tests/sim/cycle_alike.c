/* cycle_alike.c - see cycle_alike.h. */
#include "tests/sim/cycle_alike.h"

#include <inttypes.h>
#include <stdio.h>

#include "sim/cycle/cycle.h"
#include "tests/sim/stops.h"

/* The number of the run among those of a seed, for stops.h: no other has it. */
enum { CYCLE_ALIKE_NUMBER = 7 };

/* Threads of the second run: teams of up to that many, of random sizes and with random ranges of PPs. Runs
 * with observers have one thread anyway. */
static unsigned threads_of(uint64_t seed)
{
    static const unsigned threads[] = {2, 3, 4, 16};
    return threads[seed / 8 % 4];
}

bool cycle_alike_differs(void (*run)(const struct engine *, const struct program_text *,
                                     const struct machine_config *, struct outcome *),
                         const struct program_text *text, const struct machine_config *config,
                         const struct outcome *expected, uint64_t seed, uint64_t salt)
{
    /* on a busy host threads wait for each other in each cycle: they run one program of eight */
    const unsigned turns = run == engines_run && seed % 8 == 0 ? 2 : 1;
    bool differs = false;
    for (unsigned turn = 0; turn < turns && !differs; turn++) {
        struct machine_config plain = *config;
        struct outcome got;
        plain.level = 0;
        plain.threads = turn == 0 ? 1 : threads_of(seed);
        plain.tests.deals = turn == 0 ? 0 : (uint32_t)(seed * 2654435761u) | 1u;
        (turn == 0 ? run : engines_run_unobserved)(
            stops_choose(&cycle_engine, seed, salt, CYCLE_ALIKE_NUMBER + turn, expected->stats.cycles), text,
            &plain, &got);
        differs = stops_judge(seed, engines_differ(expected, &got, &plain, seed, EXCEPT_NOTHING));
        if (differs)
            fprintf(stderr, "seed %" PRIu64 ": that was on the cycle engine, threads: %u\n", seed,
                    plain.threads);
        engines_forget(&got);
    }
    return differs;
}
