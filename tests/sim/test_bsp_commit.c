/* test_bsp_commit.c - the kind of a synchronisation phase, derived from the requests of the threads' tiles:
 * each thread alone if that makes no visible difference, one thread for all otherwise. test_bsp_fuzz.c and
 * tests/matrix test the results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "sim/segment/phase/phase.h"

/* The kind of phase of two threads' requests; unset fields are false. */
static enum phase_kind kind_under(enum write_policy policy, struct commit_summary first,
                                  struct commit_summary second, struct phase_facts facts)
{
    static struct machine machine;
    machine.config.policy = policy;
    const struct tile_world world = {.machine = &machine, .level = 4};
    commit_join(&first, &second);
    facts.world = &world;
    facts.all = &first;
    return phase_first(&facts, 0);
}

static enum phase_kind kind(struct commit_summary first, struct commit_summary second)
{
    return kind_under(POLICY_HIGH, first, second, (struct phase_facts){.passed = false});
}

static const struct commit_summary nothing = {
    .low = UINT32_MAX, .first_cycle = UINT64_MAX, .present = UINT64_MAX};

static struct commit_summary stores(uint32_t low, uint32_t high)
{
    return (struct commit_summary){
        .stores = true, .low = low, .high = high, .first_cycle = 50, .present = 50};
}

static struct commit_summary folds(uint32_t cell)
{
    return (struct commit_summary){.folds = true,
                                   .fold = SYSTEM_FOLD_ADD,
                                   .low = UINT32_MAX,
                                   .cell = cell,
                                   .first_cycle = 50,
                                   .present = 50};
}

static void without_requests_there_is_nothing_to_do(void **state)
{
    (void)state;
    assert_int_equal(kind(nothing, nothing), PHASE_nothing);
}

static void threads_whose_cells_lie_apart_store_their_own(void **state)
{
    (void)state;
    assert_int_equal(kind(stores(100, 199), stores(200, 299)), PHASE_own);
    assert_int_equal(kind(stores(200, 299), stores(100, 199)), PHASE_own);
    assert_int_equal(kind(stores(100, 199), nothing), PHASE_own);
    assert_int_equal(kind(nothing, stores(100, 199)), PHASE_own);
}

static void stores_that_may_meet_are_one_threads_work(void **state)
{
    (void)state;
    assert_int_equal(kind(stores(100, 200), stores(200, 299)), PHASE_strands);
    assert_int_equal(kind(stores(100, 299), stores(150, 160)), PHASE_strands);
    struct commit_summary meeting = stores(100, 199);
    meeting.clashing = true; /* within the thread */
    assert_int_equal(kind(meeting, nothing), PHASE_strands);
}

/* Ascending order gives the cell to the highest PP: no other policy can be had for nothing. */
static void other_policies_are_one_threads_work(void **state)
{
    (void)state;
    const struct phase_facts calm = {.passed = false};
    assert_int_equal(kind_under(POLICY_LOW, stores(1, 2), nothing, calm), PHASE_strands);
    assert_int_equal(kind_under(POLICY_COMMON, stores(1, 2), nothing, calm), PHASE_strands);
    assert_int_equal(kind_under(POLICY_ARBITRARY, stores(1, 2), nothing, calm), PHASE_strands);
}

static void multiprefix_to_one_cell_is_a_scan(void **state)
{
    (void)state;
    assert_int_equal(kind(folds(7), folds(7)), PHASE_one_cell);
    assert_int_equal(kind(folds(7), nothing), PHASE_one_cell);
}

static void multiprefix_to_several_cells_goes_tile_by_tile(void **state)
{
    (void)state;
    assert_int_equal(kind(folds(7), folds(8)), PHASE_folds);
    struct commit_summary scattered = folds(0);
    scattered.several_cells = true;
    assert_int_equal(kind(scattered, nothing), PHASE_folds);
}

/* Requests of several cycles or kinds have an order that only a list shows. */
static void uneven_multiprefix_is_one_threads_work(void **state)
{
    (void)state;
    struct commit_summary other = folds(7);
    other.fold = SYSTEM_FOLD_MAX;
    assert_int_equal(kind(folds(7), other), PHASE_strands);
    other = folds(7);
    other.first_cycle = 51;
    assert_int_equal(kind(folds(7), other), PHASE_strands);
    other = folds(7);
    other.several_cycles = true;
    assert_int_equal(kind(folds(7), other), PHASE_strands);
    other = folds(7);
    other.uneven_folds = true;
    assert_int_equal(kind(folds(7), other), PHASE_strands);
    assert_int_equal(kind(folds(7), stores(100, 199)), PHASE_strands);
}

/* A PP that is earlier in time may still come before them. */
static void asynchronous_multiprefix_waits_for_those_who_are_behind(void **state)
{
    (void)state;
    const struct phase_facts busy = {.barriers_busy = true};
    struct commit_summary async = folds(7), behind = nothing;
    async.async_folds = true;
    assert_int_equal(kind(async, nothing), PHASE_one_cell);
    behind.present = 49;
    assert_int_equal(kind(async, behind), PHASE_strands);
    behind.present = 50;
    assert_int_equal(kind(async, behind), PHASE_one_cell);
    assert_int_equal(kind_under(POLICY_HIGH, async, nothing, busy), PHASE_strands);
    assert_int_equal(kind_under(POLICY_HIGH, folds(7), nothing, busy), PHASE_one_cell); /* synchronous */
}

static void what_only_one_thread_can_do(void **state)
{
    (void)state;
    struct commit_summary special = nothing;
    special.others = true;
    assert_int_equal(kind(stores(100, 199), special), PHASE_strands);
    special = stores(200, 299);
    special.spinning = true;
    assert_int_equal(kind(stores(100, 199), special), PHASE_strands);
    special = nothing;
    special.faulty = true;
    assert_int_equal(kind(stores(100, 199), special), PHASE_strands);
    special = nothing;
    special.out_of_memory = true;
    assert_int_equal(kind(nothing, special), PHASE_strands);
}

/* At levels 1 to 3 stores to own areas come first, whichever PP requests them. */
static void stores_to_own_areas_have_phases_of_their_own(void **state)
{
    (void)state;
    const struct commit_summary own = {.areas = true};
    assert_int_equal(kind(stores(100, 199), own), PHASE_areas);
    assert_int_equal(kind(stores(100, 199), nothing), PHASE_own);
}

/* A foreseen request is counted first; then comes the phase of the segment. */
static void a_foreseen_request_is_a_phase_before_that_of_the_segment(void **state)
{
    (void)state;
    const struct phase_facts passed = {.passed = true};
    assert_int_equal(kind_under(POLICY_HIGH, stores(100, 199), nothing, passed), PHASE_foreseen);
    assert_int_equal(phase_nexts[PHASE_foreseen], PHASE_NEXT_in_segment);
    for (unsigned k = PHASE_foreseen + 1; k < PHASES; k++)
        assert_int_not_equal(phase_nexts[k], PHASE_NEXT_in_segment);
}

/* Near a fault requests may have to wait for it: then one thread examines all of them, even if there are
 * none. */
static void a_known_fault_makes_phases_one_threads_work(void **state)
{
    (void)state;
    const struct phase_facts fault = {.fault_known = true};
    assert_int_equal(kind_under(POLICY_HIGH, stores(100, 199), nothing, fault), PHASE_strands);
    assert_int_equal(kind_under(POLICY_HIGH, nothing, nothing, fault), PHASE_strands);
}

/* Requests of three threads: in a large team two of them are joined. */
static enum phase_kind joined_kind(struct commit_summary first, struct commit_summary second,
                                   struct commit_summary third)
{
    struct commit_summary left = first, right = second;
    commit_join(&left, &second);
    commit_join(&right, &third);
    const enum phase_kind one = kind(left, third), other = kind(first, right);
    assert_int_equal(one, other);
    return one;
}

static void threads_told_together_ask_for_what_each_does(void **state)
{
    (void)state;
    const struct commit_summary areas = {.areas = true};
    struct commit_summary other_fold = folds(7), async = folds(7), in_fault = nothing, late = nothing;
    assert_int_equal(joined_kind(nothing, nothing, nothing), PHASE_nothing);
    assert_int_equal(joined_kind(stores(0, 9), nothing, stores(20, 29)), PHASE_own);
    assert_int_equal(joined_kind(stores(0, 9), stores(10, 19), stores(20, 29)), PHASE_own);
    assert_int_equal(joined_kind(stores(20, 29), stores(10, 19), stores(0, 9)), PHASE_own);
    assert_int_equal(joined_kind(stores(0, 9), stores(9, 19), stores(20, 29)), PHASE_strands);
    assert_int_equal(joined_kind(stores(0, 9), stores(30, 39), stores(5, 29)), PHASE_strands);
    assert_int_equal(joined_kind(nothing, areas, stores(20, 29)), PHASE_areas);
    assert_int_equal(joined_kind(folds(7), nothing, folds(7)), PHASE_one_cell);
    assert_int_equal(joined_kind(folds(7), folds(8), folds(7)), PHASE_folds);
    assert_int_equal(joined_kind(folds(7), folds(7), stores(7, 7)), PHASE_strands);
    other_fold.fold = SYSTEM_FOLD_MAX;
    assert_int_equal(joined_kind(folds(7), other_fold, folds(7)), PHASE_strands);
    other_fold = folds(7);
    other_fold.first_cycle++;
    assert_int_equal(joined_kind(folds(7), nothing, other_fold), PHASE_strands);
    async.async_folds = true;
    late.present = 40;
    assert_int_equal(joined_kind(async, nothing, nothing), PHASE_one_cell);
    assert_int_equal(joined_kind(async, late, nothing), PHASE_strands);
    in_fault.faulty = true;
    assert_int_equal(joined_kind(nothing, in_fault, stores(1, 2)), PHASE_strands);
}

static void what_threads_contribute_is_combined_in_their_order(void **state)
{
    (void)state;
    struct commit_summary sum = nothing, first = folds(7), second = folds(7);
    first.total = 5;
    first.cell_value = second.cell_value = 100;
    second.total = 8;
    commit_join(&sum, &first);
    commit_join(&sum, &nothing);
    commit_join(&sum, &second);
    assert_true(sum.folds && !sum.several_cells);
    assert_int_equal(sum.cell, 7);
    assert_int_equal(sum.cell_value, 100);
    assert_int_equal(sum.total, 13);
}

static void kinds_of_phases_are_in_the_manual(void **state)
{
    (void)state;
    static const struct {
        const char *name, *next, *what, *when;
    } rows[] = {
#define PHASE(name, next, what, when) {#name, #next, what, when},
#include "sim/segment/phase/phase.def"
    };
    static const struct {
        const char *name, *carrier, *text;
    } nexts[] = {
#define PHASE_NEXT(name, carrier, text) {#name, carrier, text},
#include "sim/segment/phase/phase.def"
    };
    static char manual[1 << 17], row[1000];
    FILE *file = fopen("docs/internals/engine.md", "r");
    assert_non_null(file);
    const size_t size = fread(manual, 1, sizeof manual - 1, file);
    fclose(file);
    assert_in_range(size, 1, sizeof manual - 2);
    const char *place = manual;
    for (size_t k = 0; k < PHASES; k++) {
        size_t n = 0;
        while (strcmp(nexts[n].name, rows[k].next) != 0)
            n++;
        snprintf(row, sizeof row, "\n| `%s` | %s | %s | %s | %s |\n", rows[k].name, rows[k].what,
                 nexts[n].carrier, nexts[n].text, rows[k].when);
        const char *found = strstr(place, row); /* in this order */
        if (found == NULL)
            fail_msg("docs/internals/engine.md lacks, at its place:%s", row);
        else
            place = found + strlen(row) - 1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_requests_there_is_nothing_to_do),
        cmocka_unit_test(threads_whose_cells_lie_apart_store_their_own),
        cmocka_unit_test(stores_that_may_meet_are_one_threads_work),
        cmocka_unit_test(other_policies_are_one_threads_work),
        cmocka_unit_test(multiprefix_to_one_cell_is_a_scan),
        cmocka_unit_test(multiprefix_to_several_cells_goes_tile_by_tile),
        cmocka_unit_test(uneven_multiprefix_is_one_threads_work),
        cmocka_unit_test(asynchronous_multiprefix_waits_for_those_who_are_behind),
        cmocka_unit_test(what_only_one_thread_can_do),
        cmocka_unit_test(stores_to_own_areas_have_phases_of_their_own),
        cmocka_unit_test(a_foreseen_request_is_a_phase_before_that_of_the_segment),
        cmocka_unit_test(a_known_fault_makes_phases_one_threads_work),
        cmocka_unit_test(threads_told_together_ask_for_what_each_does),
        cmocka_unit_test(what_threads_contribute_is_combined_in_their_order),
        cmocka_unit_test(kinds_of_phases_are_in_the_manual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
