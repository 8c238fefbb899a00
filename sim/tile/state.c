/* state.c - registers, flags and delayed results of a tile, in any form; registers of PPs that run on their
 * own, which stay outside the rows from segment to segment.
 *
 * A register is two numbers (affine) or a row. If a strand of only some PPs writes it, the row is filled from
 * the two numbers first. Calls rows only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/tile/inside.h"

#include "sim/isa/word.h"

#define BIT(number) ((uint64_t)1 << (number))

void tile_fill_row(struct tile *tile, unsigned number)
{
    if (!(tile->affine & ~tile->filled & BIT(number)))
        return;
    tile->world->rows->fill(tile->row[number], tile->base[number], tile->stride[number], tile->lanes);
    tile->filled |= BIT(number);
}

const uint32_t *tile_operand_row(const struct tile *tile, const struct strand *strand, struct operand operand,
                                 enum scratch scratch)
{
    if (operand.row)
        return operand.row;
    uint32_t *row = tile->effects->scratch[scratch];
    const uint32_t from = strand_from(strand);
    tile->world->rows->fill(row + from, operand.base + from * operand.stride, operand.stride,
                            strand_lanes(strand));
    return row;
}

void tile_write(struct tile *tile, struct strand *strand, unsigned number, struct operand value)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand);
    if (number == DECODE_SINK)
        return;
    if (tile->alone != NULL) {
        tile->alone[number] = operand_word(value, strand_first(strand));
        return;
    }
    if (strand_is_whole(tile, strand)) {
        if (!value.row) {
            tile_set_numbers(tile, number, value.base, value.stride);
        } else {
            rows->blend(tile->row[number], value.row, strand->set, tile->lanes);
            tile_rows_change(tile, BIT(number));
        }
        return;
    }
    if ((tile->affine & BIT(number)) && !value.row && value.base == tile->base[number] &&
        value.stride == tile->stride[number])
        return;
    tile_fill_row(tile, number);
    tile->lost |= tile->affine & BIT(number);
    tile_rows_change(tile, BIT(number));
    if (value.row)
        rows->blend(tile->row[number] + from, value.row + from, strand_bits(strand), strand_lanes(strand));
    else
        rows->blend_fill(tile->row[number] + from, value.base + from * value.stride, value.stride,
                         strand_bits(strand), strand_lanes(strand));
}

void tile_find_range(struct tile *tile, const struct strand *whole, unsigned number)
{
    tile->world->rows->range(tile->row[number], 0, whole->set, tile->lanes, &tile->low[number],
                             &tile->high[number]);
    tile->ranged |= BIT(number);
}

void tile_find_affine(struct tile *tile, const struct strand *whole)
{
    uint64_t candidates = tile->lost & ~tile->affine;
    tile->lost = 0;
    for (; candidates; candidates &= candidates - 1) {
        const unsigned number = (unsigned)__builtin_ctzll(candidates);
        const uint32_t *row = tile->row[number];
        const uint32_t base = row[0], stride = tile->pps > 1 ? row[1] - base : 0;
        if (tile->world->rows->is_fill(row, base, stride, whole->set, tile->lanes))
            tile_set_numbers(tile, number, base, stride); /* not filled: lanes after the last PP may differ */
    }
}

struct operand tile_sum_rows(struct tile *tile, const struct strand *strand, struct operand a,
                             struct operand b)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (is_uniform(b) && b.base == 0)
        return a;
    uint32_t *sum = tile->effects->scratch[SCRATCH_SUM];
    if (is_uniform(b) || is_uniform(a)) {
        const struct operand word = is_uniform(b) ? b : a, row = is_uniform(b) ? a : b;
        rows->operate_constant[OP_add](sum + from, row.row + from, word.base, lanes);
    } else {
        const uint32_t *p = tile_operand_row(tile, strand, a, SCRATCH_FIRST);
        const uint32_t *q = tile_operand_row(tile, strand, b, SCRATCH_SECOND);
        rows->operate[OP_add](sum + from, p + from, q + from, lanes);
    }
    return (struct operand){.row = sum};
}

/* ---- flags */

void tile_evaluate_flags(struct tile *tile, struct strand *strand)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (strand->flags == FLAGS_ROW)
        return;
    if (TILE_IS_HOSTILE)
        tile_need_flags(tile, strand);
    if (strand->flags == FLAGS_UNIFORM) {
        rows->blend_fill(tile->status + from, strand->flags_value, 0, strand_bits(strand), lanes);
        strand->flags = FLAGS_ROW;
        return;
    }
    const uint32_t *a = tile_fetch_row(tile, strand, strand->flags_a, SCRATCH_FIRST);
    const uint32_t *b = strand->flags_b == DECODE_SINK
                            ? tile_operand_row(tile, strand, uniform(strand->flags_value), SCRATCH_SECOND)
                            : tile_fetch_row(tile, strand, strand->flags_b, SCRATCH_SECOND);
    uint32_t *status = tile_status_target(tile, strand);
    rows->operate_flags[OP_sub](tile->effects->scratch[SCRATCH_RESULT] + from, status + from, a + from,
                                b + from, lanes);
    tile_status_written(tile, strand, status);
}

struct operand tile_status_word(struct tile *tile, struct strand *strand)
{
    const uint32_t from = strand_from(strand);
    uint32_t *row = tile->effects->scratch[SCRATCH_RESULT];
    if (strand->flags == FLAGS_UNIFORM && !strand->cycles_differ)
        return uniform(strand->flags_value | ((uint32_t)strand->cycle & STATUS_MODULO));
    tile_evaluate_flags(tile, strand);
    if (!strand->cycles_differ) {
        tile->world->rows->operate_constant[OP_or](
            row + from, tile->status + from, (uint32_t)strand->cycle & STATUS_MODULO, strand_lanes(strand));
        return (struct operand){.row = row};
    }
    memcpy(row + from, tile->status + from, strand_lanes(strand) * sizeof *row);
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        row[lane] |= (uint32_t)tile_cycle(tile, strand, lane) & STATUS_MODULO;
    return (struct operand){.row = row};
}

/* ---- one PP */

uint32_t tile_register(const struct tile *tile, const struct strand *strand, unsigned number, uint32_t lane)
{
    return number != 1 && tile_is_apart(tile, lane) ? tile->gathered[lane].reg[number]
                                                    : operand_word(tile_fetch(tile, strand, number), lane);
}

uint32_t tile_status(const struct tile *tile, const struct strand *strand, uint32_t lane)
{
    if (strand->flags == FLAGS_UNIFORM)
        return strand->flags_value;
    if (strand->flags == FLAGS_ROW)
        return tile->status[lane];
    const uint32_t a = tile_register(tile, strand, strand->flags_a, lane);
    return word_flags_subs(a,
                           strand->flags_b == DECODE_SINK
                               ? strand->flags_value
                               : tile_register(tile, strand, strand->flags_b, lane),
                           0);
}

void tile_view(const struct tile *tile, uint32_t lane, uint64_t cycles, struct pp_view *view)
{
    const struct strand *strand = tile_strand_of(tile, lane);
    const struct strand halted = {
        .flags = FLAGS_ROW, .pc = tile->halted_pc[lane], .late_target = DECODE_SINK};
    const struct strand *shown = strand != NULL ? strand : &halted;
    *view = (struct pp_view){.pc = strand != NULL ? strand_place(strand, cycles) : shown->pc,
                             .status = tile_status(tile, shown, lane) | ((uint32_t)cycles & STATUS_MODULO),
                             .running = strand != NULL,
                             .is_busy = shown->busy != 0,
                             .in_barrier = shown->in_barrier,
                             .since = tile->barrier_since[lane],
                             .late_target = shown->late_target};
    if (shown->late_target != DECODE_SINK)
        view->late_value = operand_word(tile_late(tile, shown), lane);
    for (unsigned r = 0; r < 32; r++)
        view->r[r] = r == 1 ? view->pc : tile_register(tile, shown, r, lane);
}

bool tile_flags_are_kept(const struct tile *tile, const struct strand *strand)
{
    if (strand->flags != FLAGS_COMPARE || !tile->noted_status)
        return true;
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        if (tile_status(tile, strand, lane) != tile->noted_status[lane])
            return false;
    return true;
}

#ifdef PRAM_HOSTILE
void tile_spoil_scratch(struct tile *tile)
{
    for (unsigned k = 0; k < SCRATCHES; k++)
        memset(tile->effects->scratch[k], 0xa5, tile->lanes * sizeof *tile->effects->scratch[k]);
}

void tile_note_flags(struct tile *tile, const struct strand *strand)
{
    for (uint32_t lane = strand_first(strand); lane != STRAND_END; lane = strand_next(strand, lane))
        tile->noted_status[lane] = tile_status(tile, strand, lane);
}

void tile_need_flags(const struct tile *tile, const struct strand *strand)
{
    if (tile_flags_are_kept(tile, strand))
        return;
    fprintf(stderr, "a register has changed that the flags before pc %u refer to: R%u or R%u\n", strand->pc,
            strand->flags_a, strand->flags_b);
    abort();
}
#endif

void tile_set_register(struct tile *tile, unsigned number, uint32_t lane, uint32_t value)
{
    if (tile_is_apart(tile, lane)) {
        tile->gathered[lane].reg[number] = value;
        return;
    }
    if (tile->affine & BIT(number)) {
        if (tile->base[number] + lane * tile->stride[number] == value)
            return;
        tile_fill_row(tile, number);
        tile->lost |= BIT(number);
    }
    tile_rows_change(tile, BIT(number));
    tile->row[number][lane] = value;
}

/* ---- registers of PPs that run on their own
 *
 * A row has a word of each PP, so the registers of one PP are in as many cache lines. A PP that runs on its
 * own for many short segments keeps them together until it runs with others again. */

static uint16_t bit_of(uint32_t lane)
{
    return (uint16_t)(1u << lane % ROWS_BLOCK);
}

static void take(const struct tile *tile, uint32_t lane, struct tile_gathered *gathered)
{
    uint64_t rows = ~tile->affine & (((uint64_t)1 << TILE_GATHERED_REGISTERS) - 1);
    for (unsigned r = 0; r < TILE_GATHERED_REGISTERS; r++)
        gathered->reg[r] = tile->base[r] + lane * tile->stride[r];
    for (; rows != 0; rows &= rows - 1) {
        const unsigned r = (unsigned)__builtin_ctzll(rows);
        gathered->reg[r] = tile->row[r][lane];
    }
    memcpy(gathered->before, gathered->reg, TILE_GATHERED_REGISTERS * sizeof *gathered->reg);
}

static void put(struct tile *tile, uint32_t lane, struct tile_gathered *gathered)
{
    uint16_t bits[TILE_GATHERED_REGISTERS / ROWS_BLOCK];
    tile->world->rows->taken_compare[OP_bne](bits, gathered->reg, gathered->before, TILE_GATHERED_REGISTERS);
    for (uint32_t changed = (bits[0] | (uint32_t)bits[1] << ROWS_BLOCK) & ~3u; changed != 0;
         changed &= changed - 1) {
        const unsigned r = (unsigned)__builtin_ctz(changed);
        tile_set_register(tile, r, lane, gathered->reg[r]);
        gathered->before[r] = gathered->reg[r];
    }
}

struct tile_gathered *tile_gather(struct tile *tile, uint32_t lane)
{
    if (!tile_is_apart(tile, lane)) {
        take(tile, lane, &tile->gathered[lane]);
        tile->is_gathered[lane / ROWS_BLOCK] |= bit_of(lane);
        tile->some_gathered = true;
    }
    return &tile->gathered[lane];
}

void tile_scatter(struct tile *tile, uint32_t lane)
{
    if (!tile_is_apart(tile, lane))
        return;
    tile->is_gathered[lane / ROWS_BLOCK] &= (uint16_t)~bit_of(lane);
    put(tile, lane, &tile->gathered[lane]);
}

void tile_scatter_all(struct tile *tile, const struct strand *strand)
{
    for (uint32_t block = strand->first_block; tile->some_gathered && block < strand->end_block; block++)
        for (uint32_t rest = strand->set[block] & tile->is_gathered[block]; rest; rest &= rest - 1)
            tile_scatter(tile, block * ROWS_BLOCK + (uint32_t)__builtin_ctz(rest));
    tile->some_gathered &= !strand_is_whole(tile, strand);
}
