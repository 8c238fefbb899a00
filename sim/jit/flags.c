/* flags.c - lazy flags: an instruction that sets flags only keeps their operands, and a branch compares
 * these.
 *
 * If the branch follows at once and no PP reads the flags after it, they are kept only in the host's own
 * flags. asm/tables/alu.def defines conditions by status words (sim/isa/word.h). Calls
 * state, assemble. */
#include "sim/jit/inside.h"

#include "sim/isa/word.h"

static const struct operation *operation_at(const struct lane_maker *maker, uint32_t pc)
{
    return &maker->region.code[pc];
}

bool lane_is_before_branch(const struct lane_maker *maker)
{
    const struct region_block *block = maker->block;
    const uint32_t last = block->count - 1;
    return maker->done + 1 == last && block->end == REGION_BRANCH &&
           !operation_at(maker, block->pc + last)->flags_live;
}

/* Sets the host's flags to those of Rs - S. */
static void compare(struct lane_maker *maker, const struct instruction *i)
{
    struct assembler *code = &maker->code;
    const unsigned left = lane_hold(maker, RAX, i->rs);
    if (!lane_has_constant(i))
        asm_op(code, X_CMP, left, lane_operand(maker, i->rt));
    else if (i->constant != 0)
        asm_constant(code, X_CMP_K, host_register(left), i->constant);
    else
        asm_op(code, X_TEST, left, host_register(left));
}

/* Stores both compared values in the frame. */
static void keep_both(struct lane_maker *maker, const struct instruction *i)
{
    struct assembler *code = &maker->code;
    asm_op(code, X_STORE, lane_hold(maker, RAX, i->rs), FIELD(flags_a));
    lane_take_second(maker, RAX, i);
    asm_op(code, X_STORE, RAX, FIELD(flags_b));
    asm_set(code, RAX, LANE_FLAGS_COMPARE);
    asm_op(code, X_STORE, RAX, FIELD(flags));
}

void lane_flags_compare(struct lane_maker *maker, const struct instruction *i)
{
    if (lane_is_before_branch(maker)) {
        lane_settle(maker);
        if (i->target == DECODE_SINK)
            compare(maker, i);
        maker->flags = FLAGS_OF_COMPARISON;
    } else if (operation_at(maker, maker->pc)->flags_live) {
        keep_both(maker, i);
    }
}

void lane_flags_float(struct lane_maker *maker, const struct instruction *i)
{
    if (lane_is_before_branch(maker)) {
        lane_settle(maker);
        asm_op(&maker->code, X_MOVD, 0, host_register(lane_hold(maker, RAX, i->rs)));
        asm_op(&maker->code, X_MOVD, 1, host_register(lane_hold(maker, RAX, i->rt)));
        maker->flags = FLAGS_OF_FLOATS;
    } else if (operation_at(maker, maker->pc)->flags_live) {
        lane_call_compute(maker, i);
    }
}

void lane_flags_test(struct lane_maker *maker, unsigned host)
{
    lane_settle(maker);
    asm_op(&maker->code, X_TEST, host, host_register(host));
    asm_byte(&maker->code, X_SET_CARRY); /* a comparison without carry */
    maker->flags = FLAGS_OF_COMPARISON;
}

void lane_call_compute(struct lane_maker *maker, const struct instruction *i)
{
    lane_take(maker, RAX, i->rs);
    lane_take_second(maker, RDX, i);
    asm_set(&maker->code, RCX, i->opcode);
    asm_call(&maker->code, maker->calls[LANE_CALL_COMPUTE]);
}

/* ---- branches */

/* When a branch is taken: after the host's comparison, which sets its carry to the contrary. */
static const uint8_t conditions[] = {
    [OP_beq] = IF_EQUAL,    [OP_bne] = IF_NOT_EQUAL,   [OP_blt] = IF_LESS,  [OP_ble] = IF_NOT_GREATER,
    [OP_bgt] = IF_GREATER,  [OP_bge] = IF_NOT_LESS,    [OP_blo] = IF_BELOW, [OP_bls] = IF_NOT_ABOVE,
    [OP_bhi] = IF_ABOVE,    [OP_bhs] = IF_NOT_BELOW,   [OP_bmi] = IF_SIGN,  [OP_bpl] = IF_NO_SIGN,
    [OP_bvs] = IF_OVERFLOW, [OP_bvc] = IF_NO_OVERFLOW,
};

static void branch_by_host(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    asm_jump(&maker->code, (enum condition)conditions[opcode], taken);
}

/* By the flags in the frame, which are usually those of a comparison. */
static void branch_by_frame(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    struct assembler *code = &maker->code;
    const uint32_t other = asm_label(code), on = asm_label(code);
    asm_constant(code, X_CMP_K, FIELD(flags), LANE_FLAGS_COMPARE);
    asm_jump(code, IF_NOT_EQUAL, other);
    asm_op(code, X_LOAD, RAX, FIELD(flags_a));
    asm_op(code, X_CMP, RAX, FIELD(flags_b));
    branch_by_host(maker, opcode, taken);
    asm_jump(code, ALWAYS, on);
    asm_place(code, other);
    asm_set(code, RCX, opcode);
    asm_call(code, maker->calls[LANE_CALL_COMPUTE]);
    asm_op(code, X_TEST, RAX, host_register(RAX));
    asm_jump(code, IF_NOT_EQUAL, taken);
    asm_place(code, on);
}

/* By a comparison of xmm0 and xmm1. */
static void branch_by_floats(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    struct assembler *code = &maker->code;
    /* by the results with which the branch is taken, a bit each: less, equal, greater */
    static const uint8_t conditions_of[] = {
        [1] = IF_BELOW,     [2] = IF_EQUAL,     [3] = IF_NOT_ABOVE, [4] = IF_ABOVE,
        [5] = IF_NOT_EQUAL, [6] = IF_NOT_BELOW, [7] = ALWAYS};
    unsigned set = 0;
    for (unsigned k = 0; k < 3; k++)
        set |= (unsigned)word_branches((uint8_t)opcode, alu_float_compare((float)k, 1)) << k;
    const bool is_unordered = word_branches((uint8_t)opcode, alu_float_compare(alu_float(ALU_NAN), 1));
    const uint32_t on = asm_label(code);
    asm_op(code, X_UCOMISS, 0, host_register(1));
    asm_jump(code, IF_UNORDERED, is_unordered ? taken : on);
    if (set != 0)
        asm_jump(code, (enum condition)conditions_of[set], taken);
    asm_place(code, on);
}

void lane_branch(struct lane_maker *maker, const struct instruction *i, uint32_t taken)
{
    switch (maker->flags) {
    case FLAGS_IN_FRAME:
        branch_by_frame(maker, i->opcode, taken);
        break;
    case FLAGS_OF_COMPARISON:
        branch_by_host(maker, i->opcode, taken);
        break;
    case FLAGS_OF_FLOATS:
        branch_by_floats(maker, i->opcode, taken);
        break;
    }
}
