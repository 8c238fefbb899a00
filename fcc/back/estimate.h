/* estimate.h - how many cycles a call of a function may take. */
#ifndef FCC_ESTIMATE_H
#define FCC_ESTIMATE_H

#include "fcc/back/machine.h"

/* Cycles of one call, those of what it calls left out: the less the better, and only good for comparing two
 * versions of one function. */
struct estimate {
    double cost;      /* those if its loops make few rounds, times those if they make many */
    double one_round; /* those if they make many, but innermost ones a single one */
};

/* The function is as it will be printed. Needs memory of `arena`. */
struct estimate estimate_cost(struct arena *arena, const struct machine_function *function);

#endif
