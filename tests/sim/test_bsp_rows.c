/* test_bsp_rows.c - the row kernels of every processor level against one lane at a time.
 *
 * What the operations compute is tested with hand-written expectations in tests/isa; here the vector code
 * must give the bits of the plain reading of the same table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sim/tile/rows/rows.h"
#include "asm/tables/alu.h"

enum { LANES = 256, CELLS = 4096 };

static const uint32_t edges[] = {
    0,          1,          2,          3,          31,         32,         33,         0x7fffffff,
    0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
    0x7f800001, 0x3f800000, 0xbf800000, 0x00000001, 0x80000000, 0x007fffff, 0x00800000, 0x4f000000,
    0xcf000000, 0x4effffff, 0x4f800000, 0x3f000000, 0x40200000, 0x12345678, 0xdeadbeef, 0x0000ffff};
enum { EDGES = sizeof edges / sizeof *edges };

/* Rows of the kernels, aligned; a_row and b_row run through all pairs of edges and random words. */
struct rows_under_test {
    _Alignas(64) uint32_t a[LANES], b[LANES], target[LANES], status[LANES], expected[LANES];
    uint16_t bits[LANES / ROWS_BLOCK];
    uint32_t random;
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

static void fill_operands(struct rows_under_test *t, unsigned round)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned pair = round * LANES + lane;
        if (pair < EDGES * EDGES) {
            t->a[lane] = edges[pair / EDGES];
            t->b[lane] = edges[pair % EDGES];
        } else {
            t->a[lane] = next_random(&t->random);
            t->b[lane] = next_random(&t->random) >> next_random(&t->random) % 32;
        }
        t->status[lane] = next_random(&t->random) & (STATUS_FLAGS | STATUS_MODULO);
    }
}
enum { ROUNDS = EDGES * EDGES / LANES + 5 };

static uint32_t evaluate(unsigned operation, uint32_t a, uint32_t b, uint32_t c, uint32_t *flags)
{
    const float x = alu_float(a), y = alu_float(b);
    uint32_t r;
    *flags = 0;
    switch (operation) {
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    case OP_##name:                                                                                          \
    case OP_##name##s:                                                                                       \
        r = (result);                                                                                        \
        *flags = alu_flags(r, carry, overflow);                                                              \
        return r;
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
    case OP_##name##s:                                                                                       \
        r = b == 0 ? 0 : (result);                                                                           \
        *flags = alu_flags(r, 0, overflow);                                                                  \
        return r;
#define ALU_FLOAT2(name, result)                                                                             \
    case OP_##name:                                                                                          \
        return alu_canonical(result);
#define ALU_FLOAT1(name, result) ALU_FLOAT2(name, result)
#define ALU_BITS1(name, result)                                                                              \
    case OP_##name:                                                                                          \
        return (result);
#define ALU_COMPARE(name, word)                                                                              \
    case OP_##name:                                                                                          \
        *flags = (word);                                                                                     \
        return 0;
#include "asm/tables/alu.def"
    default:
        break;
    }
    return 0;
}

static uint32_t holds(unsigned branch, uint32_t status)
{
    const uint32_t n = (status & STATUS_N) != 0, z = (status & STATUS_Z) != 0, v = (status & STATUS_V) != 0;
    const uint32_t c = (status & STATUS_C) != 0, m = (status & STATUS_MODULO) != 0, u = n & z;
    switch (branch) {
#define ALU_BRANCH(name, condition)                                                                          \
    case OP_##name:                                                                                          \
        return (uint32_t)(condition);
#include "asm/tables/alu.def"
    default:
        break;
    }
    return 2;
}

static bool divides(unsigned operation)
{
    switch (operation) {
#define ALU_DIVIDE(name, result, overflow)                                                                   \
    case OP_##name:                                                                                          \
    case OP_##name##s:
#include "asm/tables/alu.def"
        return true;
    default:
        return false;
    }
}

static const struct rows *const *variants(void)
{
    static const struct rows *found[4];
    size_t count = 0;
    for (enum host_vectors vectors = VECTORS_avx512; vectors <= VECTORS_plain; vectors++)
        if (vectors_run_here(vectors))
            found[count++] = rows_for(vectors);
    found[count] = NULL;
    return found;
}

static void operations_give_the_bits_of_one_lane_at_a_time(void **state)
{
    (void)state;
    static struct rows_under_test t;
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned operation = 0; operation < ISA_OPCODES; operation++)
            for (unsigned round = 0; (*rows)->operate[operation] && round < ROUNDS; round++) {
                uint32_t flags, k;
                fill_operands(&t, round);
                (*rows)->operate[operation](t.target, t.a, t.b, LANES);
                for (unsigned i = 0; i < LANES; i++)
                    if (!(divides(operation) && t.b[i] == 0))
                        assert_int_equal(t.target[i], evaluate(operation, t.a[i], t.b[i], 0, &flags));
                k = edges[round % EDGES];
                if (!(divides(operation) && k == 0)) {
                    (*rows)->operate_constant[operation](t.target, t.a, k, LANES);
                    for (unsigned i = 0; i < LANES; i++)
                        assert_int_equal(t.target[i], evaluate(operation, t.a[i], k, 0, &flags));
                }
                /* the target may be a source */
                for (unsigned i = 0; i < LANES; i++)
                    t.expected[i] = evaluate(operation, t.a[i], t.a[i], 0, &flags);
                (*rows)->operate[operation](t.a, t.a, t.a, LANES);
                for (unsigned i = 0; i < LANES; i++)
                    if (!divides(operation))
                        assert_int_equal(t.a[i], t.expected[i]);
            }
}

static void operations_with_flags_take_and_give_the_status_word(void **state)
{
    (void)state;
    static struct rows_under_test t;
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned operation = 0; operation < ISA_OPCODES; operation++)
            for (unsigned round = 0; (*rows)->operate_flags[operation] && round < ROUNDS; round++) {
                uint32_t before[LANES], flags;
                fill_operands(&t, round);
                for (unsigned i = 0; i < LANES; i++)
                    before[i] = t.status[i];
                (*rows)->operate_flags[operation](t.target, t.status, t.a, t.b, LANES);
                for (unsigned i = 0; i < LANES; i++) {
                    if (divides(operation) && t.b[i] == 0)
                        continue;
                    const uint32_t result =
                        evaluate(operation, t.a[i], t.b[i], (before[i] & STATUS_C) != 0, &flags);
                    if ((*rows)->operate[operation] != NULL)
                        assert_int_equal(t.target[i], result);
                    assert_int_equal(t.status[i], flags);
                }
            }
}

static void branches_without_flags_agree_with_branches_on_flags(void **state)
{
    (void)state;
    static struct rows_under_test t;
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned branch = 0; branch < ISA_OPCODES; branch++)
            for (unsigned round = 0; (*rows)->taken_status[branch] && round < ROUNDS; round++) {
                const uint32_t k = edges[round % EDGES];
                uint32_t flags;
                fill_operands(&t, round);
                (*rows)->taken_status[branch](t.bits, t.status, LANES);
                for (unsigned i = 0; i < LANES; i++)
                    assert_int_equal(t.bits[i / 16] >> i % 16 & 1, holds(branch, t.status[i]));
                if (branch == OP_bmc || branch == OP_bms)
                    continue;
                (*rows)->taken_compare[branch](t.bits, t.a, t.b, LANES);
                for (unsigned i = 0; i < LANES; i++) {
                    evaluate(OP_sub, t.a[i], t.b[i], 0, &flags);
                    assert_int_equal(t.bits[i / 16] >> i % 16 & 1, holds(branch, flags));
                }
                (*rows)->taken_compare_constant[branch](t.bits, t.a, k, LANES);
                for (unsigned i = 0; i < LANES; i++) {
                    evaluate(OP_sub, t.a[i], k, 0, &flags);
                    assert_int_equal(t.bits[i / 16] >> i % 16 & 1, holds(branch, flags));
                }
            }
}

/* A set of lanes: all, none, or random blocks of all kinds. */
static void random_set(struct rows_under_test *t)
{
    for (unsigned block = 0; block < LANES / ROWS_BLOCK; block++)
        switch (next_random(&t->random) % 4) {
        case 0:
            t->bits[block] = 0;
            break;
        case 1:
            t->bits[block] = (uint16_t)next_random(&t->random);
            break;
        default:
            t->bits[block] = 0xffff;
        }
}

static void blends_and_fills_change_the_lanes_of_the_set_only(void **state)
{
    (void)state;
    static struct rows_under_test t;
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned round = 0; round < 50; round++) {
            fill_operands(&t, ROUNDS);
            random_set(&t);
            for (unsigned i = 0; i < LANES; i++)
                t.target[i] = i * 7;
            (*rows)->blend(t.target, t.a, t.bits, LANES);
            for (unsigned i = 0; i < LANES; i++)
                assert_int_equal(t.target[i], t.bits[i / 16] >> i % 16 & 1 ? t.a[i] : i * 7);
            (*rows)->blend_fill(t.target, 5, 0xfffffffd, t.bits, LANES);
            assert_true((*rows)->is_fill(t.target, 5, 0xfffffffd, t.bits, LANES));
            for (unsigned i = 0; i < LANES; i++)
                assert_int_equal(t.target[i], t.bits[i / 16] >> i % 16 & 1 ? 5 - 3 * i : i * 7);
            (*rows)->fill(t.target, 9, 0x10000, LANES);
            for (unsigned i = 0; i < LANES; i++)
                assert_int_equal(t.target[i], 9 + 0x10000 * i);
            t.target[LANES - 1]++;
            t.bits[LANES / 16 - 1] = 0x8000;
            assert_false((*rows)->is_fill(t.target, 9, 0x10000, t.bits, LANES));
            t.bits[LANES / 16 - 1] = 0x7fff;
            assert_true((*rows)->is_fill(t.target, 9, 0x10000, t.bits, LANES));
        }
}

static void part_moves_members_and_counts_them(void **state)
{
    (void)state;
    static struct rows_under_test t;
    enum { BLOCKS = LANES / ROWS_BLOCK };
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned round = 0; round < 50; round++) {
            const unsigned blocks = 1 + round % BLOCKS;
            uint16_t set[BLOCKS], other[BLOCKS], before[BLOCKS];
            unsigned count = 0;
            random_set(&t);
            memcpy(before, t.bits, sizeof before);
            memcpy(set, t.bits, sizeof set);
            memset(other, 0, sizeof other);
            random_set(&t);
            for (unsigned i = 0; i < blocks * 16; i++)
                count += before[i / 16] >> i % 16 & t.bits[i / 16] >> i % 16 & 1;
            assert_int_equal((*rows)->common(set, t.bits, blocks), count);
            assert_memory_equal(set, before, sizeof set);
            assert_int_equal((*rows)->part(set, other, t.bits, blocks), count);
            for (unsigned i = 0; i < BLOCKS; i++) {
                const unsigned moved = i < blocks ? before[i] & t.bits[i] : 0;
                assert_int_equal(other[i], moved);
                assert_int_equal(set[i], before[i] & ~moved);
            }
        }
}

static void shift_adds_in_the_lanes_of_the_set_only(void **state)
{
    (void)state;
    static struct rows_under_test t;
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned round = 0; round < 50; round++) {
            uint64_t row[LANES];
            const bool keep = round % 2;
            const uint64_t delta = round * 0xfffffffffffu - 7;
            random_set(&t);
            for (unsigned i = 0; i < LANES; i++)
                row[i] = i * 0x123456789abu;
            (*rows)->shift(row, keep, delta, t.bits, LANES);
            for (unsigned i = 0; i < LANES; i++) {
                const uint64_t before = i * 0x123456789abu, after = (keep ? before : 0) + delta;
                assert_true(row[i] == (t.bits[i / 16] >> i % 16 & 1 ? after : before));
            }
        }
}

static void ascends_compares_neighbours_within_the_set(void **state)
{
    (void)state;
    static struct rows_under_test t;
    static _Alignas(64) uint32_t row[LANES + 16];
    for (const struct rows *const *rows = variants(); *rows; rows++) {
        for (unsigned i = 0; i < LANES; i++)
            row[i] = 3 * i;
        for (unsigned block = 0; block < LANES / ROWS_BLOCK; block++)
            t.bits[block] = 0xffff;
        assert_true((*rows)->ascends(row, t.bits, LANES));
        for (unsigned i = 1; i < LANES; i++) {
            row[i] = row[i - 1]; /* not larger than the one before */
            assert_false((*rows)->ascends(row, t.bits, LANES));
            t.bits[i / 16] = (uint16_t)(0xffff & ~(1u << i % 16));
            assert_true((*rows)->ascends(row, t.bits, LANES));
            t.bits[i / 16] = 0xffff;
            row[i] = 3 * i;
        }
    }
}

static void gather_scatter_and_range_treat_every_pattern_alike(void **state)
{
    (void)state;
    static struct rows_under_test t;
    static uint32_t cells[CELLS], expected[CELLS];
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned round = 0; round < 400; round++) {
            fill_operands(&t, ROUNDS);
            random_set(&t);
            for (unsigned i = 0; i < CELLS; i++)
                cells[i] = expected[i] = next_random(&t.random);
            uint32_t index = 0;
            for (unsigned i = 0; i < LANES; i++) {
                const unsigned pattern = next_random(&t.random) % 4;
                if (i % 16 == 0 || round % 4 == 0) /* a new start, a run, one address, runs with steps */
                    index = next_random(&t.random) % (round % 3 ? CELLS - 16 : 8);
                else if (round % 4 != 2)
                    index += round % 4 == 1 || pattern == 0;
                t.a[i] = index;
                if (!(t.bits[i / 16] >> i % 16 & 1))
                    t.a[i] = 0xfffffff0u + pattern; /* must not be used */
                t.target[i] = i;
            }
            uint32_t low = UINT32_MAX, high = 0, found_low, found_high;
            for (unsigned i = 0; i < LANES; i++) {
                if (t.bits[i / 16] >> i % 16 & 1) {
                    expected[t.a[i]] = t.b[i];
                    low = t.a[i] < low ? t.a[i] : low;
                    high = t.a[i] > high ? t.a[i] : high;
                }
            }
            (*rows)->range(t.a, 0, t.bits, LANES, &found_low, &found_high);
            if (high != 0) {
                /* with an offset: the same cells from displaced indices */
                for (unsigned i = 0; i < LANES; i++)
                    t.status[i] = t.a[i] - 5000;
                for (unsigned i = 0; i < LANES; i++)
                    t.target[i] = i;
                (*rows)->gather(t.target, cells, t.status, 5000, t.bits, LANES);
                for (unsigned i = 0; i < LANES; i++)
                    assert_int_equal(t.target[i], t.bits[i / 16] >> i % 16 & 1 ? cells[t.a[i]] : i);
            }
            assert_int_equal(found_low, low);
            assert_int_equal(found_high, high);
            for (unsigned i = 0; i < LANES; i++)
                t.status[i] = t.a[i] + 77;
            (*rows)->scatter(cells, t.status, 0u - 77, t.b, t.bits, LANES);
            assert_memory_equal(cells, expected, sizeof cells);
        }
}

static void rows_of_runs_are_gathered_and_scattered_as_any(void **state)
{
    (void)state;
    static struct rows_under_test t;
    static uint32_t cells[CELLS], expected[CELLS];
    uint16_t all[LANES / ROWS_BLOCK];
    memset(all, 0xff, sizeof all);
    for (const struct rows *const *rows = variants(); *rows; rows++)
        for (unsigned round = 0; round < 400; round++) {
            const uint32_t offset = next_random(&t.random);
            fill_operands(&t, round);
            for (unsigned i = 0; i < CELLS; i++)
                cells[i] = expected[i] = next_random(&t.random);
            for (unsigned i = 0; i < LANES; i++) {
                t.a[i] = i % 16 == 0 ? next_random(&t.random) % (CELLS - 16) - offset : t.a[i - 1] + 1;
                expected[(uint32_t)(t.a[i] + offset)] = t.b[i];
            }
            (*rows)->gather(t.target, cells, t.a, offset, all, LANES);
            for (unsigned i = 0; i < LANES; i++)
                assert_int_equal(t.target[i], cells[(uint32_t)(t.a[i] + offset)]);
            (*rows)->scatter(cells, t.a, offset, t.b, all, LANES);
            assert_memory_equal(cells, expected, sizeof cells);
        }
}

static void the_best_variant_comes_first(void **state)
{
    (void)state;
    assert_ptr_equal(rows_for(VECTORS_best), variants()[0]);
    assert_ptr_equal(rows_for(VECTORS_plain), &rows_plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_give_the_bits_of_one_lane_at_a_time),
        cmocka_unit_test(operations_with_flags_take_and_give_the_status_word),
        cmocka_unit_test(branches_without_flags_agree_with_branches_on_flags),
        cmocka_unit_test(blends_and_fills_change_the_lanes_of_the_set_only),
        cmocka_unit_test(part_moves_members_and_counts_them),
        cmocka_unit_test(shift_adds_in_the_lanes_of_the_set_only),
        cmocka_unit_test(ascends_compares_neighbours_within_the_set),
        cmocka_unit_test(gather_scatter_and_range_treat_every_pattern_alike),
        cmocka_unit_test(rows_of_runs_are_gathered_and_scattered_as_any),
        cmocka_unit_test(the_best_variant_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
