/* running.c - the set of tiles with running PPs. All loops over tiles in a segment and its phase go through
 * it, so that tiles whose PPs have halted cost no time.
 *
 * The bits of tiles of several threads are in one word, and each thread removes its own tiles; only one
 * thread alone adds tiles. A second set, of the words that are not 0, makes the way to the next tile short.
 */
#include <stdlib.h>

#include "sim/tile/tile.h"

enum { BITS = 64 }; /* of a word */

static uint32_t number_of(const struct tile *tile)
{
    return tile->first_pp >> tile->world->tile_shift;
}

bool tile_set_create(struct tile_set *set, uint32_t tiles)
{
    const size_t words = tiles / BITS + 1;
    *set = (struct tile_set){.tiles = calloc(words, sizeof *set->tiles),
                             .words = calloc(words / BITS + 1, sizeof *set->words)};
    return set->tiles != NULL && set->words != NULL;
}

void tile_set_destroy(struct tile_set *set)
{
    free(set->tiles);
    free(set->words);
}

void tile_set_running(struct tile *tile, uint32_t running)
{
    const struct tile_set *set = &tile->world->running;
    const uint32_t number = number_of(tile), word = number / BITS;
    const uint64_t bit = (uint64_t)1 << number % BITS, bit_of_word = (uint64_t)1 << word % BITS;
    const bool begins = tile->running == 0 && running != 0, ends = tile->running != 0 && running == 0;
    tile->running = running;
    if (begins) {
        atomic_fetch_or_explicit(&set->tiles[word], bit, memory_order_release);
        atomic_fetch_or_explicit(&set->words[word / BITS], bit_of_word, memory_order_release);
    }
    if (ends && atomic_fetch_and_explicit(&set->tiles[word], ~bit, memory_order_acq_rel) == bit)
        atomic_fetch_and_explicit(&set->words[word / BITS], ~bit_of_word, memory_order_release);
}

static uint64_t word_at(const _Atomic uint64_t *bits, uint32_t number)
{
    return atomic_load_explicit(&bits[number / BITS], memory_order_acquire);
}

/* The first member of a set from `begin` on; `end` or more if there is none before `end`. */
static uint32_t first_in(const _Atomic uint64_t *bits, uint32_t begin, uint32_t end)
{
    for (; begin < end; begin = (begin / BITS + 1) * BITS) {
        const uint64_t word = word_at(bits, begin) >> begin % BITS;
        if (word != 0)
            return begin + (uint32_t)__builtin_ctzll(word);
    }
    return end;
}

/* The number after the last member of a set before `end`; `begin` or less if there is none from `begin` on.
 */
static uint32_t last_in(const _Atomic uint64_t *bits, uint32_t begin, uint32_t end)
{
    for (; end > begin; end = (end - 1) / BITS * BITS) {
        const uint64_t word = word_at(bits, end - 1) << (BITS - 1 - (end - 1) % BITS);
        if (word != 0)
            return end - (uint32_t)__builtin_clzll(word);
    }
    return begin;
}

uint32_t tile_skip(const struct tile *tiles, uint32_t count, uint32_t from)
{
    const struct tile_set *set = &tiles[0].world->running;
    const uint32_t first = number_of(tiles), end = first + count;
    for (uint32_t n = first + from; n < end;) {
        const uint32_t word = n / BITS + 1, next = first_in(set->tiles, n, word * BITS);
        if (next < word * BITS)
            return next < end ? next - first : count;
        n = first_in(set->words, word, end / BITS + 1) * BITS;
    }
    return count;
}

uint32_t tile_running_before(const struct tile *tiles, uint32_t end)
{
    const struct tile_set *set = &tiles[0].world->running;
    const uint32_t first = number_of(tiles);
    for (uint32_t n = first + end; n > first;) {
        const uint32_t word = (n - 1) / BITS, last = last_in(set->tiles, word * BITS, n);
        if (last > word * BITS)
            return last > first ? last - first : 0;
        n = last_in(set->words, 0, word) * BITS;
    }
    return 0;
}
