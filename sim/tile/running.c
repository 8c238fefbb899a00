/* running.c - the set of tiles with running PPs. All loops over tiles in a segment and its phase go through
 * it, so that tiles whose PPs have halted cost no time.
 *
 * The bits of tiles of several threads are in one word, and each thread removes its own tiles; only one
 * thread alone adds tiles. */
#include "sim/tile/tile.h"

enum { BITS = 64 }; /* of a word */

static uint32_t number_of(const struct tile *tile)
{
    return tile->first_pp >> tile->world->tile_shift;
}

void tile_set_running(struct tile *tile, uint32_t running)
{
    const uint32_t number = number_of(tile);
    _Atomic uint64_t *const word = &tile->world->running[number / BITS];
    const uint64_t bit = (uint64_t)1 << number % BITS;
    if (tile->running == 0 && running != 0)
        atomic_fetch_or_explicit(word, bit, memory_order_release);
    else if (tile->running != 0 && running == 0)
        atomic_fetch_and_explicit(word, ~bit, memory_order_release);
    tile->running = running;
}

/* The word with the bit of tile `number`. */
static uint64_t word_at(const struct tile *tiles, uint32_t number)
{
    return atomic_load_explicit(&tiles[0].world->running[number / BITS], memory_order_acquire);
}

uint32_t tile_skip(const struct tile *tiles, uint32_t count, uint32_t from)
{
    const uint32_t first = number_of(tiles), end = first + count;
    for (uint32_t n = first + from; n < end; n = (n / BITS + 1) * BITS) {
        const uint64_t word = word_at(tiles, n) >> n % BITS;
        if (word != 0) {
            const uint32_t found = n + (uint32_t)__builtin_ctzll(word);
            return found < end ? found - first : count;
        }
    }
    return count;
}

uint32_t tile_running_before(const struct tile *tiles, uint32_t end)
{
    const uint32_t first = number_of(tiles);
    for (uint32_t n = first + end; n > first; n = (n - 1) / BITS * BITS) {
        const uint64_t word = word_at(tiles, n - 1) << (BITS - 1 - (n - 1) % BITS);
        if (word != 0) {
            const uint32_t last = n - (uint32_t)__builtin_clzll(word);
            return last > first ? last - first : 0;
        }
    }
    return 0;
}
