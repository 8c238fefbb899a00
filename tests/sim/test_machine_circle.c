/* test_machine_circle.c - what counts as a circle: a PP that returns to an earlier state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/machine/follow/circle.h"

/* A loop of two instructions at 10 and 11; r5 may count its rounds. */
static struct follow state_at(uint32_t pc, uint32_t count)
{
    struct follow state = {.late_target = 32};
    state.reg[1] = pc;
    state.reg[5] = count;
    return state;
}

static bool back_after(const struct follow *states, unsigned count)
{
    struct circle_pp pp = {.is_known = false};
    for (unsigned k = 0; k < count; k++) {
        struct follow there = states[k];
        there.cycle += 2 * k;
        if (circle_wants(&pp, there.reg[1]))
            circle_look(&pp, &there);
    }
    return pp.is_back;
}

static void the_same_state_again_is_a_circle(void **state)
{
    (void)state;
    const struct follow states[] = {state_at(10, 7), state_at(11, 7), state_at(10, 7)};
    assert_false(back_after(states, 1));
    assert_false(back_after(states, 2));
    assert_true(back_after(states, 3));
}

static void a_loop_that_counts_is_none(void **state)
{
    (void)state;
    const struct follow states[] = {state_at(10, 7), state_at(11, 7), state_at(10, 8), state_at(11, 8)};
    assert_false(back_after(states, 4));
}

/* First seen outside of the circle, or in a state that never returns. */
static void a_state_that_does_not_come_again_is_forgotten(void **state)
{
    (void)state;
    struct circle_pp pp = {.is_known = false};
    struct follow there = state_at(9, 7);
    unsigned looks = 0;
    for (unsigned k = 0; k < 30 && !pp.is_back; k++) {
        if (circle_wants(&pp, there.reg[1])) {
            circle_look(&pp, &there);
            looks++;
        }
        there = state_at(10 + k % 2, 7);
        there.cycle = 2 * k;
    }
    assert_true(pp.is_back);
    assert_int_equal(looks, 3);
}

static void every_part_of_the_state_matters(void **state)
{
    (void)state;
    struct follow states[2] = {state_at(10, 7), state_at(10, 7)};
    assert_true(back_after(states, 2));
    states[1].flags = 8;
    assert_false(back_after(states, 2));
    states[1] = state_at(10, 7);
    states[1].late_target = 5;
    assert_false(back_after(states, 2));
    states[1] = state_at(10, 7);
    states[1].late_value = 1; /* no register gets it */
    assert_true(back_after(states, 2));
    states[0].late_target = states[1].late_target = 5;
    assert_false(back_after(states, 2));
    states[0] = state_at(10, 7);
    states[1] = state_at(10, 7);
    states[1].cycle = 1;
    assert_false(back_after(states, 2));
    for (unsigned r = 2; r < 32; r++) {
        states[1] = state_at(10, 7);
        states[1].reg[r] ^= 0x80000000u;
        assert_false(back_after(states, 2));
    }
}

/* A segment may begin and end where it began. */
static void a_pp_that_does_not_move_is_not_back(void **state)
{
    (void)state;
    struct circle_pp pp = {.is_known = false};
    struct follow there = state_at(10, 7);
    there.cycle = 100;
    circle_look(&pp, &there);
    circle_look(&pp, &there);
    assert_false(pp.is_back);
    there.cycle = 102;
    circle_look(&pp, &there);
    assert_true(pp.is_back);
}

static void own_cells_belong_to_the_state(void **state)
{
    (void)state;
    struct follow there = state_at(10, 7);
    struct circle_pp pp = {.is_known = false};
    circle_own_store(&pp, 100, 1, 2); /* before the first observation, too */
    circle_look(&pp, &there);
    circle_own_store(&pp, 200, 5, 6);
    circle_own_store(&pp, 201, 6, 5);
    there.cycle = 2;
    circle_look(&pp, &there);
    assert_false(pp.is_back);
    circle_own_store(&pp, 201, 5, 6);
    circle_own_store(&pp, 200, 6, 6); /* no change */
    circle_own_store(&pp, 200, 6, 9);
    circle_own_store(&pp, 200, 9, 5);
    there.cycle = 4;
    circle_look(&pp, &there);
    assert_true(pp.is_back);
}

static void watches_come_at_doubled_times_and_then_regularly(void **state)
{
    (void)state;
    struct circle_clock clock = circle_first(1000000);
    assert_int_equal(clock.due, 65536);
    circle_next(&clock, 70000, 0);
    assert_int_equal(clock.due, 140000);
    circle_next(&clock, 5000000, 100);
    assert_int_equal(clock.due, 6000000);
}

/* A 32nd of the time at most. */
static void watches_of_long_runs_may_be_long_but_are_rare(void **state)
{
    (void)state;
    struct circle_clock clock = circle_first(1000000);
    assert_int_equal(circle_length(6400000), 200000);
    circle_next(&clock, 6600000, 200000);
    assert_int_equal(clock.due, 13000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_state_again_is_a_circle),
        cmocka_unit_test(a_loop_that_counts_is_none),
        cmocka_unit_test(a_state_that_does_not_come_again_is_forgotten),
        cmocka_unit_test(every_part_of_the_state_matters),
        cmocka_unit_test(a_pp_that_does_not_move_is_not_back),
        cmocka_unit_test(own_cells_belong_to_the_state),
        cmocka_unit_test(watches_come_at_doubled_times_and_then_regularly),
        cmocka_unit_test(watches_of_long_runs_may_be_long_but_are_rare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
