/* spill.h - moves registers that found no place into the private frame. */
#ifndef FCC_SPILL_H
#define FCC_SPILL_H

#include "fcc/back/remake.h"

/* Rewrites every use of the registers with spilled[register] set: what can be made again is made where it is
 * wanted, all else is loaded from and stored to a frame word of its own. The new short-lived registers have
 * numbers from the old register_limit on: they must not be spilled again. */
void spill_registers(struct arena *scratch, struct machine_function *function, const bool *spilled,
                     const struct remake *remake);

#endif
