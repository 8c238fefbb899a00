/* curve.c - see curve.h. */
#include "lab/scale/curve.h"

#include "common/memory.h"
#include "lab/scale/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double curve_x(const struct curves *curves, const struct point *point)
{
    return (double)(curves->is_over_sizes ? point->n : point->p);
}

/* Whether a point belongs to the curve of `first`. */
static bool belongs(const struct curves *curves, const struct point *first, const struct point *point)
{
    return curves->is_over_sizes ? plan_is_alike(first, point) : first->series == point->series;
}

static struct curve *find_curve(struct curves *curves, size_t *capacity, const struct point *point)
{
    for (size_t k = 0; k < curves->count; k++)
        if (belongs(curves, curves->items[k].points[0], point))
            return &curves->items[k];
    curves->items = memory_grow((void *)curves->items, capacity, curves->count + 1, sizeof *curves->items);
    struct curve *curve = &curves->items[curves->count++];
    *curve = (struct curve){.points = memory_take(curves->plan->count, sizeof *curve->points),
                            .fit = plan_find_fit(curves->plan, point)};
    return curve;
}

static void add_point(const struct curves *curves, struct curve *curve, const struct point *point)
{
    size_t place = curve->count++;
    for (; place > 0 && curve_x(curves, curve->points[place - 1]) > curve_x(curves, point); place--)
        curve->points[place] = curve->points[place - 1];
    curve->points[place] = point;
}

_Static_assert(CURVES_MOST == 40, "the message says so");

bool curves_make(struct curves *curves, const struct plan *plan, const char **why)
{
    size_t capacity = 0;
    *curves = (struct curves){
        .plan = plan, .is_over_sizes = plan->options->pps.count == 1 && plan->options->sizes.count > 1};
    for (size_t k = 0; k < plan->count && curves->count <= CURVES_MOST; k++) {
        const struct point *point = &plan->points[k];
        if (point->good && !point->is_rival)
            add_point(curves, find_curve(curves, &capacity, point), point);
    }
    *why = curves->count == 0 ? "no run has ended" : "there are too many curves for one picture (at most 40)";
    return curves->count > 0 && curves->count <= CURVES_MOST;
}

void curves_free(struct curves *curves)
{
    for (size_t k = 0; k < curves->count; k++)
        free((void *)curves->items[k].points);
    free(curves->items);
}

void curve_name(const struct curves *curves, const struct curve *curve, char name[CURVE_NAME])
{
    const struct scale_options *options = curves->plan->options;
    const struct point *point = curve->points[0];
    int length = snprintf(name, CURVE_NAME, "%.80s", table_name(point->program));
    if (options->sizes.count > 0 && !curves->is_over_sizes)
        length += snprintf(name + length, CURVE_NAME - (size_t)length, ", n = %" PRIu64, point->n);
    if (options->pps.count == 1)
        length += snprintf(name + length, CURVE_NAME - (size_t)length, ", p = %" PRIu64, point->p);
    if (options->threads.count > 1)
        length += snprintf(name + length, CURVE_NAME - (size_t)length, ", -t%" PRIu64, point->threads);
    if (options->levels.count > 1)
        snprintf(name + length, CURVE_NAME - (size_t)length, ", -g%d", point->level);
}

double curve_value(enum quantity quantity, const struct point *point)
{
    const double value = quantity == QUANTITY_TIME         ? (double)point->outcome.cycles
                         : quantity == QUANTITY_SPEEDUP    ? point->speedup
                         : quantity == QUANTITY_EFFICIENCY ? point->efficiency
                                                           : (double)point->outcome.work;
    return value > 0 && isfinite(value) ? value : NAN;
}

/* The cycles of a computed curve over x. */
static double compute_cycles(const struct curves *curves, const struct curve *curve, enum computed computed,
                             double x)
{
    const struct point *first = curve->points[0];
    const struct scale_options *options = curves->plan->options;
    double values[FORMULA_LETTERS] = {0};
    values['n' - 'a'] = curves->is_over_sizes ? x : (double)first->n;
    values['p' - 'a'] = curves->is_over_sizes ? (double)first->p : x;
    if (computed == COMPUTED_FIT)
        return curve->fit != NULL ? plan_fit_value(options->fit, curve->fit, values) : NAN;
    if (computed == COMPUTED_MODEL)
        return options->curve != NULL ? formula_value(options->curve, values) : NAN;
    return first->base != NULL && !curves->is_over_sizes
               ? (double)first->base->outcome.cycles * (double)first->base->p / x
               : NAN;
}

double curve_compute(const struct curves *curves, const struct curve *curve, enum computed computed,
                     enum quantity quantity, double x)
{
    const struct point *base = curve->points[0]->base;
    const double cycles = compute_cycles(curves, curve, computed, x);
    double value = cycles;
    if (quantity == QUANTITY_WORK)
        value = computed == COMPUTED_IDEAL && isfinite(cycles) ? (double)base->outcome.work : NAN;
    else if (quantity != QUANTITY_TIME && (base == NULL || curves->is_over_sizes))
        value = NAN;
    else if (quantity == QUANTITY_SPEEDUP)
        value = (double)base->outcome.cycles / cycles;
    else if (quantity == QUANTITY_EFFICIENCY)
        value = (double)base->outcome.cycles * (double)base->p / (cycles * x);
    return value > 0 && isfinite(value) ? value : NAN;
}

bool curves_show(const struct curves *curves, enum quantity quantity)
{
    return !curves->is_over_sizes || curves->plan->options->against != NULL || quantity == QUANTITY_TIME ||
           quantity == QUANTITY_WORK;
}

bool curves_have(const struct curves *curves, enum computed computed, enum quantity quantity)
{
    for (size_t k = 0; k < curves->count; k++)
        for (size_t i = 0; i < curves->items[k].count; i++)
            if (isfinite(curve_compute(curves, &curves->items[k], computed, quantity,
                                       curve_x(curves, curves->items[k].points[i]))))
                return true;
    return false;
}
