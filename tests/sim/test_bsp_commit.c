/* test_bsp_commit.c - what is done in a synchronisation phase, concluded from what the threads' tiles ask
 * for: each thread alone as far as nobody can tell the difference, one thread for all otherwise. That what is
 * done is right is for test_bsp_fuzz.c and tests/matrix. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/bsp/phase/phase.h"

static enum commit_plan plan_under(enum write_policy policy, struct commit_summary first,
                                   struct commit_summary second, bool barriers_busy)
{
    static struct machine machine;
    machine.config.policy = policy;
    const struct tile_world world = {.machine = &machine, .level = 4};
    const struct commit_summary *const both[] = {&first, &second};
    return commit_plan(&world, both, 2, barriers_busy);
}

static enum commit_plan plan(struct commit_summary first, struct commit_summary second)
{
    return plan_under(POLICY_HIGH, first, second, false);
}

static const struct commit_summary nothing = {.independent = true, .present = UINT64_MAX};

static struct commit_summary stores(uint32_t low, uint32_t high)
{
    return (struct commit_summary){.stores = true,
                                   .independent = true,
                                   .one_cycle = true,
                                   .low = low,
                                   .high = high,
                                   .first_cycle = 50,
                                   .present = 50};
}

static struct commit_summary folds(uint32_t cell)
{
    return (struct commit_summary){.folds = true,
                                   .independent = true,
                                   .even_folds = true,
                                   .one_fold = true,
                                   .one_cycle = true,
                                   .fold = ROWS_FOLD_ADD,
                                   .cell = cell,
                                   .first_cycle = 50,
                                   .present = 50};
}

static void without_requests_there_is_nothing_to_do(void **state)
{
    (void)state;
    assert_int_equal(plan(nothing, nothing), COMMIT_NOTHING);
}

static void threads_whose_cells_lie_apart_store_their_own(void **state)
{
    (void)state;
    assert_int_equal(plan(stores(100, 199), stores(200, 299)), COMMIT_OWN);
    assert_int_equal(plan(stores(200, 299), stores(100, 199)), COMMIT_OWN);
    assert_int_equal(plan(stores(100, 199), nothing), COMMIT_OWN);
    assert_int_equal(plan(nothing, stores(100, 199)), COMMIT_OWN);
}

static void stores_that_may_meet_are_one_threads_work(void **state)
{
    (void)state;
    assert_int_equal(plan(stores(100, 200), stores(200, 299)), COMMIT_ALONE);
    assert_int_equal(plan(stores(100, 299), stores(150, 160)), COMMIT_ALONE);
    struct commit_summary meeting = stores(100, 199);
    meeting.independent = false; /* within the thread */
    assert_int_equal(plan(meeting, nothing), COMMIT_ALONE);
}

/* Ascending order gives the cell to the highest PP: no other policy can be had for nothing. */
static void other_policies_are_one_threads_work(void **state)
{
    (void)state;
    assert_int_equal(plan_under(POLICY_LOW, stores(1, 2), nothing, false), COMMIT_ALONE);
    assert_int_equal(plan_under(POLICY_COMMON, stores(1, 2), nothing, false), COMMIT_ALONE);
    assert_int_equal(plan_under(POLICY_ARBITRARY, stores(1, 2), nothing, false), COMMIT_ALONE);
}

static void multiprefix_to_one_cell_is_a_scan(void **state)
{
    (void)state;
    assert_int_equal(plan(folds(7), folds(7)), COMMIT_ONE_CELL);
    assert_int_equal(plan(folds(7), nothing), COMMIT_ONE_CELL);
}

static void multiprefix_to_several_cells_goes_tile_by_tile(void **state)
{
    (void)state;
    assert_int_equal(plan(folds(7), folds(8)), COMMIT_FOLDS);
    struct commit_summary scattered = folds(0);
    scattered.one_fold = false;
    assert_int_equal(plan(scattered, nothing), COMMIT_FOLDS);
}

/* Requests of several cycles or kinds have an order that only a list shows. */
static void uneven_multiprefix_is_one_threads_work(void **state)
{
    (void)state;
    struct commit_summary other = folds(7);
    other.fold = ROWS_FOLD_MAX;
    assert_int_equal(plan(folds(7), other), COMMIT_ALONE);
    other = folds(7);
    other.first_cycle = 51;
    assert_int_equal(plan(folds(7), other), COMMIT_ALONE);
    other = folds(7);
    other.one_cycle = false;
    assert_int_equal(plan(folds(7), other), COMMIT_ALONE);
    other = folds(7);
    other.even_folds = false;
    assert_int_equal(plan(folds(7), other), COMMIT_ALONE);
    assert_int_equal(plan(folds(7), stores(100, 199)), COMMIT_ALONE);
}

/* A PP that is earlier in time may still come before them. */
static void asynchronous_multiprefix_waits_for_those_who_are_behind(void **state)
{
    (void)state;
    struct commit_summary async = folds(7), behind = nothing;
    async.async_folds = true;
    assert_int_equal(plan(async, nothing), COMMIT_ONE_CELL);
    behind.present = 49;
    assert_int_equal(plan(async, behind), COMMIT_ALONE);
    behind.present = 50;
    assert_int_equal(plan(async, behind), COMMIT_ONE_CELL);
    assert_int_equal(plan_under(POLICY_HIGH, async, nothing, true), COMMIT_ALONE);
    assert_int_equal(plan_under(POLICY_HIGH, folds(7), nothing, true), COMMIT_ONE_CELL); /* synchronous */
}

static void what_only_one_thread_can_do(void **state)
{
    (void)state;
    struct commit_summary special = nothing;
    special.others = true;
    assert_int_equal(plan(stores(100, 199), special), COMMIT_ALONE);
    special = stores(200, 299);
    special.spinning = true;
    assert_int_equal(plan(stores(100, 199), special), COMMIT_ALONE);
    special = nothing;
    special.faulty = true;
    assert_int_equal(plan(stores(100, 199), special), COMMIT_ALONE);
    special = nothing;
    special.out_of_memory = true;
    assert_int_equal(plan(nothing, special), COMMIT_ALONE);
}

/* At levels 1 to 3 stores to own areas come first, whoever asks for them. */
static void stores_to_own_areas_have_phases_of_their_own(void **state)
{
    (void)state;
    const struct commit_summary own = {.areas = true}, shared = stores(100, 199);
    const struct commit_summary *const with[] = {&shared, &own}, *const without[] = {&shared, &nothing};
    assert_true(commit_is_of_areas(with, 2));
    assert_false(commit_is_of_areas(without, 2));
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
