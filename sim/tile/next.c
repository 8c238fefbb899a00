/* next.c - branches and jumps of a strand; splits it where its members go different ways.
 *
 * Calls tile (splitting), tile_state, rows, word. */
#include "sim/tile/next.h"

#include <string.h>

#include "sim/isa/word.h"

void next_jump(struct tile *tile, const struct strand *strand, struct operand target, struct next *next)
{
    if (is_uniform(target))
        next_all(next, target.base);
    else
        next_each(next, tile_keep(tile, strand, tile->target, target));
}

void next_write(struct tile *tile, struct strand *strand, const struct operation *operation, unsigned number,
                struct operand value, struct next *next)
{
    if (number == 1) {
        next_jump(tile, strand, value, next);
        return;
    }
    tile_release_flags(tile, strand, number, operation->flags_live);
    tile_write(tile, strand, number, value);
}

void next_written(struct tile *tile, struct strand *strand, unsigned number, const uint32_t *row,
                  struct next *next)
{
    if (number == 1)
        next_jump(tile, strand, (struct operand){.row = row}, next);
    else if (number != DECODE_SINK)
        tile_written(tile, strand, number);
}

/* bits = members that take the branch; only valid for the strand's blocks. */
static void find_taken(struct tile *tile, struct strand *strand, uint8_t opcode, uint16_t *bits)
{
    const struct rows *rows = tile->world->rows;
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    if (TILE_IS_HOSTILE)
        tile_need_flags(tile, strand);
    if (strand->flags == FLAGS_ROW) {
        rows->taken_status[opcode](bits, tile->status + from, lanes);
        return;
    }
    const uint32_t *a = tile_fetch_row(tile, strand, strand->flags_a, SCRATCH_FIRST) + from;
    const struct operand b = strand->flags_b == DECODE_SINK ? uniform(strand->flags_value)
                                                            : tile_fetch(tile, strand, strand->flags_b);
    const uint32_t *row =
        is_uniform(b) ? NULL : tile_fetch_row(tile, strand, strand->flags_b, SCRATCH_SECOND) + from;
    if (row)
        rows->taken_compare[opcode](bits, a, row, lanes);
    else
        rows->taken_compare_constant[opcode](bits, a, b.base, lanes);
}

/* Decides for all members: NEXT_ALL, NEXT_FOLLOWING, or NEXT_TAKEN with the set of those that jump. */
static void decide(const struct tile *tile, const struct strand *strand, const uint16_t *bits,
                   uint32_t target, struct next *next)
{
    const uint32_t blocks = strand->end_block - strand->first_block;
    const uint32_t taking = tile->world->rows->common(strand_bits(strand), bits, blocks);
    if (taking == 0)
        return;
    next->kind = taking < strand->count ? NEXT_TAKEN : NEXT_ALL;
    next->pc = target;
    if (taking < strand->count)
        memcpy(next->taken + strand->first_block, bits, blocks * sizeof *bits);
}

void next_branch(struct tile *tile, struct strand *strand, const struct operation *operation,
                 struct next *next)
{
    uint16_t bits[TILE_BLOCKS];
    if (strand->flags == FLAGS_UNIFORM) {
        if (word_branches(operation->i.opcode, strand->flags_value))
            next_all(next, operation->i.constant);
        return;
    }
    find_taken(tile, strand, operation->i.opcode, bits);
    decide(tile, strand, bits, operation->i.constant, next);
}

void next_branch_modulo(struct tile *tile, struct strand *strand, const struct operation *operation,
                        struct next *next)
{
    const uint8_t opcode = operation->i.opcode;
    if (!strand->cycles_differ) {
        if (word_branches(opcode, (uint32_t)strand->cycle & STATUS_MODULO))
            next_all(next, operation->i.constant);
        return;
    }
    uint16_t bits[TILE_BLOCKS];
    const uint32_t *status = tile_status_word(tile, strand).row;
    tile->world->rows->taken_status[opcode](bits, status + strand_from(strand), strand_lanes(strand));
    decide(tile, strand, bits, operation->i.constant, next);
}

/* Each member goes to its own pc: as many strands as there are pcs. A member's word does not move while
 * others are split off. */
static void go_each(struct tile *tile, struct strand *strand, struct operand target)
{
    for (;;) {
        uint16_t others[TILE_BLOCKS] = {0};
        const uint32_t first = strand_first(strand), pc = operand_word(target, first);
        for (uint32_t lane = first; lane != STRAND_END; lane = strand_next(strand, lane))
            if (operand_word(target, lane) != pc)
                set_add(others, lane);
        struct strand *rest = tile_part(tile, strand, others);
        strand->pc = pc;
        if (!rest)
            return;
        strand = rest;
    }
}

void next_part(struct tile *tile, struct strand *strand, const struct next *next)
{
    if (next->kind == NEXT_EACH) {
        go_each(tile, strand, next->target);
        return;
    }
    struct strand *taken = tile_part(tile, strand, next->taken);
    taken->pc = next->pc;
    strand->pc++;
}
