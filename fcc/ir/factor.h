/* factor.h - factors of a loop's counter in a sum; sums and products of such factors. In factor.c.
 */
#ifndef FCC_IR_FACTOR_H
#define FCC_IR_FACTOR_H

#include "fcc/ir/ir.h"

/* The factor of a loop's counter: constant * unchanging + alone, or constant if there is no unchanging part
 * (IR_NONE). */
struct ir_factor {
    uint32_t constant;
    struct ir_operand unchanging;
    uint32_t alone;
};

/* a + b or a - b; false if they have different unchanging parts. */
bool ir_factor_add(struct ir_factor a, struct ir_factor b, bool subtract, struct ir_factor *sum);

/* a * operand, which is loop-invariant; false if a already has an unchanging part. */
bool ir_factor_multiply(struct ir_factor a, struct ir_operand operand, struct ir_factor *product);

#endif
