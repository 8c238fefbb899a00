/* cycle_alike.c - see cycle_alike.h. */
#include "tests/sim/cycle_alike.h"

#include <inttypes.h>
#include <stdio.h>

#include "sim/adaptive/adaptive.h"
#include "sim/cycle/cycle.h"
#include "tests/sim/stops.h"

/* The numbers of the runs among those of a seed, for stops.h: no others have them. */
enum { CYCLE_ALIKE_NUMBER = 7, AUTO_ALIKE_NUMBER = 9 };

/* Threads of the second run: teams of up to that many, of random sizes and with random ranges of PPs. Runs
 * with observers have one thread anyway. */
static unsigned threads_of(uint64_t seed)
{
    static const unsigned threads[] = {2, 3, 4, 16};
    return threads[seed / 8 % 4];
}

/* On the engine that chooses, which moves the PPs every few cycles. */
static bool auto_differs(const struct program_text *text, const struct machine_config *config,
                         const struct outcome *expected, uint64_t seed, uint64_t salt)
{
    struct machine_config changing = *config;
    struct outcome got;
    changing.level = LEVEL_EXACT;
    engines_choose_tiles(&changing, seed / 8);
    engines_choose_native(&changing, seed);
    changing.threads = seed % 8 == 0 ? threads_of(seed / 8) : 1;
    changing.skips_dead_flags = engines_skip_dead_flags(seed);
    changing.tests.changes = (uint32_t)(seed * 2246822519u) | 1u;
    engines_run_unobserved(stops_choose(&auto_engine, seed, salt, AUTO_ALIKE_NUMBER, expected->stats.cycles),
                           text, &changing, &got);
    const bool differs = stops_judge(seed, engines_differ(expected, &got, &changing, seed, EXCEPT_NOTHING));
    if (differs)
        fprintf(stderr,
                "seed %" PRIu64 ": that was on the engine that chooses, threads: %u, moves: %" PRIu64 "\n",
                seed, changing.threads, got.stats.parts[STATS_ENGINE_changes]);
    engines_forget(&got);
    return differs;
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
    return differs ||
           (run == engines_run && config->faults == NULL && auto_differs(text, config, expected, seed, salt));
}
