/* estimate.h - how many cycles a call of a function may take. */
#ifndef FCC_ESTIMATE_H
#define FCC_ESTIMATE_H

#include "fcc/back/machine.h"

/* Cycles of one call, those of what it calls left out, with guessed numbers of rounds. The function is as it
 * will be printed. Only good for comparing two versions of one function. Needs memory of `arena`. */
double estimate_cycles(struct arena *arena, const struct machine_function *function);

#endif
