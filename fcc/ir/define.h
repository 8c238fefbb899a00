/* define.h - gives a value to each register that a path leads to without one.
 *
 * A jump into a block of the source leads past the beginnings of its variables: those that are read there
 * begin without a value at the entry of the function. Before a KEEP (ir.h, invariant 13), a path without a
 * value is usual: the KEEP goes. Afterwards the invariant `defined` holds.
 */
#ifndef FCC_DEFINE_H
#define FCC_DEFINE_H

#include "fcc/ir/ir.h"

/* For a function that is not in SSA form. `name_of` gives the variable in a register, or NULL; its name must
 * live as long as the unit. Temporary memory comes from `arena`. */
void ir_define_values(struct arena *arena, struct ir_unit *unit, struct ir_function *function,
                      const char *(*name_of)(void *context, uint32_t vreg), void *context);

#endif
