/* compute.h - the results of instructions for known operands: asm/tables/alu.def as functions.
 *
 * The compiler folds constants with it, so that they equal the results of the instructions.
 */
#ifndef PRAM_COMPUTE_H
#define PRAM_COMPUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "asm/isa.h"

enum compute_outcome {
    COMPUTE_WORD,   /* the result is there */
    COMPUTE_NAN,    /* as COMPUTE_WORD; it is the NaN of an operation of floats, not a number */
    COMPUTE_FAULT,  /* the instruction faults: a division by zero */
    COMPUTE_NOTHING /* the instruction has no row of alu.def with a result */
};

/* The word that the instruction writes, for operands Rs = a and S or Rt = b (any value where it has but one).
 * adc and sbc see a clear carry flag. *word is set with COMPUTE_WORD and COMPUTE_NAN only. */
enum compute_outcome compute_word(enum isa_opcode instruction, uint32_t a, uint32_t b, uint32_t *word);

/* Whether `branch` is taken after `comparison` of a and b: fcmp, or an integer instruction that sets flags,
 * except divisions. Not for bmc and bms, which test the cycle counter. */
bool compute_branch(enum isa_opcode comparison, enum isa_opcode branch, uint32_t a, uint32_t b);

#endif
