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
    return &maker->region->ground->code[pc];
}

bool lane_is_before_branch(const struct lane_maker *maker)
{
    const struct region_block *block = maker->block;
    const uint32_t last = block->count - 1;
    return maker->done + 1 == last && block->end == REGION_BRANCH &&
           !operation_at(maker, block->pc + last)->flags_live;
}

/* Sets the host's flags to those of a - S. */
static void compare(struct lane_maker *maker, unsigned a, unsigned b, uint32_t constant)
{
    struct assembler *code = &maker->code;
    if (b == 0 && a != 0) {
        if (constant == 0 && maker->host[a] != HOST_NONE)
            asm_op(code, X_TEST, maker->host[a], host_register(maker->host[a]));
        else
            asm_constant(code, X_CMP_K, lane_operand(maker, a), constant);
        return;
    }
    unsigned left = maker->host[a];
    if (a == 0 || left == HOST_NONE)
        lane_take(maker, left = RAX, a);
    if (b == 0)
        asm_constant(code, X_CMP_K, host_register(left), constant);
    else
        asm_op(code, X_CMP, left, lane_operand(maker, b));
}

static void keep_kind(struct lane_maker *maker, enum lane_flags kind)
{
    if (!maker->flags.is_known || maker->flags.kind != kind)
        asm_set_memory(&maker->code, FIELD(flags), kind);
    maker->flags = (struct flag_state){.is_known = true, .kind = kind};
}

/* Stores both compared values in the frame. */
static void keep_both(struct lane_maker *maker, const struct instruction *i, enum lane_flags kind)
{
    struct assembler *code = &maker->code;
    unsigned host = maker->host[i->rs];
    if (i->rs == 0 || host == HOST_NONE)
        lane_take(maker, host = RAX, i->rs);
    asm_op(code, X_STORE, host, FIELD(flags_a));
    if (lane_has_constant(i)) {
        asm_set_memory(code, FIELD(flags_b), i->constant);
    } else {
        host = maker->host[i->rt];
        if (host == HOST_NONE)
            lane_take(maker, host = RAX, i->rt);
        asm_op(code, X_STORE, host, FIELD(flags_b));
    }
    keep_kind(maker, kind);
}

void lane_flags_compare(struct lane_maker *maker, const struct instruction *i)
{
    if (lane_is_before_branch(maker)) {
        lane_settle(maker);
        if (i->target == DECODE_SINK)
            compare(maker, i->rs, i->rt, i->constant);
        maker->flags.set = FLAGS_OF_COMPARISON;
    } else if (operation_at(maker, maker->pc)->flags_live) {
        keep_both(maker, i, LANE_FLAGS_COMPARE);
    }
}

void lane_flags_float(struct lane_maker *maker, const struct instruction *i)
{
    if (operation_at(maker, maker->pc)->flags_live)
        keep_both(maker, i, LANE_FLAGS_FLOAT);
}

void lane_flags_test(struct lane_maker *maker, unsigned host)
{
    lane_settle(maker);
    asm_op(&maker->code, X_TEST, host, host_register(host));
    maker->flags.set = FLAGS_OF_RESULT;
}

void lane_call_compute(struct lane_maker *maker, const struct instruction *i)
{
    lane_take(maker, RAX, i->rs);
    lane_take_second(maker, RDX, i);
    asm_set(&maker->code, RCX, i->opcode);
    asm_call(&maker->code, maker->compute);
    if (i->traits & DECODE_SETS_FLAGS)
        maker->flags = (struct flag_state){.is_known = true, .kind = LANE_FLAGS_WORD};
}

/* ---- branches */

/* When a branch is taken: after a comparison of integers; after a result was compared with 0, without carry
 * and overflow (the host's carry means the contrary after a subtraction); and after a comparison of xmm0 and
 * xmm1, perhaps turned round. Unordered floats set carry and zero: so IF_ABOVE and IF_NOT_BELOW are false of
 * them. */
static const struct branch_row {
    uint8_t compared, tested; /* enum condition */
    uint8_t floats;
    bool is_turned;
} branch_rows[] = {
    [OP_beq] = {IF_EQUAL, IF_EQUAL, IF_EQUAL, false},
    [OP_bne] = {IF_NOT_EQUAL, IF_NOT_EQUAL, IF_NOT_EQUAL, false},
    [OP_blt] = {IF_LESS, IF_LESS, IF_ABOVE, true},
    [OP_ble] = {IF_NOT_GREATER, IF_NOT_GREATER, IF_NOT_BELOW, true},
    [OP_bgt] = {IF_GREATER, IF_GREATER, IF_ABOVE, false},
    [OP_bge] = {IF_NOT_LESS, IF_NOT_LESS, IF_NOT_BELOW, false},
    [OP_blo] = {IF_BELOW, ALWAYS, IF_ABOVE, true},
    [OP_bls] = {IF_NOT_ABOVE, ALWAYS, IF_NOT_BELOW, true},
    [OP_bhi] = {IF_ABOVE, NEVER, IF_ABOVE, false},
    [OP_bhs] = {IF_NOT_BELOW, NEVER, IF_NOT_BELOW, false},
    [OP_bmi] = {IF_SIGN, IF_SIGN, IF_ABOVE, true},
    [OP_bpl] = {IF_NO_SIGN, IF_NO_SIGN, IF_NOT_BELOW, false},
    [OP_bvs] = {IF_OVERFLOW, NEVER, NEVER, false},
    [OP_bvc] = {IF_NO_OVERFLOW, ALWAYS, IF_ORDERED, false},
};

static enum condition integer_condition(unsigned opcode, bool is_test)
{
    return (enum condition)(is_test ? branch_rows[opcode].tested : branch_rows[opcode].compared);
}

static void branch_float(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    struct assembler *code = &maker->code;
    const struct branch_row *row = &branch_rows[opcode];
    const uint32_t on = asm_label(code);
    asm_op(code, X_UCOMISS, row->is_turned ? 1 : 0, host_register(row->is_turned ? 0 : 1));
    if (row->floats == IF_EQUAL)
        asm_jump(code, IF_UNORDERED, on);
    else if (row->floats == IF_NOT_EQUAL)
        asm_jump(code, IF_UNORDERED, taken);
    asm_jump(code, (enum condition)row->floats, taken);
    asm_place(code, on);
}

/* The status words, shifted right by one, for which a branch is taken: a bit each. */
static uint32_t taken_by(unsigned opcode)
{
    uint32_t set = 0;
    for (uint32_t word = 0; word < 16; word++)
        set |= (uint32_t)word_branches((uint8_t)opcode, word << 1) << word;
    return set;
}

/* By the status word in rax. */
static void branch_by_word(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    struct assembler *code = &maker->code;
    asm_shift(code, X_SHR, host_register(RAX), 1);
    asm_set(code, RCX, taken_by(opcode));
    asm_op(code, X_BT_INTO, RAX, host_register(RCX));
    asm_jump(code, IF_BELOW, taken);
}

static void branch_after_comparison(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    asm_op(&maker->code, X_LOAD, RAX, FIELD(flags_a));
    asm_op(&maker->code, X_CMP, RAX, FIELD(flags_b));
    asm_jump(&maker->code, integer_condition(opcode, false), taken);
}

/* By flags of another block, which are usually those of a comparison. */
static void branch_by_any(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    struct assembler *code = &maker->code;
    const uint32_t other = asm_label(code), on = asm_label(code);
    asm_constant(code, X_CMP_K, FIELD(flags), LANE_FLAGS_COMPARE);
    asm_jump(code, IF_NOT_EQUAL, other);
    branch_after_comparison(maker, opcode, taken);
    asm_jump(code, ALWAYS, on);
    asm_place(code, other);
    asm_set(code, RCX, OP_getsr);
    asm_call(code, maker->compute);
    branch_by_word(maker, opcode, taken);
    asm_place(code, on);
}

static void branch_after_float(struct lane_maker *maker, unsigned opcode, uint32_t taken)
{
    asm_op(&maker->code, X_MOVD, 0, FIELD(flags_a));
    asm_op(&maker->code, X_MOVD, 1, FIELD(flags_b));
    branch_float(maker, opcode, taken);
}

void lane_branch(struct lane_maker *maker, const struct instruction *i, uint32_t taken)
{
    struct assembler *code = &maker->code;
    const struct flag_state *flags = &maker->flags;
    if (flags->set != FLAGS_IN_FRAME) {
        asm_jump(code, integer_condition(i->opcode, flags->set == FLAGS_OF_RESULT), taken);
        return;
    }
    if (!flags->is_known) {
        branch_by_any(maker, i->opcode, taken);
        return;
    }
    if (flags->kind == LANE_FLAGS_WORD) {
        asm_op(code, X_LOAD, RAX, FIELD(flags_a));
        branch_by_word(maker, i->opcode, taken);
        return;
    }
    if (flags->kind == LANE_FLAGS_FLOAT) {
        branch_after_float(maker, i->opcode, taken);
        return;
    }
    branch_after_comparison(maker, i->opcode, taken);
}
