/* compute.c - instructions that compute a register from registers. asm/tables/alu.def defines them;
 * tests/sim/lane/test_lane_alu.c compares. Rare ones, and those with a carry or overflow that may be used,
 * are left to lanes_compute. Calls state, flags, assemble. */
#include "sim/jit/inside.h"

/* The opcode without flags of one with flags: isa.def has them side by side. */
static unsigned plain_opcode(const struct instruction *i)
{
    return i->kind == ISA_KIND_ALUFLAGS ? i->opcode - 1u : i->opcode;
}

/* The host register for the result: that of the target, unless S is in it, too. */
static unsigned workplace(const struct lane_maker *maker, const struct instruction *i)
{
    const unsigned host = maker->host[i->target];
    return host == HOST_NONE || (i->rt != 0 && maker->host[i->rt] == host) ? (unsigned)RAX : host;
}

/* `digit` is that of the instruction with a constant. A sum with 0 only copies. */
static unsigned binary(struct lane_maker *maker, const struct instruction *i, unsigned digit)
{
    const unsigned work = workplace(maker, i);
    lane_take(maker, work, i->rs);
    if (!lane_has_constant(i))
        asm_op(&maker->code, digit << 3 | 3, work, lane_operand(maker, i->rt));
    else if (digit != X_ADD_K || i->constant != 0)
        asm_constant(&maker->code, digit, host_register(work), i->constant);
    return work;
}

static unsigned multiply(struct lane_maker *maker, const struct instruction *i, unsigned opcode)
{
    const unsigned work = workplace(maker, i);
    lane_take_second(maker, RCX, i);
    lane_take(maker, work, i->rs);
    asm_op(&maker->code, opcode, work, host_register(RCX));
    return work;
}

/* Other shifts than those by a small constant are of 64 bits, by at most 63: by more than 31 they give zeros,
 * or copies of the sign. */
static unsigned shift(struct lane_maker *maker, const struct instruction *i, unsigned digit)
{
    struct assembler *code = &maker->code;
    if (lane_has_constant(i) && i->constant < 32) {
        const unsigned work = workplace(maker, i);
        lane_take(maker, work, i->rs);
        asm_op_byte(code, X_SHIFT, digit, host_register(work), i->constant);
        return work;
    }
    lane_take(maker, RAX, i->rs);
    if (digit == X_SAR)
        asm_op(code, X_EXTEND_SIGN, RAX, host_register(RAX));
    lane_take_second(maker, RCX, i);
    asm_set(code, RDX, 63);
    asm_op(code, X_CMP, RCX, host_register(RDX));
    asm_op(code, X_CMOV + IF_ABOVE, RCX, host_register(RDX));
    asm_op(code, X_SHIFT_BY_CL | X_WIDE, digit, host_register(RAX));
    return RAX;
}

/* By the condition in which the first operand is the result. */
static unsigned choose(struct lane_maker *maker, const struct instruction *i, unsigned keeps)
{
    struct assembler *code = &maker->code;
    lane_take(maker, RAX, i->rs);
    lane_take_second(maker, RCX, i);
    asm_op(code, X_CMP, RAX, host_register(RCX));
    asm_op(code, X_CMOV + (keeps ^ 1u), RAX, host_register(RCX));
    return RAX;
}

/* ---- divisions */

/* rcx = the divisor. The code stops before a division by 0. */
static void take_divisor(struct lane_maker *maker, const struct instruction *i)
{
    lane_take_second(maker, RCX, i);
    if (lane_has_constant(i) && i->constant != 0)
        return;
    asm_op(&maker->code, X_TEST, RCX, host_register(RCX));
    asm_jump(&maker->code, IF_EQUAL, lane_exit_here(maker));
}

/* INT_MIN / -1 would trap. */
static unsigned divide_signed(struct lane_maker *maker, const struct instruction *i, unsigned result)
{
    struct assembler *code = &maker->code;
    const uint32_t done = asm_label(code), common = asm_label(code);
    take_divisor(maker, i);
    lane_take(maker, RAX, i->rs);
    asm_constant(code, X_CMP_K, host_register(RCX), UINT32_MAX);
    asm_jump(code, IF_NOT_EQUAL, common);
    asm_op(code, X_UNARY, X_NEG, host_register(RAX));
    asm_set(code, RDX, 0);
    asm_jump(code, ALWAYS, done);
    asm_place(code, common);
    asm_byte(code, X_EXTEND_TO_RDX);
    asm_op(code, X_UNARY, X_IDIV, host_register(RCX));
    asm_place(code, done);
    return result;
}

static unsigned divide_unsigned(struct lane_maker *maker, const struct instruction *i, unsigned result)
{
    take_divisor(maker, i);
    lane_take(maker, RAX, i->rs);
    asm_set(&maker->code, RDX, 0);
    asm_op(&maker->code, X_UNARY, X_DIV, host_register(RCX));
    return result;
}

/* ---- floats */

/* A NaN becomes the canonical one. */
static unsigned calculate(struct lane_maker *maker, const struct instruction *i, unsigned opcode)
{
    struct assembler *code = &maker->code;
    const unsigned work = workplace(maker, i);
    const uint32_t is_number = asm_label(code);
    lane_take_second(maker, RCX, i);
    asm_op(code, X_MOVD, 0, host_register(lane_hold(maker, RAX, i->rs)));
    asm_op(code, X_MOVD, 1, host_register(RCX));
    asm_op(code, opcode, 0, host_register(1));
    asm_op(code, X_UCOMISS, 0, host_register(0));
    asm_op(code, X_MOVD_INTO, 0, host_register(work));
    asm_jump(code, IF_ORDERED, is_number);
    asm_set(code, work, ALU_NAN);
    asm_place(code, is_number);
    return work;
}

/* ---- all operations */

/* The float without its sign, or with the other sign. */
static unsigned change_sign(struct lane_maker *maker, const struct instruction *i, unsigned digit)
{
    const unsigned work = workplace(maker, i);
    lane_take(maker, work, i->rs);
    asm_constant(&maker->code, digit, host_register(work), digit == X_AND_K ? 0x7fffffffu : 0x80000000u);
    return work;
}

/* How an instruction is compiled, by its opcode without flags: the function returns the register of the
 * result. NULL: there is no code for it. */
static const struct compute_row {
    unsigned (*make)(struct lane_maker *maker, const struct instruction *i, unsigned argument);
    unsigned argument;
} compute_rows[256] = {
    [OP_add] = {binary, X_ADD_K},       [OP_sub] = {binary, X_SUB_K},
    [OP_and] = {binary, X_AND_K},       [OP_or] = {binary, X_OR_K},
    [OP_xor] = {binary, X_XOR_K},       [OP_mul] = {multiply, X_IMUL},
    [OP_lsl] = {shift, X_SHL},          [OP_lsr] = {shift, X_SHR},
    [OP_asr] = {shift, X_SAR},          [OP_div] = {divide_signed, RAX},
    [OP_divu] = {divide_unsigned, RAX}, [OP_rem] = {divide_signed, RDX},
    [OP_remu] = {divide_unsigned, RDX}, [OP_max] = {choose, IF_GREATER},
    [OP_min] = {choose, IF_LESS},       [OP_fadd] = {calculate, X_ADDSS},
    [OP_fsub] = {calculate, X_SUBSS},   [OP_fmul] = {calculate, X_MULSS},
    [OP_fdiv] = {calculate, X_DIVSS},   [OP_fneg] = {change_sign, X_XOR_K},
    [OP_fabs] = {change_sign, X_AND_K},
};

/* By lanes_compute. A division stops before it if the divisor is 0. */
static void compute_by_call(struct lane_maker *maker, const struct instruction *i)
{
    if (i->traits & DECODE_DIVIDES)
        take_divisor(maker, i);
    lane_call_compute(maker, i);
    lane_put(maker, i->target, RAX);
}

static void subtract_and_compare(struct lane_maker *maker, const struct instruction *i)
{
    lane_flags_compare(maker, i);
    if (i->target != DECODE_SINK)
        lane_put(maker, i->target, binary(maker, i, X_SUB_K));
}

void lane_compute_one(struct lane_maker *maker, const struct operation *operation)
{
    const struct instruction *i = &operation->i;
    const bool sets_flags = i->traits & DECODE_SETS_FLAGS;
    const unsigned opcode = plain_opcode(i);
    if (i->opcode == OP_subs) {
        subtract_and_compare(maker, i);
        return;
    }
    if (system_rows[opcode].row == SYSTEM_ROW_COMPARE) {
        lane_flags_float(maker, i);
        return;
    }
    if (!sets_flags && i->target == DECODE_SINK && (i->traits & DECODE_DIVIDES) == 0)
        return;
    /* an instruction without carry and overflow leaves flags of a test of its result */
    const bool sets_for_branch =
        sets_flags && system_rows[opcode].row == SYSTEM_ROW_WORD && lane_is_before_branch(maker);
    const struct compute_row *row = &compute_rows[opcode];
    if (row->make == NULL || (sets_flags && !sets_for_branch && operation->flags_live)) {
        compute_by_call(maker, i);
        return;
    }
    const unsigned result = row->make(maker, i, row->argument);
    lane_put(maker, i->target, result);
    if (sets_for_branch)
        lane_flags_test(maker, result);
}
