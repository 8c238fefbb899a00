/* regalloc.h - assigns machine registers to virtual ones; the rest is spilled to the private frame.
 */
#ifndef FCC_REGALLOC_H
#define FCC_REGALLOC_H

#include "fcc/back/machine.h"

/* Called once with the final places, by virtual register, before the registers are replaced. */
typedef void regalloc_watch(const struct machine_function *function, const uint32_t *place, void *context);

/* Afterwards the function has machine registers only; function->saved says which callee-saved ones are in
 * use, function->near_words has grown by the spills. Temporary memory is in arenas with the limit of
 * `scratch`. watch: may be NULL. */
void regalloc_function(const struct arena *scratch, struct machine_function *function, regalloc_watch *watch,
                       void *context);

#endif
