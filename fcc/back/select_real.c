/* select_real.c - chooses the precision unit's instructions for operations on reals.
 *
 * The operations are those of floats; select.c calls this file for operands of class real. The only constant
 * operand is 0, made from R0. Called by select.c only.
 */
#include "fcc/back/select_state.h"

static uint32_t select_fresh_real(struct selector *s)
{
    return machine_new_real(s->function);
}

uint32_t select_use_real(struct selector *s, struct ir_operand operand)
{
    if (operand.kind == IR_VREG)
        return select_register(operand.id);
    uint32_t rd = select_fresh_real(s);
    select_into(s, operand, rd);
    return rd;
}

bool select_is_real(const struct selector *s, struct ir_operand operand)
{
    return ir_operand_is_real(s->source, operand);
}

/* The unit's instruction for an operation of floats. */
static enum machine_op instruction_of(enum ir_op op)
{
    switch (op) {
    case IR_FADD:
        return MACHINE_xadd;
    case IR_FSUB:
        return MACHINE_xsub;
    case IR_FMUL:
        return MACHINE_xmul;
    case IR_FDIV:
        return MACHINE_xdiv;
    case IR_FSQRT:
        return MACHINE_xsqrt;
    case IR_FNEG:
        return MACHINE_xneg;
    default:
        return MACHINE_xabs;
    }
}

void select_real_operation(struct selector *s)
{
    const struct ir_instr *instr = s->instr;
    uint32_t rs = select_use_real(s, instr->a);
    uint32_t rt = instr->b.kind != IR_NONE ? select_use_real(s, instr->b) : 0;
    select_rrr(s, instruction_of(instr->op), rs, rt, select_register(instr->dst));
}

/* xfma adds to its target: c is copied there first. */
void select_fma(struct selector *s)
{
    uint32_t rs = select_use_real(s, s->instr->a);
    uint32_t rt = select_use_real(s, s->instr->b);
    uint32_t sum = select_fresh_real(s);
    select_into(s, s->instr->c, sum);
    select_rrr(s, MACHINE_xfma, rs, rt, sum);
    select_copy_register(s, sum, select_register(s->instr->dst));
}

void select_to_real(struct selector *s)
{
    enum machine_op op = s->instr->op == IR_ITOR ? MACHINE_xfromi : MACHINE_xfromf;
    select_rrr(s, op, select_use(s, s->instr->a), 0, select_register(s->instr->dst));
}

void select_from_real(struct selector *s)
{
    enum machine_op op = s->instr->op == IR_RTOI ? MACHINE_xtoi : MACHINE_xtof;
    select_rrr(s, op, select_use_real(s, s->instr->a), 0, select_register(s->instr->dst));
}

void select_accumulate(struct selector *s)
{
    const struct ir_instr *instr = s->instr;
    switch (instr->op) {
    case IR_ACC_CLEAR:
        select_op(s, MACHINE_xaclr);
        break;
    case IR_ACC_MULTIPLY: {
        uint32_t rs = select_use_real(s, instr->a);
        select_rrr(s, MACHINE_xacmul, rs, select_use_real(s, instr->b), 0);
        break;
    }
    case IR_ACC_ADD:
        select_rrr(s, MACHINE_xacadd, select_use_real(s, instr->a), 0, 0);
        break;
    case IR_ACC_SUBTRACT:
        select_rrr(s, MACHINE_xacsub, select_use_real(s, instr->a), 0, 0);
        break;
    case IR_ACC_ROUND:
        select_op(s, MACHINE_xacround)->rd = select_register(instr->dst);
        break;
    default:
        select_access(s, instr->op == IR_ACC_SAVE ? MACHINE_xacsave : MACHINE_xacmerge,
                      select_make_address(s, instr->a, instr->b), 0);
        break;
    }
}
