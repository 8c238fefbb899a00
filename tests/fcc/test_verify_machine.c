/* test_verify_machine.c - the verifier of machine code finds every kind of wrong code that it has a row for.
 *
 * Each case is a good function in some stage of the back end, which the verifier accepts, and a small change,
 * after which the verifier names the invariant of the case. Every row of fcc/back/verify/invariant.def has a
 * case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fcc/back/coalesce.h"
#include "fcc/back/finish.h"
#include "fcc/back/frame.h"
#include "fcc/back/regalloc.h"
#include "fcc/back/delay_slots.h"
#include "fcc/back/select.h"
#include "fcc/back/verify/verify.h"
#include "tests/fcc/ir_text.h"

static struct ir_unit *read_unit(struct arena *arena, const char *text)
{
    char error[200] = "";
    struct ir_unit *unit = ir_text_read_any(arena, text, error, sizeof error);
    if (!unit) {
        fail_msg("%s", error);
        abort(); /* for readers that do not know that fail_msg does not return */
    }
    return unit;
}

static const char machine_text[] = "data x 2 words: 1, 2\n"
                                   "async function f(v1, v2)\n"
                                   "b0:\n"
                                   "  v3 = load [v1]\n"
                                   "  v4 = call &g(v3, 1, 2, 3, 4, 5, 6)\n"
                                   "  v5 = add v4, v2\n"
                                   "  branch lt v5, v1 ? b1 : b2\n"
                                   "b1:\n"
                                   "  v6 = load [&x + 1]\n"
                                   "  v7 = add v6, v5\n"
                                   "  store [v1], v7\n"
                                   "  jump b2\n"
                                   "b2:\n"
                                   "  v8 = sys 1(v5)\n"
                                   "  v9 = slt v8, v5\n"
                                   "  return v9\n";

/* The function as the step leaves it that ends in the stage. */
static struct machine_function *make_machine(struct arena *arena, const struct ir_unit *unit,
                                             enum machine_stage stage)
{
    struct machine_function *function = select_function(arena, unit, unit->functions);
    coalesce_copies(arena, function);
    if (stage >= MACHINE_ALLOCATED)
        regalloc_function(arena, function, NULL, NULL);
    if (stage >= MACHINE_FRAMED)
        frame_build(function);
    if (stage >= MACHINE_FINISHED)
        finish_blocks(function);
    if (stage >= MACHINE_CLOSED)
        delay_slots_close(function);
    return function;
}

/* An instruction and its block. */
struct found {
    struct machine_block *block;
    struct machine_instr *instr;
};

static struct found find_op(const struct machine_function *function, enum machine_op op)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == op)
                return (struct found){block, instr};
        }
    }
    fail_msg("there is no %s", machine_rows[op].mnemonic);
    abort();
}

/* The first conditional branch. */
static struct found find_branch(const struct machine_function *function)
{
    struct machine_block *block = function->first;
    while (!block->successor[1])
        block = block->next;
    return (struct found){block, block->last};
}

/* An instruction before the last one of the entry block. */
static struct machine_instr *put(struct machine_function *function, enum machine_op op)
{
    struct machine_block *block = find_branch(function).block;
    /* not between the comparison and the branch */
    return machine_insert(function, block, block->last->previous, op);
}

/* A load or store of a spill word; there is one. */
static struct machine_instr *put_spill(struct machine_function *function, enum machine_op op, int32_t word)
{
    struct machine_instr *access = put(function, op);
    function->near_words = 1;
    access->rs = REGISTER_fp;
    access->rd = REGISTER_a0;
    access->has_imm = true;
    access->imm = word;
    access->base = BASE_NEAR;
    access->memory.is_spill = true;
    return access;
}

static void equal_numbers(struct machine_function *function)
{
    function->first->next->id = 0;
}

static void torn(struct machine_function *function)
{
    function->first->first->next->previous = NULL;
}

static void torn_last(struct machine_function *function)
{
    function->first->last = function->first->first;
}

static void unplaced(struct machine_function *function)
{
    function->first->next->next->id = 77;
    function->block_count = 78;
    function->first->next->next = NULL;
}

static void no_return(struct machine_function *function)
{
    struct found found = find_op(function, MACHINE_RET);
    machine_remove(found.block, found.instr);
}

static void other_target(struct machine_function *function)
{
    struct found found = find_branch(function);
    found.instr->target = found.block->successor[1];
}

static void middle_end(struct machine_function *function)
{
    machine_insert(function, function->first, function->first->first, MACHINE_RET);
}

static void other_way(struct machine_function *function)
{
    struct found found = find_branch(function);
    struct machine_block *first = found.block->successor[0];
    /* both ways into the first successor */
    found.block->successor[1] = first;
}

static void falls_off(struct machine_function *function)
{
    struct found found = find_op(function, MACHINE_jmp);
    machine_remove(found.block, found.instr);
}

static void jump_in_middle(struct machine_function *function)
{
    struct machine_instr *jump = put(function, MACHINE_bra);
    jump->target = find_branch(function).block->successor[0];
}

static void return_left(struct machine_function *function)
{
    find_op(function, MACHINE_jmp).instr->op = MACHINE_RET;
}

static void keep_left(struct machine_function *function)
{
    put(function, MACHINE_KEEP)->rs = REGISTER_t0;
}

static void no_register(struct machine_function *function)
{
    find_op(function, MACHINE_add).instr->rs = function->register_limit;
}

static void no_symbol(struct machine_function *function)
{
    find_op(function, MACHINE_call).instr->symbol = 99;
}

static void virtual_left(struct machine_function *function)
{
    function->register_limit = FIRST_VIRTUAL + 1;
    find_op(function, MACHINE_add).instr->rd = FIRST_VIRTUAL;
}

static void real_for_word(struct machine_function *function)
{
    find_op(function, MACHINE_add).instr->rs = machine_new_real(function);
}

static void real_copied_to_word(struct machine_function *function)
{
    find_op(function, MACHINE_COPY).instr->rs = machine_new_real(function);
}

static void large_constant(struct machine_function *function)
{
    struct machine_instr *load = find_op(function, MACHINE_ldg).instr;
    load->has_imm = true;
    load->imm = 4096;
}

static void large_number(struct machine_function *function)
{
    find_op(function, MACHINE_sys).instr->imm = 8192;
}

static void far_access(struct machine_function *function)
{
    find_op(function, MACHINE_ldg).instr->base = BASE_FAR;
}

static void frame_word_left(struct machine_function *function)
{
    find_op(function, MACHINE_ldg).instr->base = BASE_NEAR;
}

static void short_image(struct machine_function *function)
{
    struct machine_instr *load = put(function, MACHINE_xld);
    load->rd = machine_new_real(function);
    load->rs = REGISTER_fp;
    load->has_imm = true;
    load->memory.words = 1;
}

static void writes_sp(struct machine_function *function)
{
    put(function, MACHINE_SET)->rd = REGISTER_sp;
}

static void writes_ra(struct machine_function *function)
{
    put(function, MACHINE_SET)->rd = REGISTER_ra;
}

static void uses_t7(struct machine_function *function)
{
    put(function, MACHINE_SET)->rd = REGISTER_t7;
}

static void not_saved(struct machine_function *function)
{
    put(function, MACHINE_SET)->rd = REGISTER_s9;
}

static void not_marked(struct machine_function *function)
{
    function->calls = false;
}

static void spill_outside(struct machine_function *function)
{
    put_spill(function, MACHINE_stg, 1);
}

static void outgoing_outside(struct machine_function *function)
{
    function->outgoing_words = 0;
}

static void never_written(struct machine_function *function)
{
    find_op(function, MACHINE_add).instr->rs = machine_new_register(function);
}

static void lost_by_call(struct machine_function *function)
{
    find_op(function, MACHINE_add).instr->rs = REGISTER_t0;
}

static void no_parameter(struct machine_function *function)
{
    function->received = REGISTER_BIT(REGISTER_a0);
}

/* t1 is set on one way only, then read. */
static void written_on_one_path(struct machine_function *function)
{
    struct machine_block *one = find_branch(function).block->next;
    struct machine_block *join = one->next;
    machine_insert(function, one, one->first, MACHINE_SET)->rd = REGISTER_t1;
    struct machine_instr *copy = machine_insert(function, join, join->first, MACHINE_COPY);
    copy->rs = REGISTER_t1;
    copy->rd = REGISTER_t2;
}

static void ra_not_restored(struct machine_function *function)
{
    struct machine_block *block = find_op(function, MACHINE_jmp).block;
    for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
        if (instr->op == MACHINE_ldg && instr->rd == REGISTER_ra) {
            machine_remove(block, instr);
            return;
        }
    }
    fail_msg("ra is not loaded");
}

static void spill_never_written(struct machine_function *function)
{
    put_spill(function, MACHINE_ldg, 0);
}

static void no_comparison(struct machine_function *function)
{
    struct found found = find_branch(function);
    machine_remove(found.block, found.instr->previous);
}

static void flags_of_words(struct machine_function *function)
{
    find_branch(function).instr->is_float = true;
}

static void slot_reads(struct machine_function *function)
{
    struct found found = find_op(function, MACHINE_ldg);
    struct machine_instr *slot = machine_insert(function, found.block, found.instr->next, MACHINE_COPY);
    slot->rs = found.instr->rd;
    slot->rd = REGISTER_t1;
}

static void slot_writes(struct machine_function *function)
{
    struct found found = find_op(function, MACHINE_ldg);
    machine_insert(function, found.block, found.instr->next, MACHINE_SET)->rd = found.instr->rd;
}

static void without_names(struct machine_function *function)
{
    function->is_named = true;
}

static const struct machine_case {
    const char *name;
    enum machine_invariant invariant;
    enum machine_stage stage;
    void (*spoil)(struct machine_function *function);
} machine_cases[] = {
    {"numbers of blocks differ", MACHINE_INVARIANT_block_number, MACHINE_VIRTUAL, equal_numbers},
    {"instructions are linked back", MACHINE_INVARIANT_linked, MACHINE_VIRTUAL, torn},
    {"the last instruction is known", MACHINE_INVARIANT_linked, MACHINE_CLOSED, torn_last},
    {"successors are in the layout", MACHINE_INVARIANT_successor, MACHINE_FRAMED, unplaced},
    {"a block without successors returns", MACHINE_INVARIANT_open_end, MACHINE_VIRTUAL, no_return},
    {"a branch goes to the first successor", MACHINE_INVARIANT_open_end, MACHINE_ALLOCATED, other_target},
    {"nothing follows a return", MACHINE_INVARIANT_open_end, MACHINE_VIRTUAL, middle_end},
    {"control goes to the successors", MACHINE_INVARIANT_layout, MACHINE_FINISHED, other_way},
    {"control does not fall off the end", MACHINE_INVARIANT_layout, MACHINE_FINISHED, falls_off},
    {"nothing follows a jump", MACHINE_INVARIANT_layout, MACHINE_CLOSED, jump_in_middle},
    {"returns become jumps", MACHINE_INVARIANT_pseudo, MACHINE_FRAMED, return_left},
    {"no variable is marked as kept in the end", MACHINE_INVARIANT_pseudo, MACHINE_FRAMED, keep_left},
    {"a register exists", MACHINE_INVARIANT_exists, MACHINE_VIRTUAL, no_register},
    {"a symbol exists", MACHINE_INVARIANT_exists, MACHINE_CLOSED, no_symbol},
    {"no virtual register is left", MACHINE_INVARIANT_virtual, MACHINE_ALLOCATED, virtual_left},
    {"a real is not added as a word", MACHINE_INVARIANT_class, MACHINE_VIRTUAL, real_for_word},
    {"a real is not copied to a word", MACHINE_INVARIANT_class, MACHINE_VIRTUAL, real_copied_to_word},
    {"an offset has 13 bits", MACHINE_INVARIANT_constant, MACHINE_CLOSED, large_constant},
    {"the number of a host call has 13 bits", MACHINE_INVARIANT_constant, MACHINE_VIRTUAL, large_number},
    {"far words of the frame are no offsets", MACHINE_INVARIANT_base, MACHINE_VIRTUAL, far_access},
    {"an inserted instruction knows the registers of variables", MACHINE_INVARIANT_named, MACHINE_CLOSED,
     without_names},
    {"words of the frame become offsets from fp", MACHINE_INVARIANT_base, MACHINE_FRAMED, frame_word_left},
    {"a real is loaded whole", MACHINE_INVARIANT_image, MACHINE_VIRTUAL, short_image},
    {"sp is not written in a function that does not move it", MACHINE_INVARIANT_reserved, MACHINE_ALLOCATED,
     writes_sp},
    {"ra is written by calls alone", MACHINE_INVARIANT_reserved, MACHINE_VIRTUAL, writes_ra},
    {"t7 is the runtime's", MACHINE_INVARIANT_reserved, MACHINE_CLOSED, uses_t7},
    {"a register that callees keep is saved", MACHINE_INVARIANT_saved, MACHINE_ALLOCATED, not_saved},
    {"a function that calls is marked", MACHINE_INVARIANT_calls, MACHINE_VIRTUAL, not_marked},
    {"spill words lie in the frame", MACHINE_INVARIANT_spill, MACHINE_ALLOCATED, spill_outside},
    {"arguments on the stack have room", MACHINE_INVARIANT_outgoing, MACHINE_VIRTUAL, outgoing_outside},
    {"a virtual register is written before", MACHINE_INVARIANT_defined, MACHINE_VIRTUAL, never_written},
    {"a call loses registers", MACHINE_INVARIANT_defined, MACHINE_ALLOCATED, lost_by_call},
    {"a parameter comes in the register of its place", MACHINE_INVARIANT_defined, MACHINE_ALLOCATED,
     no_parameter},
    {"a machine register is written on every path", MACHINE_INVARIANT_defined, MACHINE_ALLOCATED,
     written_on_one_path},
    {"ra is restored before it is returned to", MACHINE_INVARIANT_defined, MACHINE_FRAMED, ra_not_restored},
    {"a spill word is written before", MACHINE_INVARIANT_spill_defined, MACHINE_ALLOCATED,
     spill_never_written},
    {"a branch has a comparison", MACHINE_INVARIANT_flags, MACHINE_ALLOCATED, no_comparison},
    {"a branch on floats has a comparison of floats", MACHINE_INVARIANT_flags, MACHINE_VIRTUAL,
     flags_of_words},
    {"the slot of a load does not read its target", MACHINE_INVARIANT_delay, MACHINE_CLOSED, slot_reads},
    {"the slot of a load does not write its target", MACHINE_INVARIANT_delay, MACHINE_CLOSED, slot_writes},
};

static void test_machine(void **state)
{
    const struct machine_case *c = *state;
    struct arena arena = {0};
    struct machine_breach breach;
    const struct ir_unit *unit = read_unit(&arena, machine_text);
    struct machine_function *function = make_machine(&arena, unit, c->stage);
    if (!machine_verify(function, c->stage, unit->symbol_count, &breach))
        fail_msg("the good function is refused: %s", breach.text);
    c->spoil(function);
    if (machine_verify(function, c->stage, unit->symbol_count, &breach))
        fail_msg("the wrong function is accepted");
    if (breach.invariant != c->invariant)
        fail_msg("not %s: %s", machine_invariant_name(c->invariant), breach.text);
    assert_non_null(strstr(breach.text, "function f, "));
    arena_release(&arena);
}

static void a_spill_word_that_is_written_is_accepted(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct machine_breach breach;
    const struct ir_unit *unit = read_unit(&arena, machine_text);
    struct machine_function *function = make_machine(&arena, unit, MACHINE_ALLOCATED);
    put_spill(function, MACHINE_stg, 0);
    put_spill(function, MACHINE_ldg, 0);
    if (!machine_verify(function, MACHINE_ALLOCATED, unit->symbol_count, &breach))
        fail_msg("%s", breach.text);
    arena_release(&arena);
}

static void sp_is_written_in_a_function_that_moves_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct machine_breach breach;
    const struct ir_unit *unit = read_unit(&arena, machine_text);
    struct machine_function *function = make_machine(&arena, unit, MACHINE_ALLOCATED);
    function->moves_stack = true;
    writes_sp(function);
    if (!machine_verify(function, MACHINE_ALLOCATED, unit->symbol_count, &breach))
        fail_msg("%s", breach.text);
    arena_release(&arena);
}

/* ---- register allocation */

/* The virtual register that the instruction with this operation writes, or reads. */
static uint32_t written_by(const struct machine_function *function, enum machine_op op)
{
    return find_op(function, op).instr->rd;
}

/* The sum of the call's result and a parameter is still read after the load. */
static void two_values_in_one(const struct machine_function *function, uint32_t *place)
{
    struct machine_block *block = find_branch(function).block->next;
    const struct machine_instr *load = block->first;
    while (load->op != MACHINE_ldg)
        load = load->next;
    place[load->rd] = place[written_by(function, MACHINE_add)];
}

static void over_a_call(const struct machine_function *function, uint32_t *place)
{
    place[find_op(function, MACHINE_add).instr->rt] = REGISTER_t0;
}

static void in_the_way_of_an_argument(const struct machine_function *function, uint32_t *place)
{
    place[written_by(function, MACHINE_add)] = REGISTER_a0;
}

static void without_a_place(const struct machine_function *function, uint32_t *place)
{
    place[written_by(function, MACHINE_add)] = 0;
}

static const struct place_case {
    const char *name;
    void (*spoil)(const struct machine_function *function, uint32_t *place);
} place_cases[] = {
    {"two live values have two machine registers", two_values_in_one},
    {"a value that lives over a call is in no register that the call loses", over_a_call},
    {"a value is not overwritten by the argument of a call", in_the_way_of_an_argument},
    {"a value that is read has a machine register", without_a_place},
};

static void spoil_places(const struct machine_function *function, const uint32_t *place, void *context)
{
    const struct place_case *c = context;
    struct machine_breach breach;
    uint32_t *wrong = malloc(function->register_limit * sizeof *wrong);
    assert_non_null(wrong);
    memcpy(wrong, place, function->register_limit * sizeof *wrong);
    if (!machine_verify_places(function, place, &breach))
        fail_msg("the good allocation is refused: %s", breach.text);
    c->spoil(function, wrong);
    if (machine_verify_places(function, wrong, &breach))
        fail_msg("the wrong allocation is accepted");
    assert_int_equal(breach.invariant, MACHINE_INVARIANT_kept);
    assert_non_null(strstr(breach.text, "function f, block "));
    free(wrong);
}

static void test_places(void **state)
{
    struct arena arena = {0};
    const struct ir_unit *unit = read_unit(&arena, machine_text);
    struct machine_function *function = make_machine(&arena, unit, MACHINE_VIRTUAL);
    regalloc_function(&arena, function, spoil_places, *state);
    arena_release(&arena);
}

static void every_machine_row_has_a_case(void **state)
{
    (void)state;
    for (enum machine_invariant i = MACHINE_INVARIANT_none + 1; i < MACHINE_INVARIANT_COUNT; i++) {
        /* place_cases; test_verify_values.c; test_verify_order.c */
        bool found = i == MACHINE_INVARIANT_kept || i == MACHINE_INVARIANT_spilled ||
                     i == MACHINE_INVARIANT_repeated || i == MACHINE_INVARIANT_ordered ||
                     i == MACHINE_INVARIANT_control;
        for (size_t c = 0; c < sizeof machine_cases / sizeof *machine_cases; c++)
            found = found || machine_cases[c].invariant == i;
        if (!found)
            fail_msg("invariant %s has no case", machine_invariant_name(i));
    }
}

int main(void)
{
    enum {
        CASES = sizeof machine_cases / sizeof *machine_cases,
        PLACES = sizeof place_cases / sizeof *place_cases,
        OTHERS = 3
    };
    static struct CMUnitTest tests[CASES + PLACES + OTHERS] = {
        cmocka_unit_test(every_machine_row_has_a_case),
        cmocka_unit_test(a_spill_word_that_is_written_is_accepted),
        cmocka_unit_test(sp_is_written_in_a_function_that_moves_it),
    };
    for (size_t i = 0; i < CASES; i++)
        tests[OTHERS + i] = (struct CMUnitTest){.name = machine_cases[i].name,
                                                .test_func = test_machine,
                                                .initial_state = (void *)&machine_cases[i]};
    for (size_t i = 0; i < PLACES; i++)
        tests[OTHERS + CASES + i] = (struct CMUnitTest){
            .name = place_cases[i].name, .test_func = test_places, .initial_state = (void *)&place_cases[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
