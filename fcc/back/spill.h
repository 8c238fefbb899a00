/* spill.h - moves registers without a place to the private frame, or rematerialises their values. */
#ifndef FCC_SPILL_H
#define FCC_SPILL_H

#include "fcc/back/live.h"

/* ---- values that can be computed again where they are read */

typedef const struct machine_instr *rematerialise_origin;

struct rematerialise {
    /* by register */
    rematerialise_origin *origin; /* the instruction that computes its value wherever it is read; or NULL */
    float *cost;                  /* extra cycles compared with computing it once */
    bool *waits;                  /* it is also read in asynchronous parts and computed before these begin */
    /* by block of such a part */
    struct machine_block **before; /* the block before the part, or NULL */
};

/* Finds these for the virtual registers of the function, whose live ranges are given. */
struct rematerialise rematerialise_find(struct arena *arena, const struct machine_function *function,
                                        const struct live *live);

/* Estimated executions of the instructions of a block, from its loop depth. */
float rematerialise_frequency(uint32_t loop_depth);

/* ---- spilling */

/* Rewrites every use of the registers with spilled[register] set: rematerialises the value where possible,
 * otherwise loads it from and stores it to a frame word of its own. The new short-lived registers have
 * numbers from the old register_limit on and must not be spilled again. */
void spill_registers(struct arena *scratch, struct machine_function *function, const bool *spilled,
                     const struct rematerialise *rematerialise);

#endif
