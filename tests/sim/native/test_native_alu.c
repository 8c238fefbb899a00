/* test_native_alu.c - what native code computes is what asm/tables/alu.def says: every instruction that
 * computes, every branch after every kind of comparison, on edge values and a million random ones.
 *
 * Each instruction becomes native code of its own, in a program that has them all. Skipped where there is no
 * LLVM.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "sim/bsp/native/native.h"
#include "tests/sim/engines.h"

enum { RANDOM = 1000000, A = 4, B = 5, RESULT = 6 };

static const uint32_t edges[] = {0,          1,          2,          3,          30,         31,
                                 32,         33,         0x7f,       0x80,       0xffff,     0x10000,
                                 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
                                 0x3f800000, 0xbf800000, 0x4b000000, 0x4affffff, 0xcb000001, 0x4f000000,
                                 0xcf000000, 0x4effffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
                                 0xffc12345, 0x00800000, 0x00000001, 0x3f000000, 0x40200000};
enum { EDGES = sizeof edges / sizeof edges[0] };

/* ---- what alu.def says */

struct answer {
    uint32_t word, status;
};

static struct answer expected(unsigned opcode, uint32_t a, uint32_t b, uint32_t status)
{
    const uint32_t c = status / STATUS_C & 1u;
    const float x = alu_float(a), y = alu_float(b);
    uint32_t r = 0;
    (void)c;
    switch (opcode) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name:                                                                                          \
        r = (result);                                                                                        \
        return (struct answer){r, status};                                                                   \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        return (struct answer){r, alu_flags(r, (carry), (overflow))};
#define ALU_DIVIDE(name, result, overflow) ALU_INTEGER(name, result, 0, overflow)
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name:                                                                                          \
        return (struct answer){alu_canonical(result), status};
#define ALU_FLOAT1(name, result) ALU_FLOAT2(name, result)
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        return (struct answer){(result), status};
#include "asm/tables/alu.def"
    default:
        return (struct answer){0, alu_float_compare(x, y)};
    }
}

static bool expected_branch(unsigned opcode, uint32_t status)
{
    const uint32_t n = (status & STATUS_N) != 0, z = (status & STATUS_Z) != 0, v = (status & STATUS_V) != 0,
                   c = (status & STATUS_C) != 0, u = n & z, m = 0;
    (void)n, (void)z, (void)v, (void)c, (void)u, (void)m;
    switch (opcode) {
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name:                                                                                          \
        return (condition);
#include "asm/tables/alu.def"
    default:
        return false;
    }
}

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
static const uint8_t comparing[] = {OP_nop, OP_subs, OP_ands, OP_fcmp, OP_adds, OP_lsls};
enum {
    COMPUTING = sizeof computing,
    BRANCHES = sizeof branches - 2, /* bmc, bms look at the clock */
    COMPARING = sizeof comparing,
    BRANCHES_AT = COMPUTING * 2
};

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

struct bench {
    struct machine machine;
    struct operation *code;
    struct native_subject subject;
    const struct native_plugin *plugin;
    struct native_translator *translator;
    uint32_t reg[DECODE_SINK + 1];
    uint32_t cells[64], shadow[64];
    bool well; /* code is made as if there was time */
};

static struct bench *set_up(bool well)
{
    char error[160];
    struct program_text text = {.random = 1};
    const struct machine_config config = {.pps = 1, .shared_words = 1 << 16};
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    write_program(&text);
    engines_load(&text, &config, &bench->machine);
    bench->well = well;
    bench->code = level_prepare(&bench->machine.program, NULL, &(struct level_wishes){.is_shown = false});
    bench->subject = (struct native_subject){
        .code = bench->code, .count = bench->machine.program.count, .pps = 1, .shared_span = 64};
    bench->plugin = native_find_plugin(error, sizeof error);
    assert_non_null(bench->plugin);
    bench->translator = bench->plugin->create(&bench->subject, error, sizeof error);
    if (bench->translator == NULL) {
        print_message("%s\n", error);
        skip();
    }
    return bench;
}

static void tear_down(struct bench *bench)
{
    bench->plugin->destroy(bench->translator);
    free(bench->code);
    machine_destroy(&bench->machine);
    free(bench);
}

/* The native code of `most` instructions at a pc. */
static struct native_region translate(struct bench *bench, uint32_t pc, uint32_t most)
{
    struct native_region region;
    const struct native_request request = {.pc = pc, .form = NATIVE_SURE, .most = most, .well = bench->well};
    assert_true(bench->plugin->translate(bench->translator, &request, &region));
    assert_true(region.entry_count > 0 && region.entries[0].pc == pc);
    return region;
}

static void forget(struct native_region *region)
{
    free(region->entries);
    free(region->stops);
}

/* Executes it; *pc becomes where it stops. */
static struct answer execute(struct bench *bench, const struct native_region *region, uint32_t a, uint32_t b,
                             uint32_t status, uint32_t most, uint32_t *pc)
{
    struct native_frame frame = {.cells = bench->cells,
                                 .shadow = bench->shadow,
                                 .reg = bench->reg,
                                 .asked = UINT32_MAX,
                                 .left = most,
                                 .flags_a = status};
    bench->reg[A] = a;
    bench->reg[B] = b;
    const struct native_stop *stop = &region->stops[region->code(&frame, region->entries[0].place)];
    *pc = frame.left + stop->undone == 0 ? stop->pc : UINT32_MAX;
    return (struct answer){bench->reg[RESULT], native_status_of(&frame)};
}

static uint32_t some_word(struct program_text *random)
{
    const uint32_t word = text_random(random) << 16 ^ text_random(random);
    return text_chance(random, 25)   ? edges[text_below(random, EDGES)]
           : text_chance(random, 25) ? word >> text_below(random, 32)
                                     : word;
}

static void compare(struct bench *bench, const struct native_region *region, unsigned opcode, uint32_t a,
                    uint32_t b, uint32_t status)
{
    uint32_t pc;
    const bool divides = opcode >= OP_div && opcode <= OP_remus;
    const struct answer result = execute(bench, region, a, b, status, 1, &pc);
    if (divides && b == 0) {
        assert_int_equal(pc, UINT32_MAX); /* it has stopped before */
        return;
    }
    const struct answer should = expected(opcode, a, b, status);
    const bool has_result = opcode != OP_fcmp;
    if ((has_result && result.word != should.word) || result.status != should.status || pc == UINT32_MAX)
        fail_msg("opcode %02x of %08x and %08x, status %x: %08x, status %x; native code: %08x, status %x",
                 opcode, a, b, status, should.word, should.status, result.word, result.status);
}

static void compute_all(bool well, unsigned count)
{
    struct bench *bench = set_up(well);
    struct program_text random = {.random = 4711};
    for (unsigned k = 0; k < COMPUTING; k++) {
        struct native_region region = translate(bench, k * 2, 1);
        for (unsigned i = 0; i < EDGES * EDGES; i++)
            compare(bench, &region, computing[k], edges[i / EDGES], edges[i % EDGES], i % 16 * 2);
        for (unsigned i = 0; i < count; i++)
            compare(bench, &region, computing[k], some_word(&random), some_word(&random), i % 16 * 2);
        forget(&region);
    }
    tear_down(bench);
}

static void instructions_compute_what_the_table_says(void **state)
{
    (void)state;
    compute_all(false, RANDOM);
}

static void they_do_so_where_code_is_made_well(void **state)
{
    (void)state;
    compute_all(true, RANDOM / 20);
}

static void branches_are_taken_after_every_comparison(void **state)
{
    (void)state;
    struct bench *bench = set_up(false);
    struct program_text random = {.random = 4711};
    for (unsigned k = 0; k < BRANCHES * COMPARING; k++) {
        const uint32_t at = BRANCHES_AT + k * 4;
        const unsigned compares = comparing[k % COMPARING], branch = branches[k / COMPARING];
        struct native_region region = translate(bench, at, 2);
        for (unsigned i = 0; i < RANDOM / (BRANCHES * COMPARING) + EDGES * EDGES; i++) {
            const uint32_t a = i < EDGES * EDGES ? edges[i / EDGES] : some_word(&random);
            const uint32_t b = i < EDGES * EDGES ? edges[i % EDGES] : some_word(&random);
            const uint32_t status = i % 16 * 2;
            const uint32_t then = compares == OP_nop ? status : expected(compares, a, b, status).status;
            uint32_t pc;
            const struct answer result = execute(bench, &region, a, b, status, 2, &pc);
            if (pc != at + (expected_branch(branch, then) ? 3 : 2) || result.status != then)
                fail_msg("opcode %02x after %02x of %08x and %08x, status %x: goes to %u of %u", branch,
                         compares, a, b, status, pc, at);
        }
        forget(&region);
    }
    tear_down(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_compute_what_the_table_says),
        cmocka_unit_test(they_do_so_where_code_is_made_well),
        cmocka_unit_test(branches_are_taken_after_every_comparison),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
