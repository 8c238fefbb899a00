/* test_bsp_tile_rows.c - the rows of tiles: disjoint, aligned, 0; those of a register are close
 * together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "sim/tile/tile.h"

enum { LANES = 48, TILES = 3 };

static int by_address(const void *a, const void *b)
{
    const uint32_t *p = *(uint32_t *const *)a, *q = *(uint32_t *const *)b;
    return p < q ? -1 : p > q;
}

static void rows_are_zero_aligned_and_apart(void **state)
{
    (void)state;
    struct tile_rows rows;
    assert_true(tile_rows_create(&rows, LANES, TILES));
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

/* So memory of registers that no instruction names is not accessed. */
static void rows_of_a_register_lie_close_together(void **state)
{
    (void)state;
    struct tile_rows rows;
    assert_true(tile_rows_create(&rows, LANES, TILES));
    for (unsigned number = 0; number < TILE_ROWS; number++)
        for (uint32_t tile = 1; tile < TILES; tile++)
            assert_int_equal(tile_rows_at(&rows, tile, number) - tile_rows_at(&rows, tile - 1, number),
                             LANES + 16);
    tile_rows_destroy(&rows);
}

/* A thousand tiles of 1024 PPs. */
static void rows_of_a_million_pps_are_to_be_had(void **state)
{
    (void)state;
    struct tile_rows rows;
    assert_true(tile_rows_create(&rows, 1024, 1024));
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
        cmocka_unit_test(rows_of_a_register_lie_close_together),
        cmocka_unit_test(rows_of_a_million_pps_are_to_be_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
