/* fold.c - simplifies one instruction: constant folding, algebra, canonical form.
 *
 * Operations on constants are computed as the machine does (asm/compute.h), unless the instruction would
 * fault or make a NaN. No law of algebra is applied to floats. The canonical form has a constant as second
 * operand, x + c for x - c, and no sum of a sum of constants. Uses other instructions only through the
 * definitions in its parameters.
 */
#include "fcc/opt/opt.h"

#include "asm/compute.h"
#include "fcc/ir/index.h"

/* The machine instruction of an operation. */
static const struct {
    enum { OTHER, INSTRUCTION, COMPARISON } kind;
    enum isa_opcode instruction;
    enum ir_condition condition; /* for comparisons with a 0 or 1 result */
} operations[IR_OP_COUNT] = {
#define IR_INSTRUCTION(operation, name) [IR_##operation] = {.kind = INSTRUCTION, .instruction = OP_##name},
#define IR_COMPARISON(operation, name) [IR_##operation] = {.kind = COMPARISON, .condition = IR_##name},
#include "fcc/ir/instruction.def"
};

static bool holds(enum ir_condition condition, uint32_t a, uint32_t b)
{
    static const struct {
        enum isa_opcode comparison, branch;
    } rows[IR_CONDITION_COUNT] = {
#define IR_CONDITION(name, text, negated, swapped, comparison, branch) {OP_##comparison, OP_##branch},
#include "fcc/ir/instruction.def"
    };
    return compute_branch(rows[condition].comparison, rows[condition].branch, a, b);
}

/* *d = op(a, b); false if only the machine should compute it. */
static bool evaluate(enum ir_op op, uint32_t a, uint32_t b, uint32_t *d)
{
    switch (operations[op].kind) {
    case INSTRUCTION:
        return compute_word(operations[op].instruction, a, b, d) == COMPUTE_WORD;
    case COMPARISON:
        *d = holds(operations[op].condition, a, b);
        return true;
    default:
        return false;
    }
}

static bool is_constant(struct ir_operand operand, int32_t value)
{
    return operand.kind == IR_CONST && operand.value == value;
}

static bool is_address(struct ir_operand operand)
{
    return operand.kind == IR_SYMBOL || operand.kind == IR_SLOT;
}

/* The logarithm of a constant power of two; -1: it is none. */
static int log2_of(struct ir_operand operand)
{
    uint32_t value = (uint32_t)operand.value;
    if (operand.kind != IR_CONST || value == 0 || (value & (value - 1)) != 0)
        return -1;
    return 31 - __builtin_clz(value);
}

static void put_constant_second(struct ir_instr *instr)
{
    bool commutes = (ir_ops[instr->op].flags & IR_COMMUTES) != 0;
    bool first_is_simpler = instr->a.kind != IR_VREG && instr->b.kind == IR_VREG;
    bool two_constants = is_address(instr->b) && instr->a.kind == IR_CONST;
    if (commutes && (first_is_simpler || two_constants)) {
        struct ir_operand swap = instr->a;
        instr->a = instr->b;
        instr->b = swap;
        ir_index_swap(&instr->index);
    }
}

/* The instruction that defines the operand, if it has the operation; else NULL. */
static const struct ir_instr *definition(const struct opt_definitions *definitions, struct ir_operand operand,
                                         enum ir_op op)
{
    if (operand.kind != IR_VREG || operand.id >= definitions->count)
        return NULL;
    const struct ir_instr *instr = definitions->instr[operand.id];
    return instr && instr->op == op ? instr : NULL;
}

static int32_t wrapped_sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* Sums with constants: addresses absorb them, chains become one. */
static struct ir_operand fold_sum(struct ir_instr *instr, const struct opt_definitions *definitions)
{
    if (instr->op == IR_SUB && instr->b.kind == IR_CONST) {
        instr->op = IR_ADD;
        instr->b.value = (int32_t)(0 - (uint32_t)instr->b.value);
        instr->index.b = ir_part_opposite(instr->index.b);
        put_constant_second(instr);
    }
    if (instr->op == IR_SUB && is_address(instr->a) && is_address(instr->b) &&
        instr->a.kind == instr->b.kind && instr->a.id == instr->b.id)
        return ir_const((int32_t)((uint32_t)instr->a.value - (uint32_t)instr->b.value));
    if (instr->op != IR_ADD || instr->b.kind != IR_CONST)
        return ir_none();
    if (is_address(instr->a)) {
        struct ir_operand sum = instr->a;
        sum.value = wrapped_sum(sum.value, instr->b.value);
        sum.code = ir_index_code(&instr->index, instr->a, instr->b.value);
        return sum;
    }
    const struct ir_instr *inner = definition(definitions, instr->a, IR_ADD);
    if (inner && inner != instr && inner->b.kind == IR_CONST && inner->a.kind == IR_VREG) {
        instr->index = ir_index_of_sum(&inner->index, inner->b.value, &instr->index, instr->b.value);
        instr->b.value = wrapped_sum(instr->b.value, inner->b.value);
        instr->a = inner->a;
        if (instr->b.value == 0)
            return instr->a;
    }
    return ir_none();
}

/* x op c where the result is x or a constant. */
static struct ir_operand fold_neutral(const struct ir_instr *instr)
{
    static const struct {
        enum ir_op op;
        int32_t constant;
        bool gives_constant; /* else x */
        int32_t result;
    } laws[] = {
        {IR_ADD, 0, false, 0}, {IR_SUB, 0, false, 0},  {IR_MUL, 1, false, 0},  {IR_MUL, 0, true, 0},
        {IR_DIV, 1, false, 0}, {IR_DIVU, 1, false, 0}, {IR_REM, 1, true, 0},   {IR_REMU, 1, true, 0},
        {IR_REM, -1, true, 0}, {IR_AND, 0, true, 0},   {IR_AND, -1, false, 0}, {IR_OR, 0, false, 0},
        {IR_OR, -1, true, -1}, {IR_XOR, 0, false, 0},  {IR_ANDN, 0, false, 0}, {IR_ANDN, -1, true, 0},
        {IR_SHL, 0, false, 0}, {IR_SHR, 0, false, 0},  {IR_SAR, 0, false, 0},  {IR_ROL, 0, false, 0},
        {IR_SLTU, 0, true, 0}, {IR_MULHS, 0, true, 0}, {IR_MULHU, 0, true, 0}, {IR_MULHU, 1, true, 0},
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        if (laws[i].op == instr->op && is_constant(instr->b, laws[i].constant))
            return laws[i].gives_constant ? ir_const(laws[i].result) : instr->a;
    }
    return ir_none();
}

/* x op x. */
static struct ir_operand fold_equal(const struct ir_instr *instr)
{
    switch (instr->op) {
    case IR_SUB:
    case IR_XOR:
    case IR_ANDN:
    case IR_SNE:
    case IR_SLT:
    case IR_SLTU:
        return ir_const(0);
    case IR_SEQ:
    case IR_SLE:
    case IR_SLEU:
        return ir_const(1);
    case IR_AND:
    case IR_OR:
    case IR_MAX:
    case IR_MIN:
        return instr->a;
    default:
        return ir_none();
    }
}

/* Multiplications and unsigned divisions by powers of two that do not fit an operand anyway, or that could
 * trap. */
static void reduce_strength(struct ir_instr *instr)
{
    int shift = log2_of(instr->b);
    if (shift < 0)
        return;
    if (instr->op == IR_MUL && shift >= 12) {
        instr->op = IR_SHL;
        instr->b = ir_const(shift);
    } else if (instr->op == IR_DIVU) {
        instr->op = IR_SHR;
        instr->b = ir_const(shift);
    } else if (instr->op == IR_REMU) {
        instr->op = IR_AND;
        instr->b.value = (int32_t)((1u << shift) - 1);
    }
}

static bool is_comparison(enum ir_op op)
{
    return operations[op].kind == COMPARISON;
}

/* The operation whose result is 1 where that of `op` is 0; op itself if there is none; *swap if a and b must
 * be exchanged. */
static enum ir_op opposite_comparison(enum ir_op op, bool *swap)
{
    static const struct {
        enum ir_op op, opposite;
        bool swap;
    } rows[] = {{IR_SEQ, IR_SNE, false},   {IR_SNE, IR_SEQ, false},  {IR_SLT, IR_SLE, true},
                {IR_SLE, IR_SLT, true},    {IR_SLTU, IR_SLEU, true}, {IR_SLEU, IR_SLTU, true},
                {IR_FSEQ, IR_FSNE, false}, {IR_FSNE, IR_FSEQ, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].op == op) {
            *swap = rows[i].swap;
            return rows[i].opposite;
        }
    }
    return op;
}

/* (x < y) != 0 is x < y; (x < y) == 0 is y <= x. */
static struct ir_operand fold_truth(struct ir_instr *instr, const struct opt_definitions *definitions)
{
    if ((instr->op != IR_SEQ && instr->op != IR_SNE) || !is_constant(instr->b, 0) ||
        instr->a.kind != IR_VREG || instr->a.id >= definitions->count)
        return ir_none();
    const struct ir_instr *comparison = definitions->instr[instr->a.id];
    if (!comparison || !is_comparison(comparison->op))
        return ir_none();
    if (instr->op == IR_SNE)
        return instr->a;
    bool swap = false;
    enum ir_op opposite = opposite_comparison(comparison->op, &swap);
    if (opposite != comparison->op) {
        instr->op = opposite;
        instr->a = swap ? comparison->b : comparison->a;
        instr->b = swap ? comparison->a : comparison->b;
    }
    return ir_none();
}

/* The operand with complemented bits; IR_NONE: unknown. */
static struct ir_operand opposite_of(const struct opt_definitions *definitions, struct ir_operand operand)
{
    const struct ir_instr *instr = definition(definitions, operand, IR_XOR);
    return instr && is_constant(instr->b, -1) && instr->a.kind == IR_VREG ? instr->a : ir_none();
}

/* x & ~y is one operation, ~~x is x. */
static struct ir_operand fold_opposite(struct ir_instr *instr, const struct opt_definitions *definitions)
{
    if (instr->op == IR_XOR && is_constant(instr->b, -1))
        return opposite_of(definitions, instr->a);
    if ((instr->op != IR_AND && instr->op != IR_ANDN) || instr->b.kind != IR_VREG)
        return ir_none();
    struct ir_operand opposite = opposite_of(definitions, instr->b);
    if (instr->op == IR_AND && opposite.kind == IR_NONE) {
        opposite = opposite_of(definitions, instr->a);
        if (opposite.kind != IR_NONE)
            instr->a = instr->b;
    }
    if (opposite.kind != IR_NONE) {
        instr->op = instr->op == IR_AND ? IR_ANDN : IR_AND;
        instr->b = opposite;
    }
    return ir_none();
}

static void fold_branch(struct ir_instr *branch, const struct opt_definitions *definitions)
{
    while ((branch->condition == IR_EQ || branch->condition == IR_NE) && is_constant(branch->b, 0) &&
           branch->a.kind == IR_VREG && branch->a.id < definitions->count) {
        const struct ir_instr *comparison = definitions->instr[branch->a.id];
        if (!comparison || !is_comparison(comparison->op))
            return;
        if (branch->condition == IR_EQ) {
            struct ir_block *swap = branch->target[0];
            branch->target[0] = branch->target[1];
            branch->target[1] = swap;
        }
        branch->condition = (uint8_t)operations[comparison->op].condition;
        branch->a = comparison->a;
        branch->b = comparison->b;
    }
}

bool opt_decide_branch(struct ir_instr *branch, struct ir_block **dropped)
{
    if (branch->op != IR_BRANCH || branch->a.kind != IR_CONST || branch->b.kind != IR_CONST)
        return false;
    bool taken = holds(branch->condition, (uint32_t)branch->a.value, (uint32_t)branch->b.value);
    *dropped = branch->target[taken ? 1 : 0];
    branch->target[0] = branch->target[taken ? 0 : 1];
    branch->target[1] = NULL;
    branch->op = IR_JUMP;
    branch->a = ir_none();
    branch->b = ir_none();
    return true;
}

struct ir_operand opt_fold(struct ir_instr *instr, const struct opt_definitions *definitions)
{
    if (instr->op == IR_BRANCH) {
        fold_branch(instr, definitions);
        return ir_none();
    }
    if ((ir_ops[instr->op].flags & IR_PURE) == 0)
        return ir_none();
    if (instr->op == IR_COPY)
        return instr->a;
    uint32_t result;
    if (instr->a.kind == IR_CONST && (instr->b.kind == IR_CONST || instr->b.kind == IR_NONE) &&
        evaluate(instr->op, (uint32_t)instr->a.value, (uint32_t)instr->b.value, &result))
        return ir_const((int32_t)result);
    put_constant_second(instr);
    struct ir_operand value = fold_neutral(instr);
    if (value.kind == IR_NONE)
        value = fold_sum(instr, definitions);
    if (value.kind == IR_NONE && instr->a.kind == IR_VREG && ir_same(instr->a, instr->b))
        value = fold_equal(instr);
    if (value.kind == IR_NONE)
        value = fold_truth(instr, definitions);
    if (value.kind == IR_NONE)
        value = fold_opposite(instr, definitions);
    if (value.kind == IR_NONE)
        reduce_strength(instr);
    return value;
}
