/* word.h - one operation, one branch, for one PP: alu.def read as plain functions.
 *
 * Used where values are the same in all PPs, and for PPs that run on their own. Pure arithmetic.
 */
#ifndef PRAM_SCALAR_H
#define PRAM_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/bsp/rows/rows.h"

/* The result; *flags gets N Z C V (0 for float operations). `carry` is 0 or 1. A divisor must not be 0. */
uint32_t scalar_operate(enum rows_operation operation, uint32_t a, uint32_t b, uint32_t carry,
                        uint32_t *flags);

/* Whether a branch is taken with this status word. */
bool scalar_holds(enum rows_condition condition, uint32_t status);

#endif
