/* listed.c - the list of requests of a phase that are carried out one by one.
 *
 * They are taken from the tiles in PP order, and sorted by cycle with a stable radix sort, if cycles differ.
 * Calls tiles. */
#include <stdlib.h>
#include <string.h>

#include "sim/segment/phase/inside.h"

static bool stores_images(const struct request *request)
{
    return request->is_image && request->kind == REQUEST_STORE;
}

static void take(struct commit *commit, const struct tile *tile, uint16_t number, uint32_t lane)
{
    const struct strand *strand = &tile->strands[number];
    const struct request *request = &strand->request;
    const bool has_cell = request->kind == REQUEST_STORE || request->kind == REQUEST_FOLD;
    const struct item item = {.cycle = tile_cycle(tile, strand, lane) - 1,
                              .request = {.pp = tile->first_pp + lane,
                                          .pc = request->pc,
                                          .cell = request_cell(request, lane),
                                          .value = operand_word(request->datum, lane),
                                          .fold = has_cell ? request->fold : COLLIDE_NOTHING,
                                          .in_barrier = strand->in_barrier},
                              .strand = number,
                              .kind = request->kind};
    if (!stores_images(request)) {
        commit->items.item[commit->count++] = item;
        return;
    }
    uint32_t image[REAL_MAX_WORDS];
    tile_image_words(tile, strand, lane, image);
    for (uint32_t word = 0; word < request->words; word++) {
        struct item *const one = &commit->items.item[commit->count++];
        *one = item;
        one->request.cell = tile_word_cell(tile, strand, lane, word);
        one->request.value = image[word];
    }
}

static void take_tile(struct commit *commit, struct tile *tile)
{
    uint16_t member_of[TILE_ROW_WORDS]; /* strand of each lane */
    uint16_t lanes[TILE_BLOCKS] = {0};  /* lanes with requests */
    for (struct due due = due_of(tile, 1); due_next(&due);)
        for (uint32_t block = due.strand->first_block; block < due.strand->end_block; block++) {
            lanes[block] |= due.strand->set[block];
            for (uint32_t rest = due.strand->set[block]; rest; rest &= rest - 1)
                member_of[block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest)] = (uint16_t)(due.number - 1);
        }
    for (uint32_t block = 0; block < tile->lanes / ROWS_BLOCK; block++)
        for (uint32_t rest = lanes[block]; rest; rest &= rest - 1) {
            const uint32_t lane = block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest);
            take(commit, tile, member_of[lane], lane);
        }
}

/* Few, so that a list of a few items is sorted fast, too. */
enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* By cycle; items of one cycle stay in PP order. */
static void sort(struct commit *commit)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t k = 0; k < commit->count; k++) {
        const uint64_t cycle = commit->items.item[k].cycle;
        low = cycle < low ? cycle : low;
        high = cycle > high ? cycle : high;
    }
    for (unsigned shift = 0; low < high && shift < 64 && (high - low) >> shift != 0; shift += DIGIT_BITS) {
        const struct item *const items = commit->items.item;
        uint32_t start[DIGITS];
        const uint64_t most = (high - low) >> shift;
        const unsigned digits = most < DIGITS ? (unsigned)most + 1 : DIGITS;
        memset(start, 0, digits * sizeof *start);
        for (uint32_t k = 0; k < commit->count; k++)
            start[(items[k].cycle - low) >> shift & (DIGITS - 1)]++;
        uint32_t sum = 0;
        for (unsigned digit = 0; digit < digits; digit++) {
            const uint32_t count = start[digit];
            start[digit] = sum;
            sum += count;
        }
        for (uint32_t k = 0; k < commit->count; k++)
            commit->spare.item[start[(items[k].cycle - low) >> shift & (DIGITS - 1)]++] = items[k];
        const struct items sorted = commit->spare;
        commit->spare = commit->items;
        commit->items = sorted;
    }
}

static bool grow(struct items *items, uint64_t wanted)
{
    struct item *const larger = memory_try_to_grow(items->item, &items->room, wanted, sizeof *larger);
    items->item = larger != NULL ? larger : items->item;
    return larger != NULL;
}

/* Room for all requests; an image that is stored has one for each word. */
static bool make_room(struct commit *commit)
{
    uint64_t items = 1;
    for (struct due due = due_of(commit->tiles, commit->tile_count); due_next(&due);) {
        const struct request *request = &due.strand->request;
        items += (uint64_t)due.strand->count * (stores_images(request) ? request->words : 1);
    }
    return items <= UINT32_MAX && grow(&commit->items, items) && grow(&commit->spare, items);
}

bool list_requests(struct commit *commit)
{
    if (!make_room(commit))
        return false;
    commit->count = 0;
    const uint32_t count = commit->tile_count;
    for (uint32_t t = tile_running(commit->tiles, count, 0); t < count;
         t = tile_running(commit->tiles, count, t + 1))
        take_tile(commit, &commit->tiles[t]);
    sort(commit);
    return true;
}
