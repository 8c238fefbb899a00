/* builtin.c - built-in functions (builtin.def): one operation each, except sums. */
#include "fcc/lower/state.h"

enum { MOST_ARGUMENTS = 5 };

/* enum ir_op or enum ir_special of each row */
static const int operations[] = {
#define BUILTIN(name, result, arguments, kind, operation, text) operation,
#include "fcc/check/builtin.def"
};

/* The maximum or minimum of two reals, for which the unit has no instruction. A NaN loses. */
static struct ir_operand lower_extreme(struct lower *l, enum ir_op op, struct ir_operand a,
                                       struct ir_operand b)
{
    bool largest = op == IR_FMAX;
    struct ir_operand beaten = lower_binary_op(l, IR_FSLT, largest ? a : b, largest ? b : a);
    struct ir_operand is_nan = lower_binary_op(l, IR_FSNE, a, a);
    struct ir_operand either = lower_binary_op(l, IR_OR, beaten, is_nan);
    return lower_select_real(l, lower_binary_op(l, IR_SUB, ir_const(0), either), b, a);
}

/* An operation on the long accumulator. */
static struct ir_operand lower_accumulate(struct lower *l, enum ir_op op, const struct ir_operand *values)
{
    struct ir_instr *instr = lower_emit(l, op);
    if (op == IR_ACC_ROUND) {
        instr->dst = ir_add_real(l->ir, l->function);
        return ir_vreg(instr->dst);
    }
    instr->a = values[0];
    instr->b = values[1];
    if (ir_ops[op].shape == IR_SHAPE_ADDRESS)
        instr->b = ir_const(0);
    return ir_const(0);
}

/* Products: array and step of both factors, which are equal for squares; or numbers: array and step. Then the
 * count. */
static struct ir_operand lower_exact_sum(struct lower *l, enum ir_op op, const struct ir_operand *values,
                                         uint32_t count)
{
    const struct ir_operand squares[] = {values[0], values[1], values[0], values[1], values[2]};
    bool is_square = op == IR_ACC_MULTIPLY && count == 3;
    return is_square ? lower_sum(l, op, squares, 5) : lower_sum(l, op, values, count);
}

struct ir_operand lower_builtin(struct lower *l, const struct expression *e)
{
    const struct check_builtin *row = check_builtin_row(e->value);
    const int operation = operations[e->value];
    struct ir_operand values[MOST_ARGUMENTS] = {{.kind = IR_NONE}};
    uint32_t count = 0;
    for (const struct expression *argument = e->arguments; argument != NULL; argument = argument->next)
        values[count++] = lower_value(l, argument);
    lower_at(l, e->pos);
    struct ir_instr *instr;
    switch (row->kind) {
    case BUILTIN_UNARY:
        return lower_unary_op(l, (enum ir_op)operation, values[0]);
    case BUILTIN_BINARY:
        if (lower_is_real(l, values[0]))
            return lower_extreme(l, (enum ir_op)operation, values[0], values[1]);
        return lower_binary_op(l, (enum ir_op)operation, values[0], values[1]);
    case BUILTIN_TWICE:
        return lower_binary_op(l, (enum ir_op)operation, values[0], values[0]);
    case BUILTIN_TERNARY:
        return lower_fma(l, values[0], values[1], values[2]);
    case BUILTIN_SUM:
        return lower_exact_sum(l, (enum ir_op)operation, values, count);
    case BUILTIN_ACCUMULATE:
        return lower_accumulate(l, (enum ir_op)operation, values);
    case BUILTIN_READ:
        return lower_read(l, (enum ir_special)operation);
    case BUILTIN_MULTI:
        values[0] = lower_predicated_address(l, values[0]);
        instr = lower_emit(l, (enum ir_op)operation);
        instr->a = values[0];
        instr->b = ir_const(0);
        instr->c = values[1];
        lower_note_variable(l, e->arguments);
        break;
    case BUILTIN_SYS:
        instr = lower_emit(l, IR_SYS);
        instr->a = values[0];
        instr->arg_count = count - 1;
        instr->args = ARENA_ARRAY(l->ir->arena, struct ir_operand, 3);
        for (uint32_t i = 1; i < count; i++)
            instr->args[i - 1] = values[i];
        break;
    case BUILTIN_SHINT:
        lower_emit(l, IR_SHINT)->a = values[0];
        return ir_const(0);
    default:
        lower_emit(l, IR_HALT);
        return ir_const(0);
    }
    if (row->result == 'v')
        return ir_const(0);
    instr->dst = ir_add_vreg(l->function);
    return ir_vreg(instr->dst);
}
