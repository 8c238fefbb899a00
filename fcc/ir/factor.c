/* factor.c - see factor.h. */
#include "fcc/ir/factor.h"

bool ir_factor_add(struct ir_factor a, struct ir_factor b, bool subtract, struct ir_factor *sum)
{
    const bool has_a = a.unchanging.kind != IR_NONE;
    const bool has_b = b.unchanging.kind != IR_NONE;
    if (has_a && has_b && !ir_same(a.unchanging, b.unchanging))
        return false;
    const uint32_t sign = subtract ? UINT32_MAX : 1;
    const uint32_t alone = (has_a ? a.alone : a.constant) + sign * (has_b ? b.alone : b.constant);
    const uint32_t constant = (has_a ? a.constant : 0) + sign * (has_b ? b.constant : 0);
    *sum = (struct ir_factor){.constant = alone, .unchanging = ir_none()};
    if (constant != 0)
        *sum = (struct ir_factor){constant, has_a ? a.unchanging : b.unchanging, alone};
    return true;
}

bool ir_factor_multiply(struct ir_factor a, struct ir_operand operand, struct ir_factor *product)
{
    *product = a;
    if (operand.kind == IR_CONST) {
        product->constant *= (uint32_t)operand.value;
        product->alone *= (uint32_t)operand.value;
        if (product->constant == 0)
            *product = (struct ir_factor){.constant = product->alone, .unchanging = ir_none()};
    } else if (a.unchanging.kind == IR_NONE && a.constant != 0) {
        product->unchanging = operand;
    } else {
        return a.constant == 0;
    }
    return true;
}
