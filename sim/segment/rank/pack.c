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
    uint32_t has_offsets, has_held, has_units, is_whole;
};

static bool stores_images(const struct strand *strand)
{
    return strand->state == STRAND_REQUEST && strand->request.kind == REQUEST_STORE &&
           strand->request.shape == REQUEST_IMAGE;
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
    struct contents contents = {.is_whole = whole, .has_held = tile->held.any, .has_offsets = whole};
    if (whole)
        contents.rows = ((uint64_t)1 << ROWS_OF_TILE) - 1;
    contents.has_units = whole && tile->world->machine->program.uses_real;
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        const struct strand *strand = &tile->strands[k];
        const struct request *request = &strand->request;
        if (strand->state == STRAND_FREE)
            continue;
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

/* ---- packing a tile */

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

static void pack_units(struct pack *pack, const struct tile *tile)
{
    const struct real_bank *bank = tile->world->bank;
    const uint32_t count = real_bank_words(bank);
    uint32_t *words = memory_take(count, sizeof *words);
    for (uint32_t lane = 0; lane < tile->pps; lane++) {
        real_bank_save(bank, tile->first_pp + lane, words);
        pack_add(pack, words, count * sizeof *words);
    }
    free(words);
}

static void pack_images(struct pack *pack, const struct tile *tile, const struct strand *strand)
{
    uint32_t image[REAL_MAX_WORDS];
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane)) {
        tile_image_words(tile, strand, lane, image);
        pack_add(pack, image, strand->request.words * sizeof *image);
    }
}

static void unpack_images(const struct tile *tile, const struct strand *strand, const unsigned char **from)
{
    const struct instruction *i = &tile->world->code[strand->request.pc].i;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        real_load(tile->world->bank, tile->first_pp + lane, i,
                  pack_take(from, strand->request.words * sizeof(uint32_t)));
}

/* The registers of PPs that run on their own. */
static void pack_apart(struct pack *pack, const struct tile *tile)
{
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        if (tile_is_apart(tile, lane))
            pack_add(pack, &tile->apart[lane], sizeof tile->apart[lane]);
}

void tile_pack(struct pack *pack, const struct tile *tile, bool whole)
{
    const struct contents contents = find_contents(tile, whole);
    const size_t row_bytes = tile->lanes * sizeof(uint32_t);
    pack_add(pack, &contents, sizeof contents);
    pack_add(pack, tile, sizeof *tile);
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (tile->strands[k].state != STRAND_FREE)
            pack_strand(pack, tile, &tile->strands[k]);
    for (unsigned number = 0; number < ROWS_OF_TILE; number++)
        if ((contents.rows >> number & 1) != 0)
            pack_add(pack, tile_row(tile, number), row_bytes);
    if (contents.has_offsets)
        pack_add(pack, tile->offset, tile->lanes * sizeof *tile->offset);
    if (contents.has_held)
        pack_add(pack, tile->held.each, tile->strand_end * sizeof *tile->held.each);
    if (contents.has_units)
        pack_units(pack, tile);
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (are_numbers(tile, &tile->strands[k]))
            pack_images(pack, tile, &tile->strands[k]);
    if (!whole)
        return;
    pack_add(pack, tile->barrier_since, tile->lanes * sizeof *tile->barrier_since);
    pack_add(pack, tile->halted_pc, row_bytes);
    pack_apart(pack, tile);
    if (tile->noted_status != NULL)
        pack_add(pack, tile->noted_status, row_bytes);
}

/* ---- unpacking into the copy */

/* Everything except pointers; those of the copy refer to rows of its own. */
static void take_over(struct tile *tile, const struct tile *sent)
{
    const struct tile own = *tile;
    *tile = *sent;
    tile->world = own.world;
    tile->effects = own.effects;
    tile->held.each = own.held.each;
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
    tile->apart = own.apart;
}

static void unpack_strands(struct tile *tile, const unsigned char **from)
{
    for (uint32_t k = 0; k < tile->strand_end; k++) {
        struct strand *strand = &tile->strands[k];
        const uint64_t bits = tile->awake[k / 64] | tile->asleep[k / 64];
        if ((bits >> k % 64 & 1) == 0) {
            strand->state = STRAND_FREE;
            continue;
        }
        const uint32_t *rows = pack_take(from, 2 * sizeof *rows);
        memcpy(strand, pack_take(from, sizeof *strand), sizeof *strand);
        strand->request.list = rows[0] < ROWS_OF_TILE ? tile_row(tile, rows[0]) : NULL;
        strand->request.datum.row = rows[1] < ROWS_OF_TILE ? tile_row(tile, rows[1]) : NULL;
    }
}

static void unpack_units(const struct tile *tile, const unsigned char **from)
{
    const struct real_bank *bank = tile->world->bank;
    const size_t bytes = real_bank_words(bank) * sizeof(uint32_t);
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        real_bank_load(bank, tile->first_pp + lane, pack_take(from, bytes));
}

static void copy(void *target, const unsigned char **from, size_t bytes)
{
    memcpy(target, pack_take(from, bytes), bytes);
}

void tile_unpack(struct tile *tile, const unsigned char **from)
{
    struct contents contents;
    _Alignas(128) struct tile sent;
    copy(&contents, from, sizeof contents);
    copy(&sent, from, sizeof sent);
    take_over(tile, &sent);
    const size_t row_bytes = tile->lanes * sizeof(uint32_t);
    unpack_strands(tile, from);
    for (unsigned number = 0; number < ROWS_OF_TILE; number++)
        if ((contents.rows >> number & 1) != 0)
            copy(tile_row(tile, number), from, row_bytes);
    if (contents.has_offsets)
        copy(tile->offset, from, tile->lanes * sizeof *tile->offset);
    if (contents.has_held)
        copy(tile->held.each, from, tile->strand_end * sizeof *tile->held.each);
    if (contents.has_units)
        unpack_units(tile, from);
    for (uint32_t k = 0; k < tile->strand_end; k++)
        if (are_numbers(tile, &tile->strands[k]))
            unpack_images(tile, &tile->strands[k], from);
    if (!contents.is_whole)
        return;
    copy(tile->barrier_since, from, tile->lanes * sizeof *tile->barrier_since);
    copy(tile->halted_pc, from, row_bytes);
    for (uint32_t lane = 0; lane < tile->pps; lane++)
        if (tile_is_apart(tile, lane))
            copy(&tile->apart[lane], from, sizeof tile->apart[lane]);
    if (tile->noted_status != NULL)
        copy(tile->noted_status, from, row_bytes);
}
