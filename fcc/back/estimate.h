/* estimate.h - how many cycles a call of a function may take. */
#ifndef FCC_ESTIMATE_H
#define FCC_ESTIMATE_H

#include "fcc/back/machine.h"

/* The less the better: cycles of one call, those of what it calls left out, if its loops make few rounds,
 * times those if they make many. The function is as it will be printed. Only good for comparing two versions
 * of one function. Needs memory of `arena`. */
double estimate_cost(struct arena *arena, const struct machine_function *function);

#endif
