/* test_bsp_trial.c - how a change between one thread and a team is judged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/sim/pace_runs.h"

/* Segments of 900 ns in which each thread works 400, and reads clocks for 500 where it is timed. */
static void a_trial_is_judged_by_the_time_of_instructions(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t alone = 1400;
    assert_true(comes_to_change(&pace, &now, alone, SECOND));
    pace_change(&pace, now, true);
    for (unsigned n = 0; n < 2000; n++)
        assert_false(note(&pace, now += 900, 1));
    assert_false(pace.trial.is_on);
}

/* Until it has touched all its memory, each window of 0.2 ms is faster than the one before. */
static void no_team_is_called_while_a_run_becomes_faster(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    for (uint64_t time = 100000; time > 10000; time -= time / 2)
        for (unsigned n = 0; n < 8; n++)
            assert_false(note(&pace, now += time, 1));
    const uint64_t start = now;
    assert_true(comes_to_change(&pace, &now, of_one, SECOND));
    assert_in_range(now - start, 200000, 500000);
}

/* For 0.4 ms the members of a new team fetch their tiles from the other core. */
static void what_a_change_costs_is_not_part_of_the_trial(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    assert_true(comes_to_change(&pace, &now, of_one, SECOND));
    pace_change(&pace, now, true);
    const uint64_t slow = 40000;
    for (unsigned n = 0; n < 10; n++)
        assert_false(note(&pace, now += slow, 1));
    for (unsigned n = 0; n < 200; n++)
        assert_false(note(&pace, now += of_two, 1));
    assert_false(pace.trial.is_on);
}

/* The program begins with instructions that take four times as long as later ones. */
static void a_gain_that_threads_do_not_explain_is_checked_by_one_thread(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    const uint64_t begin = 40000;
    const uint64_t alone = 9000;
    const uint64_t team = 9500;
    pace_start(&pace, now, 2, 2, false);
    assert_true(comes_to_change(&pace, &now, begin, SECOND));
    pace_change(&pace, now, true);
    const uint64_t start = now;
    assert_true(comes_to_change(&pace, &now, team, SECOND));
    assert_in_range(now - start, 0, 12ul * MILLISECOND);
    pace_change(&pace, now, true);
    assert_false(comes_to_change(&pace, &now, alone, 2ul * MILLISECOND));
    assert_true(pace_threads(&pace) == 1 && !pace.trial.is_on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trial_is_judged_by_the_time_of_instructions),
        cmocka_unit_test(no_team_is_called_while_a_run_becomes_faster),
        cmocka_unit_test(what_a_change_costs_is_not_part_of_the_trial),
        cmocka_unit_test(a_gain_that_threads_do_not_explain_is_checked_by_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
