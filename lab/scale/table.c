/* table.c - see table.h. */
#include "lab/scale/table.h"

#include "lab/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *table_name(const char *program)
{
    const char *slash = strrchr(program, '/');
    return slash != NULL ? slash + 1 : program;
}

/* Three or four significant digits, without an exponent. */
static void print_short(FILE *stream, double number)
{
    if (!isfinite(number))
        fputs("-", stream);
    else
        fprintf(stream, "%.*f", fabs(number) < 10 ? 2 : fabs(number) < 100 ? 1 : 0, number);
}

static void print_program(FILE *stream, const struct point *point)
{
    fputs(table_name(point->program), stream);
}
static void print_size(FILE *stream, const struct point *point)
{
    fprintf(stream, "%" PRIu64, point->n);
}
static void print_threads(FILE *stream, const struct point *point)
{
    fprintf(stream, "%" PRIu64, point->threads);
}
static void print_level(FILE *stream, const struct point *point)
{
    fprintf(stream, "%d", point->level);
}
static void print_pps(FILE *stream, const struct point *point)
{
    fprintf(stream, "%" PRIu64, point->p);
}
static void print_cycles(FILE *stream, const struct point *point)
{
    fprintf(stream, "%" PRIu64, point->outcome.cycles);
}
static void print_fitted(FILE *stream, const struct point *point)
{
    print_short(stream, point->fitted);
}
static void print_work(FILE *stream, const struct point *point)
{
    fprintf(stream, "%" PRIu64, point->outcome.work);
}
static void print_speedup(FILE *stream, const struct point *point)
{
    print_short(stream, point->good ? point->speedup : NAN);
}
static void print_efficiency(FILE *stream, const struct point *point)
{
    print_short(stream, point->good ? point->efficiency : NAN);
}
static void print_cost(FILE *stream, const struct point *point)
{
    fprintf(stream, "%.0f", point->cost);
}

static bool has_programs(const struct plan *plan)
{
    return plan->options->programs.count > 1;
}
static bool has_sizes(const struct plan *plan)
{
    return plan->options->sizes.count > 0;
}
static bool has_threads(const struct plan *plan)
{
    return plan->options->threads.count > 1;
}
static bool has_levels(const struct plan *plan)
{
    return plan->options->levels.count > 1;
}
static bool has_fit(const struct plan *plan)
{
    return plan->options->fit != NULL;
}

const struct column table_columns[] = {
    {"program", true, print_program, has_programs},
    {"n", false, print_size, has_sizes},
    {"threads", false, print_threads, has_threads},
    {"level", false, print_level, has_levels},
    {"p", false, print_pps, NULL},
    {"cycles", false, print_cycles, NULL},
    {"formula", false, print_fitted, has_fit},
    {"work", false, print_work, NULL},
    {"speedup", false, print_speedup, NULL},
    {"efficiency", false, print_efficiency, NULL},
    {"cost", false, print_cost, NULL},
    {NULL, false, NULL, NULL},
};

struct shown {
    const struct column *column;
    const struct point *point;
};

static void print_shown(FILE *stream, const void *context)
{
    const struct shown *shown = context;
    shown->column->print(stream, shown->point);
}

/* The text of a column for a point, in new memory. */
static char *make_cell(const struct column *column, const struct point *point)
{
    return text_print(print_shown, &(struct shown){column, point});
}

static bool is_shown(const struct column *column, const struct plan *plan)
{
    return column->is_shown == NULL || column->is_shown(plan);
}

static int find_width(const struct column *column, const struct plan *plan)
{
    size_t most = strlen(column->name);
    for (size_t k = 0; k < plan->count; k++) {
        char *cell = make_cell(column, &plan->points[k]);
        if (!plan->points[k].is_rival && strlen(cell) > most)
            most = strlen(cell);
        free(cell);
    }
    return (int)most;
}

static void print_row(FILE *stream, const struct plan *plan, const int *widths, const struct point *point)
{
    const char *gap = "";
    for (const struct column *column = table_columns; column->name != NULL; column++) {
        if (!is_shown(column, plan))
            continue;
        const int width = widths[column - table_columns];
        char *cell = point != NULL ? make_cell(column, point) : NULL;
        fprintf(stream, "%s%*s", gap, column->is_text ? -width : width, cell != NULL ? cell : column->name);
        free(cell);
        gap = "  ";
    }
    if (point != NULL && !point->good)
        fprintf(stream, "  %s", point->outcome.end);
    putc('\n', stream);
}

void table_print_formula(FILE *stream, const struct plan *plan, const struct plan_fit *fit)
{
    const struct formula *formula = plan->options->fit;
    for (size_t i = 0; i < formula_terms(formula); i++) {
        const bool is_negative = fit->constants[i] < 0;
        fprintf(stream, "%s%.4g (%s)",
                i > 0         ? (is_negative ? " - " : " + ")
                : is_negative ? "-"
                              : "",
                fabs(fit->constants[i]), formula_term_text(formula, i));
    }
    fprintf(stream, ", off by %.1f %% at most", 100 * fit->worst);
}

static void print_fitted_name(FILE *stream, const struct plan *plan, const struct plan_fit *fit)
{
    fprintf(stream, "%s", table_name(fit->first->program));
    if (has_threads(plan))
        fprintf(stream, " -t%" PRIu64, fit->first->threads);
    if (has_levels(plan))
        fprintf(stream, " -g%d", fit->first->level);
}

void table_print_fits(FILE *stream, const struct plan *plan)
{
    const struct scale_options *options = plan->options;
    for (size_t k = 0; k < plan->fit_count; k++) {
        const struct plan_fit *fit = &plan->fits[k];
        if (options->fit != NULL)
            print_fitted_name(stream, plan, fit);
        if (options->fit != NULL && fit->wrong != NULL)
            fprintf(stream, ": no constants for %s: %s\n", options->fit_text, fit->wrong);
        else if (options->fit != NULL) {
            fputs(": cycles = ", stream);
            table_print_formula(stream, plan, fit);
            putc('\n', stream);
        }
        if (isfinite(fit->astray)) {
            print_fitted_name(stream, plan, fit);
            fprintf(stream, ": the model %s is off by %.1f %% at most\n", options->curve_text,
                    100 * fit->astray);
        }
    }
}

void table_print(FILE *stream, const struct plan *plan)
{
    int widths[sizeof table_columns / sizeof *table_columns] = {0};
    for (const struct column *column = table_columns; column->name != NULL; column++)
        widths[column - table_columns] = find_width(column, plan);
    print_row(stream, plan, widths, NULL);
    for (size_t k = 0; k < plan->count; k++)
        if (!plan->points[k].is_rival)
            print_row(stream, plan, widths, &plan->points[k]);
    if (plan->fit_count > 0)
        putc('\n', stream);
    table_print_fits(stream, plan);
}

/* A field, quoted if it contains separators. */
static void print_field(FILE *stream, const char *text)
{
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fputs(text, stream);
        return;
    }
    putc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', stream);
        putc(*text, stream);
    }
    putc('"', stream);
}

static void print_number(FILE *stream, double number)
{
    if (isfinite(number))
        fprintf(stream, ",%.6g", number);
    else
        putc(',', stream);
}

void table_print_csv(FILE *stream, const struct plan *plan)
{
    fputs(
        "program,n,p,threads,level,cycles,work,instructions,write_conflicts,speedup,efficiency,cost,formula,"
        "seconds,end,status\n",
        stream);
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        const struct outcome *outcome = &point->outcome;
        if (point->is_rival)
            continue;
        print_field(stream, point->program);
        if (has_sizes(plan))
            fprintf(stream, ",%" PRIu64, point->n);
        else
            putc(',', stream);
        fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",", point->p, point->threads);
        if (point->level != PLAN_NO_LEVEL)
            fprintf(stream, "%d", point->level);
        fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, outcome->cycles, outcome->work,
                outcome->instructions, outcome->write_conflicts);
        print_number(stream, point->good ? point->speedup : NAN);
        print_number(stream, point->good ? point->efficiency : NAN);
        print_number(stream, point->good ? point->cost : NAN);
        print_number(stream, point->fitted);
        fprintf(stream, ",%.6f,%s,%d\n", outcome->seconds, outcome->end, outcome->status);
    }
}
