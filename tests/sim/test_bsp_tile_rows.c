/* test_bsp_tile_rows.c - the rows of tiles: disjoint, aligned, 0; those that a program names are close
 * together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "asm/isa.h"
#include "sim/tile/place.h"

enum { LANES = 48, TILES = 3 };

/* Those of a program of two instructions: add R7,R9,R20 and pshg R8,0,R21. */
static struct tile_rows make_rows(uint32_t lanes, uint32_t tiles)
{
    const struct isa_instruction text[] = {{.opcode = OP_add, .rs = 7, .rt = 9, .rd = 20},
                                           {.opcode = OP_pshg, .rs = 8, .rd = 21, .immediate = true}};
    uint32_t words[2];
    struct instruction code[2];
    for (unsigned pc = 0; pc < 2; pc++)
        words[pc] = isa_encode(&text[pc]);
    decode_words(words, 2, code);
    const struct program program = {.code = code, .count = 2};
    struct tile_rows rows;
    assert_true(tile_rows_create(&rows, &program, lanes, tiles));
    return rows;
}

static int by_address(const void *a, const void *b)
{
    const uint32_t *p = *(uint32_t *const *)a, *q = *(uint32_t *const *)b;
    return p < q ? -1 : p > q;
}

static void rows_are_zero_aligned_and_apart(void **state)
{
    (void)state;
    struct tile_rows rows = make_rows(LANES, TILES);
    uint32_t *all[TILES * TILE_ROWS];
    for (unsigned k = 0; k < TILES * TILE_ROWS; k++) {
        all[k] = tile_rows_at(&rows, k / TILE_ROWS, k % TILE_ROWS);
        assert_int_equal((uintptr_t)all[k] % ROWS_ALIGNMENT, 0);
        for (unsigned lane = 0; lane <= LANES; lane++) /* one behind the last may be read */
            assert_int_equal(all[k][lane], 0);
    }
    qsort(all, TILES * TILE_ROWS, sizeof all[0], by_address);
    for (unsigned k = 1; k < TILES * TILE_ROWS; k++)
        assert_true(all[k] - all[k - 1] > LANES);
    tile_rows_destroy(&rows);
}

/* 17 rows of a tile lie close together: R0 to R5, R7, R8, R9, R20, R21, what has no register, two delayed
 * results, status, cells and data of requests. R22, which no instruction names, is after those of all tiles.
 */
static void rows_of_named_registers_lie_close_together(void **state)
{
    (void)state;
    struct tile_rows rows = make_rows(LANES, TILES);
    const unsigned named[] = {0,
                              1,
                              2,
                              3,
                              4,
                              5,
                              7,
                              8,
                              9,
                              20,
                              21,
                              DECODE_SINK,
                              TILE_ROW_LATE,
                              TILE_ROW_LATE + 1,
                              TILE_ROW_STATUS,
                              TILE_ROW_INDEX,
                              TILE_ROW_DATUM};
    const unsigned count = sizeof named / sizeof named[0];
    const uint32_t *const begin = tile_rows_at(&rows, 0, 0);
    for (uint32_t tile = 0; tile < TILES; tile++)
        for (unsigned k = 0; k < count; k++) {
            const uint32_t *row = tile_rows_at(&rows, tile, named[k]);
            assert_in_range(row - begin, tile * count * (LANES + 16), (tile + 1) * count * (LANES + 16) - 1);
        }
    assert_true(tile_rows_at(&rows, 0, 22) - begin >= (ptrdiff_t)(TILES * count * (LANES + 16)));
    tile_rows_destroy(&rows);
}

/* A thousand tiles of 1024 PPs: 75 MB of named rows, 97 of others. */
static void rows_of_a_million_pps_are_to_be_had(void **state)
{
    (void)state;
    struct tile_rows rows = make_rows(1024, 1024);
    tile_rows_at(&rows, 1023, 22)[1023] = 1;
    tile_rows_at(&rows, 1023, 9)[1023] = 2;
    assert_int_equal(tile_rows_at(&rows, 1023, 22)[1023], 1);
    assert_int_equal(tile_rows_at(&rows, 1023, 22)[1022], 0);
    tile_rows_destroy(&rows);
    tile_rows_destroy(&rows); /* is allowed again */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_zero_aligned_and_apart),
        cmocka_unit_test(rows_of_named_registers_lie_close_together),
        cmocka_unit_test(rows_of_a_million_pps_are_to_be_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
