/* compute.c - instructions that only compute a register from registers and constants, for all members of a
 * strand. Calls state and rows.
 */
#include "sim/isa/word.h"
#include "sim/tile/next.h"

/* An operation whose operands are two numbers each, and so its result: computed once for all PPs where the
 * operands are equal in all (the paper's future work: operations with equal results). */
static bool operate_affine(const struct operation *operation, struct operand a, struct operand b,
                           struct operand *result)
{
    uint32_t flags = 0;
    *result = (struct operand){.row = NULL};
    switch (operation->i.opcode) {
    case OP_add:
        result->base = a.base + b.base;
        result->stride = a.stride + b.stride;
        return true;
    case OP_sub:
        result->base = a.base - b.base;
        result->stride = a.stride - b.stride;
        return true;
    case OP_mul:
        if (a.stride != 0 && b.stride != 0)
            return false;
        result->base = a.base * b.base;
        result->stride = a.stride * b.base + b.stride * a.base;
        return true;
    case OP_lsl:
        if (b.stride != 0)
            return false;
        result->base = b.base < 32 ? a.base << b.base : 0;
        result->stride = b.base < 32 ? a.stride << b.base : 0;
        return true;
    default:
        if (a.stride != 0 || b.stride != 0)
            return false;
        result->base = word_compute(operation->i.opcode, a.base, b.base, &flags);
        return true;
    }
}

void strand_operate(struct tile *tile, struct strand *strand, const struct operation *operation,
                    struct next *next)
{
    const struct rows *rows = tile->world->rows;
    const unsigned target = operation->i.target;
    const uint8_t opcode = operation->i.opcode;
    struct operand result;
    if (target == DECODE_SINK)
        return;
    const struct operand a = strand_first_operand(tile, strand, operation);
    const struct operand b = strand_second_operand(tile, strand, operation);
    tile_release_flags(tile, strand, target, operation->flags_live);
    if (!a.row && !b.row && operate_affine(operation, a, b, &result)) {
        next_write(tile, strand, operation, target, result, next);
        return;
    }
    const uint32_t from = strand_from(strand), lanes = strand_lanes(strand);
    uint32_t *out = tile_target(tile, strand, target);
    const uint32_t *p = is_uniform(a) ? tile_operand_row(tile, strand, a, SCRATCH_FIRST)
                                      : tile_fetch_row(tile, strand, operation->i.rs, SCRATCH_FIRST);
    if (is_uniform(b))
        rows->operate_constant[opcode](out + from, p + from, b.base, lanes);
    else
        rows->operate[opcode](out + from, p + from,
                              tile_fetch_row(tile, strand, operation->i.rt, SCRATCH_SECOND) + from, lanes);
    next_written(tile, strand, target, out, next);
}
