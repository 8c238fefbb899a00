/* test_bsp_multiprefix.c - every way of the multiprefix engine against the naive fold in index order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/tile/rows/multiprefix.h"

enum { CELLS = 512, MOST = 5000 };

/* The definition, a request at a time; written apart from the engine's own combining. */
static uint32_t apply(enum system_fold operation, uint32_t cell, uint32_t contribution)
{
    if (operation == SYSTEM_FOLD_ADD)
        return cell + contribution;
    if (operation == SYSTEM_FOLD_AND)
        return cell & contribution;
    if (operation == SYSTEM_FOLD_OR)
        return cell | contribution;
    return (int32_t)contribution > (int32_t)cell ? contribution : cell;
}

struct requests {
    uint32_t cells[CELLS], expected_cells[CELLS];
    uint32_t index[MOST], contribution[MOST], result[MOST], expected[MOST];
    uint16_t set[MOST / ROWS_BLOCK];
    uint32_t random;
};

static uint32_t next_random(struct requests *r)
{
    r->random = r->random * 1664525u + 1013904223u;
    return r->random ^ r->random >> 16;
}

enum pattern { ONE, FEW, MANY, RUNS, LONG_RUNS, PATTERNS };

static void make(struct requests *r, enum pattern pattern, size_t count)
{
    uint32_t index = next_random(r) % CELLS;
    for (size_t k = 0; k < count; k++) {
        if (pattern == FEW)
            index = next_random(r) % 4;
        else if (pattern == MANY || (pattern == RUNS && next_random(r) % 5 == 0) ||
                 (pattern == LONG_RUNS && next_random(r) % 70 == 0))
            index = next_random(r) % CELLS;
        r->index[k] = index;
        r->contribution[k] = next_random(r) << next_random(r) % 32 | next_random(r) % 3;
        r->result[k] = 0xeeeeeeee;
    }
    for (unsigned i = 0; i < CELLS; i++)
        r->cells[i] = r->expected_cells[i] = next_random(r);
}

static void fold(struct requests *r, enum system_fold operation, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        r->expected[k] = r->expected_cells[r->index[k]];
        r->expected_cells[r->index[k]] = apply(operation, r->expected[k], r->contribution[k]);
    }
}

static const size_t counts[] = {0,  1,  2,  3,  4,  5,  7,   8,    9,    15,   16,  17,
                                31, 32, 33, 63, 64, 65, 100, 1000, 1024, 4096, MOST};

static void any_cells_give_the_fold_in_index_order(void **state)
{
    (void)state;
    static struct requests r;
    for (enum host_vectors vectors = VECTORS_avx512; vectors <= VECTORS_plain; vectors++) {
        const struct rows *rows = vectors_run_here(vectors) ? rows_for(vectors) : NULL;
        for (unsigned operation = SYSTEM_FOLD_ADD; rows && operation < SYSTEM_FOLDS; operation++)
            for (unsigned pattern = 0; pattern < PATTERNS; pattern++)
                for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
                    const size_t count = counts[i];
                    make(&r, pattern, count);
                    fold(&r, operation, count);
                    multiprefix_cells(rows, operation, r.cells, r.index, r.contribution, r.result, count);
                    assert_memory_equal(r.result, r.expected, count * sizeof *r.result);
                    assert_memory_equal(r.cells, r.expected_cells, sizeof r.cells);
                    make(&r, pattern, count);
                    fold(&r, operation, count);
                    multiprefix_cells(rows, operation, r.cells, r.index, r.contribution, NULL, count);
                    assert_memory_equal(r.cells, r.expected_cells, sizeof r.cells);
                }
    }
}

static void one_cell_scans_in_place_and_in_pieces(void **state)
{
    (void)state;
    static struct requests r;
    for (enum host_vectors vectors = VECTORS_avx512; vectors <= VECTORS_plain; vectors++) {
        const struct rows *rows = vectors_run_here(vectors) ? rows_for(vectors) : NULL;
        for (unsigned operation = SYSTEM_FOLD_ADD; rows && operation < SYSTEM_FOLDS; operation++)
            for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
                const size_t count = counts[i], half = count / 3;
                make(&r, ONE, count);
                fold(&r, operation, count);
                const uint32_t start = r.cells[r.index[0]], end = r.expected_cells[r.index[0]];
                if (count == 0)
                    continue;
                assert_int_equal(multiprefix_one_cell(rows, operation, start, r.contribution, NULL, count),
                                 end);
                /* two pieces, as two threads would */
                const uint32_t total = rows->fold[operation](r.contribution, system_neutral(operation), half);
                multiprefix_one_cell(rows, operation, start, r.contribution, r.result, half);
                const uint32_t middle = system_folded(operation, start, total);
                assert_int_equal(multiprefix_one_cell(rows, operation, middle, r.contribution + half,
                                                      r.result + half, count - half),
                                 end);
                assert_memory_equal(r.result, r.expected, count * sizeof *r.result);
                assert_int_equal(
                    multiprefix_one_cell(rows, operation, start, r.contribution, r.contribution, count), end);
                assert_memory_equal(r.contribution, r.expected, count * sizeof *r.result);
            }
    }
}

static void neutral_values_change_nothing(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678};
    for (unsigned operation = SYSTEM_FOLD_ADD; operation < SYSTEM_FOLDS; operation++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            assert_int_equal(system_folded(operation, system_neutral(operation), values[i]), values[i]);
}

/* Requests of some lanes, those of the set; what becomes of all others is nothing. */
static void make_set(struct requests *r, enum pattern pattern, uint32_t lanes)
{
    const bool has_gaps = next_random(r) % 2 != 0;
    make(r, pattern, MOST);
    memset(r->set, 0, sizeof r->set);
    for (uint32_t k = 0; k < MOST; k++) {
        r->expected[k] = 0xeeeeeeee;
        if (k >= lanes || (has_gaps && next_random(r) % 3 == 0))
            continue;
        r->set[k / ROWS_BLOCK] |= (uint16_t)(1u << k % ROWS_BLOCK);
    }
}

static void fold_set(struct requests *r, enum system_fold operation, uint32_t lanes)
{
    for (uint32_t k = 0; k < lanes; k++)
        if (r->set[k / ROWS_BLOCK] >> k % ROWS_BLOCK & 1) {
            r->expected[k] = r->expected_cells[r->index[k]];
            r->expected_cells[r->index[k]] = apply(operation, r->expected[k], r->contribution[k]);
        }
}

static void a_set_touches_only_its_requests(void **state)
{
    (void)state;
    static struct requests r;
    const uint32_t lanes = MOST / ROWS_BLOCK * ROWS_BLOCK;
    for (unsigned operation = SYSTEM_FOLD_ADD; operation < SYSTEM_FOLDS; operation++)
        for (unsigned pattern = 0; pattern < PATTERNS; pattern++) {
            make_set(&r, pattern, lanes);
            fold_set(&r, operation, lanes);
            multiprefix_members(operation, r.cells, r.index, r.contribution, r.result, r.set, lanes);
            assert_memory_equal(r.result, r.expected, sizeof r.result);
            assert_memory_equal(r.cells, r.expected_cells, sizeof r.cells);
        }
}

enum { OWNERS_MOST = 17 };

/* Deals the blocks begin .. end - 1. bounds: of each owner's entries, which begin behind those of the lanes
 * before. */
static void deal_piece(struct requests *r, struct multiprefix_entry *entries, size_t begin, size_t end,
                       unsigned owners, uint32_t *bounds)
{
    uint32_t next[OWNERS_MOST] = {0};
    const size_t first = begin * ROWS_BLOCK, lanes = (end - begin) * ROWS_BLOCK;
    multiprefix_count(r->index + first, r->set + begin, lanes, next, owners);
    bounds[0] = (uint32_t)first;
    for (unsigned owner = 0; owner < owners; owner++)
        bounds[owner + 1] = bounds[owner] + next[owner];
    memcpy(next, bounds, sizeof next);
    multiprefix_deal(r->index + first, r->contribution + first, r->set + begin, lanes, entries, next, owners);
    assert_memory_equal(next, bounds + 1, owners * sizeof *next);
}

static void owners_of_cells_give_the_fold_in_index_order(void **state)
{
    (void)state;
    static struct requests r;
    static struct multiprefix_entry entries[MOST];
    uint32_t bounds[OWNERS_MOST][OWNERS_MOST + 1];
    const size_t blocks = MOST / ROWS_BLOCK;
    for (unsigned round = 0; round < 200; round++) {
        const enum system_fold operation = SYSTEM_FOLD_ADD + round % 4;
        const unsigned owners = 1 + next_random(&r) % OWNERS_MOST, pieces = owners;
        make_set(&r, next_random(&r) % PATTERNS, (uint32_t)(blocks * ROWS_BLOCK));
        fold_set(&r, operation, (uint32_t)(blocks * ROWS_BLOCK));
        for (unsigned i = 0; i < pieces; i++)
            deal_piece(&r, entries, blocks * i / pieces, blocks * (i + 1) / pieces, owners, bounds[i]);
        for (unsigned owner = owners; owner-- > 0;) /* in any order */
            for (unsigned i = 0; i < pieces; i++)
                multiprefix_serve(operation, r.cells, entries + bounds[i][owner],
                                  bounds[i][owner + 1] - bounds[i][owner]);
        for (unsigned i = 0; i < pieces; i++) {
            const size_t begin = blocks * i / pieces, end = blocks * (i + 1) / pieces;
            uint32_t next[OWNERS_MOST];
            memcpy(next, bounds[i], sizeof next);
            multiprefix_collect(r.index + begin * ROWS_BLOCK, r.result + begin * ROWS_BLOCK, r.set + begin,
                                (end - begin) * ROWS_BLOCK, entries, next, owners);
        }
        assert_memory_equal(r.result, r.expected, sizeof r.result);
        assert_memory_equal(r.cells, r.expected_cells, sizeof r.cells);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_cells_give_the_fold_in_index_order),
        cmocka_unit_test(one_cell_scans_in_place_and_in_pieces),
        cmocka_unit_test(neutral_values_change_nothing),
        cmocka_unit_test(a_set_touches_only_its_requests),
        cmocka_unit_test(owners_of_cells_give_the_fold_in_index_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
