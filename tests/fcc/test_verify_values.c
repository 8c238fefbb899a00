/* test_verify_values.c - the verifier finds allocations with spills that leave an instruction another value.
 *
 * Each case is a function with more values than the machine has registers, allocated by regalloc, which the
 * verifier accepts, and a small change of it, after which the verifier names the invariant of the case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fcc/back/coalesce.h"
#include "fcc/back/regalloc.h"
#include "fcc/back/select.h"
#include "fcc/back/verify/verify.h"
#include "tests/fcc/ir_text.h"

enum { VALUES = 60, WORDS = 4 /* that nothing writes */, FIRST = 10 };

/* Loads VALUES words and, in a loop, adds each of them to the next one; stores their sum. Some are of words
 * that nothing writes. */
static const char *make_text(const char *mode, const char *block)
{
    static char text[16384];
    size_t length = (size_t)snprintf(
        text, sizeof text, "data x 4 words: 1, 2, 3, 4\n%s function f(v1, v2)\nb0:%s\n", mode, block);
    for (int i = 0; i < VALUES; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "  v%d = load [v1 + %d]%s\n",
                                   FIRST + i, i, i < WORDS ? " constant" : "");
    length +=
        (size_t)snprintf(text + length, sizeof text - length, "  v3 = copy 0\n  jump b1\nb1:%s\n", block);
    for (int i = WORDS; i + 1 < VALUES; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "  v%d = add v%d, v%d\n", FIRST + i,
                                   FIRST + i, FIRST + i + 1);
    length +=
        (size_t)snprintf(text + length, sizeof text - length,
                         "  v3 = add v3, 1\n  branch lt v3, v2 ? b1 : b2\nb2:%s\n  v4 = copy 0\n", block);
    for (int i = 0; i < VALUES; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "  v4 = add v4, v%d\n", FIRST + i);
    for (int i = WORDS; i < VALUES; i++) /* some have a register, others a word */
        length += (size_t)snprintf(text + length, sizeof text - length, "  keep v%d\n", FIRST + i);
    snprintf(text + length, sizeof text - length, "  keep v4\n  store [v1], v4\n  return v4\n");
    return text;
}

struct allocated {
    struct machine_function *function;
    uint32_t *place;
};

/* The load or store of a spill word of that number in the function, from 0. */
static struct machine_instr *find_access(struct machine_function *function, enum machine_op op,
                                         unsigned number, struct machine_block **in)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->op != op || !instr->memory.is_spill || number-- > 0)
                continue;
            *in = block;
            return instr;
        }
    }
    fail_msg("there are too few of %s", machine_rows[op].mnemonic);
    abort();
}

static struct machine_instr *find_plain(struct machine_function *function, enum machine_op op,
                                        struct machine_block **in)
{
    for (struct machine_block *block = function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->op == op && !instr->memory.is_spill) {
                *in = block;
                return instr;
            }
        }
    }
    fail_msg("there is no %s", machine_rows[op].mnemonic);
    abort();
}

static void other_word_loaded(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *load = find_access(a->function, MACHINE_ldg, 0, &block);
    struct machine_instr *other = find_access(a->function, MACHINE_ldg, 1, &block);
    for (unsigned i = 2; other->imm == load->imm; i++)
        other = find_access(a->function, MACHINE_ldg, i, &block);
    load->imm = other->imm;
}

static void other_word_stored(struct allocated *a)
{
    struct machine_block *block;
    find_access(a->function, MACHINE_stg, 0, &block)->imm =
        find_access(a->function, MACHINE_stg, 1, &block)->imm;
}

static void one_word_for_two(struct allocated *a)
{
    struct machine_block *block;
    const int32_t to = find_access(a->function, MACHINE_stg, 0, &block)->imm;
    const int32_t from = find_access(a->function, MACHINE_stg, 1, &block)->imm;
    assert_int_not_equal(to, from);
    for (block = a->function->first; block; block = block->next) {
        for (struct machine_instr *instr = block->first; instr; instr = instr->next) {
            if (instr->memory.is_spill && instr->imm == from)
                instr->imm = to;
        }
    }
}

/* A store in the loop is not made: the word has the value of the round before. */
static void not_stored(struct allocated *a)
{
    struct machine_block *block;
    unsigned number = 0;
    struct machine_instr *store = find_access(a->function, MACHINE_stg, number, &block);
    while (block != a->function->first->next)
        store = find_access(a->function, MACHINE_stg, ++number, &block);
    machine_remove(block, store);
}

static void other_value_stored(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *store = find_access(a->function, MACHINE_stg, 0, &block);
    const uint32_t first = store->rd;
    for (unsigned i = 1; a->place[store->rd] == a->place[first]; i++)
        store->rd = find_access(a->function, MACHINE_stg, i, &block)->rd;
}

static void loaded_elsewhere(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *load = find_access(a->function, MACHINE_ldg, 0, &block);
    const uint32_t first = load->rd;
    for (unsigned i = 1; a->place[load->rd] == a->place[first]; i++)
        load->rd = find_access(a->function, MACHINE_ldg, i, &block)->rd;
}

static void word_outside(struct allocated *a)
{
    struct machine_block *block;
    find_access(a->function, MACHINE_ldg, 0, &block)->imm = (int32_t)a->function->near_words;
}

static void words_overlap(struct allocated *a)
{
    struct machine_block *block;
    const int32_t word = find_access(a->function, MACHINE_stg, 0, &block)->imm;
    struct machine_instr *store = find_access(a->function, MACHINE_stg, 0, &block);
    if (word + 1 == (int32_t)a->function->near_words)
        store = find_access(a->function, MACHINE_stg, 1, &block);
    store->memory.words = 2;
}

static void no_word(struct allocated *a)
{
    struct machine_block *block;
    find_access(a->function, MACHINE_ldg, 0, &block)->has_imm = false;
}

static void store_gone(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *store = find_plain(a->function, MACHINE_stg, &block);
    machine_remove(block, store);
}

static void store_new(struct allocated *a)
{
    struct machine_block *block;
    const struct machine_instr *store = find_plain(a->function, MACHINE_stg, &block);
    struct machine_instr *again = machine_insert(a->function, block, block->last, MACHINE_stg);
    again->rs = store->rs;
    again->rd = store->rd;
    again->has_imm = true;
}

static void instructions_change_places(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *load = find_plain(a->function, MACHINE_ldg, &block);
    machine_move(block, load, block->last->previous);
}

static void keep_gone(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *keep = find_plain(a->function, MACHINE_KEEP, &block);
    machine_remove(block, keep);
}

static void other_value_kept(struct allocated *a)
{
    struct machine_block *block;
    struct machine_instr *keep = find_plain(a->function, MACHINE_KEEP, &block);
    keep->rs = a->place[keep->rs] == REGISTER_t6 ? REGISTER_t5 : REGISTER_t6;
}

static void other_constant(struct allocated *a)
{
    struct machine_block *block;
    find_plain(a->function, MACHINE_stg, &block)->imm++;
}

/* A load at the start that nothing reads. */
static struct machine_instr *load_again(struct allocated *a)
{
    struct machine_block *block;
    const struct machine_instr *load = find_plain(a->function, MACHINE_ldg, &block);
    struct machine_instr *again = machine_insert(a->function, block, block->first, MACHINE_ldg);
    again->rs = load->rs;
    again->rd = load->rd;
    again->has_imm = true;
    again->memory.constant = true;
    return again;
}

static void repeated_in_async(struct allocated *a)
{
    a->function->first->synchronous = false;
    load_again(a);
}

static void repeated_though_written(struct allocated *a)
{
    load_again(a)->memory.constant = false;
}

static void repeated_in_parts(struct allocated *a)
{
    load_again(a);
    a->function->first->last->implicit_writes = REGISTER_BIT(REGISTER_gp);
}

static const struct value_case {
    const char *name;
    enum machine_invariant invariant;
    void (*spoil)(struct allocated *a);
} cases[] = {
    {"a reload is from the word of its register", MACHINE_INVARIANT_spilled, other_word_loaded},
    {"a value is stored in the word of its register", MACHINE_INVARIANT_spilled, other_word_stored},
    {"two registers have two words", MACHINE_INVARIANT_spilled, one_word_for_two},
    {"every new value is stored", MACHINE_INVARIANT_spilled, not_stored},
    {"the value that is stored is the register's", MACHINE_INVARIANT_spilled, other_value_stored},
    {"a reload goes to where the value is read", MACHINE_INVARIANT_spilled, loaded_elsewhere},
    {"a spill word is in the frame", MACHINE_INVARIANT_spilled, word_outside},
    {"spill words do not overlap", MACHINE_INVARIANT_spilled, words_overlap},
    {"a spill word has a known place", MACHINE_INVARIANT_spilled, no_word},
    {"no store is gone", MACHINE_INVARIANT_spilled, store_gone},
    {"no store is new", MACHINE_INVARIANT_spilled, store_new},
    {"instructions keep their order", MACHINE_INVARIANT_spilled, instructions_change_places},
    {"a variable with a register is kept", MACHINE_INVARIANT_spilled, keep_gone},
    {"the value that is kept is the variable's", MACHINE_INVARIANT_spilled, other_value_kept},
    {"instructions do what they did", MACHINE_INVARIANT_spilled, other_constant},
    {"no load is repeated in asynchronous code", MACHINE_INVARIANT_repeated, repeated_in_async},
    {"no load is repeated of a word that changes", MACHINE_INVARIANT_repeated, repeated_though_written},
    {"no load is repeated in a function that divides its group", MACHINE_INVARIANT_repeated,
     repeated_in_parts},
};

struct trial {
    const struct value_case *c; /* NULL: none */
    struct machine_original *original;
    bool has_repeated; /* a load was repeated in place of a reload */
};

/* Whether the function has a load of a word that nothing writes more often than before: in b2. */
static bool has_repeated(const struct machine_function *function)
{
    for (const struct machine_instr *instr = function->first->next->next->first; instr; instr = instr->next) {
        if (instr->op == MACHINE_ldg && instr->memory.constant)
            return true;
    }
    return false;
}

static void spoil(const struct machine_function *function, const uint32_t *place, void *context)
{
    struct trial *trial = context;
    struct machine_breach breach;
    uint32_t *places = malloc(function->register_limit * sizeof *places);
    assert_non_null(places);
    memcpy(places, place, function->register_limit * sizeof *places);
    assert_true(function->near_words > 10);
    trial->has_repeated = has_repeated(function);
    if (!machine_verify_values(trial->original, function, place, &breach))
        fail_msg("the good allocation is refused: %s", breach.text);
    if (trial->c) {
        struct allocated a = {(struct machine_function *)function, places};
        trial->c->spoil(&a);
        if (machine_verify_values(trial->original, function, places, &breach))
            fail_msg("the wrong allocation is accepted");
        if (breach.invariant != trial->c->invariant)
            fail_msg("not %s: %s", machine_invariant_name(trial->c->invariant), breach.text);
        assert_non_null(strstr(breach.text, "function f, block "));
    }
    free(places);
}

static struct trial try_function(const char *mode, const char *block, const struct value_case *c)
{
    struct arena arena = {0};
    char error[200] = "";
    struct ir_unit *unit = ir_text_read_any(&arena, make_text(mode, block), error, sizeof error);
    if (!unit) {
        fail_msg("%s", error);
        abort(); /* for readers that do not know that fail_msg does not return */
    }
    struct machine_function *function = select_function(&arena, unit, unit->functions);
    coalesce_copies(&arena, function);
    struct trial trial = {.c = c, .original = machine_keep_original(&arena, function)};
    regalloc_function(&arena, function, spoil, &trial);
    arena_release(&arena);
    return trial;
}

static void test_case(void **state)
{
    try_function("sync", " sync", *state);
}

static void good_allocations_are_accepted(void **state)
{
    (void)state;
    assert_true(try_function("sync", " sync", NULL).has_repeated);
    assert_false(try_function("async", "", NULL).has_repeated);
}

int main(void)
{
    enum { CASES = sizeof cases / sizeof *cases };
    static struct CMUnitTest tests[CASES + 1] = {cmocka_unit_test(good_allocations_are_accepted)};
    for (size_t i = 0; i < CASES; i++)
        tests[i + 1] = (struct CMUnitTest){
            .name = cases[i].name, .test_func = test_case, .initial_state = (void *)&cases[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
