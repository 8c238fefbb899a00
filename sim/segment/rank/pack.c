/* pack.c - see pack.h: bytes, words and tiles. Calls tile, real. */
#include "sim/segment/rank/pack.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/isa/system.h"

enum { GRAIN = 8 };

static size_t rounded(size_t count)
{
    return (count + GRAIN - 1) / GRAIN * GRAIN;
}

static void pack_add(struct pack *pack, const void *bytes, size_t count)
{
    const size_t whole = rounded(count);
    pack->bytes = memory_grow(pack->bytes, &pack->room, pack->count + whole, 1);
    memcpy(pack->bytes + pack->count, bytes, count);
    memset(pack->bytes + pack->count + count, 0, whole - count);
    pack->count += whole;
}

void pack_free(struct pack *pack)
{
    free(pack->bytes);
    *pack = (struct pack){.bytes = NULL};
}

void transfer_bytes(const struct transfer *transfer, void *bytes, size_t count)
{
    if (transfer->to != NULL) {
        pack_add(transfer->to, bytes, count);
        return;
    }
    memcpy(bytes, *transfer->from, count);
    *transfer->from += rounded(count);
}

/* ---- areas */

/* Words of neighbouring cells follow it; none: it is the last one. */
struct run {
    uint32_t first, count;
};

static void pack_run(void *context, uint32_t first, const uint32_t *words, uint32_t count)
{
    struct pack *pack = context;
    pack_add(pack, &(struct run){.first = first, .count = count}, sizeof(struct run));
    pack_add(pack, words, count * sizeof *words);
}

static void clear_run(void *context, uint32_t first, const uint32_t *words, uint32_t count)
{
    struct memory *memory = context;
    (void)words;
    memset(memory->cells + first, 0, count * sizeof *words);
}

/* The cells first .. first + count - 1, of which most are 0. */
static void transfer_cells(const struct transfer *transfer, struct memory *memory, size_t first, size_t count)
{
    struct run run;
    if (transfer->to != NULL) {
        memory_runs(memory, first, first + count, pack_run, transfer->to);
        pack_run(transfer->to, 0, memory->cells, 0);
        return;
    }
    memory_runs(memory, first, first + count, clear_run, memory);
    for (transfer_bytes(transfer, &run, sizeof run); run.count != 0;
         transfer_bytes(transfer, &run, sizeof run))
        transfer_bytes(transfer, memory->cells + run.first, run.count * sizeof *memory->cells);
}

/* The stacks and private areas of a tile lie in one piece each. */
static void transfer_areas(const struct transfer *transfer, const struct tile *tile)
{
    struct memory *memory = &tile->world->machine->memory;
    const size_t lanes = (size_t)memory->lane_mask + 1;
    transfer_cells(transfer, memory, memory_stack_index(memory, tile->first_pp, 0),
                   lanes << memory->stack_shift);
    transfer_cells(transfer, memory, memory_private_index(memory, tile->first_pp, 0),
                   lanes << memory->private_shift);
}

/* ---- rows */

/* Replaces a pointer to a row: its number, or that there is none. */
enum { ROWS_OF_TILE = TILE_ROWS, ROW_NONE };

static unsigned number_of(const struct tile *tile, const uint32_t *row)
{
    return row != NULL ? tile_row_number(tile, row) : ROW_NONE;
}

static uint64_t bit(unsigned number)
{
    return number < ROWS_OF_TILE ? (uint64_t)1 << number : 0;
}

_Static_assert(ROWS_OF_TILE <= 64, "a set of rows fits a word");

/* What is sent of a tile begins after its pointers. */
enum { TILE_BEGIN = offsetof(struct tile, first_pp) };

/* Heads the message of a tile: `tile_bytes` bytes of struct tile follow, then its strands, then the rows and
 * images that the other fields name. */
struct contents {
    uint64_t rows;       /* bit by row */
    uint32_t tile_bytes; /* 0: no strand is sent */
    bool has_offsets, has_units, is_whole;
};

static bool is_in_use(const struct tile *tile, uint32_t number)
{
    return ((tile->active[number / 64] | tile->held_set[number / 64]) >> number % 64 & 1) != 0;
}

static bool stores_images(const struct strand *strand)
{
    return strand->state == STRAND_REQUEST && strand->request.kind == REQUEST_STORE &&
           strand->request.is_image;
}

/* Whether the images are those of accumulators, which enter a unit only as a whole. Those of numbers become
 * the registers of the copy's units. */
static bool are_sums(const struct tile *tile, const struct strand *strand)
{
    return system_rows[tile->world->code[strand->request.pc].i.opcode].row == SYSTEM_ROW_SUM;
}

/* The rows that a phase reads: those of requests, and R3, R4, R5 of host calls, perhaps affine. */
static struct contents find_contents(const struct tile *tile, bool whole)
{
    struct contents contents = {.is_whole = whole, .has_offsets = whole};
    contents.tile_bytes = (uint32_t)(whole ? sizeof *tile : offsetof(struct tile, base)) - TILE_BEGIN;
    if (whole)
        contents.rows = ((uint64_t)1 << ROWS_OF_TILE) - 1;
    contents.has_units = whole && tile->world->machine->program.uses_real;
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        const struct strand *strand = &tile->strands[k];
        const struct request *request = &strand->request;
        if (!is_in_use(tile, k))
            continue;
        contents.has_offsets |= strand->cycles_differ;
        if (strand->state != STRAND_REQUEST)
            continue;
        contents.has_units |= stores_images(strand) && are_sums(tile, strand);
        contents.rows |= bit(number_of(tile, request->datum.row));
        if (request->shape == REQUEST_LIST)
            contents.rows |= bit(number_of(tile, request->list));
        if (request->kind == REQUEST_HOST) {
            contents.rows |= bit(MACHINE_A0) | bit(MACHINE_A0 + 1) | bit(MACHINE_A0 + 2);
            contents.tile_bytes = sizeof *tile - TILE_BEGIN;
        }
    }
    return contents;
}

/* ---- strands */

/* Leaves the strands out that request nothing that another rank may read: cells that are shared, or another
 * PP's. Returns whether some are left. */
static bool keep_for_others(struct tile *sent)
{
    memset(sent->held_set, 0, sizeof sent->held_set);
    for (uint32_t k = 0; k < sent->strand_end; k++) {
        const struct strand *strand = &sent->strands[k];
        const bool is_shared = strand->request.low < sent->world->machine->memory.shared_words;
        if (strand->state != STRAND_REQUEST || !(is_shared || strand->phase == STATS_PHASE_foreign))
            sent->active[k / 64] &= ~((uint64_t)1 << k % 64);
    }
    return strand_active(sent, 0) != STRAND_END;
}

/* A strand, and numbers of rows in place of its pointers. */
static void transfer_strand(const struct transfer *transfer, const struct tile *tile, struct strand *strand)
{
    struct request *const request = &strand->request;
    uint32_t rows[2] = {ROW_NONE, ROW_NONE};
    if (transfer->to != NULL && strand->state == STRAND_REQUEST) {
        rows[0] = request->shape == REQUEST_LIST ? number_of(tile, request->list) : ROW_NONE;
        rows[1] = number_of(tile, request->datum.row);
    }
    transfer_bytes(transfer, rows, sizeof rows);
    transfer_bytes(transfer, strand, sizeof *strand);
    if (transfer->to != NULL)
        return;
    request->list = rows[0] < ROWS_OF_TILE ? tile->row[rows[0]] : NULL;
    request->datum.row = rows[1] < ROWS_OF_TILE ? tile->row[rows[1]] : NULL;
}

static void transfer_strands(const struct transfer *transfer, struct tile *tile)
{
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (is_in_use(tile, k))
            transfer_strand(transfer, tile, &tile->strands[k]);
        else if (transfer->to == NULL)
            tile->strands[k].state = STRAND_FREE; /* perhaps not yet in a copy */
}

/* ---- what follows */

static void transfer_units(const struct transfer *transfer, const struct tile *tile)
{
    const struct real_bank *bank = tile->world->bank;
    const uint32_t count = real_bank_words(bank);
    uint32_t *words = memory_take(count, sizeof *words);
    for (uint32_t lane = 0; lane < tile->pps; lane++) {
        if (transfer->to != NULL)
            real_bank_save(bank, tile->first_pp + lane, words);
        transfer_bytes(transfer, words, count * sizeof *words);
        if (transfer->to == NULL)
            real_bank_load(bank, tile->first_pp + lane, words);
    }
    free(words);
}

static void transfer_images(const struct transfer *transfer, const struct tile *tile,
                            const struct strand *strand)
{
    const struct instruction *i = &tile->world->code[strand->request.pc].i;
    uint32_t image[REAL_MAX_WORDS];
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        if (transfer->to != NULL)
            tile_image_words(tile, strand, lane, image);
        transfer_bytes(transfer, image, strand->request.words * sizeof *image);
        if (transfer->to == NULL)
            real_load(tile->world->bank, tile->first_pp + lane, i, image);
    }
}

static void transfer_contents(const struct transfer *transfer, struct tile *tile,
                              const struct contents *contents)
{
    const size_t row_bytes = tile->lanes * sizeof(uint32_t);
    for (unsigned number = 0; number < ROWS_OF_TILE; number++)
        if ((contents->rows >> number & 1) != 0)
            transfer_bytes(transfer, tile->row[number], row_bytes);
    if (contents->has_offsets)
        transfer_bytes(transfer, tile->offset, tile->lanes * sizeof *tile->offset);
    if (contents->has_units)
        transfer_units(transfer, tile);
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (is_in_use(tile, k) && stores_images(&tile->strands[k]) && !are_sums(tile, &tile->strands[k]))
            transfer_images(transfer, tile, &tile->strands[k]);
    if (!contents->is_whole)
        return;
    transfer_bytes(transfer, tile->barrier_since, tile->lanes * sizeof *tile->barrier_since);
    transfer_bytes(transfer, tile->halted_pc, row_bytes);
    for (uint32_t lane = 0; lane < tile->pps; lane++) /* PPs that run on their own */
        if (tile_is_apart(tile, lane))
            transfer_bytes(transfer, &tile->gathered[lane], sizeof tile->gathered[lane]);
    if (tile->noted_status != NULL)
        transfer_bytes(transfer, tile->noted_status, row_bytes);
    transfer_areas(transfer, tile);
}

void transfer_tile(const struct transfer *transfer, struct tile *tile, enum transfer_part part)
{
    _Alignas(128) struct tile sent = *tile;
    struct tile *const one = transfer->to != NULL ? &sent : tile;
    struct contents contents = {0};
    if (transfer->to != NULL && (part != TRANSFER_STORES || keep_for_others(&sent)))
        contents = find_contents(&sent, part == TRANSFER_ALL);
    transfer_bytes(transfer, &contents, sizeof contents);
    if (contents.tile_bytes == 0)
        one->strand_end = 0;
    transfer_bytes(transfer, (unsigned char *)one + TILE_BEGIN, contents.tile_bytes);
    transfer_strands(transfer, one);
    transfer_contents(transfer, one, &contents);
}
