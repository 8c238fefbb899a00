/* curve.h - a sweep as curves: the runs of each curve, its quantities, and computed curves (fit, model,
 * ideal).
 */
#ifndef PRAM_SCALE_CURVE_H
#define PRAM_SCALE_CURVE_H

#include "lab/scale/plan.h"

#include <stdbool.h>
#include <stddef.h>

enum { CURVES_MOST = 40, CURVE_NAME = 160 };

/* Quantities of charts. */
enum quantity { QUANTITY_TIME, QUANTITY_SPEEDUP, QUANTITY_EFFICIENCY, QUANTITY_WORK, QUANTITIES };

/* Kinds of computed curves. */
enum computed { COMPUTED_IDEAL, COMPUTED_FIT, COMPUTED_MODEL, COMPUTED_KINDS };

struct curve {
    const struct point **points; /* valid runs, x ascends; owned */
    size_t count;
    const struct plan_fit *fit; /* NULL: there are no constants */
};

struct curves {
    const struct plan *plan;
    bool is_over_sizes; /* x is n: there are several sizes and one number of PPs */
    struct curve *items;
    size_t count;
};

/* Fills *curves from the runs of the plan; the caller calls curves_free in any case. False, with the reason
 * in *why: no run has ended, or there are more than CURVES_MOST curves. */
bool curves_make(struct curves *curves, const struct plan *plan, const char **why);
void curves_free(struct curves *curves);

/* "sort.o, n = 1000": program, size, threads and level, if they distinguish the curves. */
void curve_name(const struct curves *curves, const struct curve *curve, char name[CURVE_NAME]);

double curve_x(const struct curves *curves, const struct point *point);

/* The quantity of a run; NaN: unknown, or not above 0. */
double curve_value(enum quantity quantity, const struct point *point);

/* The value of a computed curve at x; NaN: none. */
double curve_compute(const struct curves *curves, const struct curve *curve, enum computed computed,
                     enum quantity quantity, double x);

/* Whether a chart of a quantity makes sense: over sizes the speedup over the same run is always 1. */
bool curves_show(const struct curves *curves, enum quantity quantity);

/* Whether the sweep has any such curve of that quantity. */
bool curves_have(const struct curves *curves, enum computed computed, enum quantity quantity);

#endif
