/* plan.h - the runs of a sweep and derived values: for every program, size, number of threads and level,
 * every number of PPs.
 */
#ifndef PRAM_SCALE_PLAN_H
#define PRAM_SCALE_PLAN_H

#include "lab/outcome.h"
#include "lab/scale/options.h"

enum { PLAN_NO_LEVEL = -1, PLAN_MESSAGE = 200 };

struct point {
    const char *program;
    uint64_t n, p, threads;
    int level;     /* PLAN_NO_LEVEL: the default of pramsim */
    bool is_rival; /* a reference run for speedups; not part of tables */
    size_t series; /* points of one program, size, number of threads and level */

    bool known; /* the run has ended; then: */
    struct outcome outcome;
    char message[PLAN_MESSAGE]; /* its message, if it failed */

    bool good; /* its results are valid; then: */
    double speedup, efficiency, cost;
    const struct point *base; /* the reference run of the speedup; NULL: none */
    double fitted;            /* cycles by the formula; NaN: none */
};

/* The fit for one program, number of threads and level. */
struct plan_fit {
    const struct point *first;
    double *constants; /* one for each term */
    double worst;      /* largest deviation of a point, as a share of its cycles */
    const char *wrong; /* why there are no constants; NULL: there are some */
    double astray;     /* largest deviation of a point from the curve of --curve; NaN: none */
};

struct plan {
    const struct scale_options *options;
    struct point *points;
    size_t count, series;
    struct plan_fit *fits;
    size_t fit_count;
};

/* All points in the order of tables; plan_free frees them. */
void plan_make(struct plan *plan, const struct scale_options *options);
void plan_free(struct plan *plan);

/* After all runs: computes speedup, efficiency, cost, and the formula. */
void plan_compute(struct plan *plan);

/* Whether two points differ only in size and number of PPs. */
bool plan_is_alike(const struct point *one, const struct point *other);

/* The fit of a point; NULL: there are no constants. */
const struct plan_fit *plan_find_fit(const struct plan *plan, const struct point *point);

/* The cycles by the formula with its constants. */
double plan_fit_value(const struct formula *formula, const struct plan_fit *fit,
                      const double values[FORMULA_LETTERS]);

#endif
