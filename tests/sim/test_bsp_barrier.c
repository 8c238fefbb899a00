/* test_bsp_barrier.c - the time references of groups: which PPs wait, since when the last one has been there,
 * and when a group may leave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/segment/time/reference.h"

static struct barrier_table table;
static struct barrier_notes notes[2]; /* of two threads */

static int create(void **state)
{
    (void)state;
    return barrier_table_create(&table) ? 0 : -1;
}

static int destroy(void **state)
{
    (void)state;
    barrier_table_destroy(&table);
    for (unsigned thread = 0; thread < 2; thread++)
        barrier_notes_destroy(&notes[thread]);
    return 0;
}

static void enter(struct barrier_notes *to, uint32_t group, uint32_t count, uint64_t latest)
{
    const struct barrier_note new = {.group = group, .entering = count, .latest = latest};
    assert_true(barrier_note(to, new));
}

static void leave(struct barrier_notes *to, uint32_t group, uint32_t count)
{
    const struct barrier_note new = {.group = group, .leaving = count};
    assert_true(barrier_note(to, new));
}

static void take(uint64_t segment)
{
    struct barrier_notes *all[] = {&notes[0], &notes[1]};
    assert_true(barrier_take_notes(&table, all, 2, segment));
}

static uint64_t latest_of(uint32_t group)
{
    uint64_t latest = 0;
    assert_true(barrier_latest(&table, group, &latest));
    return latest;
}

static void nobody_waits_in_an_unknown_group(void **state)
{
    (void)state;
    uint64_t latest;
    assert_false(barrier_latest(&table, 0x1000, &latest));
    assert_true(barrier_departure(&table, 5) == UINT64_MAX);
}

/* Two threads, several segments: what counts is the latest entry, not the last note. */
static void the_latest_entry_is_kept(void **state)
{
    (void)state;
    enter(&notes[0], 0x1000, 3, 700);
    enter(&notes[1], 0x1000, 1, 900);
    take(1);
    assert_int_equal(latest_of(0x1000), 900);
    enter(&notes[0], 0x1000, 1, 800);
    take(2);
    assert_int_equal(latest_of(0x1000), 900);
}

static void groups_have_times_of_their_own(void **state)
{
    (void)state;
    enter(&notes[0], 0x1000, 1, 100);
    enter(&notes[0], 0x2000, 1, 200);
    take(1);
    assert_int_equal(latest_of(0x1000), 100);
    assert_int_equal(latest_of(0x2000), 200);
}

/* The entry in cycle 0 is one, too. */
static void a_group_may_enter_in_cycle_0(void **state)
{
    (void)state;
    enter(&notes[0], 0x1000, 1, 0);
    take(1);
    assert_int_equal(latest_of(0x1000), 0);
}

static void a_group_that_has_left_is_forgotten_and_begins_anew(void **state)
{
    (void)state;
    uint64_t latest;
    enter(&notes[0], 0x1000, 2, 500);
    take(1);
    leave(&notes[0], 0x1000, 1);
    take(4);
    assert_int_equal(latest_of(0x1000), 500); /* for the one that is still inside */
    leave(&notes[1], 0x1000, 1);
    take(4);
    assert_false(barrier_latest(&table, 0x1000, &latest));
    enter(&notes[1], 0x1000, 2, 400); /* a barrier of an earlier time: nothing is left of 500 */
    take(9);
    assert_int_equal(latest_of(0x1000), 400);
}

/* Within one segment a thread may note that members enter the next barrier before another one notes that they
 * have left this one. */
static void leaving_comes_before_entering(void **state)
{
    (void)state;
    enter(&notes[0], 0x1000, 2, 500);
    take(1);
    enter(&notes[0], 0x1000, 2, 530);
    leave(&notes[1], 0x1000, 2);
    take(5);
    assert_int_equal(latest_of(0x1000), 530);
    leave(&notes[0], 0x1000, 2);
    take(9);
    uint64_t latest;
    assert_false(barrier_latest(&table, 0x1000, &latest));
}

/* The barrier takes 12 cycles from the latest entry on; the group that may leave first counts. */
static void a_group_may_leave_12_cycles_behind_its_latest_entry(void **state)
{
    (void)state;
    enter(&notes[0], 0x1000, 1, 100);
    enter(&notes[0], 0x2000, 1, 60);
    take(3);
    assert_int_equal(barrier_departure(&table, 3), 72);
    enter(&notes[0], 0x2000, 1, 200);
    take(4);
    assert_int_equal(barrier_departure(&table, 4), 112);
}

/* A PP that has waited for 7 segments waits for one that is not there yet. */
static void a_group_that_nobody_enters_does_not_leave(void **state)
{
    (void)state;
    enter(&notes[0], 0x1000, 1, 100);
    take(3);
    assert_int_equal(barrier_departure(&table, 10), 112);
    assert_true(barrier_departure(&table, 11) == UINT64_MAX);
    assert_int_equal(latest_of(0x1000), 100);
}

/* The table grows; those that have left make room. */
static void there_is_room_for_many_groups(void **state)
{
    (void)state;
    for (uint32_t group = 0; group < 10000; group++)
        enter(&notes[group % 2], 4 * group, 1, group);
    take(1);
    for (uint32_t group = 0; group < 10000; group++)
        assert_int_equal(latest_of(4 * group), group);
    for (uint32_t group = 0; group < 10000; group += 2)
        leave(&notes[0], 4 * group, 1);
    take(2);
    for (uint32_t group = 1; group < 10000; group += 2)
        assert_int_equal(latest_of(4 * group), group);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_waits_in_an_unknown_group, create, destroy),
        cmocka_unit_test_setup_teardown(the_latest_entry_is_kept, create, destroy),
        cmocka_unit_test_setup_teardown(groups_have_times_of_their_own, create, destroy),
        cmocka_unit_test_setup_teardown(a_group_may_enter_in_cycle_0, create, destroy),
        cmocka_unit_test_setup_teardown(a_group_that_has_left_is_forgotten_and_begins_anew, create, destroy),
        cmocka_unit_test_setup_teardown(leaving_comes_before_entering, create, destroy),
        cmocka_unit_test_setup_teardown(a_group_may_leave_12_cycles_behind_its_latest_entry, create, destroy),
        cmocka_unit_test_setup_teardown(a_group_that_nobody_enters_does_not_leave, create, destroy),
        cmocka_unit_test_setup_teardown(there_is_room_for_many_groups, create, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
