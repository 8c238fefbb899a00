/* plan.c - see plan.h. */
#include "lab/scale/plan.h"

#include "common/memory.h"
#include "lab/scale/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_point(struct plan *plan, size_t *capacity, struct point point)
{
    plan->points = memory_grow(plan->points, capacity, plan->count + 1, sizeof *plan->points);
    plan->points[plan->count++] = point;
}

/* An empty list means "not given": it is walked once, with `none`. */
static uint64_t item(const struct number_list *list, size_t index, uint64_t none)
{
    return list->count == 0 ? none : list->items[index];
}

static size_t rounds(const struct number_list *list)
{
    return list->count == 0 ? 1 : list->count;
}

static void add_series(struct plan *plan, size_t *capacity, struct point point)
{
    const struct scale_options *options = plan->options;
    point.series = plan->series++;
    if (options->against != NULL) {
        struct point rival = point;
        rival.program = options->against;
        rival.p = 1;
        rival.is_rival = true;
        add_point(plan, capacity, rival);
    }
    for (size_t k = 0; k < options->pps.count; k++) {
        point.p = options->pps.items[k];
        add_point(plan, capacity, point);
    }
}

void plan_make(struct plan *plan, const struct scale_options *options)
{
    size_t capacity = 0;
    *plan = (struct plan){.options = options};
    for (size_t i = 0; i < options->programs.count; i++)
        for (size_t n = 0; n < rounds(&options->sizes); n++)
            for (size_t t = 0; t < options->threads.count; t++)
                for (size_t g = 0; g < rounds(&options->levels); g++)
                    add_series(
                        plan, &capacity,
                        (struct point){.program = options->programs.items[i],
                                       .n = item(&options->sizes, n, 0),
                                       .threads = options->threads.items[t],
                                       .level = (int)item(&options->levels, g, (uint64_t)PLAN_NO_LEVEL),
                                       .fitted = NAN});
}

void plan_free(struct plan *plan)
{
    for (size_t k = 0; k < plan->fit_count; k++)
        free(plan->fits[k].constants);
    free(plan->fits);
    free(plan->points);
}

/* The reference of a series' speedups: the rival, or the program on the fewest PPs that were run. */
static void compute_series(struct point *points, size_t count)
{
    const struct point *base = NULL;
    for (size_t k = 0; k < count; k++) {
        points[k].good =
            points[k].known && outcome_is_good(&points[k].outcome) && points[k].outcome.cycles > 0;
        if (points[k].good &&
            (points[k].is_rival || base == NULL || (!base->is_rival && points[k].p < base->p)))
            base = &points[k];
    }
    const bool no_base = base == NULL || (points[0].is_rival && !points[0].good);
    for (size_t k = 0; k < count; k++) {
        struct point *point = &points[k];
        const double cycles = (double)point->outcome.cycles;
        point->cost = cycles * (double)point->p;
        point->base = no_base ? NULL : base;
        point->speedup = no_base ? NAN : (double)base->outcome.cycles / cycles;
        point->efficiency = no_base ? NAN : point->speedup * (double)base->p / (double)point->p;
    }
}

bool plan_is_alike(const struct point *one, const struct point *other)
{
    return strcmp(one->program, other->program) == 0 && one->threads == other->threads &&
           one->level == other->level;
}

static void fill_values(double values[FORMULA_LETTERS], const struct point *point)
{
    values['n' - 'a'] = (double)point->n;
    values['p' - 'a'] = (double)point->p;
}

double plan_fit_value(const struct formula *formula, const struct plan_fit *fit,
                      const double values[FORMULA_LETTERS])
{
    double sum = 0;
    for (size_t i = 0; i < formula_terms(formula); i++)
        sum += fit->constants[i] * formula_term(formula, i, values);
    return sum;
}

const struct plan_fit *plan_find_fit(const struct plan *plan, const struct point *point)
{
    for (size_t k = 0; k < plan->fit_count; k++)
        if (plan->fits[k].constants != NULL && plan->fits[k].wrong == NULL &&
            plan_is_alike(plan->fits[k].first, point))
            return &plan->fits[k];
    return NULL;
}

/* Whether the run of a point is compared with a formula. */
static bool is_compared(const struct point *point, const struct plan_fit *fit)
{
    return point->good && !point->is_rival && plan_is_alike(point, fit->first);
}

static double deviation(double computed, const struct point *point)
{
    const double cycles = (double)point->outcome.cycles;
    return fabs(computed - cycles) / cycles;
}

/* Fits --fit to all points of `first`'s group; no earlier point is in it. */
static void fit_points(struct plan *plan, struct plan_fit *fit)
{
    const struct formula *formula = plan->options->fit;
    const size_t terms = formula_terms(formula);
    double *rows = memory_take(plan->count * (terms + 1), sizeof *rows), values[FORMULA_LETTERS] = {0};
    size_t count = 0;
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        if (!is_compared(point, fit))
            continue;
        fill_values(values, point);
        for (size_t i = 0; i < terms; i++)
            rows[count * (terms + 1) + i] = formula_term(formula, i, values);
        rows[count++ * (terms + 1) + terms] = (double)point->outcome.cycles;
    }
    fit->constants = memory_take(terms, sizeof *fit->constants);
    fit->wrong = fit_solve(rows, count, terms, fit->constants);
    for (size_t k = 0; fit->wrong == NULL && k < plan->count; k++) {
        struct point *point = &plan->points[k];
        if (!is_compared(point, fit))
            continue;
        fill_values(values, point);
        point->fitted = plan_fit_value(formula, fit, values);
        fit->worst = fmax(fit->worst, deviation(point->fitted, point));
    }
    free(rows);
}

/* The deviation of the runs of `first`'s group from the curve of --curve. */
static void compare_points(const struct plan *plan, struct plan_fit *fit)
{
    double values[FORMULA_LETTERS] = {0};
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        if (!is_compared(point, fit))
            continue;
        fill_values(values, point);
        fit->astray = fmax(fit->astray, deviation(formula_value(plan->options->curve, values), point));
    }
}

static void fit_all(struct plan *plan)
{
    size_t capacity = 0;
    for (size_t k = 0; k < plan->count; k++) {
        bool is_new = !plan->points[k].is_rival;
        for (size_t i = 0; i < plan->fit_count; i++)
            is_new = is_new && !plan_is_alike(&plan->points[k], plan->fits[i].first);
        if (!is_new)
            continue;
        plan->fits = memory_grow(plan->fits, &capacity, plan->fit_count + 1, sizeof *plan->fits);
        struct plan_fit *fit = &plan->fits[plan->fit_count++];
        *fit = (struct plan_fit){.first = &plan->points[k], .astray = NAN};
        if (plan->options->fit != NULL)
            fit_points(plan, fit);
        if (plan->options->curve != NULL)
            compare_points(plan, fit);
    }
}

void plan_compute(struct plan *plan)
{
    for (size_t begin = 0, end; begin < plan->count; begin = end) {
        for (end = begin; end < plan->count && plan->points[end].series == plan->points[begin].series;)
            end++;
        compute_series(&plan->points[begin], end - begin);
    }
    if (plan->options->fit != NULL || plan->options->curve != NULL)
        fit_all(plan);
}
