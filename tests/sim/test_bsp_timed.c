/* test_bsp_timed.c - only some segments are timed, and these represent all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/team/pace.h"

enum { CHANGES_OFTEN = PACE_CHANGES_OFTEN }; /* in these builds times decide nothing */

enum { START = 5 };

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
    const struct pace_times times = {.whole = 1000};
    present = START;
    pace_start(&pace, present, 2, 2, false);
    for (unsigned segment = 0; segment < 10000; segment++) {
        const unsigned weight = pace_choose(&pace, present_clock);
        sum += weight;
        timed += weight != 0;
        present += 1000;
        if (weight)
            pace_note(&pace, present, weight, &times);
    }
    assert_in_range(sum, 9500, 10000); /* those after the last timed one are missing */
    assert_in_range(timed, 100, 200);  /* one in 50, later fewer */
}

/* A segment of 600 us, then 16 of 2: matrices on 4096 PPs. Without a look at the clock the long ones fall
 * into gaps that were chosen among short ones. */
static void long_segments_among_many_short_ones_are_timed(void **state)
{
    (void)state;
    struct pace pace;
    const struct pace_times short_one = {.whole = 2000};
    const struct pace_times long_one = {.whole = 600000};
    present = START;
    pace_start(&pace, present, 2, 2, false);
    for (unsigned segment = 0; segment < 400; segment++) { /* only short ones at first */
        const unsigned weight = pace_choose(&pace, present_clock);
        present += 2000;
        if (weight)
            pace_note(&pace, present, weight, &short_one);
    }
    unsigned rounds = 0, timed = 0;
    bool change = false;
    while (rounds < 20 && !change) {
        rounds++;
        for (unsigned segment = 0; segment < 17; segment++) {
            const unsigned weight = pace_choose(&pace, present_clock);
            const struct pace_times *times = segment == 0 ? &long_one : &short_one;
            present += times->whole;
            timed += weight != 0 && segment == 0;
            struct pace_times all = *times;
            all.done = pace.done + weight;
            change |= weight != 0 && pace_note(&pace, present, weight, &all);
        }
    }
    assert_true(change);
    assert_in_range(rounds, 1, CHANGES_OFTEN ? 20 : 5);
    assert_in_range(timed, CHANGES_OFTEN ? 0 : 1, rounds);
}

/* Timing a segment takes some microseconds: the longer a run goes on as it is, the less often. */
static void the_longer_nothing_changes_the_fewer_segments_are_timed(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    unsigned timed[2] = {0, 0};
    const struct pace_times times = {.whole = 5000};
    present = START;
    pace_start(&pace, present, 2, 2, false);
    for (unsigned segment = 0; segment < 20000; segment++) { /* 100 ms */
        const unsigned weight = pace_choose(&pace, present_clock);
        timed[segment >= 10000] += weight != 0;
        present += times.whole;
        if (weight)
            pace_note(&pace, present, weight, &times);
    }
    assert_in_range(timed[0], 150, 400);
    assert_in_range(timed[1], 80, 130); /* one in 0.5 ms */
    pace_change(&pace, present, true);
    unsigned after = 0;
    for (unsigned segment = 0; segment < 200; segment++) { /* a millisecond */
        const unsigned weight = pace_choose(&pace, present_clock);
        after += weight != 0;
        present += times.whole;
        if (weight)
            pace_note(&pace, present, weight, &times);
    }
    assert_in_range(after, 10, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timed_segments_stand_for_all),
        cmocka_unit_test(long_segments_among_many_short_ones_are_timed),
        cmocka_unit_test(the_longer_nothing_changes_the_fewer_segments_are_timed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
