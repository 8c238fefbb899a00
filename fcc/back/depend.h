/* depend.h - dependences between instructions of a block; see depend.c. */
#ifndef FCC_DEPEND_H
#define FCC_DEPEND_H

#include "fcc/back/machine.h"

/* Whether instructions `earlier` and `later`, in this order, may change places. */
bool depend_may_swap(const struct machine_instr *earlier, const struct machine_instr *later);

/* Whether an instruction keeps its order relative to all accesses to memory. */
bool depend_keeps_its_place(const struct machine_instr *instr);

/* The register that a delayed instruction writes at the end of the following cycle; 0: none. */
uint32_t depend_late_target(const struct machine_instr *instr);

/* Whether `slot` may stand in the cycle in which `target` is not written yet. A call may, even if target is
 * an argument: it lands before the callee's first instruction. A hint may not if the simulator looks at
 * target. */
bool depend_fits_slot(const struct machine_instr *slot, uint32_t target);

#endif
