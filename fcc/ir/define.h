/* define.h - makes the invariant `defined` hold: every register has a value where it is read.
 *
 * A jump into a block of the source skips the declarations of its variables. A variable that is then read
 * gets the value UNWRITTEN at the entry of the function. If only KEEPs (ir.h, invariant 13) read it on such
 * paths, these KEEPs are removed instead.
 */
#ifndef FCC_DEFINE_H
#define FCC_DEFINE_H

#include "fcc/ir/ir.h"

/* For a function that is not in SSA form. `name_of` gives the variable in a register, or NULL; its name must
 * live as long as the unit. Temporary memory comes from `arena`. */
void ir_define_values(struct arena *arena, struct ir_unit *unit, struct ir_function *function,
                      const char *(*name_of)(void *context, uint32_t vreg), void *context);

#endif
