/* test_bsp_threads.c - how many threads a run uses, on hosts that are simulated: whatever threads do to each
 * other, a run is hardly slower than with the best number of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "sim/team/pace.h"

enum { STEPS = 5, MOST = 16, INSTRUCTIONS = 1000 };

/* What a program of so long segments gains by 1, 2, 4, 8, 16 threads. */
struct program {
    const char *name;
    double faster[STEPS];
};

/* Measured on 16 cores: by the default, and at level 4. Two at the end are made up. */
static const struct program programs[] = {
    {"synchronous Laplace on 4096 PPs", {1, 0.98, 1.54, 1.14, 1.43}},
    {"quicksort on 4096 PPs", {1, 1.12, 0.91, 0.94, 0.74}},
    {"synchronous Laplace on 65,536 PPs", {1, 1.99, 3.12, 3.58, 2.15}},
    {"asynchronous Laplace on 65,536 PPs", {1, 1.81, 3.11, 2.56, 1.28}},
    {"matrices on 65,536 PPs", {1, 1.08, 2.01, 2.53, 0.87}},
    {"calls on 65,536 PPs", {1, 1.89, 3.65, 5.14, 0.86}},
    {"asynchronous Laplace, level 4", {1, 2.09, 3.15, 6.90, 12.21}},
    {"matrices, level 4", {1, 1.40, 2.03, 2.00, 2.03}},
    {"quicksort, level 4", {1, 0.84, 0.98, 0.90, 0.78}},
    {"threads that only hinder", {1, 0.9, 0.8, 0.7, 0.6}},
    {"threads that change nothing", {1, 1, 1, 1, 1}},
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

static unsigned step_of(unsigned threads)
{
    return (unsigned)__builtin_ctz(threads);
}

/* What a segment takes that would take one thread `alone`. */
static uint64_t segment_of(const struct program *program, unsigned threads, double alone)
{
    return (uint64_t)(alone / program->faster[step_of(threads)]);
}

/* A run in the making. */
struct run {
    struct pace pace;
    uint64_t now, done;
    unsigned threads, changes;
    uint32_t random;
    double host; /* factor by which everything takes longer, for a millisecond */
    uint64_t host_until;
};

/* Starting threads, or sending them home. */
static void change(struct run *run)
{
    pace_change(&run->pace, run->now, true);
    run->threads = pace_threads(&run->pace);
    run->now += 50000 + 20000 * (run->threads - 1);
    run->changes++;
}

/* Between 1 - part and 1 + part. */
static double about_one(struct run *run, double part)
{
    run->random = run->random * 1664525u + 1013904223u;
    return 1 - part + 2 * part * (run->random >> 8) / (1u << 24);
}

/* Runs segments until one thread would have worked for `length`. They are of `alone` nanoseconds, about: some
 * execute a tenth more instructions or less, and in some milliseconds the host is faster or slower. */
static void go_on(struct run *run, const struct program *program, double alone, double length)
{
    for (double worked = 0; worked < length;) {
        if (run->now >= run->host_until) {
            run->host = about_one(run, 0.03);
            run->host_until = run->now + 1000000;
        }
        const double work = about_one(run, 0.1), time = alone * work * run->host;
        const unsigned weight = 1 + (unsigned)(50000 / alone);
        run->done += (uint64_t)(INSTRUCTIONS * work * weight);
        run->now += weight * segment_of(program, run->threads, time);
        worked += weight * time;
        if (pace_note(&run->pace, run->now, weight, run->done))
            change(run);
    }
}

static double best_of(const struct program *program, unsigned steps)
{
    double best = 1;
    for (unsigned k = 1; k < steps; k++)
        best = program->faster[k] > best ? program->faster[k] : best;
    return best;
}

static void start(struct run *run, unsigned threads)
{
    *run = (struct run){.threads = 1, .random = 1, .host = 1};
    pace_start(&run->pace, run->now, threads, 2, false);
}

static const double lengths[] = {5e3, 5e4, 2e6}; /* of segments, nanoseconds */
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static void a_run_is_hardly_slower_than_with_the_best_number_of_threads(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    unsigned missed = 0;
    for (unsigned threads = 2; threads <= MOST; threads *= 2)
        for (unsigned k = 0; k < PROGRAMS; k++)
            for (unsigned n = 0; n < LENGTHS; n++) {
                const double alone = 4e9, best = best_of(&programs[k], step_of(threads) + 1);
                struct run run;
                start(&run, threads);
                go_on(&run, &programs[k], lengths[n], alone);
                const double reached = alone / best / (double)run.now;
                if (reached >= 0.95)
                    continue;
                printf("%s, segments of %g us, at most %u threads: %.3f of the best, %u changes\n",
                       programs[k].name, lengths[n] / 1e3, threads, reached, run.changes);
                missed++;
            }
    assert_int_equal(missed, 0);
}

static void in_the_long_run_the_number_of_threads_seldom_changes(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    for (unsigned k = 0; k < PROGRAMS; k++)
        for (unsigned n = 0; n < LENGTHS; n++) {
            struct run run;
            start(&run, MOST);
            go_on(&run, &programs[k], lengths[n], 20e9);
            const unsigned before = run.changes;
            const uint64_t began = run.now;
            go_on(&run, &programs[k], lengths[n], 40e9);
            const double a_second = (run.changes - before) / (1e-9 * (double)(run.now - began));
            if (a_second > 5)
                fail_msg("%s, segments of %g us: %.1f changes a second", programs[k].name, lengths[n] / 1e3,
                         a_second);
        }
}

/* Every two seconds of one thread the program becomes another one. */
static void threads_follow_a_program_whose_parts_differ(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    static const unsigned parts[] = {6, 2, 5, 3};
    struct run run;
    double best = 0;
    start(&run, MOST);
    for (unsigned n = 0; n < 8; n++) {
        const struct program *program = &programs[parts[n % 4]];
        go_on(&run, program, lengths[n % LENGTHS], 2e9);
        best += 2e9 / best_of(program, STEPS);
    }
    assert_true(best / (double)run.now >= 0.85);
}

static void check_used(const char *name, double length, unsigned threads, enum stats_reason wanted)
{
    for (unsigned k = 0; k < PROGRAMS; k++) {
        struct run run;
        enum stats_reason reason;
        if (strcmp(programs[k].name, name) != 0)
            continue;
        start(&run, MOST);
        go_on(&run, &programs[k], length, 4e9);
        assert_int_equal(pace_stop(&run.pace, run.now, &reason), threads);
        assert_int_equal(reason, wanted);
        return;
    }
    fail();
}

static void a_run_tells_how_many_threads_it_has_used_and_why(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    check_used("asynchronous Laplace, level 4", 5e4, 16, STATS_LIMIT_asked);
    check_used("calls on 65,536 PPs", 5e4, 8, STATS_LIMIT_slower);
    check_used("threads that only hinder", 5e4, 1, STATS_LIMIT_slower);
    check_used("asynchronous Laplace, level 4", 300, 1, STATS_LIMIT_little);
    struct run run;
    enum stats_reason reason;
    start(&run, MOST);
    assert_int_equal(pace_stop(&run.pace, run.now + 1, &reason), 1);
    assert_int_equal(reason, STATS_LIMIT_brief);
}

/* Runs short parts until a team is tried. */
static void go_on_to_trial(struct run *run, const struct program *program, double alone)
{
    for (unsigned n = 0; n < 10000 && (run->threads == 1 || !run->pace.trial.is_on); n++)
        go_on(run, program, alone, 1e5);
    assert_true(run->pace.trial.is_on && run->threads > 1);
}

static void check_reason(struct run *run, unsigned threads, enum stats_reason wanted)
{
    enum stats_reason reason;
    assert_int_equal(pace_stop(&run->pace, run->now, &reason), threads);
    assert_int_equal(reason, wanted);
}

static void the_reason_is_of_the_threads_used_most_whatever_is_tried_now(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    const struct program *gains = &programs[6], *hinders = &programs[9];
    struct run run;
    start(&run, MOST);
    go_on_to_trial(&run, gains, 5e4);
    check_reason(&run, 1, STATS_LIMIT_brief);

    start(&run, MOST);
    go_on(&run, gains, 300, 1e9);
    go_on_to_trial(&run, gains, 5e4);
    check_reason(&run, 1, STATS_LIMIT_little);

    start(&run, MOST);
    go_on(&run, hinders, 5e4, 4e9);
    go_on_to_trial(&run, hinders, 5e4);
    check_reason(&run, 1, STATS_LIMIT_slower);
    go_on(&run, gains, 5e4, 1e9); /* all threads work by then */
    assert_int_equal(run.threads, MOST);
    check_reason(&run, 1, STATS_LIMIT_slower);
    go_on(&run, gains, 5e4, 1e11);
    check_reason(&run, MOST, STATS_LIMIT_asked);
}

/* The cycle engine has the PPs for an hour, or the user of a debugger reads. */
static void stop_for_long(struct run *run)
{
    enum stats_reason reason;
    pace_stop(&run->pace, run->now, &reason);
    run->now += 3600000000000u;
}

static void all_stays_on_an_engine_count_but_no_time_between_them(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    const struct program *gains = &programs[6];
    struct run run;
    start(&run, MOST);
    go_on(&run, gains, 300, 1e9);
    stop_for_long(&run);
    pace_forget(&run.pace);
    pace_resume(&run.pace, run.now);
    go_on(&run, gains, 5e4, 1e9);
    assert_int_equal(run.threads, MOST);
    check_reason(&run, 1, STATS_LIMIT_little);
    stop_for_long(&run);
    pace_resume(&run.pace, run.now);
    go_on(&run, gains, 5e4, 1e9);
    check_reason(&run, 1, STATS_LIMIT_little);
    stop_for_long(&run);
    pace_forget(&run.pace);
    pace_resume(&run.pace, run.now);
    run.threads = pace_threads(&run.pace);
    assert_int_equal(run.threads, 1);
    go_on(&run, gains, 5e4, 2e10);
    check_reason(&run, MOST, STATS_LIMIT_asked);
}

static void a_pause_does_not_decide_a_trial(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    struct run run;
    start(&run, MOST);
    go_on_to_trial(&run, &programs[6], 5e4);
    const unsigned threads = run.threads;
    go_on(&run, &programs[6], 5e4, 5e6);
    assert_true(run.pace.trial.is_on);
    stop_for_long(&run);
    pace_resume(&run.pace, run.now);
    go_on(&run, &programs[6], 5e4, 2e7);
    assert_true(run.threads >= threads && !run.pace.trial.is_on);
}

/* The event core has the PPs while a team could work: its time is that of one thread. */
static void time_of_the_event_core_is_time_of_one_thread(void **state)
{
    (void)state;
    if (PACE_CHANGES_OFTEN)
        skip();
    struct run run;
    start(&run, MOST);
    go_on(&run, &programs[6], 5e4, 1e10);
    check_reason(&run, MOST, STATS_LIMIT_asked);
    run.now += 2000000000;
    pace_diverged(&run.pace, 2000000000);
    check_reason(&run, 1, STATS_LIMIT_diverged);
    go_on(&run, &programs[6], 5e4, 2e10);
    check_reason(&run, MOST, STATS_LIMIT_asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_hardly_slower_than_with_the_best_number_of_threads),
        cmocka_unit_test(in_the_long_run_the_number_of_threads_seldom_changes),
        cmocka_unit_test(threads_follow_a_program_whose_parts_differ),
        cmocka_unit_test(a_run_tells_how_many_threads_it_has_used_and_why),
        cmocka_unit_test(the_reason_is_of_the_threads_used_most_whatever_is_tried_now),
        cmocka_unit_test(all_stays_on_an_engine_count_but_no_time_between_them),
        cmocka_unit_test(a_pause_does_not_decide_a_trial),
        cmocka_unit_test(time_of_the_event_core_is_time_of_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
