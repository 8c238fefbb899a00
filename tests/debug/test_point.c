/* test_point.c - which finding of which catchpoint a run stops at next, forward and back, compared with a
 * search of all findings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "common/memory.h"
#include "sim/debug/point.h"
#include "tests/sim/engines.h"

#define ANY UINT64_MAX

/* A catchpoint with findings at these cycles; the PP of a finding is its place in the call. */
static struct point *add_catch(struct points *points, const uint64_t *cycles, size_t count)
{
    struct point_findings findings = {.count = count, .room = count};
    findings.list = memory_take(count + 1, sizeof *findings.list);
    for (size_t k = 0; k < count; k++) {
        findings.list[k] = (struct point_finding){.cycle = cycles[k], .pp = (uint32_t)k, .count = 1};
        findings.list[k].text = strdup("text");
        findings.list[k].hint = strdup("");
    }
    struct point *point = points_add_catch(points, "race", &findings);
    assert_null(findings.list);
    assert_int_equal(findings.count, 0);
    return point;
}

#define ADD(points, ...)                                                                                     \
    add_catch(points, (const uint64_t[]){__VA_ARGS__},                                                       \
              sizeof(const uint64_t[]){__VA_ARGS__} / sizeof(uint64_t))

/* Asserts the next finding after a cycle, and the last one from a cycle on: its cycle, point and PP; point 0:
 * there is none. */
static void next_is(const struct points *points, uint64_t after, uint64_t limit, uint64_t cycle,
                    unsigned point, uint32_t pp)
{
    unsigned number = 0;
    const struct point_finding *found = points_finding(points, after + 1, limit, false, &number);
    assert_int_equal(number, point);
    assert_int_equal(found != NULL, point != 0);
    if (found != NULL) {
        assert_int_equal(found->cycle, cycle);
        assert_int_equal(found->pp, pp);
    }
}

static void last_is(const struct points *points, uint64_t least, uint64_t limit, uint64_t cycle,
                    unsigned point, uint32_t pp)
{
    unsigned number = 0;
    const struct point_finding *found = points_finding(points, least, limit, true, &number);
    assert_int_equal(number, point);
    assert_int_equal(found != NULL, point != 0);
    if (found != NULL) {
        assert_int_equal(found->cycle, cycle);
        assert_int_equal(found->pp, pp);
    }
}

static void without_findings_there_is_none(void **unused)
{
    (void)unused;
    struct points points = {.count = 0};
    const uint32_t pc = 5;
    next_is(&points, 0, ANY, 0, 0, 0);
    last_is(&points, 0, ANY, 0, 0, 0);
    add_catch(&points, NULL, 0);
    points_add_break(&points, "main", &pc, 1);
    points_add_watch(&points, "n", POINT_CHANGES, 4096, 1, 0);
    next_is(&points, 0, ANY, 0, 0, 0);
    last_is(&points, 0, ANY, 0, 0, 0);
    points_free(&points);
}

static void bounds_are_those_of_the_header(void **unused)
{
    (void)unused;
    struct points points = {.count = 0};
    ADD(&points, 10, 20, 30);
    next_is(&points, 0, ANY, 10, 1, 0);
    next_is(&points, 9, ANY, 10, 1, 0);
    next_is(&points, 10, ANY, 20, 1, 1); /* after the cycle, not at it */
    next_is(&points, 30, ANY, 0, 0, 0);
    next_is(&points, 20, 30, 0, 0, 0); /* before the limit */
    next_is(&points, 20, 31, 30, 1, 2);
    last_is(&points, 0, ANY, 30, 1, 2);
    last_is(&points, 0, 30, 20, 1, 1);  /* before the limit */
    last_is(&points, 20, 30, 20, 1, 1); /* from the cycle on */
    last_is(&points, 21, 30, 0, 0, 0);
    last_is(&points, 0, 10, 0, 0, 0);
    last_is(&points, 0, 0, 0, 0, 0);
    points_free(&points);
}

static void a_finding_at_the_first_and_the_last_cycle_is_found(void **unused)
{
    (void)unused;
    struct points points = {.count = 0};
    ADD(&points, 0, ANY - 1);
    next_is(&points, 0, ANY, ANY - 1, 1, 1); /* a run never stops again where it begins */
    last_is(&points, 0, 1, 0, 1, 0);
    last_is(&points, 0, ANY, ANY - 1, 1, 1);
    points_free(&points);
}

/* Of findings in one cycle it is the first one of the first catchpoint, forward and back: both directions
 * stop once, with the same number. */
static void in_one_cycle_the_first_point_counts(void **unused)
{
    (void)unused;
    struct points points = {.count = 0};
    ADD(&points, 50);
    ADD(&points, 20, 20, 40);
    ADD(&points, 20, 40, 40);
    next_is(&points, 0, ANY, 20, 2, 0);
    next_is(&points, 20, ANY, 40, 2, 2);
    next_is(&points, 40, ANY, 50, 1, 0);
    last_is(&points, 0, 50, 40, 2, 2);
    last_is(&points, 0, 40, 20, 2, 0);
    points.list[1].is_enabled = false;
    next_is(&points, 0, ANY, 20, 3, 0);
    next_is(&points, 20, ANY, 40, 3, 1);
    last_is(&points, 0, 50, 40, 3, 1);
    points_remove(&points, 3);
    next_is(&points, 0, ANY, 50, 1, 0);
    last_is(&points, 0, 50, 0, 0, 0);
    points_free(&points);
}

/* Counts, rules and ignored hits belong to other kinds of points. */
static void counts_do_not_matter(void **unused)
{
    (void)unused;
    struct points points = {.count = 0};
    struct point *point = ADD(&points, 10, 20);
    point->hits = 7;
    point->ignored = 3;
    assert_true(point_set_rule(point, "== 2"));
    point->findings.list[0].count = 18;
    next_is(&points, 0, ANY, 10, 1, 0);
    next_is(&points, 10, ANY, 20, 1, 1);
    last_is(&points, 0, 20, 10, 1, 0);
    assert_int_equal(points.list[0].ignored, 3);
    assert_int_equal(points.list[0].hits, 7);
    points_free(&points);
}

static void sorted_findings_keep_their_order_in_a_cycle(void **unused)
{
    (void)unused;
    static const uint32_t order[] = {1, 3, 2, 4, 0};
    struct points points = {.count = 0};
    struct point *point = ADD(&points, 9, 3, 5, 3, 5);
    point_findings_sort(&point->findings);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        assert_int_equal(point->findings.list[k].pp, order[k]);
    next_is(&points, 0, ANY, 3, 1, 1);
    next_is(&points, 3, ANY, 5, 1, 2);
    last_is(&points, 0, 9, 5, 1, 2);
    points_free(&points);
}

/* Walks forward through all stops, and back: both see the same cycles with the same points. */
static void back_leads_where_forward_came_from(void **unused)
{
    (void)unused;
    enum { POINTS = 4, FINDINGS = 12, CYCLES = 24 };
    struct program_text random = {.random = engines_number("PRAM_FUZZ_SEED", 1)};
    for (uint64_t round = 0; round < 500; round++) {
        struct points points = {.count = 0};
        struct stop {
            uint64_t cycle;
            unsigned number;
            uint32_t pp;
        } stops[POINTS * FINDINGS];
        bool is_there[CYCLES + 1] = {false};
        size_t count = 0, expected = 0;
        for (unsigned k = 0; k < POINTS; k++) {
            uint64_t cycles[FINDINGS];
            const size_t findings = text_below(&random, FINDINGS);
            const bool is_enabled = text_below(&random, 4) != 0;
            for (size_t n = 0; n < findings; n++) {
                cycles[n] = 1 + text_below(&random, CYCLES);
                is_there[cycles[n]] |= is_enabled;
            }
            struct point *point = add_catch(&points, cycles, findings);
            point_findings_sort(&point->findings);
            point->is_enabled = is_enabled;
        }
        for (size_t k = 0; k <= CYCLES; k++)
            expected += is_there[k];
        uint64_t cycle = 0;
        unsigned number = 0;
        const struct point_finding *found;
        while ((found = points_finding(&points, cycle + 1, ANY, false, &number)) != NULL) {
            assert_true(found->cycle > cycle && is_there[found->cycle]);
            stops[count++] = (struct stop){cycle = found->cycle, number, found->pp};
        }
        assert_int_equal(count, expected);
        for (cycle = ANY; (found = points_finding(&points, 0, cycle, true, &number)) != NULL;) {
            assert_true(count > 0);
            count--;
            assert_int_equal(found->cycle, stops[count].cycle);
            assert_int_equal(number, stops[count].number);
            assert_int_equal(found->pp, stops[count].pp);
            cycle = found->cycle;
        }
        assert_int_equal(count, 0);
        points_free(&points);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_findings_there_is_none),
                                       cmocka_unit_test(bounds_are_those_of_the_header),
                                       cmocka_unit_test(a_finding_at_the_first_and_the_last_cycle_is_found),
                                       cmocka_unit_test(in_one_cycle_the_first_point_counts),
                                       cmocka_unit_test(counts_do_not_matter),
                                       cmocka_unit_test(sorted_findings_keep_their_order_in_a_cycle),
                                       cmocka_unit_test(back_leads_where_forward_came_from)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
