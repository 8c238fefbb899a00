/* test_native_rows.c - what native code of tiles computes is what asm/tables/alu.def says: every instruction
 * that computes, for operands that are rows, equal or evenly spaced, every branch after every kind of
 * comparison, on edge values and random ones; and where a block ends.
 *
 * PRAM_ROWS_WORDS: how many words for each instruction, of divisions for each divisor (default 100000;
 * rows.slow.test asks for a million). Skipped where there is no LLVM.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/bsp/native/code.h"
#include "sim/bsp/native/plugin.h"
#include "tests/sim/answers.h"
#include "tests/sim/engines.h"

enum { WORDS = 100000, LANES = 64, C = 8, D = 9, A = 4, B = 5, RESULT = 6 };

/* ---- a program that is a block, and its tile */

struct bench {
    struct machine machine;
    struct operation *code;
    struct native_subject subject;
    const struct native_plugin *plugin;
    struct native_code memory;
    struct native_translator *translator;
    _Alignas(64) uint32_t rows[32][LANES];
    _Alignas(64) uint32_t status[LANES];
    uint32_t *row[32];
    uint32_t base[32], stride[32];
    uint32_t cells[1 << 14];
    struct block_frame frame;
};

/* All flags may be looked at, so that they are made. */
static struct bench *set_up(const struct program_text *text)
{
    char error[160];
    const struct machine_config config = {.pps = LANES, .shared_words = 1 << 16};
    struct bench *bench = aligned_alloc(64, (sizeof *bench + 63) / 64 * 64);
    assert_non_null(bench);
    memset(bench, 0, sizeof *bench);
    engines_load(text, &config, &bench->machine);
    bench->code = level_prepare(&bench->machine.program, NULL, &(struct level_wishes){.shows_flags = true});
    bench->subject = (struct native_subject){.processor = getenv("PRAM_ROWS_PROCESSOR"),
                                             .code = bench->code,
                                             .count = bench->machine.program.count,
                                             .pps = LANES,
                                             .shared_span = 1 << 14};
    bench->plugin = native_find_plugin(error, sizeof error);
    assert_non_null(bench->plugin);
    bench->translator = bench->plugin->create(&bench->subject, error, sizeof error);
    if (bench->translator == NULL) {
        print_message("%s\n", error);
        skip();
    }
    for (unsigned r = 0; r < 32; r++)
        bench->row[r] = bench->rows[r];
    bench->frame = (struct block_frame){.row = bench->row,
                                        .base = bench->base,
                                        .stride = bench->stride,
                                        .cells = bench->cells,
                                        .status = bench->status,
                                        .lanes = LANES,
                                        .first_pp = 100};
    return bench;
}

static void tear_down(struct bench *bench)
{
    bench->plugin->destroy(bench->translator);
    native_code_destroy(&bench->memory);
    free(bench->code);
    machine_destroy(&bench->machine);
    free(bench);
}

/* C and D, of which the carry comes, are rows. */
static struct block_request request_at(uint32_t pc, enum block_form a, enum block_form b)
{
    struct block_request request = {.pc = pc, .most = 3};
    request.forms[A] = (uint8_t)a;
    request.forms[B] = (uint8_t)b;
    request.forms[C] = request.forms[D] = BLOCK_ROW;
    return request;
}

static bool translate(struct bench *bench, const struct block_request *request, struct native_block *block)
{
    return bench->plugin->translate_block(bench->translator, request, block) &&
           native_code_place_block(&bench->memory, block);
}

static uint32_t some_word(struct program_text *random)
{
    const uint32_t word = text_random(random) << 16 ^ text_random(random);
    return text_chance(random, 25)   ? answers_edges[text_below(random, ANSWERS_EDGES)]
           : text_chance(random, 25) ? word >> text_below(random, 32)
                                     : word;
}

/* Fills a register of some form. */
static void fill(struct bench *bench, unsigned number, enum block_form form, struct program_text *random)
{
    bench->base[number] = some_word(random);
    bench->stride[number] = form == BLOCK_UNIFORM ? 0 : form == BLOCK_RUN ? 1 : some_word(random);
    for (uint32_t lane = 0; lane < LANES; lane++)
        bench->rows[number][lane] =
            form == BLOCK_ROW ? some_word(random) : bench->base[number] + lane * bench->stride[number];
}

/* What the block has left of a register. */
static uint32_t word_of(const struct bench *bench, const struct native_block *block, unsigned number,
                        uint32_t lane)
{
    return block->to_row >> number & 1u ? bench->rows[number][lane]
                                        : bench->base[number] + lane * bench->stride[number];
}

static uint32_t status_of(const struct bench *bench, const struct native_block *block, uint32_t lane)
{
    return block->flags == BLOCK_FLAGS_UNIFORM ? bench->frame.flags : bench->status[lane];
}

/* ---- instructions */

static const uint8_t computing[] = {
#define ALU_INTEGER(name, result, carry, overflow) OP_##name, OP_##name##s,
#define ALU_FLOAT2(name, result) OP_##name,
#define ALU_FLOAT1(name, result) OP_##name,
#define ALU_BITS1(name, result) OP_##name,
#include "asm/tables/alu.def"
    OP_fcmp};
static const uint8_t dividing[] = {
#define ALU_DIVIDE(name, result, overflow) OP_##name, OP_##name##s,
#include "asm/tables/alu.def"
};
static const int32_t divisors[] = {1, -1, 2, 3, 7, 64, 1000, -5, 4095, -4096};
enum {
    COMPUTING = sizeof computing,
    DIVIDING = sizeof dividing,
    DIVISORS = sizeof divisors / sizeof divisors[0],
    LENGTH = 3, /* a comparison, for the carry; the instruction; halt */
    DIVIDE_AT = COMPUTING * LENGTH
};

static void emit(struct program_text *text, unsigned opcode, bool is_constant, int32_t b)
{
    text_emit(text, OP_subs, C, false, D, 0);
    text_emit(text, (uint8_t)opcode, A, is_constant, b, opcode == OP_fcmp ? 0 : RESULT);
    text_emit(text, OP_halt, 0, false, 0, 0);
}

/* Executes a block of `emit` once. Each lane's answer must be that of the table. */
static void compare(struct bench *bench, const struct native_block *block, unsigned opcode,
                    const uint32_t *divisor)
{
    assert_int_equal(block->code(&bench->frame), BLOCK_FOLLOWS);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t a = bench->rows[A][lane], b = divisor != NULL ? *divisor : bench->rows[B][lane];
        const uint32_t before = answers_word(OP_subs, bench->rows[C][lane], bench->rows[D][lane], 0).status;
        const struct answer should = answers_word(opcode, a, b, before);
        const struct answer is = {opcode == OP_fcmp ? 0 : word_of(bench, block, RESULT, lane),
                                  status_of(bench, block, lane)};
        if ((opcode != OP_fcmp && is.word != should.word) || is.status != should.status)
            fail_msg("opcode %02x of %08x and %08x, status %x: %08x, status %x; native code: %08x, %x",
                     opcode, a, b, before, should.word, should.status, is.word, is.status);
    }
}

/* Executes it for as many words. The first ones are pairs of edge values. */
static void compare_many(struct bench *bench, unsigned k, enum block_form a, enum block_form b,
                         unsigned words)
{
    struct program_text random = {.random = 4711 + k};
    const struct block_request request = request_at(k * LENGTH, a, b);
    struct native_block block;
    assert_true(translate(bench, &request, &block));
    assert_int_equal(block.count, 2);
    for (unsigned done = 0; done < words; done += LANES) {
        fill(bench, A, a, &random);
        fill(bench, B, b, &random);
        if (done % (16 * LANES) == 0) {
            fill(bench, C, BLOCK_ROW, &random);
            fill(bench, D, BLOCK_ROW, &random);
        }
        for (uint32_t lane = 0; lane < LANES && done + lane < ANSWERS_EDGES * ANSWERS_EDGES; lane++) {
            if (a == BLOCK_ROW)
                bench->rows[A][lane] = answers_edges[(done + lane) / ANSWERS_EDGES];
            if (b == BLOCK_ROW)
                bench->rows[B][lane] = answers_edges[(done + lane) % ANSWERS_EDGES];
        }
        compare(bench, &block, computing[k], NULL);
    }
}

static struct bench *set_up_computing(void)
{
    struct program_text text = {.random = 1};
    for (unsigned k = 0; k < COMPUTING; k++)
        emit(&text, computing[k], false, B);
    for (unsigned k = 0; k < DIVIDING * DIVISORS; k++)
        emit(&text, dividing[k / DIVISORS], true, divisors[k % DIVISORS]);
    return set_up(&text);
}

static void instructions_compute_what_the_table_says(void **state)
{
    (void)state;
    struct bench *bench = set_up_computing();
    for (unsigned k = 0; k < COMPUTING; k++)
        compare_many(bench, k, BLOCK_ROW, BLOCK_ROW, (unsigned)engines_number("PRAM_ROWS_WORDS", WORDS));
    tear_down(bench);
}

static void they_do_so_for_operands_of_all_forms(void **state)
{
    (void)state;
    struct bench *bench = set_up_computing();
    for (unsigned k = 0; k < COMPUTING; k++)
        for (unsigned forms = 0; forms < BLOCK_FORMS * BLOCK_FORMS - 1; forms++)
            if ((k + forms) % 5 == 0 || forms == BLOCK_UNIFORM * BLOCK_FORMS + BLOCK_ROW)
                compare_many(bench, k, (enum block_form)(forms / BLOCK_FORMS),
                             (enum block_form)(forms % BLOCK_FORMS), 64 * LANES);
    tear_down(bench);
}

/* Division `k`, by a constant, for as many words. The first ones are the edge values. */
static void divide_many(struct bench *bench, unsigned k, unsigned words)
{
    struct program_text random = {.random = 4711 + k};
    const struct block_request request = request_at(DIVIDE_AT + k * LENGTH, BLOCK_ROW, BLOCK_ROW);
    const uint32_t divisor = (uint32_t)divisors[k % DIVISORS];
    struct native_block block;
    assert_true(translate(bench, &request, &block));
    for (unsigned done = 0; done < words; done += LANES) {
        fill(bench, A, BLOCK_ROW, &random);
        if (done % (16 * LANES) == 0) {
            fill(bench, C, BLOCK_ROW, &random);
            fill(bench, D, BLOCK_ROW, &random);
        }
        for (uint32_t lane = 0; lane < LANES && done + lane < ANSWERS_EDGES; lane++)
            bench->rows[A][lane] = answers_edges[done + lane];
        compare(bench, &block, dividing[k / DIVISORS], &divisor);
    }
}

static void divisions_by_constants_are_part_of_blocks(void **state)
{
    (void)state;
    struct bench *bench = set_up_computing();
    for (unsigned k = 0; k < DIVIDING * DIVISORS; k++)
        divide_many(bench, k, (unsigned)engines_number("PRAM_ROWS_WORDS", WORDS));
    tear_down(bench);
}

/* ---- branches */

static const uint8_t branches[] = {
#define ALU_BRANCH(name, condition) OP_##name,
#include "asm/tables/alu.def"
};
static const uint8_t comparing[] = {OP_subs, OP_ands, OP_fcmp, OP_adds, OP_lsls};
enum {
    BRANCHES = sizeof branches - 2, /* bmc, bms look at the clock */
    COMPARING = sizeof comparing
};

/* Fills a lane, and says whether it branches. */
static bool fill_lane(struct bench *bench, unsigned compares, unsigned branch, uint32_t lane, uint32_t a,
                      uint32_t b)
{
    bench->rows[A][lane] = a;
    bench->rows[B][lane] = b;
    return answers_branch(branch, answers_word(compares, a, b, 0).status);
}

static void check_branch(struct bench *bench, const struct native_block *block, unsigned branch,
                         unsigned compares, struct program_text *random)
{
    for (unsigned i = 0; i < ANSWERS_EDGES * ANSWERS_EDGES + 200; i++) {
        const bool is_edge = i < ANSWERS_EDGES * ANSWERS_EDGES;
        const uint32_t a = is_edge ? answers_edges[i / ANSWERS_EDGES] : some_word(random);
        const uint32_t b = is_edge ? answers_edges[i % ANSWERS_EDGES] : some_word(random);
        bool jumps = false, other = false;
        for (uint32_t lane = 0; lane < LANES; lane++)
            jumps = fill_lane(bench, compares, branch, lane, a, b);
        assert_int_equal(block->code(&bench->frame), jumps ? BLOCK_JUMPS : BLOCK_FOLLOWS);
        other = fill_lane(bench, compares, branch, text_below(random, LANES), some_word(random),
                          some_word(random));
        const enum block_way way = jumps != other ? BLOCK_PARTS : jumps ? BLOCK_JUMPS : BLOCK_FOLLOWS;
        assert_int_equal(block->code(&bench->frame), way);
    }
}

static void branches_go_where_all_go_or_part(void **state)
{
    (void)state;
    struct program_text text = {.random = 1}, random = {.random = 4711};
    for (unsigned k = 0; k < BRANCHES * COMPARING; k++) {
        text_emit(&text, comparing[k % COMPARING], A, false, B, 0);
        text_emit_wide(&text, branches[k / COMPARING], 2, 0);
        text_emit(&text, OP_halt, 0, false, 0, 0);
        text_emit(&text, OP_halt, 0, false, 0, 0);
    }
    struct bench *bench = set_up(&text);
    for (unsigned k = 0; k < BRANCHES * COMPARING; k++) {
        const struct block_request request = request_at(k * 4, BLOCK_ROW, BLOCK_ROW);
        const bool is_always = branches[k / COMPARING] == OP_bra;
        struct native_block block;
        assert_true(translate(bench, &request, &block));
        assert_int_equal(block.count, 2);
        assert_int_equal(block.target, k * 4 + 3);
        assert_int_equal(block.undone, is_always ? 0 : 2);
        check_branch(bench, &block, branches[k / COMPARING], comparing[k % COMPARING], &random);
    }
    tear_down(bench);
}

/* ---- loads, and where a block ends */

/* One word for all, words that lie side by side, any words; a delayed value that the next instruction does
 * not see yet. */
static void loads_bring_words_of_all_forms(void **state)
{
    (void)state;
    struct program_text text = {.random = 1}, random = {.random = 4711};
    text_emit(&text, OP_ldg, A, true, 3, 10);
    text_emit(&text, OP_ldg, B, true, 0, 11);
    text_emit(&text, OP_ldg, C, true, -5, 12);
    text_emit(&text, OP_add, 12, true, 1, 13);
    text_emit(&text, OP_halt, 0, false, 0, 0);
    struct bench *bench = set_up(&text);
    struct block_request request = request_at(0, BLOCK_UNIFORM, BLOCK_RUN);
    struct native_block block;
    request.most = 64;
    request.forms[12] = BLOCK_UNIFORM;
    request.shared = UINT32_MAX;
    assert_true(translate(bench, &request, &block));
    assert_int_equal(block.count, 4);
    assert_int_equal(block.loads, 3);
    assert_int_equal(block.address_count, 3);
    for (uint32_t k = 0; k < sizeof bench->cells / sizeof bench->cells[0]; k++)
        bench->cells[k] = text_random(&random);
    for (unsigned round = 0; round < 1000; round++) {
        bench->base[A] = text_below(&random, 1000);
        bench->base[B] = text_below(&random, 1000);
        bench->base[12] = text_random(&random);
        for (uint32_t lane = 0; lane < LANES; lane++)
            bench->rows[C][lane] = lane / 16 % 2 != 0 ? lane + 200 : 5 + text_below(&random, 4000);
        const uint32_t before = bench->base[12];
        assert_int_equal(block.code(&bench->frame), BLOCK_FOLLOWS);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            assert_int_equal(word_of(bench, &block, 10, lane), bench->cells[bench->base[A] + 3]);
            assert_int_equal(word_of(bench, &block, 11, lane), bench->cells[bench->base[B] + lane]);
            assert_int_equal(word_of(bench, &block, 12, lane), bench->cells[bench->rows[C][lane] - 5]);
            assert_int_equal(word_of(bench, &block, 13, lane), before + 1);
        }
        bench->base[12] = before;
    }
    tear_down(bench);
}

/* A register first holds addresses of a row, then one that the code says. */
static void loads_from_addresses_of_the_code_belong_to_blocks(void **state)
{
    (void)state;
    struct program_text text = {.random = 1}, random = {.random = 4711};
    text_emit(&text, OP_ldg, A, true, 2, 10);
    text_emit_wide(&text, OP_getlo, 1000, A);
    text_emit(&text, OP_add, A, true, 234, A);
    text_emit(&text, OP_ldg, A, true, -4, 11);
    text_emit(&text, OP_ldg, 0, true, 77, 12);
    text_emit(&text, OP_add, A, false, B, A);
    text_emit(&text, OP_ldg, A, true, 0, 13); /* nobody knows that one */
    text_emit(&text, OP_halt, 0, false, 0, 0);
    struct bench *bench = set_up(&text);
    struct block_request request = request_at(0, BLOCK_ROW, BLOCK_UNIFORM);
    struct native_block block;
    request.most = 64;
    request.shared = UINT32_MAX;
    assert_true(translate(bench, &request, &block));
    assert_int_equal(block.count, 6);
    assert_int_equal(block.address_count, 2);
    assert_int_equal(block.addresses[1].number, 0);
    assert_int_equal(block.addresses[1].low, 77);
    assert_int_equal(block.addresses[1].high, 1230);
    for (uint32_t k = 0; k < sizeof bench->cells / sizeof bench->cells[0]; k++)
        bench->cells[k] = text_random(&random);
    for (uint32_t lane = 0; lane < LANES; lane++)
        bench->rows[A][lane] = text_below(&random, 4000);
    uint32_t addresses[LANES];
    memcpy(addresses, bench->rows[A], sizeof addresses);
    bench->base[B] = 5;
    assert_int_equal(block.code(&bench->frame), BLOCK_FOLLOWS);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        assert_int_equal(word_of(bench, &block, 10, lane), bench->cells[addresses[lane] + 2]);
        assert_int_equal(word_of(bench, &block, 11, lane), bench->cells[1230]);
        assert_int_equal(word_of(bench, &block, 12, lane), bench->cells[77]);
        assert_int_equal(word_of(bench, &block, A, lane), 1239);
    }
    tear_down(bench);
}

static void blocks_end_before_what_does_not_fit_in(void **state)
{
    (void)state;
    static const struct {
        unsigned opcode, rs;
        bool is_constant;
        int32_t s;
        unsigned rd;
        uint32_t count; /* of a block that begins two instructions before */
    } cases[] = {{OP_stg, A, true, 0, B, 2},    {OP_syncadd, A, true, 0, B, 2}, {OP_div, A, false, B, 6, 2},
                 {OP_shint, 0, true, 9, 0, 2},  {OP_ldg, 7, true, 0, 6, 2}, /* its address is new */
                 {OP_ldg, A, false, B, 6, 2},   {OP_ldg, D, true, 0, 6, 2}, /* not in shared memory */
                 {OP_ldg, C, true, 0, 6, 2},                                /* its value would be late */
                 {OP_adc, A, true, 1, 6, 2},                                /* flags from before the block */
                 {OP_getct, 0, false, 0, 6, 2}, {OP_halt, 0, false, 0, 0, 2},   {OP_add, A, true, 1, 1, 2},
                 {OP_add, A, true, 1, 6, 3},    {OP_getpn, 0, false, 0, 6, 3}};
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct program_text text = {.random = 1};
        text_emit(&text, OP_add, A, true, 1, 7);
        text_emit(&text, OP_xor, A, false, B, 6);
        text_emit(&text, cases[k].opcode, cases[k].rs, cases[k].is_constant, cases[k].s, cases[k].rd);
        text_emit(&text, OP_halt, 0, false, 0, 0);
        struct bench *bench = set_up(&text);
        struct block_request request = request_at(0, BLOCK_ROW, BLOCK_ROW);
        struct native_block block;
        request.shared = 1u << A | 1u << B | 1u << C | 1u << 7;
        assert_true(translate(bench, &request, &block));
        if (block.count != cases[k].count)
            fail_msg("opcode %02x: the block has %u instructions", cases[k].opcode, block.count);
        tear_down(bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_compute_what_the_table_says),
        cmocka_unit_test(they_do_so_for_operands_of_all_forms),
        cmocka_unit_test(divisions_by_constants_are_part_of_blocks),
        cmocka_unit_test(branches_go_where_all_go_or_part),
        cmocka_unit_test(loads_bring_words_of_all_forms),
        cmocka_unit_test(loads_from_addresses_of_the_code_belong_to_blocks),
        cmocka_unit_test(blocks_end_before_what_does_not_fit_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
