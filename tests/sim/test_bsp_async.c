/* test_bsp_async.c - random asynchronous programs on both engines.
 *
 * PPs diverge: forward branches, delay loops, own areas and own shared cells, multiprefix, polls after a
 * yield hint, ticket locks, barriers of groups, marks of regions, output, the clock. They have no races on
 * plain cells, so every level and every number of threads must give the results of the reference: output,
 * memory, registers, cycles, counters. Others also come to faults, to the end by a host call, or to
 * --max-cycles, at different times: then the same PP is named for the same reason, after the same output. The
 * same without any hint.
 *
 * Programs with races, polls without a hint, waits by every comparison, and accesses to other PPs' areas are
 * compared at level 0, and on the smallest machines at all levels, because these are always exact.
 *
 * Some use the precision unit: registers, sums, and images in own areas; with races also in those of others,
 * and in shared cells that others store words to.
 *
 * With --faults PPs of all these stop, stand still, forget, lose stores, on the cycle engine; hints then
 * announce groups, also in ways that no compiler would.
 *
 * Some runs of the parallel engine are in slices (stops.h). Each program runs at level 0 and at two higher
 * levels.
 *
 * PRAM_FUZZ_PROGRAMS: number of programs (default PROGRAMS a kind); PRAM_FUZZ_SEED: the first seed;
 * PRAM_FUZZ_TEST: one test, or some, as races_*. A failure prints the seed; engines.h tells how to find its
 * cause. What makes the programs is in async_programs.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/segment/bsp.h"
#include "sim/machine/machine.h"
#include "sim/reference/reference.h"
#include "tests/sim/alike.h"
#include "tests/sim/cycle_alike.h"
#include "tests/sim/async_programs.h"
#include "tests/sim/engines.h"
#include "tests/sim/mishaps.h"
#include "tests/sim/stops.h"

#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { PROGRAMS = 10 }; /* threads that meet take their time there */
#else
enum { PROGRAMS = 8 };
#endif

/* Machines of so few PPs are exact at every level (sim/segment/diverged.c). */
#ifdef PRAM_HOSTILE
enum { ALL_EXACT = 0 };
#else
enum { ALL_EXACT = 4 };
#endif

static unsigned exceptions(const struct generator *g, const struct outcome *expected, unsigned level)
{
    level = g->kind & BROKEN ? 0 : level;
    unsigned except = EXCEPT_NOTHING;
    if (level > 0 && g->kind & GROUPS)
        except |= EXCEPT_ROUNDS;
    if (level > 0 && expected->end != END_HALTED)
        except |= EXCEPT_MEMORY;
    return except;
}

static char faults_file[200];

/* Under --check a run of the reference engine is the same, whatever --faults does, unless the check ends it.
 * Returns whether it differs. */
static bool is_changed_by_check(const struct program_text *text, const struct machine_config *config,
                                const struct outcome *expected, uint64_t seed)
{
    struct outcome got;
    struct outcome plain = *expected;
    char nothing[] = "";
    engines_check(&reference_engine, text, config, &got);
    free(got.findings);
    journal_destroy(got.journal); /* has conflicts, too */
    plain.findings = got.findings = nothing;
    plain.journal = got.journal = NULL;
    const bool differs =
        got.fault.code != FAULT_check && engines_differ(&plain, &got, config, seed, EXCEPT_NOTHING);
    got.findings = NULL;
    engines_forget(&got);
    return differs;
}

static void compare_engines(unsigned kind, uint64_t salt)
{
    static const unsigned threads[] = {1, 2, 3};
    const uint64_t programs = engines_number("PRAM_FUZZ_PROGRAMS", kind & UNITS      ? PROGRAMS / 3
                                                                   : kind & MODELLED ? PROGRAMS / 2
                                                                                     : PROGRAMS);
    const uint64_t first = engines_number("PRAM_FUZZ_SEED", 1);
    void (*run)(const struct engine *, const struct program_text *, const struct machine_config *,
                struct outcome *) = kind & CHECKED    ? engines_check
                                    : kind & MODELLED ? engines_model
                                                      : engines_run;
    unsigned failures = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; seed++) {
        struct generator g = {.text.random = seed * 0x9e3779b97f4a7c15u + salt, .kind = kind};
        struct machine_config config;
        struct outcome expected;
        async_choose(&g, &config);
        async_generate(&g);
        text_dissect(&g.text);
        if (kind & BROKEN) {
            mishaps_write(&g.text, config.pps, FOLDS, faults_file);
            config.faults = faults_file;
        }
        run(&reference_engine, &g.text, &config, &expected);
        failures += cycle_alike_differs(run, &g.text, &config, &expected, seed, salt);
        if (kind & (BROKEN | CHECKED | MODELLED)) { /* which goes cycle by cycle */
            failures += kind & BROKEN && is_changed_by_check(&g.text, &config, &expected, seed);
            engines_forget(&expected);
            continue;
        }
        const unsigned last_level = kind & RACES && config.pps > ALL_EXACT ? 0 : 5;
        for (unsigned level = 0; level <= last_level; level++) {
            struct outcome got;
            if (!engines_level_is_due(level, seed))
                continue;
            config.level = engines_exact_or(level, seed);
            config.threads = threads[(seed + level) % 3];
            config.skips_dead_flags = engines_skip_dead_flags(seed + level);
            engines_choose_tiles(&config, seed / 3 + level);
            engines_choose_native(&config, seed + level);
            run(stops_choose(&bsp_engine, seed, salt, level, expected.stats.cycles), &g.text, &config, &got);
            failures += stops_judge(
                seed, engines_differ(&expected, &got, &config, seed, exceptions(&g, &expected, level)));
            engines_forget(&got);
        }
        config.level =
            kind & RACES ? engines_exact_or(0, seed) : engines_exact_or((unsigned)(seed % 3) * 2, seed);
        if (seed % 2 == 0)
            failures += alike_differ(&g.text, &config, seed);
        engines_forget(&expected);
    }
    if (kind & BROKEN && failures == 0)
        unlink(faults_file);
    assert_int_equal(failures, 0);
}

static void all_levels_agree_with_the_reference_without_races(void **state)
{
    (void)state;
    compare_engines(HINTS, 0);
}

static void all_levels_agree_with_the_reference_between_barriers(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS, 1);
}

static void all_levels_agree_with_the_reference_without_hints(void **state)
{
    (void)state;
    compare_engines(0, 2);
}

static void faults_come_in_the_order_of_time(void **state)
{
    (void)state;
    compare_engines(HINTS | FAULTS, 3);
}

static void faults_come_in_the_order_of_time_without_hints(void **state)
{
    (void)state;
    compare_engines(FAULTS, 4);
}

static void faults_come_in_the_order_of_time_between_barriers(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | FAULTS, 5);
}

static void runs_that_are_too_long_end_alike(void **state)
{
    (void)state;
    compare_engines(HINTS | LIMITS, 6);
}

static void runs_that_are_too_long_come_to_faults_alike(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | FAULTS | LIMITS, 7);
}

static void checked_runs_find_the_same_word_for_word(void **state)
{
    (void)state;
    compare_engines(CHECKED | HINTS, 91);
    compare_engines(CHECKED | HINTS | GROUPS, 92);
    compare_engines(CHECKED | FAULTS, 93);
    compare_engines(CHECKED | HINTS | GROUPS | FAULTS, 94);
    compare_engines(CHECKED | HINTS | GROUPS | LIMITS, 95);
}

static void models_find_the_same_word_for_word(void **state)
{
    (void)state;
    compare_engines(MODELLED | HINTS, 31);
    compare_engines(MODELLED | HINTS | GROUPS, 32);
    compare_engines(MODELLED | FAULTS, 33);
    compare_engines(MODELLED | RACES, 34);
    compare_engines(MODELLED | HINTS | RACES, 35);
    compare_engines(MODELLED | HINTS | GROUPS | RACES, 36);
    compare_engines(MODELLED | HINTS | GROUPS | RACES | FAULTS, 37);
    compare_engines(MODELLED | HINTS | GROUPS | RACES | LIMITS, 38);
    compare_engines(MODELLED | HINTS | RACES | UNITS, 39);
}

static void races_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(HINTS | RACES, 8);
}

static void races_without_hints_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(RACES, 9);
}

static void races_between_barriers_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | RACES, 10);
}

static void faults_among_races_come_in_the_order_of_time(void **state)
{
    (void)state;
    compare_engines(HINTS | GROUPS | FAULTS | RACES, 11);
}

static void races_that_are_too_long_end_alike(void **state)
{
    (void)state;
    compare_engines(RACES | FAULTS | LIMITS, 12);
}

static void races_of_numbers_come_out_as_on_the_machine(void **state)
{
    (void)state;
    compare_engines(HINTS | RACES | UNITS, 21);
    compare_engines(HINTS | GROUPS | RACES | UNITS, 22);
}

static void faults_among_races_of_numbers_come_in_the_order_of_time(void **state)
{
    (void)state;
    compare_engines(FAULTS | RACES | UNITS, 23);
    compare_engines(HINTS | FAULTS | RACES | UNITS | LIMITS, 24);
}

static void broken_pps_are_the_same_everywhere(void **state)
{
    (void)state;
    compare_engines(BROKEN | HINTS | GROUPS, 13);
    compare_engines(BROKEN | HINTS, 14);
    compare_engines(BROKEN | HINTS | GROUPS | FAULTS, 15);
    compare_engines(BROKEN | RACES, 16);
    compare_engines(BROKEN | HINTS | GROUPS | RACES, 17);
    compare_engines(BROKEN | HINTS | GROUPS | LIMITS | FAULTS, 18);
    compare_engines(BROKEN | HINTS | GROUPS | RACES | FAULTS | UNITS, 19);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_levels_agree_with_the_reference_without_races),
        cmocka_unit_test(all_levels_agree_with_the_reference_between_barriers),
        cmocka_unit_test(all_levels_agree_with_the_reference_without_hints),
        cmocka_unit_test(faults_come_in_the_order_of_time),
        cmocka_unit_test(faults_come_in_the_order_of_time_without_hints),
        cmocka_unit_test(faults_come_in_the_order_of_time_between_barriers),
        cmocka_unit_test(runs_that_are_too_long_end_alike),
        cmocka_unit_test(runs_that_are_too_long_come_to_faults_alike),
        cmocka_unit_test(checked_runs_find_the_same_word_for_word),
        cmocka_unit_test(models_find_the_same_word_for_word),
        cmocka_unit_test(races_come_out_as_on_the_machine),
        cmocka_unit_test(races_without_hints_come_out_as_on_the_machine),
        cmocka_unit_test(races_between_barriers_come_out_as_on_the_machine),
        cmocka_unit_test(faults_among_races_come_in_the_order_of_time),
        cmocka_unit_test(races_that_are_too_long_end_alike),
        cmocka_unit_test(races_of_numbers_come_out_as_on_the_machine),
        cmocka_unit_test(faults_among_races_of_numbers_come_in_the_order_of_time),
        cmocka_unit_test(broken_pps_are_the_same_everywhere),
    };
    if (getenv("PRAM_FUZZ_TEST") != NULL)
        cmocka_set_test_filter(getenv("PRAM_FUZZ_TEST"));
    const char *folder = getenv("TMPDIR");
    snprintf(faults_file, sizeof faults_file, "%s/test_bsp_async.%d.faults", folder ? folder : "/tmp",
             (int)getpid());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
