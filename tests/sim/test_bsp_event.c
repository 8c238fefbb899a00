/* test_bsp_event.c - words of own areas in the event core: programs written by hand for cases that random
 * ones rarely reach, compared with the reference.
 *
 * PP 2 changes words of its own, speculatively; PPs 0 and 1 do the same in the same cycle, so neither has a
 * cycle for itself. Knows engines.h; test_bsp_async.c is for random programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/segment/bsp.h"
#include "sim/machine/machine.h"
#include "sim/reference/reference.h"
#include "tests/sim/engines.h"

enum { AREA_SHIFT = 6, SHARED = OBJECT_DATA_START + ENGINES_DATA };

/* Registers with a meaning. */
enum { ARGUMENT = 3, VALUES = 4, SCRATCH = 14, NUMBER = 19, CELLS = 20, STACK = 24, COUNTER = 27 };

/* Runs long enough that the engine takes PPs one after another; then PP 2 continues here, the others at the
 * target of the returned branch. */
static uint32_t part_from_pp_2(struct program_text *text)
{
    text_emit(text, OP_getpn, 0, false, 0, NUMBER);
    text_emit(text, OP_sys, 0, true, 20, 0); /* R3 = the own stack */
    text_set(text, SHARED, CELLS);
    text_emit_wide(text, OP_getlo, 100, COUNTER);
    text_emit(text, OP_mpadd, CELLS, true, 0, VALUES);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bpl, -3, 0);
    text_emit(text, OP_subs, NUMBER, true, 2, SCRATCH);
    return text_branch(text, OP_bne);
}

static void expect_the_same(const struct program_text *text, enum write_policy policy, uint64_t seed)
{
    const struct machine_config config = {.pps = 3,
                                          .stack_words = 1u << AREA_SHIFT,
                                          .private_words = 1u << AREA_SHIFT,
                                          .shared_words = SHARED + 64,
                                          .max_cycles = 1000000,
                                          .policy = policy,
                                          .threads = 1};
    struct outcome expected, got;
    engines_run(&reference_engine, text, &config, &expected);
    engines_run(&bsp_engine, text, &config, &got);
    assert_false(engines_differ(&expected, &got, &config, seed, EXCEPT_NOTHING));
    engines_forget(&got);
    engines_forget(&expected);
}

/* PP 2 stores to a word of its own in each cycle; in one of them the others' stores are refused. */
static void own_words_stay_as_they_are_in_a_cycle_that_is_refused(void **state)
{
    (void)state;
    struct program_text text = {.count = 0};
    const uint32_t others = part_from_pp_2(&text);
    for (int32_t word = 0; word < 40; word++)
        text_emit(&text, OP_stg, ARGUMENT, true, word, CELLS);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    text_land(&text, others);
    for (uint32_t k = 0; k < 20; k++)
        text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_stg, CELLS, true, 1, NUMBER);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    expect_the_same(&text, POLICY_COMMON, 0);
}

/* PPs 0 and 1 do nothing visible for `rounds` rounds, and then read PP 2's stack, both in one cycle. PP 2
 * counts there meanwhile. */
static void look_at_a_counter(struct program_text *text, uint32_t rounds)
{
    const uint32_t others = part_from_pp_2(text);
    text_emit_wide(text, OP_getlo, 2000, COUNTER);
    text_emit(text, OP_stg, ARGUMENT, true, 4, COUNTER);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bpl, -2, 0);
    text_emit(text, OP_halt, 0, false, 0, 0);
    text_land(text, others);
    text_emit(text, OP_lsl, SCRATCH, true, AREA_SHIFT, SCRATCH);
    text_emit(text, OP_sub, ARGUMENT, false, SCRATCH, STACK);
    text_emit_wide(text, OP_getlo, (int32_t)rounds, COUNTER);
    text_emit(text, OP_mpadd, CELLS, true, 0, VALUES);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_subs, COUNTER, true, 1, COUNTER);
    text_emit_wide(text, OP_bpl, -1, 0);
    text_emit_wide(text, OP_bra, 1, 0);
    text_emit(text, OP_ldg, STACK, true, 4, VALUES);
    text_emit(text, OP_nop, 0, false, 0, 0);
    text_emit(text, OP_halt, 0, false, 0, 0);
}

/* An engine may lose sight of a PP that goes far without doing anything that others see. */
static void who_has_gone_far_finds_anothers_words_as_they_are(void **state)
{
    (void)state;
    for (uint32_t rounds = 980; rounds < 1010; rounds++) {
        struct program_text text = {.count = 0};
        look_at_a_counter(&text, rounds);
        expect_the_same(&text, POLICY_HIGH, rounds);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_words_stay_as_they_are_in_a_cycle_that_is_refused),
        cmocka_unit_test(who_has_gone_far_finds_anothers_words_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
