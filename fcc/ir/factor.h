/* factor.h - what a loop's counter is multiplied with in a sum: sums and products of such factors. In
 * factor.c.
 */
#ifndef FCC_IR_FACTOR_H
#define FCC_IR_FACTOR_H

#include "fcc/ir/ir.h"

/* What the counter of a loop is multiplied with: constant * unchanging + alone, or constant where there is no
 * unchanging part (IR_NONE). */
struct ir_factor {
    uint32_t constant;
    struct ir_operand unchanging;
    uint32_t alone;
};

/* a + b or a - b; false if they have different unchanging parts. */
bool ir_factor_add(struct ir_factor a, struct ir_factor b, bool subtract, struct ir_factor *sum);

/* a * operand, which does not change in the loop; false if a has an unchanging part already. */
bool ir_factor_multiply(struct ir_factor a, struct ir_operand operand, struct ir_factor *product);

#endif
