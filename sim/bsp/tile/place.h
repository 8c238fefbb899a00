/* place.h - where the rows of a worker's tiles lie: one area for all of them.
 *
 * A million PPs have a thousand tiles with some forty rows each; what a run costs then is reaching and
 * touching memory. So rows of registers that the program names lie close together, in large pages where there
 * are any, and those of all other registers in a part of the area that no PP ever touches.
 */
#ifndef PRAM_TILE_ROWS_H
#define PRAM_TILE_ROWS_H

#include <stddef.h>

#include "sim/bsp/tile/tile.h"

/* The rows of a tile: its registers, then those named here. */
enum {
    TILE_ROW_LATE = TILE_REGISTERS,
    TILE_ROW_STATUS = TILE_ROW_LATE + 2,
    TILE_ROW_INDEX,
    TILE_ROW_DATUM,
    TILE_ROWS
};

struct tile_rows {
    void *memory; /* NULL: none */
    size_t bytes;
    size_t row_words; /* from row to row */
    size_t often;     /* rows of a tile that lie close together */
    uint32_t tiles;
    uint8_t place[TILE_ROWS]; /* below `often`: its place there; else its place among the others */
};

/* Room for the rows of `tiles` tiles of `lanes` lanes each (a multiple of ROWS_BLOCK), all 0. `code`: the
 * program's, which tells what registers it names. False if memory is short. */
bool tile_rows_create(struct tile_rows *rows, const struct program *program, uint32_t lanes, uint32_t tiles);
void tile_rows_destroy(struct tile_rows *rows);

/* Row `number` of a worker's `tile`-th tile; aligned for the kernels, and apart from other rows of the tile
 * by no power of two. A word behind the last lane may be read. */
uint32_t *tile_rows_at(const struct tile_rows *rows, uint32_t tile, unsigned number);

/* Where row `number` of a tile lies now: registers and delayed values change places. tile_row_number: which
 * one a row is; TILE_ROWS if it is none. */
uint32_t *tile_row(const struct tile *tile, unsigned number);
unsigned tile_row_number(const struct tile *tile, const uint32_t *row);

#endif
