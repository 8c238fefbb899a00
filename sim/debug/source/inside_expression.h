/* inside_expression.h - for parse.c and evaluate.c: the steps of an expression. */
#ifndef PRAM_DEBUG_INSIDE_EXPRESSION_H
#define PRAM_DEBUG_INSIDE_EXPRESSION_H

#include "expression.h"

/* Effect of a step on the stack. */
enum expression_work {
    WORK_CONSTANT,      /* pushes the constant */
    WORK_REGISTER,      /* pushes a register */
    WORK_LOCAL_VALUE,   /* pushes the value of a local variable */
    WORK_LOCAL_ADDRESS, /* pushes the address of a local variable */
    WORK_PP,            /* pushes the PP's number; the last step that pushes */
    WORK_LOAD,          /* replaces an address by the word there */
    WORK_INDEX,         /* replaces address and index by address + index * constant */
    WORK_BITS,          /* extracts a bit-field: constant is the number of bits * 32 + the first bit */
    WORK_NEGATE,
    WORK_INVERT,
    WORK_NOT,
    WORK_TO_FLOAT,       /* from `kind` */
    WORK_TO_INT,         /* from float */
    WORK_BELOW_TO_FLOAT, /* converts the left one of two operands, from `kind` */
    WORK_SKIP,           /* skips the next `constant` steps if the left operand of && is 0 for all PPs */
    WORK_BOTH,           /* && */
    WORK_EITHER,         /* || */
#define OPERATION(token, name, precedence, integer, unsigned_, real) WORK_##name,
#include "operation.def"
};

#endif
