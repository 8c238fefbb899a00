/* estimate.h - how many cycles a call of a function may take. */
#ifndef FCC_ESTIMATE_H
#define FCC_ESTIMATE_H

#include "fcc/back/machine.h"

/* Cycles of one call without its callees: only for comparing two versions of one function. */
struct estimate {
    double cost;      /* with few rounds of its loops, times with many */
    double one_round; /* with many rounds, but one of the innermost loops */
};

/* The function is ready to be printed. Allocates in `arena`. */
struct estimate estimate_cost(struct arena *arena, const struct machine_function *function);

#endif
