/* spill.h - moves registers that found no place into the private frame, or makes their values again. */
#ifndef FCC_SPILL_H
#define FCC_SPILL_H

#include "fcc/back/live.h"

/* ---- values that can be made again where they are wanted, in place of being kept until then */

typedef const struct machine_instr *rematerialise_origin;

struct rematerialise {
    /* by register */
    rematerialise_origin *origin; /* what makes its value, wherever it is read; or NULL */
    float *cost;                  /* of those: cycles more than if it were made once and kept */
    bool *waits; /* of those: is read in asynchronous parts, too, and is made before these begin */
    /* by block of such a part */
    struct machine_block **before; /* the block from which control comes there, or NULL */
};

/* Of the virtual registers of the function, whose lives are known. */
struct rematerialise rematerialise_find(struct arena *arena, const struct machine_function *function,
                                        const struct live *live);

/* How often the instructions of a block are executed, as guessed from the loops around it. */
float rematerialise_frequency(uint32_t loop_depth);

/* ---- spilling */

/* Rewrites every use of the registers with spilled[register] set: what can be made again is made where it is
 * wanted, all else is loaded from and stored to a frame word of its own. The new short-lived registers have
 * numbers from the old register_limit on: they must not be spilled again. */
void spill_registers(struct arena *scratch, struct machine_function *function, const bool *spilled,
                     const struct rematerialise *rematerialise);

#endif
