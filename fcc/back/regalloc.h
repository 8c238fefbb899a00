/* regalloc.h - puts virtual registers into machine registers, and what does not fit into the private frame.
 */
#ifndef FCC_REGALLOC_H
#define FCC_REGALLOC_H

#include "fcc/back/machine.h"

/* Afterwards the function has machine registers only; function->saved says which callee-saved ones are in
 * use, function->near_words has grown by the spills. What is needed meanwhile lies in arenas with the limit
 * of `scratch`. */
void regalloc_function(const struct arena *scratch, struct machine_function *function);

#endif
