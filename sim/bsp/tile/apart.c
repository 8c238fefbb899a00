/* apart.c - registers of PPs that run on their own: they stay out of the rows from segment to segment.
 *
 * A row has a word of each PP, so all registers of one PP lie in as many lines of memory. A PP that runs on
 * its own for many short segments keeps them together, until it runs with others again. Calls tile_state,
 * rows.
 */
#include <string.h>

#include "sim/bsp/tile/inside.h"

static uint16_t bit_of(uint32_t lane)
{
    return (uint16_t)(1u << lane % ROWS_BLOCK);
}

static void take(const struct tile *tile, uint32_t lane, struct tile_apart *apart)
{
    uint64_t rows = ~tile->affine & (((uint64_t)1 << TILE_APART_REGISTERS) - 1);
    for (unsigned r = 0; r < TILE_APART_REGISTERS; r++)
        apart->reg[r] = tile->base[r] + lane * tile->stride[r];
    for (; rows != 0; rows &= rows - 1) {
        const unsigned r = (unsigned)__builtin_ctzll(rows);
        apart->reg[r] = tile->row[r][lane];
    }
    memcpy(apart->before, apart->reg, TILE_APART_REGISTERS * sizeof *apart->reg);
}

static void put(struct tile *tile, uint32_t lane, struct tile_apart *apart)
{
    uint16_t bits[TILE_APART_REGISTERS / ROWS_BLOCK];
    tile->world->rows->taken_compare[ROWS_bne](bits, apart->reg, apart->before, TILE_APART_REGISTERS);
    for (uint32_t changed = (bits[0] | (uint32_t)bits[1] << ROWS_BLOCK) & ~3u; changed != 0;
         changed &= changed - 1) {
        const unsigned r = (unsigned)__builtin_ctz(changed);
        tile_set_register(tile, r, lane, apart->reg[r]);
        apart->before[r] = apart->reg[r];
    }
}

struct tile_apart *tile_take_out(struct tile *tile, uint32_t lane, struct tile_apart *once)
{
    struct tile_apart *apart = once ? once : &tile->apart[lane];
    take(tile, lane, apart);
    if (!once) {
        tile->is_apart[lane / ROWS_BLOCK] |= bit_of(lane);
        tile->some_apart = true;
    }
    return apart;
}

static void put_back(struct tile *tile, uint32_t lane)
{
    tile->is_apart[lane / ROWS_BLOCK] &= (uint16_t)~bit_of(lane);
    put(tile, lane, &tile->apart[lane]);
}

void tile_put_back(struct tile *tile, uint32_t lane, struct tile_apart *apart)
{
    if (apart != &tile->apart[lane])
        put(tile, lane, apart);
    else if (tile_is_apart(tile, lane))
        put_back(tile, lane);
}

void tile_put_all_back(struct tile *tile, const struct strand *strand)
{
    const uint32_t first = strand->first_block, end = strand->end_block;
    if (!tile->some_apart ||
        tile->world->rows->common(strand->set + first, tile->is_apart + first, end - first) == 0)
        return;
    for (uint32_t block = first; block < end; block++)
        for (uint32_t rest = strand->set[block] & tile->is_apart[block]; rest; rest &= rest - 1)
            put_back(tile, block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest));
    tile->some_apart = !strand_is_whole(tile, strand);
}
