/* test_axis.c - axes of charts: where values lie, which have ticks, and how numbers are written. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "lab/scale/axis.h"

static void numbers_are_written_for_people(void **state)
{
    (void)state;
    static const struct {
        double value, most; /* of a linear axis; 0: a logarithmic one */
        const char *label;
    } rows[] = {
        {0, 10, "0"},
        {0.25, 10, "0.25"},
        {4096, 0, "4096"},
        {16384, 0, "16\u202f384"},
        {999999, 0, "999\u202f999"},
        {1e6, 0, "10⁶"},
        {2e6, 0, "2·10⁶"},
        {1 << 20, 0, "2²⁰"},
        {3e12, 0, "3·10¹²"},
        {0.001, 0, "0.001"},
        {5e5, 4e6, "0.5·10⁶"},
        {1e6, 4e6, "1·10⁶"},
        {0, 4e6, "0"},
        {12345.6, 0, "12\u202f346"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct axis axis = {.start = 0, .end = 1};
        char label[AXIS_LABEL];
        axis_fit(&axis, rows[k].most == 0, 1, rows[k].most == 0 ? 10 : rows[k].most);
        axis_label(&axis, rows[k].value, label);
        assert_string_equal(label, rows[k].label);
    }
}

static void a_linear_axis_begins_at_0_with_round_steps(void **state)
{
    (void)state;
    struct axis axis = {.start = 300, .end = 0};
    axis_fit(&axis, false, 17, 100);
    static const double expected[] = {0, 25, 50, 75, 100};
    assert_int_equal(axis.tick_count, 5);
    for (size_t k = 0; k < axis.tick_count; k++)
        assert_true(axis.ticks[k] == expected[k] && !signbit(axis.ticks[k]));
    assert_true(axis_place(&axis, 0) == 300);
    assert_true(axis_place(&axis, 100) > 0);
}

static void ticks_may_stand_where_the_runs_are(void **state)
{
    (void)state;
    static const double values[] = {3, 7, 100};
    double many[1000];
    struct axis axis = {.start = 0, .end = 100};
    axis_fit(&axis, true, 3, 100);
    axis_tick_values(&axis, values, 3);
    assert_int_equal(axis.tick_count, 3);
    assert_true(axis.ticks[1] == 7);
    for (size_t k = 0; k < 1000; k++)
        many[k] = (double)(k + 1);
    axis_fit(&axis, true, 1, 1000);
    axis_tick_values(&axis, many, 1000);
    assert_in_range(axis.tick_count, AXIS_TICKS / 2, AXIS_TICKS);
}

/* Of any values: two ticks at least, ascending, on the axis; all values on the axis. */
static void any_range_has_an_axis(void **state)
{
    (void)state;
    const char *given = getenv("SEED");
    const unsigned seed = given != NULL ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    printf("# SEED=%u\n", seed);
    srand(seed);
    for (int k = 0; k < 20000; k++) {
        const double least = pow(10, rand() % 180 / 10.0 - 3),
                     most = least * pow(10, (k % 7 == 0 ? 0 : rand() % 90 / 10.0)) +
                            (k % 7 == 0 ? least * 1e-15 * (rand() % 9) : 0);
        struct axis axis = {.start = 0, .end = 1000};
        axis_fit(&axis, k % 2 == 0, least, most);
        if (axis.tick_count < 2)
            fail_msg("%g to %g: %zu ticks", least, most, axis.tick_count);
        for (size_t i = 0; i < axis.tick_count; i++) {
            const double place = axis_place(&axis, axis.ticks[i]);
            assert_true(place >= -1e-6 && place <= 1000 + 1e-6);
            assert_true(i == 0 || axis.ticks[i] > axis.ticks[i - 1]);
        }
        assert_true(axis_place(&axis, least) >= 0 && axis_place(&axis, most) <= 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_for_people),
        cmocka_unit_test(a_linear_axis_begins_at_0_with_round_steps),
        cmocka_unit_test(ticks_may_stand_where_the_runs_are),
        cmocka_unit_test(any_range_has_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
