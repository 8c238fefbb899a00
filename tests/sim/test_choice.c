/* Which engine a run continues on, decided by times (sim/adaptive/choice.h): programs are played by speeds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/adaptive/choice.h"

enum { PPS = 1024, SECOND = 1000000000, MOVE = 200000 };

/* Nanoseconds of a cycle on the first engine and on the other. */
struct program {
    double first, other;
    uint64_t
        slow_start; /* nanoseconds after a move to the first engine, in which it takes 20 times as long */
    bool is_fast;   /* the first engine executes many instructions in a time */
};

struct run {
    struct choice choice;
    struct choice_moment at;
    uint64_t on_other; /* nanoseconds */
    uint64_t moving;
    uint64_t back; /* the time of the last move to the first engine; 0: none */
    double lost;   /* nanoseconds beyond those of the first engine for the same cycles */
    unsigned parts, looks;
};

static struct run begin(void)
{
    struct run run = {.at.time = 5 * (uint64_t)SECOND};
    choice_start(&run.choice, run.at.time, PPS, 0);
    return run;
}

static void demand(const struct run *run)
{
    const char *broken = choice_broken(&run->choice);
    if (broken != NULL)
        fail_msg("%s", broken);
}

/* Plays a part of the program, up to `end` at most. */
static void play_part(struct run *run, const struct program *program, uint64_t end)
{
    struct choice *choice = &run->choice;
    const double steady = choice->is_on_other ? program->other : program->first;
    const uint64_t before = run->at.time, instructions = (uint64_t)(steady / (program->is_fast ? 0.5 : 5));
    double ahead = 0; /* nanoseconds of the last cycle */
    choice_begin(choice, &run->at);
    for (bool is_over = false; !is_over && run->at.time < end;) {
        const uint64_t cycles = choice->part.step / instructions + 1;
        const bool is_slow =
            !choice->is_on_other && run->back != 0 && run->at.time - run->back < program->slow_start;
        const double cycle = is_slow ? 20 * steady : steady;
        ahead += (double)cycles * cycle;
        run->at.time += (uint64_t)ahead;
        ahead -= (double)(uint64_t)ahead;
        run->at.cycle += cycles;
        run->at.instructions += cycles * instructions;
        run->lost += choice->is_on_other ? (double)cycles * (program->other - program->first) : 0;
        is_over = choice_look(choice, &run->at);
        run->looks++;
    }
    run->on_other += choice->is_on_other ? run->at.time - before : 0;
    if (choice_note(choice, &run->at)) {
        run->at.time += MOVE;
        run->moving += MOVE;
        choice_moved(choice, MOVE);
        run->back = choice->is_on_other ? 0 : run->at.time;
    }
    run->parts++;
    demand(run);
}

static void play(struct run *run, const struct program *program, double seconds)
{
    const uint64_t end = run->at.time + (uint64_t)(seconds * SECOND);
    while (run->at.time < end)
        play_part(run, program, end);
}

static void a_fast_run_has_few_trials(void **state)
{
    (void)state;
    struct run run = begin();
    const struct program program = {.first = 300, .other = 20000, .is_fast = true};
    play(&run, &program, 0.1);
    assert_int_equal(run.choice.trials, 0);
    assert_true(run.choice.was_fast);
    play(&run, &program, 10);
    assert_in_range(run.choice.trials, 1, 6);
    assert_true(run.parts < 20); /* each is a stop */
    assert_true(run.lost + (double)run.moving < 10.0 * SECOND / 50);
}

static void a_slow_phase_of_a_fast_run_is_tried(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 20000, .is_fast = true}, 0.1);
    play(&run, &(struct program){.first = 9000, .other = 6000}, 0.03);
    assert_true(run.choice.is_on_other);
}

static void a_short_run_has_no_trials(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 3000}, 0.005);
    assert_int_equal(run.choice.trials, 0);
    assert_false(run.choice.was_fast);
}

static void a_faster_engine_is_found_and_kept(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 6000}, 10);
    assert_true(run.choice.is_on_other);
    assert_int_equal(run.choice.changes, 1);
    assert_true(run.on_other > 9.8 * SECOND);
    assert_true(run.moving < SECOND / 50);
}

static void trials_of_a_slower_engine_cost_two_percent(void **state)
{
    (void)state;
    double other = 9000;
    for (unsigned k = 0; k < 5; k++, other *= 3) {
        struct run run = begin();
        play(&run, &(struct program){.first = 9000, .other = other}, 2);
        assert_int_equal(run.choice.changes, 0);
        assert_true(run.choice.trials >= 2);
        assert_true(run.lost + (double)run.moving < 2.0 * SECOND / 50);
    }
}

static void an_engine_that_is_hardly_faster_is_not_taken(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 8700}, 3);
    assert_int_equal(run.choice.changes, 0);
}

static void a_run_whose_pps_come_together_goes_back_soon(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 3000}, 20);
    assert_true(run.choice.is_on_other);
    const uint64_t before = run.on_other;
    play(&run, &(struct program){.first = 100, .other = 1000, .is_fast = true}, 1);
    assert_false(run.choice.is_on_other);
    assert_true(run.on_other - before < SECOND / 5);
}

/* The trial has met the end of a phase. */
static void a_change_that_turns_out_wrong_is_reversed_soon(void **state)
{
    (void)state;
    struct run run = begin();
    const struct program program = {.first = 9000, .other = 3000};
    while (!run.choice.is_on_other || run.choice.step != CHOICE_WORK)
        play_part(&run, &program, run.at.time + SECOND);
    const uint64_t before = run.on_other;
    play(&run, &(struct program){.first = 9000, .other = 36000}, 1);
    assert_false(run.choice.is_on_other);
    assert_true(run.on_other - before < SECOND / 20);
}

/* The trial has met a phase in which the first engine is faster. */
static void a_first_engine_that_starts_slowly_is_found_again(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 30000, .other = 11000}, 0.1);
    assert_true(run.choice.is_on_other);
    play(&run, &(struct program){.first = 2000, .other = 11000, .slow_start = BACK_LEAST / 2}, 0.2);
    assert_false(run.choice.is_on_other);
}

static void a_trial_that_failed_by_chance_is_repeated_soon(void **state)
{
    (void)state;
    struct run run = begin();
    const struct program program = {.first = 3000, .other = 9000};
    play(&run, &program, 5);
    const uint64_t trials = run.choice.trials;
    while (run.choice.trials == trials || run.choice.step != CHOICE_WORK)
        play_part(&run, &program, run.at.time + 5 * (uint64_t)SECOND);
    const uint64_t before = run.at.time;
    while (!run.choice.is_on_other || run.choice.step != CHOICE_WORK)
        play_part(&run, &(struct program){.first = 60000, .other = 20000},
                  run.at.time + 5 * (uint64_t)SECOND);
    assert_true(run.at.time - before < SECOND / 3);
}

static void phases_that_change_all_the_time_are_not_followed(void **state)
{
    (void)state;
    struct run run = begin();
    for (unsigned k = 0; k < 1000; k++) {
        play(&run, &(struct program){.first = 9000, .other = 3000}, 0.005);
        play(&run, &(struct program){.first = 3000, .other = 9000}, 0.005);
    }
    assert_true(run.moving < (run.at.time - run.choice.started) / 40);
}

static void looks_at_the_clock_are_neither_rare_nor_too_many(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 20000}, 5);
    assert_in_range(run.looks, TICK_LOOKS * run.parts, 12 * TICK_LOOKS * run.parts);
    struct choice *choice = &run.choice;
    choice_begin(choice, &run.at);
    for (unsigned k = 0; k < 200; k++) /* the clock is read for other reasons */
        choice_look(choice, &run.at);
    assert_int_equal(choice->part.step, TICK_MOST);
}

/* Each row of invariant.def is found broken. */
static void each_invariant_is_checked(void **state)
{
    (void)state;
    struct run run = begin();
    play(&run, &(struct program){.first = 9000, .other = 9000}, 1);
    const struct choice good = run.choice;
    struct choice bad[6] = {good, good, good, good, good, good};
    bad[0].step = CHOICE_TRIAL;
    bad[0].recent = 0;
    bad[1].step = CHOICE_WORK;
    bad[1].spent = 1;
    bad[2].pause = good.shortest - 1;
    bad[3].changes = good.trials + 1;
    bad[4].trials = bad[4].changes = 0;
    bad[4].is_on_other = true;
    bad[5].decided = good.started - 1;
    assert_null(choice_broken(&good));
    for (unsigned k = 0; k < 6; k++) {
        assert_non_null(choice_broken(&bad[k]));
        for (unsigned other = 0; other < k; other++)
            assert_string_not_equal(choice_broken(&bad[k]), choice_broken(&bad[other]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fast_run_has_few_trials),
        cmocka_unit_test(a_slow_phase_of_a_fast_run_is_tried),
        cmocka_unit_test(a_short_run_has_no_trials),
        cmocka_unit_test(a_faster_engine_is_found_and_kept),
        cmocka_unit_test(trials_of_a_slower_engine_cost_two_percent),
        cmocka_unit_test(an_engine_that_is_hardly_faster_is_not_taken),
        cmocka_unit_test(a_run_whose_pps_come_together_goes_back_soon),
        cmocka_unit_test(a_change_that_turns_out_wrong_is_reversed_soon),
        cmocka_unit_test(a_first_engine_that_starts_slowly_is_found_again),
        cmocka_unit_test(a_trial_that_failed_by_chance_is_repeated_soon),
        cmocka_unit_test(phases_that_change_all_the_time_are_not_followed),
        cmocka_unit_test(looks_at_the_clock_are_neither_rare_nor_too_many),
        cmocka_unit_test(each_invariant_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
