/* test_bsp_timed.c - only some segments are timed, and these represent all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/sim/pace_runs.h"

static uint64_t present;

static uint64_t present_clock(void)
{
    return present;
}

static void timed_segments_stand_for_all(void **state)
{
    (void)state;
    struct pace pace;
    unsigned long sum = 0;
    unsigned timed = 0;
    present = START;
    pace_start(&pace, present, 2, 2, false);
    for (unsigned segment = 0; segment < 10000; segment++) {
        const unsigned weight = pace_choose(&pace, present_clock);
        sum += weight;
        timed += weight != 0;
        present += 1000;
        if (weight)
            note(&pace, present, weight);
    }
    assert_in_range(sum, 9500, 10000); /* those after the last timed one are missing */
    assert_in_range(timed, 100, 200);  /* one in 50, later fewer */
}

/* A segment of 600 us, then 16 of 2: matrices on 4096 PPs. */
static void long_segments_among_many_short_ones_count(void **state)
{
    (void)state;
    struct pace pace;
    const uint64_t short_one = 2000;
    const uint64_t long_one = 600000;
    present = START;
    pace_start(&pace, present, 2, 2, false);
    for (unsigned segment = 0; segment < 400; segment++) { /* only short ones at first */
        const unsigned weight = pace_choose(&pace, present_clock);
        present += 2000;
        if (weight)
            note(&pace, present, weight);
    }
    unsigned rounds = 0;
    bool change = false;
    while (rounds < 20 && !change) {
        rounds++;
        for (unsigned segment = 0; segment < 17; segment++) {
            const unsigned weight = pace_choose(&pace, present_clock);
            const uint64_t times = segment == 0 ? long_one : short_one;
            present += times;
            change |= weight != 0 && note(&pace, present, weight);
        }
    }
    assert_true(change);
    assert_in_range(rounds, 1, CHANGES_OFTEN ? 20 : 5);
}

/* Timing a segment takes some microseconds: the longer a run goes on as it is, the less often. */
static void the_longer_nothing_changes_the_fewer_segments_are_timed(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    unsigned timed[2] = {0, 0};
    const uint64_t times = 5000;
    present = START;
    pace_start(&pace, present, 2, 2, false);
    for (unsigned segment = 0; segment < 20000; segment++) { /* 100 ms */
        const unsigned weight = pace_choose(&pace, present_clock);
        timed[segment >= 10000] += weight != 0;
        present += times;
        if (weight)
            note(&pace, present, weight);
    }
    assert_in_range(timed[0], 150, 400);
    assert_in_range(timed[1], 80, 130); /* one in 0.5 ms */
    begin_team(&pace, present);
    unsigned after = 0;
    for (unsigned segment = 0; segment < 200; segment++) { /* a millisecond */
        const unsigned weight = pace_choose(&pace, present_clock);
        after += weight != 0;
        present += times;
        if (weight)
            note(&pace, present, weight);
    }
    assert_in_range(after, 10, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timed_segments_stand_for_all),
        cmocka_unit_test(long_segments_among_many_short_ones_count),
        cmocka_unit_test(the_longer_nothing_changes_the_fewer_segments_are_timed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
