/* pack.c - see pack.h: tiles. Calls tile, real. */
#include "sim/segment/rank/pack.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/tile/place.h"
#include "sim/isa/system.h"

enum { GRAIN = 8 };

static size_t rounded(size_t count)
{
    return (count + GRAIN - 1) / GRAIN * GRAIN;
}

void pack_add(struct pack *pack, const void *bytes, size_t count)
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

const void *pack_take(const unsigned char **from, size_t count)
{
    const void *bytes = *from;
    *from += rounded(count);
    return bytes;
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

/* What follows the tile and its strands. */
struct contents {
    uint64_t rows; /* bit by row */
    uint32_t has_offsets, has_units, is_whole;
};

static bool stores_images(const struct strand *strand)
{
    return strand->state == STRAND_REQUEST && strand->request.kind == REQUEST_STORE &&
           strand->request.is_image;
}

/* Whether the images are those of accumulators, which enter a unit only as a whole. */
static bool is_sum(const struct tile *tile, const struct strand *strand)
{
    return stores_images(strand) &&
           system_rows[tile->world->code[strand->request.pc].i.opcode].row == SYSTEM_ROW_SUM;
}

/* Whether they are those of numbers, which become the registers of the copy's units. */
static bool are_numbers(const struct tile *tile, const struct strand *strand)
{
    return stores_images(strand) && !is_sum(tile, strand);
}

/* The rows that a phase reads: those of requests, and R3, R4, R5 of host calls. */
static struct contents find_contents(const struct tile *tile, bool whole)
{
    struct contents contents = {.is_whole = whole, .has_offsets = whole};
    if (whole)
        contents.rows = ((uint64_t)1 << ROWS_OF_TILE) - 1;
    contents.has_units = whole && tile->world->machine->program.uses_real;
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1)) {
        const struct strand *strand = &tile->strands[k];
        const struct request *request = &strand->request;
        contents.has_offsets |= strand->cycles_differ;
        if (strand->state != STRAND_REQUEST)
            continue;
        contents.has_units |= is_sum(tile, strand);
        contents.rows |= bit(number_of(tile, request->datum.row));
        if (request->shape == REQUEST_LIST)
            contents.rows |= bit(number_of(tile, request->list));
        if (request->kind == REQUEST_HOST)
            contents.rows |= bit(MACHINE_A0) | bit(MACHINE_A0 + 1) | bit(MACHINE_A0 + 2);
    }
    return contents;
}

/* ---- strands */

/* The strand with numbers of rows in place of pointers. */
static void pack_strand(struct pack *pack, const struct tile *tile, const struct strand *strand)
{
    struct strand copy = *strand;
    const bool asks = strand->state == STRAND_REQUEST;
    const unsigned list =
        asks && copy.request.shape == REQUEST_LIST ? number_of(tile, copy.request.list) : ROW_NONE;
    const unsigned datum = asks ? number_of(tile, copy.request.datum.row) : ROW_NONE;
    copy.request.list = NULL;
    copy.request.datum.row = NULL;
    const uint32_t rows[2] = {list, datum};
    pack_add(pack, rows, sizeof rows);
    pack_add(pack, &copy, sizeof copy);
}

/* Everything except pointers; those of the copy refer to rows of its own. */
static void take_over(struct tile *tile, const struct tile *sent)
{
    const struct tile own = *tile;
    *tile = *sent;
    tile->world = own.world;
    tile->effects = own.effects;
    memcpy(tile->row, own.row, sizeof tile->row);
    memcpy(tile->late, own.late, sizeof tile->late);
    tile->status = own.status;
    tile->noted_status = own.noted_status;
    tile->index = own.index;
    tile->datum = own.datum;
    tile->offset = own.offset;
    tile->barrier_since = own.barrier_since;
    tile->halted_pc = own.halted_pc;
    tile->strands = own.strands;
    tile->gathered = own.gathered;
}

static void unpack_strands(struct tile *tile, const unsigned char **from)
{
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        struct strand *strand = &tile->strands[k];
        const uint64_t bits = tile->active[k / 64] | tile->held_set[k / 64];
        if ((bits >> k % 64 & 1) == 0) {
            strand->state = STRAND_FREE;
            continue;
        }
        const uint32_t *rows = pack_take(from, 2 * sizeof *rows);
        memcpy(strand, pack_take(from, sizeof *strand), sizeof *strand);
        strand->request.list = rows[0] < ROWS_OF_TILE ? tile->row[rows[0]] : NULL;
        strand->request.datum.row = rows[1] < ROWS_OF_TILE ? tile->row[rows[1]] : NULL;
    }
}

/* ---- what follows, in both directions */

/* Packs into `to`, or unpacks from `from`. */
struct transfer {
    struct pack *to;
    const unsigned char **from;
};

static void move(const struct transfer *transfer, void *bytes, size_t count)
{
    if (transfer->to != NULL)
        pack_add(transfer->to, bytes, count);
    else
        memcpy(bytes, pack_take(transfer->from, count), count);
}

static void move_units(const struct transfer *transfer, const struct tile *tile)
{
    const struct real_bank *bank = tile->world->bank;
    const uint32_t count = real_bank_words(bank);
    uint32_t *words = memory_take(count, sizeof *words);
    for (uint32_t lane = 0; lane < tile->pps; lane++) {
        if (transfer->to != NULL)
            real_bank_save(bank, tile->first_pp + lane, words);
        move(transfer, words, count * sizeof *words);
        if (transfer->to == NULL)
            real_bank_load(bank, tile->first_pp + lane, words);
    }
    free(words);
}

static void move_images(const struct transfer *transfer, const struct tile *tile, const struct strand *strand)
{
    const struct instruction *i = &tile->world->code[strand->request.pc].i;
    uint32_t image[REAL_MAX_WORDS];
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        if (transfer->to != NULL)
            tile_image_words(tile, strand, lane, image);
        move(transfer, image, strand->request.words * sizeof *image);
        if (transfer->to == NULL)
            real_load(tile->world->bank, tile->first_pp + lane, i, image);
    }
}

static void move_contents(const struct transfer *transfer, const struct tile *tile,
                          const struct contents *contents)
{
    const size_t row_bytes = tile->lanes * sizeof(uint32_t);
    for (unsigned number = 0; number < ROWS_OF_TILE; number++)
        if ((contents->rows >> number & 1) != 0)
            move(transfer, tile->row[number], row_bytes);
    if (contents->has_offsets)
        move(transfer, tile->offset, tile->lanes * sizeof *tile->offset);
    if (contents->has_units)
        move_units(transfer, tile);
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (are_numbers(tile, &tile->strands[k]))
            move_images(transfer, tile, &tile->strands[k]);
    if (!contents->is_whole)
        return;
    move(transfer, tile->barrier_since, tile->lanes * sizeof *tile->barrier_since);
    move(transfer, tile->halted_pc, row_bytes);
    for (uint32_t lane = 0; lane < tile->pps; lane++) /* PPs that run on their own */
        if (tile_is_apart(tile, lane))
            move(transfer, &tile->gathered[lane], sizeof tile->gathered[lane]);
    if (tile->noted_status != NULL)
        move(transfer, tile->noted_status, row_bytes);
}

/* ---- tiles */

void tile_pack(struct pack *pack, const struct tile *tile, bool whole)
{
    const struct contents contents = find_contents(tile, whole);
    pack_add(pack, &contents, sizeof contents);
    pack_add(pack, tile, sizeof *tile);
    for (uint32_t k = strand_used(tile, 0); k != STRAND_END; k = strand_used(tile, k + 1))
        pack_strand(pack, tile, &tile->strands[k]);
    move_contents(&(struct transfer){.to = pack}, tile, &contents);
}

void tile_unpack(struct tile *tile, const unsigned char **from)
{
    const struct transfer transfer = {.from = from};
    struct contents contents = {0};
    _Alignas(128) struct tile sent;
    move(&transfer, &contents, sizeof contents);
    move(&transfer, &sent, sizeof sent);
    take_over(tile, &sent);
    unpack_strands(tile, from);
    move_contents(&transfer, tile, &contents);
}
