/* test_lane_alu.c - compiled code of one PP computes the results of asm/tables/alu.def: every instruction
 * that computes, every branch after every kind of comparison, on edge values and random ones; alu.slow.test
 * tries a million.
 *
 * Each instruction becomes compiled code of its own, in a program that has them all. Skipped on hosts without
 * a JIT. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/tile/code/level.h"
#include "sim/jit/lane.h"
#include "tests/sim/answers.h"
#include "tests/sim/engines.h"

/* Random words for each instruction: PRAM_FUZZ_WORDS, or this number. */
enum { RANDOM = 50000 };
enum { A = 4, B = 5, RESULT = 6 };

/* ---- the program, its instructions two apart, branches four */

static const uint8_t computing[] = {
#define ALU_INTEGER(name, result, carry, overflow) OP_##name, OP_##name##s,
#define ALU_DIVIDE(name, result, overflow) OP_##name, OP_##name##s,
#define ALU_FLOAT2(name, result) OP_##name,
#define ALU_FLOAT1(name, result) OP_##name,
#define ALU_BITS1(name, result) OP_##name,
#include "asm/tables/alu.def"
    OP_fcmp};
static const uint8_t branches[] = {
#define ALU_BRANCH(name, condition) OP_##name,
#include "asm/tables/alu.def"
};
/* Each also with constants as S, and with results that go where an operand was. */
static const int32_t constants[] = {0, 1, 2, 3, 7, 8, 16, 31, 32, 33, 1024, 4095, -1, -2, -4096};
static const uint8_t comparing[] = {OP_nop, OP_subs, OP_ands, OP_fcmp, OP_adds, OP_lsls};
enum {
    COMPUTING = sizeof computing,
    BRANCHES = sizeof branches - 2, /* bmc, bms look at the clock */
    COMPARING = sizeof comparing,
    BRANCHES_AT = COMPUTING * 2,
    CONSTANTS = sizeof constants / sizeof constants[0],
    FORMS = CONSTANTS + 4 /* constants, result in A, in B, of A twice, of R0 */
};

/* What an instruction of a form is made of. */
struct form {
    unsigned rs, rt, target;
    bool has_constant;
    int32_t constant;
};

static struct form form_of(unsigned number)
{
    static const struct form others[] = {{.rs = A, .rt = B, .target = A},
                                         {.rs = A, .rt = B, .target = B},
                                         {.rs = A, .rt = A, .target = A},
                                         {.rt = B, .target = RESULT}};
    if (number >= CONSTANTS)
        return others[number - CONSTANTS];
    return (struct form){.rs = A, .target = RESULT, .has_constant = true, .constant = constants[number]};
}

static void write_program(struct program_text *text)
{
    for (unsigned k = 0; k < COMPUTING; k++) {
        text_emit(text, computing[k], A, false, B, computing[k] == OP_fcmp ? 0 : RESULT);
        text_emit(text, OP_halt, 0, false, 0, 0);
    }
    for (unsigned k = 0; k < BRANCHES * COMPARING; k++) {
        const uint8_t compare = comparing[k % COMPARING];
        text_emit(text, compare, compare == OP_nop ? 0 : A, false, compare == OP_nop ? 0 : B, 0);
        text_emit_wide(text, branches[k / COMPARING], 2, 0);
        text_emit(text, OP_halt, 0, false, 0, 0);
        text_emit(text, OP_halt, 0, false, 0, 0);
    }
}

/* A program of one instruction in all forms. */
static void write_forms(struct program_text *text, unsigned opcode)
{
    for (unsigned k = 0; k < FORMS; k++) {
        const struct form form = form_of(k);
        text_emit(text, opcode, form.rs, form.has_constant,
                  form.has_constant ? form.constant : (int32_t)form.rt, opcode == OP_fcmp ? 0 : form.target);
        text_emit(text, OP_halt, 0, false, 0, 0);
    }
}

/* A comparison and a branch with an instruction between them, or before both, that may change an operand, as
 * the comparison itself may: then what is compared must be what it was. After the branch no PP sees the
 * flags. */
static const uint8_t apart_comparing[] = {OP_subs, OP_ands, OP_fcmp};
static const uint8_t apart_targets[] = {0, A, B, RESULT};
static const struct {
    uint8_t opcode, number;
    bool is_before;
} apart_between[] = {
    {OP_nop, 0, true}, {OP_nop, 0, false}, {OP_add, A, false}, {OP_add, B, false}, {OP_add, RESULT, false}};
enum {
    APART_COMPARING = sizeof apart_comparing,
    APART_TARGETS = sizeof apart_targets,
    APART_BETWEEN = sizeof apart_between / sizeof apart_between[0],
    APART_FORMS = APART_COMPARING * APART_TARGETS * APART_BETWEEN,
    APART_LENGTH = 7
};

static void write_between(struct program_text *text, unsigned between)
{
    const unsigned opcode = apart_between[between].opcode, number = apart_between[between].number;
    text_emit(text, opcode, number, opcode != OP_nop, opcode != OP_nop ? 1 : 0, number);
}

static void write_apart(struct program_text *text, unsigned form, unsigned branch)
{
    const unsigned between = form % APART_BETWEEN, target = form / APART_BETWEEN % APART_TARGETS;
    const unsigned compare = apart_comparing[form / APART_BETWEEN / APART_TARGETS];
    if (apart_between[between].is_before)
        write_between(text, between);
    text_emit(text, compare, A, false, B, compare == OP_fcmp ? 0 : apart_targets[target]);
    if (!apart_between[between].is_before)
        write_between(text, between);
    text_emit_wide(text, branch, 3, 0);
    for (unsigned way = 0; way < 2; way++) {
        text_emit(text, OP_subs, A, false, A, 0);
        text_emit(text, OP_halt, 0, false, 0, 0);
    }
}

struct bench {
    struct machine machine;
    struct operation *code;
    struct lanes *lanes;
    uint32_t reg[DECODE_SINK + 1];
};

/* Of a program. */
static struct bench *set_up_regions(const struct program_text *text, bool shows_flags, uint32_t most)
{
    const struct machine_config config = {
        .pps = 1, .shared_words = 1 << 16, .native = NATIVE_ON, .tests.native_most = most};
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    engines_load(text, &config, &bench->machine);
    bench->code = level_prepare(&bench->machine.program, NULL, shows_flags);
    bench->lanes = lanes_create(&bench->machine, bench->code, bench->machine.memory.cells, NULL);
    if (bench->lanes == NULL) {
        print_message("there is no native code here\n");
        skip();
    }
    return bench;
}

static struct bench *set_up(const struct program_text *text, bool shows_flags)
{
    return set_up_regions(text, shows_flags, 2);
}

static void tear_down(struct bench *bench)
{
    lanes_destroy(bench->lanes);
    free(bench->code);
    machine_destroy(&bench->machine);
    free(bench);
}

/* Native code of the instructions at a pc. */
static const void *translate(struct bench *bench, uint32_t pc)
{
    const struct lanes *lanes = bench->lanes;
    uint32_t from, to;
    if (!lanes_have_code(lanes, pc, LANE_PRESENT)) /* not yet, as part of another region */
        assert_true(lanes_request(bench->lanes, pc, LANE_PRESENT, &from, &to));
    return lanes->places[LANE_PRESENT][pc];
}

/* Executes it; *pc becomes where it stops. */
static struct answer execute(struct bench *bench, const void *place, uint32_t a, uint32_t b, uint32_t status,
                             uint32_t most, uint32_t *pc)
{
    struct lane_frame frame = {.reg = bench->reg,
                               .cells = bench->machine.memory.cells,
                               .places = bench->lanes->places[LANE_PRESENT],
                               .calls = {[LANE_CALL_COMPUTE] = lanes_compute},
                               .left = most,
                               .flags_a = status};
    bench->reg[A] = a;
    bench->reg[B] = b;
    const struct lane_stop *stop = lanes_run(bench->lanes, &frame, place);
    const uint32_t stopped = stop->pc != LANE_ANYWHERE ? stop->pc : frame.pc;
    *pc = frame.left + stop->undone == 0 ? stopped : UINT32_MAX;
    return (struct answer){bench->reg[RESULT], lane_status_of(&frame)};
}

static uint32_t some_word(struct program_text *random)
{
    const uint32_t word = text_random(random) << 16 ^ text_random(random);
    return text_chance(random, 25)   ? answers_edges[text_below(random, ANSWERS_EDGES)]
           : text_chance(random, 25) ? word >> text_below(random, 32)
                                     : word;
}

static void compare(struct bench *bench, const void *place, unsigned opcode, uint32_t a, uint32_t b,
                    uint32_t status)
{
    uint32_t pc;
    const bool divides = opcode >= OP_div && opcode <= OP_remus;
    const struct answer result = execute(bench, place, a, b, status, 1, &pc);
    if (divides && b == 0) {
        assert_int_equal(pc, UINT32_MAX); /* it has stopped before */
        return;
    }
    const struct answer should = answers_word(opcode, a, b, status);
    const bool has_result = opcode != OP_fcmp;
    if ((has_result && result.word != should.word) || result.status != should.status || pc == UINT32_MAX)
        fail_msg("opcode %02x of %08x and %08x, status %x: %08x, status %x; native code: %08x, status %x",
                 opcode, a, b, status, should.word, should.status, result.word, result.status);
}

static void instructions_compute_what_the_table_says(void **state)
{
    (void)state;
    struct program_text text = {.random = 1};
    write_program(&text);
    struct bench *bench = set_up(&text, true);
    struct program_text random = {.random = 4711};
    const uint64_t words = engines_number("PRAM_FUZZ_WORDS", RANDOM);
    for (unsigned k = 0; k < COMPUTING; k++) {
        const void *place = translate(bench, k * 2);
        for (unsigned i = 0; i < ANSWERS_EDGES * ANSWERS_EDGES; i++)
            compare(bench, place, computing[k], answers_edges[i / ANSWERS_EDGES],
                    answers_edges[i % ANSWERS_EDGES], i % 16 * 2);
        for (uint64_t i = 0; i < words; i++)
            compare(bench, place, computing[k], some_word(&random), some_word(&random), i % 16 * 2);
    }
    tear_down(bench);
}

static uint32_t value_of(unsigned number, uint32_t a, uint32_t b)
{
    return number == A ? a : number == B ? b : 0;
}

/* One instruction of a form, of some words. */
static void compare_form(struct bench *bench, const void *place, const struct operation *operation,
                         bool shows_flags, uint32_t a, uint32_t b)
{
    const struct instruction *i = &operation->i;
    const uint32_t second = value_of(i->rt, a, b) + i->constant;
    uint32_t pc;
    const struct answer result = execute(bench, place, a, b, 0, 1, &pc);
    if ((i->traits & DECODE_DIVIDES) && second == 0) {
        assert_int_equal(pc, UINT32_MAX);
        return;
    }
    const struct answer should = answers_word(i->opcode, value_of(i->rs, a, b), second, 0);
    const uint32_t word = bench->reg[i->target];
    if ((i->target != DECODE_SINK && word != should.word) || pc == UINT32_MAX ||
        (shows_flags && result.status != should.status))
        fail_msg("%08x of %08x and %08x: %08x, status %x; native code: %08x, status %x", i->word, a, b,
                 should.word, should.status, word, result.status);
}

/* Returns how many forms there are. */
static unsigned compare_forms(unsigned opcode, bool shows_flags)
{
    struct program_text text = {.random = 1}, random = {.random = 4711};
    write_forms(&text, opcode);
    struct bench *bench = set_up(&text, shows_flags);
    unsigned compared = 0;
    for (uint32_t at = 0; at < FORMS * 2; at += 2) {
        if (bench->code[at].plain == DECODE_ILLEGAL) /* it takes no constant */
            continue;
        const void *place = translate(bench, at);
        compared++;
        for (unsigned n = 0; n < ANSWERS_EDGES * 4; n++)
            compare_form(bench, place, &bench->code[at], shows_flags,
                         n < ANSWERS_EDGES ? answers_edges[n] : some_word(&random), some_word(&random));
    }
    tear_down(bench);
    return compared;
}

static void constants_and_results_in_operands_make_no_difference(void **state)
{
    (void)state;
    unsigned compared = 0;
    for (unsigned k = 0; k < COMPUTING; k++)
        compared += compare_forms(computing[k], true) + compare_forms(computing[k], false);
    assert_true(compared > COMPUTING * FORMS);
}

static void branch_all(bool shows_flags)
{
    struct program_text text = {.random = 1};
    write_program(&text);
    struct bench *bench = set_up(&text, shows_flags);
    struct program_text random = {.random = 4711};
    for (unsigned k = 0; k < BRANCHES * COMPARING; k++) {
        const uint32_t at = BRANCHES_AT + k * 4;
        const unsigned compares = comparing[k % COMPARING], branch = branches[k / COMPARING];
        const void *place = translate(bench, at);
        for (unsigned i = 0; i < RANDOM / (BRANCHES * COMPARING) + ANSWERS_EDGES * ANSWERS_EDGES; i++) {
            const uint32_t a =
                i < ANSWERS_EDGES * ANSWERS_EDGES ? answers_edges[i / ANSWERS_EDGES] : some_word(&random);
            const uint32_t b =
                i < ANSWERS_EDGES * ANSWERS_EDGES ? answers_edges[i % ANSWERS_EDGES] : some_word(&random);
            const uint32_t status = i % 16 * 2;
            const uint32_t then = compares == OP_nop ? status : answers_word(compares, a, b, status).status;
            uint32_t pc;
            const struct answer result = execute(bench, place, a, b, status, 2, &pc);
            if (pc != at + (answers_branch(branch, then) ? 3 : 2) || (shows_flags && result.status != then))
                fail_msg("opcode %02x after %02x of %08x and %08x, status %x: goes to %u of %u", branch,
                         compares, a, b, status, pc, at);
        }
    }
    tear_down(bench);
}

static void branches_are_taken_after_every_comparison(void **state)
{
    (void)state;
    branch_all(true);
}

static void they_are_where_no_pp_sees_the_flags_after_them(void **state)
{
    (void)state;
    branch_all(false);
}

/* One branch in all forms. */
static void compare_apart(unsigned branch)
{
    struct program_text text = {.random = 1}, random = {.random = 4711};
    for (unsigned form = 0; form < APART_FORMS; form++)
        write_apart(&text, form, branch);
    struct bench *bench = set_up_regions(&text, false, APART_LENGTH);
    for (unsigned form = 0; form < APART_FORMS; form++) {
        const uint32_t at = form * APART_LENGTH;
        const unsigned compare = apart_comparing[form / APART_BETWEEN / APART_TARGETS];
        const void *place = translate(bench, at);
        assert_false(bench->code[at + 2].flags_live);
        for (unsigned n = 0; n < ANSWERS_EDGES * 4; n++) {
            const uint32_t a = n < ANSWERS_EDGES ? answers_edges[n] : some_word(&random);
            const uint32_t b = n % 4 == 0 ? a + n % 3 - 1 : some_word(&random);
            uint32_t pc;
            (void)execute(bench, place, a, b, 0, 3, &pc);
            if (pc != at + (answers_branch(branch, answers_word(compare, a, b, 0).status) ? 5 : 3))
                fail_msg("opcode %02x after %02x of %08x and %08x, form %u: goes to %u of %u", branch,
                         compare, a, b, form, pc, at);
        }
    }
    tear_down(bench);
}

static void they_are_where_an_operand_of_the_comparison_has_changed(void **state)
{
    (void)state;
    for (unsigned k = 0; k < BRANCHES; k++)
        compare_apart(branches[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_compute_what_the_table_says),
        cmocka_unit_test(constants_and_results_in_operands_make_no_difference),
        cmocka_unit_test(branches_are_taken_after_every_comparison),
        cmocka_unit_test(they_are_where_no_pp_sees_the_flags_after_them),
        cmocka_unit_test(they_are_where_an_operand_of_the_comparison_has_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
