/* where.h - where the variables of a function are, instruction by instruction. */
#ifndef FCC_DWARF_WHERE_H
#define FCC_DWARF_WHERE_H

#include "fcc/back/machine.h"
#include "fcc/dwarf/dwarf.h"
#include "fcc/ir/ir.h"

/* Fills in the ranges of the function's entry, of its blocks and variables, and gives the instructions the
 * labels that these name. `function` is finished; what is needed meanwhile lies in an arena with the limit of
 * `limits`. */
void dwarf_find_places(const struct arena *limits, struct ir_unit *unit, const struct ir_function *source,
                       struct machine_function *function, uint32_t number);

#endif
