/* select.h - chooses machine instructions for one function of the intermediate representation. */
#ifndef FCC_SELECT_H
#define FCC_SELECT_H

#include "fcc/ir/ir.h"
#include "fcc/back/machine.h"

/* The function in machine instructions with virtual registers, in `arena`. The function must be out of SSA
 * form and keep the invariants of ir.h; it is not changed. */
struct machine_function *select_function(struct arena *arena, const struct ir_unit *unit,
                                         const struct ir_function *function);

#endif
