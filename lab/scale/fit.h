/* fit.h - constants for the terms of a bound, by least squares of relative deviations: a point of 100 cycles
 * counts as much as one of a million. Numbers only. */
#ifndef PRAM_SCALE_FIT_H
#define PRAM_SCALE_FIT_H

#include <stddef.h>

/* rows: `count` times the values of `terms` terms and the measured value, which is not 0; overwritten.
 * Returns NULL and the constants, or the reason for a failure. */
const char *fit_solve(double *rows, size_t count, size_t terms, double *constants);

#endif
