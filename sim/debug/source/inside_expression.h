/* inside_expression.h - for parse.c and evaluate.c: the steps that an expression is made of. */
#ifndef PRAM_DEBUG_INSIDE_EXPRESSION_H
#define PRAM_DEBUG_INSIDE_EXPRESSION_H

#include "expression.h"

/* What a step does to the stack of values. */
enum expression_work {
    WORK_CONSTANT,      /* pushes the constant */
    WORK_REGISTER,      /* pushes the register of that number */
    WORK_LOCAL_VALUE,   /* pushes the word that a local variable has */
    WORK_LOCAL_ADDRESS, /* pushes its address */
    WORK_PP,            /* pushes the PP's number; the last one that pushes */
    WORK_LOAD,          /* an address becomes the word there */
    WORK_INDEX,         /* address, index: becomes address + index * constant */
    WORK_BITS,          /* the bit-field in a word: constant is the number of bits * 32 + the first one */
    WORK_NEGATE,
    WORK_INVERT,
    WORK_NOT,
    WORK_TO_FLOAT,       /* from `kind` */
    WORK_TO_INT,         /* from float */
    WORK_BELOW_TO_FLOAT, /* the left operand of two, from `kind` */
    WORK_SKIP,   /* if the left operand of && is 0 for all PPs: leaves out the next `constant` steps */
    WORK_BOTH,   /* && */
    WORK_EITHER, /* || */
#define OPERATION(token, name, precedence, integer, unsigned_, real) WORK_##name,
#define COMPARISON(token, name, precedence, all) WORK_##name,
#define DIVISION(token, name, precedence, integer, unsigned_, real) WORK_##name,
#include "operation.def"
    WORK_COUNT
};

#endif
