/* mark.h - values that depend on a word that was never written, or on a variable without a value: what
 * instructions do with them that access no memory.
 *
 *   mark.c      the instructions
 *   variable.c  variables that live in registers, and begin without a value: labels of fcc tell of them
 *               (asm/tables/guard.h)
 *
 * For follow.c and word_access.c. Knows no memory.
 */
#ifndef PRAM_MARK_H
#define PRAM_MARK_H

#include "sim/check/value.h"

/* ---- mark.c */

/* An instruction that accesses no memory; a register is marked. Its targets get the marks of its operands.
 * Warns if others can see a marked one. */
void mark_step(struct check *check, const struct observer_step *step, struct registers *registers,
               const struct instruction *i, enum effect effect);

/* ---- variable.c */

/* Finds the variables. */
void variable_survey(struct check *check);

/* The PP executes an instruction where a variable begins (NOTE_BEGINS): marks its target. */
void variable_begin(struct check *check, const struct observer_step *step, struct registers *registers,
                    const struct instruction *i);

/* Warns: the PP does `what` with a value that depends on the variable of row `variable` - 1. */
void variable_warn(struct check *check, const struct observer_step *step, uint32_t variable,
                   const char *what);

#endif
