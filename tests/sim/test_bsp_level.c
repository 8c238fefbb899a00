/* test_bsp_level.c - what ends a segment at which level, and facts about a program before it runs: how long
 * only registers are accessed from an instruction on, how long there is no request, where flags are read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/isa/flow.h"
#include "sim/tile/code/level.h"

static const struct isa_instruction nop = {.opcode = OP_nop}, halt = {.opcode = OP_halt},
                                    load = {.opcode = OP_ldg, .rs = 3, .rd = 4, .immediate = true},
                                    store = {.opcode = OP_stg, .rs = 3, .rd = 4, .immediate = true},
                                    fold = {.opcode = OP_mpadd, .rs = 3, .rd = 4, .immediate = true},
                                    compare = {.opcode = OP_subs, .rs = 3, .rt = 4},
                                    to_register = {.opcode = OP_jmp, .rt = 31};

static struct isa_instruction branch(unsigned opcode, int32_t displacement)
{
    return (struct isa_instruction){.opcode = (uint8_t)opcode, .constant = displacement};
}

enum { MOST = 8 };

/* The operations of a program, for the caller to free. */
static struct operation *prepare(unsigned level, const struct isa_instruction *text, uint32_t count)
{
    uint32_t words[MOST];
    struct instruction code[MOST];
    for (uint32_t pc = 0; pc < count; pc++)
        words[pc] = isa_encode(&text[pc]);
    decode_words(words, count, code);
    const struct program program = {.code = code, .count = count};
    struct operation *operations = level_prepare(&program, NULL, level == 0);
    assert_non_null(operations);
    return operations;
}

/* docs/internals/engine.md, section 1. */
static void each_level_lets_one_more_kind_of_stores_pass(void **state)
{
    (void)state;
    for (unsigned level = 0; level <= 5; level++) {
        const enum store_rule frame = level >= 3 ? STORE_ASKS_THE_FRAME : STORE_IS_RPI;
        assert_int_equal(level_store_rule(level, CLASS_PRIVATE, false, false),
                         level >= 2 ? STORE_IS_IMMEDIATE : STORE_IS_RPI);
        assert_int_equal(level_store_rule(level, CLASS_STACK, false, true), frame);
        assert_int_equal(level_store_rule(level, CLASS_STACK, true, false),
                         level >= 4 ? STORE_IS_IMMEDIATE : frame);
        assert_int_equal(level_store_rule(level, CLASS_SHARED, true, false), STORE_IS_RPI);
        assert_int_equal(level_store_rule(level, CLASS_SHARED, false, true),
                         level >= 5 ? STORE_IS_IMMEDIATE : STORE_IS_RPI);
        assert_int_equal(level_store_rule(level, CLASS_FOREIGN, true, true), STORE_IS_RPI);
    }
}

static void it_is_quiet_up_to_the_next_order_to_memory(void **state)
{
    static const unsigned quiet[8] = {5, 4, 3, 2, 1, 0, 1, 0};
    const struct isa_instruction text[] = {nop, compare, nop, load, nop, store, nop, halt};
    (void)state;
    struct operation *code = prepare(0, text, 8);
    for (unsigned pc = 0; pc < 8; pc++)
        assert_int_equal(code[pc].quiet, quiet[pc]);
    free(code);
}

static void behind_a_branch_the_shorter_way_counts(void **state)
{
    (void)state;
    /* 0 continues at 1, or at 4 */
    const struct isa_instruction text[] = {branch(OP_beq, 4), nop, nop, store, nop, store, halt};
    struct operation *code = prepare(0, text, 7);
    assert_int_equal(code[0].quiet, 2); /* itself, and the nop at 4 */
    assert_int_equal(code[1].quiet, 2);
    free(code);
}

static void behind_a_computed_jump_anything_may_come(void **state)
{
    (void)state;
    const struct isa_instruction text[] = {nop, to_register, nop, nop, halt};
    struct operation *code = prepare(0, text, 5);
    assert_int_equal(code[0].quiet, 2);
    assert_int_equal(code[1].quiet, 1);
    free(code);
}

/* Loads order nothing; stores, multiprefix and host calls do. */
static void how_far_ahead_there_is_no_order(void **state)
{
    (void)state;
    const struct isa_instruction text[] = {load, nop, nop, fold, load, load, store, halt};
    const unsigned ahead[] = {3, 2, 1, 0, 2, 1, 0};
    struct operation *code = prepare(4, text, 8);
    for (unsigned pc = 0; pc < 7; pc++)
        assert_int_equal(code[pc].ahead, ahead[pc]);
    free(code);
}

/* More than the 12 cycles of a barrier are never needed. */
static void a_loop_without_orders_looks_12_cycles_ahead(void **state)
{
    (void)state;
    const struct isa_instruction text[] = {load, nop, branch(OP_bra, -2)};
    struct operation *code = prepare(4, text, 3);
    for (unsigned pc = 0; pc < 3; pc++)
        assert_int_equal(code[pc].ahead, 12);
    free(code);
}

/* What sets flags, reads or writes the pc, or has no result, does not only compute a register. */
static void which_instructions_only_compute_a_register(void **state)
{
    (void)state;
    const struct isa_instruction sum = {.opcode = OP_add, .rs = 3, .rt = 4, .rd = 5};
    const struct isa_instruction flags = {.opcode = OP_adds, .rs = 3, .rt = 4, .rd = 5};
    const struct isa_instruction reads_pc = {.opcode = OP_add, .rs = 1, .rt = 4, .rd = 5};
    const struct isa_instruction jumps = {.opcode = OP_add, .rs = 3, .rt = 4, .rd = 1};
    const struct isa_instruction nowhere = {.opcode = OP_add, .rs = 3, .rt = 4, .rd = 0};
    const struct isa_instruction text[] = {sum, sum, flags, sum, reads_pc, sum, nowhere, jumps};
    const bool computes[] = {true, true, false, true, false, true, false, false};
    struct operation *code = prepare(4, text, 8);
    for (unsigned pc = 0; pc < 8; pc++)
        assert_int_equal(code[pc].swift == HANDLE_OPERATE, computes[pc]);
    free(code);
}

static void flags_are_live_if_a_branch_or_the_end_can_see_them(void **state)
{
    (void)state;
    const struct isa_instruction text[] = {compare, nop, compare, branch(OP_bne, 2), compare, halt};
    struct operation *code = prepare(4, text, 6);
    assert_false(code[0].flags_live); /* the comparison at 2 comes first */
    assert_true(code[2].flags_live);
    assert_true(code[4].flags_live);    /* halt shows them */
    assert_false(code[2].flags_wanted); /* it makes its own */
    assert_true(code[3].flags_wanted);
    free(code);
    code = prepare(0, text, 6);
    assert_true(code[0].flags_live); /* a run of level 0 may be inspected in each cycle */
    free(code);
}

static const struct isa_instruction late_jump = {.opcode = OP_ldg, .rs = 3, .rd = 1, .immediate = true};

/* The places after an instruction, up to two, as numbers: pc; 999: anywhere; 9: nowhere; plus 100 if a jump
 * is on its way there. */
static void check_next(const struct isa_instruction *text, uint32_t count, struct flow_place at,
                       const unsigned expected[2])
{
    uint32_t words[MOST];
    struct instruction code[MOST];
    struct flow_place next[FLOW_MOST];
    for (uint32_t pc = 0; pc < count; pc++)
        words[pc] = isa_encode(&text[pc]);
    decode_words(words, count, code);
    const unsigned ways = flow_next(&code[at.pc], count, at, next);
    for (unsigned k = 0; k < FLOW_MOST; k++) {
        const unsigned found = ways == FLOW_ANYWHERE ? 999 : k < ways ? next[k].pc : 9;
        assert_int_equal(found + (ways != 0 && k < ways && next[0].jumps ? 100 : 0), expected[k]);
    }
}

static void after_an_instruction_a_pp_goes_where_flow_says(void **state)
{
    (void)state;
    const struct isa_instruction
        pop_pc = {.opcode = OP_popg, .rs = 1, .rd = 4, .immediate = true, .constant = 3},
        pop_pc_late = {.opcode = OP_popng, .rs = 1, .rd = 1, .immediate = true, .constant = 2},
        pop_pc_by_register = {.opcode = OP_popg, .rs = 1, .rt = 5, .rd = 1},
        push_pc = {.opcode = OP_pshg, .rs = 1, .rd = 4, .immediate = true, .constant = 2},
        late_fold = {.opcode = OP_mpor, .rs = 3, .rd = 1, .immediate = true},
        sum = {.opcode = OP_add, .rs = 3, .rd = 1, .immediate = true};
    const struct {
        struct isa_instruction one;
        bool jumps;
        unsigned next[2];
    } rows[] = {
        {nop, false, {2, 9}},
        {nop, true, {999, 999}},
        {load, false, {2, 9}},
        {halt, false, {9, 9}},
        {halt, true, {9, 9}},
        {branch(OP_beq, 4), false, {2, 5}},
        {branch(OP_beq, 4), true, {999, 999}},
        {branch(OP_bra, 4), false, {5, 9}},
        {branch(OP_bra, 40), false, {999, 999}},
        {to_register, false, {999, 999}},
        {sum, false, {999, 999}},
        {late_jump, false, {102, 9}},
        {late_jump, true, {1099, 1099}},
        {late_fold, false, {102, 9}},
        {late_fold, true, {1099, 1099}},
        {pop_pc, false, {4, 9}},
        {push_pc, false, {3, 9}},
        {pop_pc_late, false, {103, 9}},
        {pop_pc_late, true, {1099, 1099}},
        {pop_pc_by_register, false, {1099, 1099}},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct isa_instruction text[MOST] = {nop, rows[k].one, nop, nop, nop, nop, nop, halt};
        check_next(text, MOST, (struct flow_place){.pc = 1, .jumps = rows[k].jumps}, rows[k].next);
    }
}

/* The instruction at 5 may be the slot of the second jump; the comparison behind it says nothing of flags. */
static void flags_are_live_in_a_slot_that_stands_anywhere(void **state)
{
    (void)state;
    const struct isa_instruction chain[] = {late_jump, late_jump, halt, nop, nop, compare, compare, halt};
    const struct isa_instruction single[] = {late_jump, compare, halt, nop, nop, compare, compare, halt};
    const struct isa_instruction pop = {
        .opcode = OP_popng, .rs = 1, .rd = 1, .immediate = true, .constant = 5};
    const struct isa_instruction popped[] = {pop, halt, halt, nop, nop, compare, compare, halt};
    struct operation *code = prepare(4, chain, 8);
    assert_true(code[5].flags_live);
    free(code);
    code = prepare(4, single, 8);
    assert_true(code[1].flags_live);
    assert_false(code[5].flags_live);
    free(code);
    code = prepare(4, popped, 8);
    assert_true(code[5].flags_live);
    free(code);
}

static void after_a_late_jump_only_its_slot_is_known(void **state)
{
    (void)state;
    const struct isa_instruction text[] = {nop, late_jump, nop, nop, nop, halt};
    const unsigned quiet[] = {3, 2, 3, 2, 1, 0};
    struct operation *code = prepare(0, text, 6);
    for (unsigned pc = 0; pc < 6; pc++)
        assert_int_equal(code[pc].quiet, quiet[pc]);
    free(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_an_instruction_a_pp_goes_where_flow_says),
        cmocka_unit_test(flags_are_live_in_a_slot_that_stands_anywhere),
        cmocka_unit_test(after_a_late_jump_only_its_slot_is_known),
        cmocka_unit_test(each_level_lets_one_more_kind_of_stores_pass),
        cmocka_unit_test(it_is_quiet_up_to_the_next_order_to_memory),
        cmocka_unit_test(behind_a_branch_the_shorter_way_counts),
        cmocka_unit_test(behind_a_computed_jump_anything_may_come),
        cmocka_unit_test(how_far_ahead_there_is_no_order),
        cmocka_unit_test(which_instructions_only_compute_a_register),
        cmocka_unit_test(a_loop_without_orders_looks_12_cycles_ahead),
        cmocka_unit_test(flags_are_live_if_a_branch_or_the_end_can_see_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
