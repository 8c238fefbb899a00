/* test_verify.c - the verifier of the intermediate representation finds every kind of wrong code that it has
 * a row for.
 *
 * Each case is a good function, which the verifier accepts, and a small change, after which the verifier
 * names the invariant of the case. Every row of fcc/ir/invariant.def has a case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fcc/ir/runtime.h"
#include "fcc/ir/verify.h"
#include "tests/fcc/ir_text.h"

enum { REAL_WORDS = 4 };

static struct ir_unit *read_unit(struct arena *arena, const char *text)
{
    char error[200] = "";
    struct ir_unit *unit = ir_text_read_any(arena, text, error, sizeof error);
    if (!unit) {
        fail_msg("%s", error);
        abort(); /* for readers that do not know that fail_msg does not return */
    }
    unit->real_words = REAL_WORDS;
    return unit;
}

/* A good unit. v2 is written on both ways to b3. */
static const char plain_text[] = "data x 2 words: 1, &x+1\n"
                                 "async function f(v1)\n"
                                 "  slot0 3 words\n"
                                 "b0:\n"
                                 "  v3 = load [&x + 1] shared\n"
                                 "  v4 = call &g(v3, slot0+1)\n"
                                 "  v5 = sys 7(v4)\n"
                                 "  v6 = read gp\n"
                                 "  write ssp, v6\n"
                                 "  shint 3\n"
                                 "  store [slot0 + v5], v4\n"
                                 "  branch lt v1, 10 ? b1 : b2\n"
                                 "b1:\n"
                                 "  v2 = add v1, v5\n"
                                 "  jump b3\n"
                                 "b2:\n"
                                 "  v2 = sub v1, 1\n"
                                 "  jump b3\n"
                                 "b3:\n"
                                 "  return v2\n";

/* The same in SSA form, with a loop. */
static const char ssa_text[] = "async function f(v1)\n"
                               "b0:\n"
                               "  branch lt v1, 10 ? b1 : b2\n"
                               "b1:\n"
                               "  v2 = add v1, 1\n"
                               "  jump b3\n"
                               "b2:\n"
                               "  v3 = sub v1, 1\n"
                               "  jump b3\n"
                               "b3:\n"
                               "  v4 = phi (v2, v3, v5)\n"
                               "  v5 = add v4, 1\n"
                               "  branch lt v5, 99 ? b3 : b4\n"
                               "b4:\n"
                               "  return v4\n";

static struct ir_block *block_of(const struct ir_unit *unit, uint32_t id)
{
    struct ir_block *block = unit->functions->first;
    while (block->id != id)
        block = block->next;
    return block;
}

/* The first instruction of the function with that operation. */
static struct ir_instr *instr_of(const struct ir_unit *unit, enum ir_op op)
{
    for (struct ir_block *block = unit->functions->first; block; block = block->next) {
        for (struct ir_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == op)
                return instr;
        }
    }
    fail_msg("there is no %s", ir_ops[op].name);
    abort();
}

/* A real that is made of a word, added to itself, and stored, at the start of b2. */
static struct ir_instr *add_reals(struct ir_unit *unit)
{
    struct ir_function *function = unit->functions;
    struct ir_block *block = block_of(unit, 2);
    struct ir_instr *place = block->first;
    struct ir_instr *made = ir_insert_before(unit, block, place, IR_ITOR);
    struct ir_instr *sum = ir_insert_before(unit, block, place, IR_FADD);
    struct ir_instr *store = ir_insert_before(unit, block, place, IR_STORE);
    made->dst = ir_add_real(unit, function);
    made->a = ir_vreg(1);
    sum->dst = ir_add_real(unit, function);
    sum->a = ir_vreg(made->dst);
    sum->b = ir_real_zero();
    store->a = ir_vreg(1);
    store->b = ir_const(0);
    store->c = ir_vreg(sum->dst);
    store->words = REAL_WORDS;
    return sum;
}

/* The changes of the unit. */
static void no_words(struct ir_unit *unit)
{
    unit->data->words = NULL;
}

static void no_such_word(struct ir_unit *unit)
{
    unit->data->words[1].symbol = 99;
}

static void not_text(struct ir_unit *unit)
{
    unit->symbols[unit->functions->symbol].section = IR_SECTION_DATA;
}

static void no_blocks(struct ir_unit *unit)
{
    unit->functions->first = NULL;
}

static void equal_numbers(struct ir_unit *unit)
{
    block_of(unit, 2)->id = 1;
}

static void large_number(struct ir_unit *unit)
{
    block_of(unit, 2)->id = unit->functions->block_count;
}

static void torn_back(struct ir_unit *unit)
{
    unit->functions->first->first->next->previous = NULL;
}

static void torn_last(struct ir_unit *unit)
{
    unit->functions->first->last = unit->functions->first->first;
}

static void no_end(struct ir_unit *unit)
{
    ir_remove(block_of(unit, 1), block_of(unit, 1)->last);
}

static void empty_block(struct ir_unit *unit)
{
    block_of(unit, 1)->first = block_of(unit, 1)->last = NULL;
}

static void two_ends(struct ir_unit *unit)
{
    ir_append(unit, block_of(unit, 3), IR_RETURN);
}

static void one_target(struct ir_unit *unit)
{
    instr_of(unit, IR_BRANCH)->target[1] = NULL;
}

static void extra_target(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->target[0] = block_of(unit, 2);
}

static void unplaced_target(struct ir_unit *unit)
{
    instr_of(unit, IR_JUMP)->target[0] = ir_new_block(unit, unit->functions);
}

static void to_entry(struct ir_unit *unit)
{
    instr_of(unit, IR_JUMP)->target[0] = unit->functions->first;
}

static void equal_parameters(struct ir_unit *unit)
{
    static uint32_t parameters[] = {1, 1};
    unit->functions->params = parameters;
    unit->functions->param_count = 2;
}

static void no_file(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->line = 4;
    instr_of(unit, IR_ADD)->file = 7;
}

static void no_operand(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->b = ir_none();
}

static void extra_operand(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->c = ir_const(1);
}

static void no_result(struct ir_unit *unit)
{
    instr_of(unit, IR_LOAD)->dst = 0;
}

static void extra_result(struct ir_unit *unit)
{
    instr_of(unit, IR_STORE)->dst = 1;
}

static void missing_argument(struct ir_unit *unit)
{
    instr_of(unit, IR_CALL)->args[0] = ir_none();
}

static void extra_argument(struct ir_unit *unit)
{
    struct ir_instr *add = instr_of(unit, IR_ADD);
    add->args = instr_of(unit, IR_CALL)->args;
    add->arg_count = 1;
}

static void four_arguments(struct ir_unit *unit)
{
    static struct ir_operand four[4];
    for (unsigned i = 0; i < 4; i++)
        four[i] = ir_const(1);
    instr_of(unit, IR_SYS)->args = four;
    instr_of(unit, IR_SYS)->arg_count = 4;
}

static void no_register(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->a = ir_vreg(unit->functions->vreg_count + 1);
}

static void no_result_register(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->dst = unit->functions->vreg_count + 1;
}

static void no_symbol(struct ir_unit *unit)
{
    instr_of(unit, IR_LOAD)->a = ir_symbol_address(unit->symbol_count, 0);
}

static void no_slot(struct ir_unit *unit)
{
    instr_of(unit, IR_CALL)->args[1] = ir_slot_address(1, 0);
}

static void meant_for_nothing(struct ir_unit *unit)
{
    instr_of(unit, IR_LOAD)->meant = ir_symbol_address(unit->symbol_count, 0);
}

static void computed_number(struct ir_unit *unit)
{
    instr_of(unit, IR_SHINT)->a = ir_vreg(1);
}

static void writes_fp(struct ir_unit *unit)
{
    instr_of(unit, IR_WRITE)->special = IR_SPECIAL_FP;
}

static void no_condition(struct ir_unit *unit)
{
    instr_of(unit, IR_BRANCH)->condition = IR_CONDITION_COUNT;
}

static void calls_data(struct ir_unit *unit)
{
    instr_of(unit, IR_CALL)->a = instr_of(unit, IR_LOAD)->a;
}

static void loses_kept(struct ir_unit *unit)
{
    instr_of(unit, IR_CALL)->call_clobbers = 1u << 16 /* s0 */;
}

static void add_loses(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->call_clobbers = 1u << 9 /* t0 */;
}

static void word_for_real(struct ir_unit *unit)
{
    add_reals(unit)->a = ir_vreg(1);
}

static void constant_for_real(struct ir_unit *unit)
{
    add_reals(unit)->b = ir_const(0);
}

static void real_for_word(struct ir_unit *unit)
{
    uint32_t real = add_reals(unit)->dst;
    instr_of(unit, IR_SUB)->a = ir_vreg(real);
}

static void real_result(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->dst = add_reals(unit)->dst;
}

static void real_in_integer_branch(struct ir_unit *unit)
{
    struct ir_instr *branch = instr_of(unit, IR_BRANCH);
    branch->a = branch->b = ir_real_zero();
}

static void real_of_one_word(struct ir_unit *unit)
{
    add_reals(unit)->next->words = 1;
}

static void word_of_many(struct ir_unit *unit)
{
    instr_of(unit, IR_LOAD)->words = REAL_WORDS;
}

static void own_and_shared(struct ir_unit *unit)
{
    instr_of(unit, IR_LOAD)->memory |= IR_MEM_OWN;
}

static void never_written(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->b = ir_vreg(ir_add_vreg(unit->functions));
}

static void written_on_one_path(struct ir_unit *unit)
{
    ir_remove(block_of(unit, 1), instr_of(unit, IR_ADD));
}

static void written_later(struct ir_unit *unit)
{
    instr_of(unit, IR_LOAD)->b = ir_vreg(5);
}

static void argument_of_other_path(struct ir_unit *unit)
{
    struct ir_operand *args = instr_of(unit, IR_PHI)->args;
    const struct ir_operand first = args[0];
    args[0] = args[1];
    args[1] = first;
}

static void written_twice(struct ir_unit *unit)
{
    instr_of(unit, IR_SUB)->dst = 2;
}

static void parameter_written(struct ir_unit *unit)
{
    instr_of(unit, IR_SUB)->dst = 1;
}

static void phi_in_plain(struct ir_unit *unit)
{
    instr_of(unit, IR_ADD)->op = IR_PHI;
    *instr_of(unit, IR_PHI) = (struct ir_instr){.op = IR_PHI, .dst = 2, .next = block_of(unit, 1)->last};
}

static void phi_behind(struct ir_unit *unit)
{
    struct ir_instr *copy = ir_insert_before(unit, block_of(unit, 3), instr_of(unit, IR_PHI), IR_COPY);
    copy->dst = ir_add_vreg(unit->functions);
    copy->a = ir_const(1);
}

static void phi_of_two(struct ir_unit *unit)
{
    instr_of(unit, IR_PHI)->arg_count = 2;
}

static void without_names(struct ir_unit *unit)
{
    unit->functions->is_renamed = true;
}

/* A hint before an instruction. */
static void hint_before(struct ir_unit *unit, uint32_t block, struct ir_instr *place, int32_t hint)
{
    ir_insert_before(unit, block_of(unit, block), place, IR_SHINT)->a = ir_const(hint);
}

static void never_back(struct ir_unit *unit)
{
    hint_before(unit, 3, block_of(unit, 3)->first, HINT_async_enter);
}

static void back_twice(struct ir_unit *unit)
{
    hint_before(unit, 3, block_of(unit, 3)->first, HINT_async_leave);
}

static void apart_on_one_path(struct ir_unit *unit)
{
    hint_before(unit, 1, block_of(unit, 1)->first, HINT_async_enter);
    hint_before(unit, 3, block_of(unit, 3)->first, HINT_async_leave);
}

static void loads_apart(struct ir_unit *unit)
{
    struct ir_block *entry = unit->functions->first;
    entry->synchronous = true;
    hint_before(unit, entry->id, entry->first, HINT_async_enter);
    hint_before(unit, entry->id, entry->last, HINT_async_leave);
}

static void asynchronous_in_step(struct ir_unit *unit)
{
    unit->functions->mode = IR_SYNC;
}

static const struct ir_case {
    const char *name;
    enum ir_invariant invariant;
    enum ir_form form;
    void (*spoil)(struct ir_unit *unit);
} ir_cases[] = {
    {"initialised data has words", IR_INVARIANT_data_words, IR_FORM_PLAIN, no_words},
    {"words of data name symbols", IR_INVARIANT_data_words, IR_FORM_PLAIN, no_such_word},
    {"a function is in the text", IR_INVARIANT_function_symbol, IR_FORM_PLAIN, not_text},
    {"a function has blocks", IR_INVARIANT_block_number, IR_FORM_PLAIN, no_blocks},
    {"numbers of blocks differ", IR_INVARIANT_block_number, IR_FORM_PLAIN, equal_numbers},
    {"numbers of blocks are below their count", IR_INVARIANT_block_number, IR_FORM_PLAIN, large_number},
    {"instructions are linked back", IR_INVARIANT_linked, IR_FORM_PLAIN, torn_back},
    {"the last instruction is known", IR_INVARIANT_linked, IR_FORM_PLAIN, torn_last},
    {"a block has an end", IR_INVARIANT_terminator, IR_FORM_PLAIN, no_end},
    {"a block is not empty", IR_INVARIANT_terminator, IR_FORM_PLAIN, empty_block},
    {"a block has one end", IR_INVARIANT_terminator, IR_FORM_PLAIN, two_ends},
    {"a branch has two targets", IR_INVARIANT_target, IR_FORM_PLAIN, one_target},
    {"an addition has no target", IR_INVARIANT_target, IR_FORM_PLAIN, extra_target},
    {"a target is in the layout", IR_INVARIANT_target, IR_FORM_PLAIN, unplaced_target},
    {"nothing goes to the entry", IR_INVARIANT_entry, IR_FORM_PLAIN, to_entry},
    {"parameters differ", IR_INVARIANT_parameter, IR_FORM_PLAIN, equal_parameters},
    {"a line is in a file", IR_INVARIANT_place, IR_FORM_PLAIN, no_file},
    {"an addition has two operands", IR_INVARIANT_operand, IR_FORM_PLAIN, no_operand},
    {"an addition has no third operand", IR_INVARIANT_operand, IR_FORM_PLAIN, extra_operand},
    {"a load has a result", IR_INVARIANT_result, IR_FORM_PLAIN, no_result},
    {"a store has no result", IR_INVARIANT_result, IR_FORM_PLAIN, extra_result},
    {"no argument is missing", IR_INVARIANT_argument, IR_FORM_PLAIN, missing_argument},
    {"an addition has no arguments", IR_INVARIANT_argument, IR_FORM_PLAIN, extra_argument},
    {"a host call has at most three arguments", IR_INVARIANT_argument, IR_FORM_PLAIN, four_arguments},
    {"a register that is read exists", IR_INVARIANT_exists, IR_FORM_PLAIN, no_register},
    {"a register that is written exists", IR_INVARIANT_exists, IR_FORM_PLAIN, no_result_register},
    {"a symbol exists", IR_INVARIANT_exists, IR_FORM_PLAIN, no_symbol},
    {"a slot in an argument exists", IR_INVARIANT_exists, IR_FORM_PLAIN, no_slot},
    {"the variable that an access is for exists", IR_INVARIANT_exists, IR_FORM_PLAIN, meant_for_nothing},
    {"the number of a hint is constant", IR_INVARIANT_constant, IR_FORM_PLAIN, computed_number},
    {"fp is not written", IR_INVARIANT_special, IR_FORM_PLAIN, writes_fp},
    {"a branch has a condition of the table", IR_INVARIANT_condition, IR_FORM_PLAIN, no_condition},
    {"data is not called", IR_INVARIANT_callee, IR_FORM_PLAIN, calls_data},
    {"a call does not lose what callees keep", IR_INVARIANT_clobbers, IR_FORM_PLAIN, loses_kept},
    {"an addition loses no registers", IR_INVARIANT_clobbers, IR_FORM_PLAIN, add_loses},
    {"a real and a word are not added", IR_INVARIANT_class, IR_FORM_PLAIN, word_for_real},
    {"a constant is no real", IR_INVARIANT_class, IR_FORM_PLAIN, constant_for_real},
    {"reals are not subtracted as words", IR_INVARIANT_class, IR_FORM_PLAIN, real_for_word},
    {"a sum of words is no real", IR_INVARIANT_class, IR_FORM_PLAIN, real_result},
    {"reals are not compared as words", IR_INVARIANT_class, IR_FORM_PLAIN, real_in_integer_branch},
    {"a real is stored whole", IR_INVARIANT_image, IR_FORM_PLAIN, real_of_one_word},
    {"a word is loaded alone", IR_INVARIANT_image, IR_FORM_PLAIN, word_of_many},
    {"a word is not own and shared", IR_INVARIANT_memory, IR_FORM_PLAIN, own_and_shared},
    {"a register that is read is written somewhere", IR_INVARIANT_defined, IR_FORM_PLAIN, never_written},
    {"a register that is read is written on every path", IR_INVARIANT_defined, IR_FORM_PLAIN,
     written_on_one_path},
    {"a register is written before it is read", IR_INVARIANT_defined, IR_FORM_PLAIN, written_later},
    {"a register is written in SSA form, too", IR_INVARIANT_defined, IR_FORM_SSA, never_written},
    {"an argument of a PHI is written where control comes from", IR_INVARIANT_defined, IR_FORM_SSA,
     argument_of_other_path},
    {"a function returns in lockstep", IR_INVARIANT_lockstep, IR_FORM_PLAIN, never_back},
    {"lockstep does not begin twice", IR_INVARIANT_lockstep, IR_FORM_PLAIN, back_twice},
    {"a block is in lockstep on every path or on none", IR_INVARIANT_lockstep, IR_FORM_PLAIN,
     apart_on_one_path},
    {"a synchronous block loads shared words in lockstep only", IR_INVARIANT_apart, IR_FORM_PLAIN,
     loads_apart},
    {"a synchronous function has no asynchronous blocks in lockstep", IR_INVARIANT_apart, IR_FORM_PLAIN,
     asynchronous_in_step},
    {"a register is written once", IR_INVARIANT_single, IR_FORM_SSA, written_twice},
    {"a parameter is not written", IR_INVARIANT_single, IR_FORM_SSA, parameter_written},
    {"PHIs are in SSA form", IR_INVARIANT_phi_form, IR_FORM_PLAIN, phi_in_plain},
    {"PHIs stand first", IR_INVARIANT_phi_first, IR_FORM_SSA, phi_behind},
    {"PHIs have an argument for each predecessor", IR_INVARIANT_phi_argument, IR_FORM_SSA, phi_of_two},
    {"instructions know the registers of variables", IR_INVARIANT_named, IR_FORM_SSA, without_names},
    {"they know them after SSA form, too", IR_INVARIANT_named, IR_FORM_PLAIN, without_names},
};

static bool verify_ir(const struct ir_unit *unit, enum ir_form form, struct ir_breach *breach)
{
    return form == IR_FORM_SSA ? ir_verify_function(unit, unit->functions, form, breach)
                               : ir_verify(unit, breach);
}

static void test_ir(void **state)
{
    const struct ir_case *c = *state;
    struct arena arena = {0};
    struct ir_breach breach;
    struct ir_unit *unit = read_unit(&arena, c->form == IR_FORM_SSA ? ssa_text : plain_text);
    if (!verify_ir(unit, c->form, &breach))
        fail_msg("the good function is refused: %s", breach.text);
    if (c->form == IR_FORM_PLAIN) {
        struct ir_unit *with_reals = read_unit(&arena, plain_text);
        add_reals(with_reals);
        if (!verify_ir(with_reals, c->form, &breach))
            fail_msg("the good function with reals is refused: %s", breach.text);
    }
    c->spoil(unit);
    if (verify_ir(unit, c->form, &breach))
        fail_msg("the wrong function is accepted");
    assert_string_equal(ir_invariant_name(breach.invariant), ir_invariant_name(c->invariant));
    assert_non_null(strstr(breach.text, ir_invariant_sentence(c->invariant)));
    if (c->invariant != IR_INVARIANT_data_words)
        assert_non_null(strstr(breach.text, "function f, "));
    arena_release(&arena);
}

static void every_ir_row_has_a_case(void **state)
{
    (void)state;
    for (enum ir_invariant i = IR_INVARIANT_none + 1; i < IR_INVARIANT_COUNT; i++) {
        bool found = false;
        for (size_t c = 0; c < sizeof ir_cases / sizeof *ir_cases; c++)
            found = found || ir_cases[c].invariant == i;
        if (!found)
            fail_msg("invariant %s has no case", ir_invariant_name(i));
    }
}

static void the_message_names_the_place(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ir_breach breach;
    struct ir_unit *unit = read_unit(&arena, plain_text);
    written_on_one_path(unit);
    assert_false(ir_verify(unit, &breach));
    assert_string_equal(
        breach.text,
        "function f, block b3, instruction 1 (RETURN), invariant defined: v2 is read, and a path "
        "leads here without a write (a register that is read is a parameter or is written on every "
        "path before)");
    arena_release(&arena);
}

int main(void)
{
    enum { CASES = sizeof ir_cases / sizeof *ir_cases, OTHERS = 2 };
    static struct CMUnitTest tests[CASES + OTHERS] = {
        cmocka_unit_test(every_ir_row_has_a_case),
        cmocka_unit_test(the_message_names_the_place),
    };
    for (size_t i = 0; i < CASES; i++)
        tests[OTHERS + i] = (struct CMUnitTest){
            .name = ir_cases[i].name, .test_func = test_ir, .initial_state = (void *)&ir_cases[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
