/* place.h - where the rows of all tiles lie: one allocation for all of them.
 *
 * A million PPs have a thousand tiles with some forty rows each; then a run mainly costs accesses to memory.
 * So a register's rows of all tiles are next to each other, in huge pages if there are any: those of
 * registers that the program does not name are memory that no PP ever accesses. */
#ifndef PRAM_TILE_ROWS_H
#define PRAM_TILE_ROWS_H

#include <stddef.h>

#include "sim/tile/tile.h"

struct tile_rows {
    void *memory; /* NULL: none */
    size_t bytes;
    size_t row_words;    /* from tile to tile */
    size_t number_words; /* from row to row of a tile */
};

/* Room for the rows of `tiles` tiles of `lanes` lanes each (a multiple of ROWS_BLOCK), all 0. False if memory
 * is short. */
bool tile_rows_create(struct tile_rows *rows, uint32_t lanes, uint32_t tiles);
void tile_rows_destroy(struct tile_rows *rows);

/* Row `number` of the `tile`-th of all tiles; aligned for the kernels, and not a power of two away from other
 * rows of the tile. A word after the last lane may be read. */
uint32_t *tile_rows_at(const struct tile_rows *rows, uint32_t tile, unsigned number);

/* The number of a tile's row; TILE_ROWS if it is none. */
unsigned tile_row_number(const struct tile *tile, const uint32_t *row);

#endif
