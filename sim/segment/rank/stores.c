/* stores.c - see pack.h: records of words, and of what stores write. A record is a head, the cells if they
 * are not neighbours, and the words. Calls tile. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/segment/rank/pack.h"

struct record {
    uint32_t count;
    uint32_t
        first; /* the cell of the first word, if the others follow it; RECORD_LIST: the cells are listed */
};
#define RECORD_LIST UINT32_MAX

/* Whether another rank may read the cells: they are shared, or another PP's. */
static bool is_for_others(const struct tile *tile, const struct strand *strand)
{
    return strand->request.low < tile->world->machine->memory.shared_words ||
           strand->phase == STATS_PHASE_foreign;
}

/* Lists the cells of a strand's stores and their words; of several stores to one cell the last one wins.
 * Returns their number. */
static uint32_t list_words(const struct tile *tile, const struct strand *strand, uint32_t *cells,
                           uint32_t *words)
{
    const struct request *request = &strand->request;
    uint32_t count = 0, lane = request->shape == REQUEST_ONE ? strand_last(strand) : strand_first(strand);
    for (; lane != STRAND_END; lane = strand_next(strand, lane)) {
        if (request->is_image)
            tile_image_words(tile, strand, lane, words + count);
        else
            words[count] = operand_word(request->datum, lane);
        for (uint32_t word = 0; word < request->words; word++)
            cells[count++] = tile_word_cell(tile, strand, lane, word);
    }
    return count;
}

static bool are_neighbours(const uint32_t *cells, uint32_t count)
{
    uint32_t differ = 0;
    for (uint32_t k = 1; k < count; k++)
        differ |= cells[k] ^ (cells[0] + k);
    return differ == 0;
}

static void pack_record(struct pack *pack, struct record record, const uint32_t *cells, const uint32_t *words)
{
    const size_t bytes = record.count * sizeof *words;
    pack_add(pack, &record, sizeof record);
    if (record.first == RECORD_LIST)
        pack_add(pack, cells, bytes);
    pack_add(pack, words, bytes);
}

void words_pack(struct pack *pack, uint32_t first, const uint32_t *words, uint32_t count)
{
    pack_record(pack, (struct record){.count = count, .first = first}, NULL, words);
}

void stores_pack(struct pack *pack, const struct tile *tile)
{
    for (uint32_t k = strand_active(tile, 0); k != STRAND_END; k = strand_active(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        const struct request *request = &strand->request;
        if (strand->state != STRAND_REQUEST || request->kind != REQUEST_STORE || !is_for_others(tile, strand))
            continue;
        const size_t most = (size_t)strand->count * request->words;
        uint32_t *const cells = memory_take(2 * most, sizeof *cells), *const words = cells + most;
        const uint32_t count = list_words(tile, strand, cells, words);
        const uint32_t first = are_neighbours(cells, count) ? cells[0] : RECORD_LIST;
        pack_record(pack, (struct record){.count = count, .first = first}, cells, words);
        free(cells);
    }
}

void words_unpack(struct memory *memory, const unsigned char *from, size_t count)
{
    for (const unsigned char *end = from + count; from < end;) {
        const struct record *record = pack_take(&from, sizeof *record);
        const size_t bytes = record->count * sizeof(uint32_t);
        const uint32_t *cells = record->first == RECORD_LIST ? pack_take(&from, bytes) : NULL;
        const uint32_t *words = pack_take(&from, bytes);
        if (cells == NULL)
            memcpy(memory->cells + record->first, words, bytes);
        for (uint32_t k = 0; cells != NULL && k < record->count; k++)
            memory->cells[cells[k]] = words[k];
    }
}
