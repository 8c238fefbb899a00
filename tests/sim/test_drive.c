/* test_drive.c - when a run's progress is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/cli/run.h"

/* Seconds, tested every hundredth of a second, at which lines come within `end` seconds. */
static unsigned lines_within(enum drive_show show, double end, double *first)
{
    double last = 0;
    unsigned lines = 0;
    for (int look = 0; look < (int)(end * 100); look++) {
        const double now = look / 100.0;
        if (!drive_is_due(show, now, now - last))
            continue;
        last = now;
        if (lines++ == 0)
            *first = now;
    }
    return lines;
}

static void a_terminal_shows_a_line_from_two_seconds_on(void **state)
{
    (void)state;
    double first = 0;
    assert_int_equal(lines_within(DRIVE_TERMINAL, 1.99, &first), 0);
    assert_in_range(lines_within(DRIVE_TERMINAL, 10, &first), 15, 17);
    assert_true(first >= 2 && first < 2.02);
}

static void elsewhere_a_line_comes_once_a_minute(void **state)
{
    (void)state;
    double first = 0;
    assert_int_equal(lines_within(DRIVE_LINES, 59.9, &first), 0);
    assert_int_equal(lines_within(DRIVE_LINES, 241, &first), 4);
    assert_true(first >= 60 && first < 60.02);
}

static void nothing_is_shown_to_who_wants_nothing(void **state)
{
    (void)state;
    double first = 0;
    assert_int_equal(lines_within(DRIVE_QUIET, 1000, &first), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_terminal_shows_a_line_from_two_seconds_on),
        cmocka_unit_test(elsewhere_a_line_comes_once_a_minute),
        cmocka_unit_test(nothing_is_shown_to_who_wants_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
