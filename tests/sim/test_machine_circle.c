/* test_machine_circle.c - when runs are tested for endless loops, and what counts as one: a PP that returns
 * to an earlier state and changes nothing that others see.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/machine/follow/follow.h"
#include "sim/machine/shint.h"
#include "tests/sim/engines.h"

enum { OWN = 10, CELL, VALUE, CYCLE = 65536 };

static void begin(struct program_text *text)
{
    *text = (struct program_text){.count = 0};
    text_set(text, MEMORY_PRIVATE, OWN);
    text_set(text, 100, CELL);
}

/* Closes the loop, which begins at instruction 4. Whether PP 0 repeats it for ever. */
static bool is_circle(struct program_text *text, bool in_barrier)
{
    const struct machine_config config = engines_small(2);
    struct follow from = {.late_target = DECODE_SINK, .cycle = CYCLE};
    struct machine machine;
    text_emit_wide(text, OP_bra, 4 - (int32_t)text->count, 0);
    engines_load(text, &config, &machine);
    const bool holds =
        follow_round(&machine, &from, in_barrier, circle_steps(CYCLE, machine.config.pps)) != 0;
    machine_destroy(&machine);
    return holds;
}

static void a_loop_that_does_nothing_is_a_circle(void **state)
{
    (void)state;
    struct program_text text;
    begin(&text);
    assert_true(is_circle(&text, false));
    begin(&text);
    text_emit(&text, OP_ldg, CELL, true, 0, VALUE);
    text_emit(&text, OP_getsr, 0, false, 0, VALUE);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    assert_true(is_circle(&text, false));
}

static void a_loop_that_counts_is_none(void **state)
{
    (void)state;
    struct program_text text;
    begin(&text);
    text_emit(&text, OP_add, VALUE, true, 1, VALUE);
    assert_false(is_circle(&text, false));
    begin(&text);
    text_emit(&text, OP_ldg, OWN, true, 3, VALUE);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_add, VALUE, true, 1, VALUE);
    text_emit(&text, OP_stg, OWN, true, 3, VALUE);
    assert_false(is_circle(&text, false));
}

/* A word in the own area that alternates: two rounds are one circle. */
static void own_cells_belong_to_the_state(void **state)
{
    (void)state;
    struct program_text text;
    begin(&text);
    text_emit(&text, OP_ldg, OWN, true, 3, VALUE);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_xor, VALUE, true, 1, VALUE);
    text_emit(&text, OP_stg, OWN, true, 3, VALUE);
    text_emit_wide(&text, OP_getlo, 0, VALUE);
    assert_true(is_circle(&text, false));
    begin(&text); /* the same word in all registers and another one in memory, each round */
    text_emit(&text, OP_ldg, OWN, true, 3, VALUE);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_add, VALUE, true, 1, VALUE);
    text_emit(&text, OP_stg, OWN, true, 3, VALUE);
    text_emit_wide(&text, OP_getlo, 0, VALUE);
    assert_false(is_circle(&text, false));
}

static void requests_may_leave_memory_as_it_is(void **state)
{
    (void)state;
    struct program_text text;
    begin(&text);
    text_emit(&text, OP_stg, CELL, true, 0, 0);
    text_emit(&text, OP_syncadd, CELL, true, 1, 0);
    text_emit(&text, OP_syncmax, CELL, true, 2, 0);
    assert_true(is_circle(&text, false));
    begin(&text);
    text_emit(&text, OP_stg, CELL, true, 0, CELL);
    assert_false(is_circle(&text, false));
    begin(&text);
    text_emit(&text, OP_syncadd, CELL, true, 0, CELL);
    assert_false(is_circle(&text, false));
}

static void some_instructions_are_in_no_circle(void **state)
{
    static const uint8_t opcodes[] = {OP_getct, OP_halt, OP_sys};
    (void)state;
    struct program_text text;
    for (unsigned k = 0; k < sizeof opcodes; k++) {
        begin(&text);
        text_emit_wide(&text, opcodes[k], 20, 0);
        assert_false(is_circle(&text, false));
    }
    begin(&text);
    text_emit_wide(&text, OP_shint, SHINT_barrier_leave, 0);
    assert_false(is_circle(&text, true));
    begin(&text);
    text_emit_wide(&text, OP_shint, SHINT_barrier_enter, 0);
    assert_false(is_circle(&text, false));
    begin(&text);
    text_emit_wide(&text, OP_shint, SHINT_barrier_enter, 0);
    assert_true(is_circle(&text, true));
}

/* A round of three instructions takes two rounds: the status word has the parity of the cycle. */
static void the_parity_of_the_cycle_belongs_to_the_state(void **state)
{
    (void)state;
    const struct machine_config config = engines_small(1);
    struct program_text text;
    begin(&text);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit(&text, OP_nop, 0, false, 0, 0);
    text_emit_wide(&text, OP_bra, -2, 0);
    struct machine machine;
    engines_load(&text, &config, &machine);
    struct follow follow = {.late_target = DECODE_SINK, .reg[1] = 4, .cycle = 100};
    follow_to(&machine, &follow, false, 100 + 3 * 1000 + 1);
    assert_int_equal(follow.reg[1], 5);
    follow.cycle = 101;
    follow_to(&machine, &follow, false, 99);
    assert_int_equal(follow.reg[1], 6);
    machine_destroy(&machine);
}

static void the_tests_come_four_times_in_each_doubling(void **state)
{
    (void)state;
    assert_int_equal(circle_next(0), 65536);
    assert_int_equal(circle_next(65536), 65536);
    assert_int_equal(circle_next(65537), 81920);
    assert_int_equal(circle_next(81921), 98304);
    assert_int_equal(circle_next(114689), 131072);
    assert_int_equal(circle_next(131073), 163840);
    assert_int_equal(circle_next((UINT64_C(7) << 50) + 1), UINT64_C(8) << 50);
    assert_true(circle_is_asked(UINT64_C(5) << 40));
    assert_false(circle_is_asked(UINT64_C(9) << 40));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_that_does_nothing_is_a_circle),
        cmocka_unit_test(a_loop_that_counts_is_none),
        cmocka_unit_test(own_cells_belong_to_the_state),
        cmocka_unit_test(requests_may_leave_memory_as_it_is),
        cmocka_unit_test(some_instructions_are_in_no_circle),
        cmocka_unit_test(the_parity_of_the_cycle_belongs_to_the_state),
        cmocka_unit_test(the_tests_come_four_times_in_each_doubling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
