/* regalloc.h - puts virtual registers into machine registers, and what does not fit into the private frame.
 */
#ifndef FCC_REGALLOC_H
#define FCC_REGALLOC_H

#include "fcc/back/machine.h"

/* Called once with the final places, by virtual register, before the registers are replaced. */
typedef void regalloc_watch(const struct machine_function *function, const uint32_t *place, void *context);

/* Afterwards the function has machine registers only; function->saved says which callee-saved ones are in
 * use, function->near_words has grown by the spills. What is needed meanwhile lies in arenas with the limit
 * of `scratch`. watch: may be NULL. */
void regalloc_function(const struct arena *scratch, struct machine_function *function, regalloc_watch *watch,
                       void *context);

#endif
