/* test_bsp_pace.c - when a team of threads is called, and when it is sent home. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/sim/pace_runs.h"

/* Whether a team stays at work for `time` ns: it may try one thread, in which a segment takes `alone`, for a
 * tenth of the time. */
static bool stays(struct pace *pace, uint64_t *now, uint64_t alone, uint64_t team, uint64_t time)
{
    const uint64_t start = *now;
    uint64_t away = 0;
    while (*now - start < time && comes_to_change(pace, now, team, time)) {
        if (!pace->trial.is_on || pace->next != pace->single)
            return false;
        pace_change(pace, *now, true);
        const uint64_t began = *now;
        if (!comes_to_change(pace, now, alone, time) || pace->next != pace->trial.from)
            return false;
        away += *now - began;
        pace_change(pace, *now, true);
    }
    return away < time / 10;
}

static void a_team_is_called_if_the_others_could_take_over_more_than_a_meeting_costs(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    assert_true(comes_to_change(&pace, &now, of_one, SECOND));
    assert_in_range(now - START, CHANGES_OFTEN ? 0 : 400000, 500000);
}

static void a_team_that_would_save_little_is_called_if_it_would_twice(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t times = 2000;
    assert_true(comes_to_change(&pace, &now, times, SECOND));
    assert_in_range(now - START, CHANGES_OFTEN ? 0 : 400000, 500000);
}

/* The others would take over 700 ns: more than a meeting costs, less than two. */
static void no_team_is_called_if_one_thread_carries_out_most_requests(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t times = 1400;
    assert_int_equal(comes_to_change_beside(&pace, &now, times, 1000, SECOND), CHANGES_OFTEN);
    pace_start(&pace, now, 2, 2, false);
    assert_true(comes_to_change(&pace, &now, times, SECOND));
}

/* The others would take over 3 us of 26, of which the meeting and the phases leave 2.1. */
static void no_team_is_called_to_save_little_of_all_time(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t times = 6000;
    assert_int_equal(comes_to_change_beside(&pace, &now, times, 20000, 7000000), CHANGES_OFTEN);
}

/* The same, but in a run that has taken so long that a trial is a small part of it. */
static void a_team_is_tried_in_a_long_run_if_it_saves_more_than_it_costs(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t times = 6000;
    assert_true(comes_to_change_beside(&pace, &now, times, 20000, SECOND));
    assert_in_range(now, CHANGES_OFTEN ? 0 : 8000000, 10000000);
}

/* What a team saves in segments of 2 us is less than fetching the numbers that others have written. */
static void precision_units_make_a_meeting_cost_more(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, true);
    const uint64_t times = 2000;
    assert_int_equal(comes_to_change(&pace, &now, times, SECOND), CHANGES_OFTEN);
}

/* The first three segments are long, touching memory for the first time; the thousand behind them are not. */
static void segments_that_stand_for_few_decide_little(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t first = 40000;
    const uint64_t later = 600;
    bool change = false;
    for (unsigned n = 0; n < 20 && !change; n++) {
        const unsigned weight = n < 3 ? 1 : 50;
        const uint64_t times = n < 3 ? first : later;
        change = note(&pace, now += weight * times, weight);
    }
    assert_int_equal(change, CHANGES_OFTEN);
}

static void a_team_is_called_early_in_a_run_of_few_long_segments(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t times = 4000000;
    for (unsigned segments = 0, change = 0; !change; segments++) {
        assert_in_range(segments, 0, 1);
        const unsigned weight = pace_choose(&pace, pace_clock);
        change = weight != 0 && note(&pace, now += times, weight);
    }
}

static void no_team_is_called_for_segments_shorter_than_a_meeting(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    const uint64_t times = 200;
    assert_int_equal(comes_to_change(&pace, &now, times, 3ul * SECOND), CHANGES_OFTEN);
}

static void a_team_that_is_slower_than_one_thread_is_sent_home_and_not_called_again_at_once(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    const uint64_t bad = 99000;
    pace_start(&pace, now, 2, 2, false);
    assert_true(comes_to_change(&pace, &now, of_one, SECOND));
    pace_change(&pace, now, true);
    const uint64_t start = now;
    assert_true(comes_to_change(&pace, &now, bad, SECOND));
    assert_in_range(now - start, 0,
                    CHANGES_OFTEN ? SECOND : 1500000); /* half a millisecond, and 8 segments */
    pace_change(&pace, now, true);
    assert_int_equal(comes_to_change(&pace, &now, of_one, SECOND / 100), CHANGES_OFTEN);
    assert_true(comes_to_change(&pace, &now, of_one, SECOND));
}

static void a_team_that_brings_nothing_is_sent_home(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    begin_team(&pace, now);
    const uint64_t times = 9900;
    assert_true(comes_to_change(&pace, &now, times, 3ul * SECOND));
}

static void a_team_that_pays_stays(void **state)
{
    (void)state;
    struct pace pace;
    uint64_t now = START;
    pace_start(&pace, now, 2, 2, false);
    begin_team(&pace, now);
    assert_int_equal(stays(&pace, &now, of_one, of_two, 3ul * SECOND), !CHANGES_OFTEN);
}

/* A host with this number of cores; want_cores comes next. */
static struct room open_room(unsigned cores)
{
    char name[] = "/tmp/test_bsp_pace.XXXXXX";
    struct room room = {.file = mkstemp(name), .cores = cores};
    assert_int_not_equal(room.file, -1);
    unlink(name);
    return room;
}

/* From now on this number of threads want to run, those of this run included. */
static void want_cores(const struct room *room, unsigned threads)
{
    char text[64];
    const int length = snprintf(text, sizeof text, "0.20 0.18 0.12 %u/345 11206\n", threads);
    assert_int_equal(pwrite(room->file, text, (size_t)length, 0), length);
}

static void no_team_is_tried_while_other_programs_want_its_cores(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    struct room room = open_room(2);
    pace_start(&pace, now, 2, 2, false);
    pace.room = &room;
    want_cores(&room, 2);
    assert_false(comes_to_change(&pace, &now, of_one, 3ul * SECOND));
    want_cores(&room, 1);
    const uint64_t start = now;
    assert_true(comes_to_change(&pace, &now, of_one, 3ul * SECOND));
    assert_in_range(now - start, 0, 6ul * MILLISECOND);
    room_close(&room);
}

static void a_team_goes_home_when_other_programs_go_on_wanting_its_cores(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    struct room room = open_room(2);
    pace_start(&pace, now, 2, 2, false);
    pace.room = &room;
    want_cores(&room, 2);
    begin_team(&pace, now);
    assert_false(comes_to_change(&pace, &now, of_two, 10ul * MILLISECOND));
    want_cores(&room, 3);
    const uint64_t start = now;
    assert_true(comes_to_change(&pace, &now, of_two, 1ul * SECOND));
    assert_in_range(now - start, 5ul * MILLISECOND,
                    16ul * MILLISECOND); /* not for one that is there for a moment */
    room_close(&room);
}

/* Sixteen threads, or eight, four, two. */
static void start_with_many(struct pace *pace, uint64_t now)
{
    pace_start(pace, now, 16, 2, false);
}

static void a_team_whose_cores_others_want_parts_for_a_smaller_one(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    struct pace pace;
    uint64_t now = START;
    struct room room = open_room(16);
    const uint64_t alone = 100000;
    const uint64_t many = 12800;
    start_with_many(&pace, now);
    pace.room = &room;
    want_cores(&room, 1);
    assert_true(comes_to_change(&pace, &now, alone, SECOND));
    pace_change(&pace, now, true);
    assert_int_equal(pace_threads(&pace), 16);
    want_cores(&room, 18);
    for (unsigned threads = 8; threads >= 1; threads /= 2) {
        assert_true(comes_to_change(&pace, &now, many, SECOND));
        pace_change(&pace, now, true);
        assert_int_equal(pace_threads(&pace), threads);
    }
    /* alone: where there is room for few, few are called */
    want_cores(&room, 11);
    assert_true(comes_to_change(&pace, &now, alone, 100ul * SECOND));
    assert_int_equal(pace.sizes[pace.next], 4);
    room_close(&room);
}

static unsigned threads_called_for(uint64_t segment)
{
    struct pace pace;
    uint64_t now = START;
    const uint64_t times = segment;
    start_with_many(&pace, now);
    return comes_to_change(&pace, &now, times, SECOND / 100) ? pace.sizes[pace.next] : 0;
}

/* 4 us: four need 1 and 0.9 for a meeting, sixteen 0.4 and 3.9. 100 us: 25.9 and 12.7. */
static void the_team_is_called_that_saves_most(void **state)
{
    (void)state;
    if (CHANGES_OFTEN)
        skip();
    assert_int_equal(threads_called_for(4000), 4);
    assert_int_equal(threads_called_for(100000), 16);
    assert_int_equal(threads_called_for(600), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_team_is_called_if_the_others_could_take_over_more_than_a_meeting_costs),
        cmocka_unit_test(a_team_that_would_save_little_is_called_if_it_would_twice),
        cmocka_unit_test(no_team_is_called_if_one_thread_carries_out_most_requests),
        cmocka_unit_test(no_team_is_called_to_save_little_of_all_time),
        cmocka_unit_test(a_team_is_tried_in_a_long_run_if_it_saves_more_than_it_costs),
        cmocka_unit_test(precision_units_make_a_meeting_cost_more),
        cmocka_unit_test(segments_that_stand_for_few_decide_little),
        cmocka_unit_test(a_team_is_called_early_in_a_run_of_few_long_segments),
        cmocka_unit_test(no_team_is_called_for_segments_shorter_than_a_meeting),
        cmocka_unit_test(a_team_that_is_slower_than_one_thread_is_sent_home_and_not_called_again_at_once),
        cmocka_unit_test(a_team_that_brings_nothing_is_sent_home),
        cmocka_unit_test(a_team_that_pays_stays),
        cmocka_unit_test(no_team_is_tried_while_other_programs_want_its_cores),
        cmocka_unit_test(a_team_goes_home_when_other_programs_go_on_wanting_its_cores),
        cmocka_unit_test(the_team_is_called_that_saves_most),
        cmocka_unit_test(a_team_whose_cores_others_want_parts_for_a_smaller_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
