/* stores.c - see pack.h: records of what stores write. A record is a head and its words; evenly spaced words
 * are sent as two numbers. Calls tile, real. */
#include <string.h>

#include "common/memory.h"
#include "sim/segment/rank/pack.h"

enum record_kind {
    RECORD_RUN,  /* words for neighbouring cells */
    RECORD_EVEN, /* the same of base + k * stride; no words */
    RECORD_LIST  /* cells, then words */
};

struct record {
    uint32_t kind; /* enum record_kind */
    uint32_t count;
    uint32_t cell;         /* the first */
    uint32_t base, stride; /* of RECORD_EVEN */
    uint32_t unused;
};

/* Room for `count` words after a new record. */
static uint32_t *add(struct pack *pack, const struct record *record, size_t words)
{
    const size_t bytes = (words * sizeof(uint32_t) + 7) / 8 * 8;
    pack_add(pack, record, sizeof *record);
    pack->bytes = memory_grow(pack->bytes, &pack->room, pack->count + bytes, 1);
    uint32_t *place = (uint32_t *)(void *)(pack->bytes + pack->count);
    pack->count += bytes;
    return place;
}

/* Whether another rank may read the cells: they are shared, or another PP's. */
static bool is_for_others(const struct tile *tile, const struct strand *strand)
{
    return strand->request.low < tile->world->machine->memory.shared_words ||
           strand->phase == STATS_PHASE_foreign;
}

static bool has_no_gaps(const struct strand *strand)
{
    return strand_last(strand) - strand_first(strand) + 1 == strand->count;
}

static void pack_words(uint32_t *words, const struct strand *strand)
{
    const struct operand datum = strand->request.datum;
    if (datum.row != NULL && has_no_gaps(strand)) {
        memcpy(words, datum.row + strand_first(strand), strand->count * sizeof *words);
        return;
    }
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        *words++ = operand_word(datum, lane);
}

/* Members without gaps between them, storing to neighbouring cells. */
static void pack_run(struct pack *pack, const struct strand *strand, uint32_t cell)
{
    const struct operand datum = strand->request.datum;
    struct record record = {.kind = RECORD_RUN, .count = strand->count, .cell = cell};
    if (datum.row != NULL) {
        pack_words(add(pack, &record, strand->count), strand);
        return;
    }
    record.kind = RECORD_EVEN;
    record.base = operand_word(datum, strand_first(strand));
    record.stride = datum.stride;
    add(pack, &record, 0);
}

static void pack_list(struct pack *pack, const struct strand *strand)
{
    const struct record record = {.kind = RECORD_LIST, .count = strand->count};
    uint32_t *cells = add(pack, &record, 2 * (size_t)strand->count), *const words = cells + strand->count;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        *cells++ = request_cell(&strand->request, lane);
    pack_words(words, strand);
}

/* All members store to one cell: the highest one's word stays. */
static void pack_one(struct pack *pack, const struct strand *strand)
{
    const struct record record = {.kind = RECORD_EVEN,
                                  .count = 1,
                                  .cell = strand->request.index,
                                  .base = operand_word(strand->request.datum, strand_last(strand))};
    add(pack, &record, 0);
}

static void pack_images(struct pack *pack, const struct tile *tile, const struct strand *strand)
{
    const uint32_t words = strand->request.words;
    uint32_t image[REAL_MAX_WORDS];
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        tile_image_words(tile, strand, lane, image);
        if (strand->phase != STATS_PHASE_foreign) {
            const struct record record = {
                .kind = RECORD_RUN, .count = words, .cell = tile_word_cell(tile, strand, lane, 0)};
            memcpy(add(pack, &record, words), image, words * sizeof *image);
            continue;
        }
        const struct record record = {.kind = RECORD_LIST, .count = words};
        uint32_t *cells = add(pack, &record, 2 * (size_t)words);
        for (uint32_t word = 0; word < words; word++)
            cells[word] = tile_word_cell(tile, strand, lane, word);
        memcpy(cells + words, image, words * sizeof *image);
    }
}

/* Whether a list of cells is a run, like the addresses of a line of a mesh. */
static bool is_run(const struct tile *tile, const struct strand *strand)
{
    const struct request *request = &strand->request;
    const uint32_t from = strand_from(strand), first = strand_first(strand);
    const uint32_t lanes = (strand->end_block - strand->first_block) * ROWS_BLOCK;
    return has_no_gaps(strand) && request->high - request->low == strand->count - 1 &&
           tile->world->rows->is_fill(request->list + from, request->list[first] - (first - from), 1,
                                      strand->set + strand->first_block, lanes);
}

void stores_pack(struct pack *pack, const struct tile *tile)
{
    for (uint32_t k = strand_awake(tile, 0); k != STRAND_END; k = strand_awake(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        const struct request *request = &strand->request;
        if (strand->state != STRAND_REQUEST || request->kind != REQUEST_STORE || !is_for_others(tile, strand))
            continue;
        const uint32_t first = strand_first(strand);
        if (request->is_image)
            pack_images(pack, tile, strand);
        else if (request->shape == REQUEST_ONE)
            pack_one(pack, strand);
        else if (request->shape == REQUEST_RUN ? has_no_gaps(strand) : is_run(tile, strand))
            pack_run(pack, strand, request_cell(request, first));
        else
            pack_list(pack, strand);
    }
}

void stores_unpack(struct memory *memory, const unsigned char *from, size_t count)
{
    uint32_t *const cells = memory->cells;
    for (const unsigned char *end = from + count; from < end;) {
        const struct record *record = pack_take(&from, sizeof *record);
        const uint32_t *words;
        switch ((enum record_kind)record->kind) {
        case RECORD_RUN:
            words = pack_take(&from, record->count * sizeof *words);
            memcpy(cells + record->cell, words, record->count * sizeof *words);
            break;
        case RECORD_EVEN:
            for (uint32_t k = 0; k < record->count; k++)
                cells[record->cell + k] = record->base + k * record->stride;
            break;
        case RECORD_LIST:
            words = pack_take(&from, 2 * (size_t)record->count * sizeof *words);
            for (uint32_t k = 0; k < record->count; k++)
                cells[words[k]] = words[record->count + k];
            break;
        }
    }
}
