/* chart.c - see chart.h. */
#include "lab/scale/chart.h"

#include "common/memory.h"
#include "lab/scale/axis.h"
#include "lab/markup.h"
#include "lab/scale/style.h"
#include "lab/scale/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { LEFT = 74, RIGHT = 622, TOP = 44, BOTTOM = 328, STEPS = 120, TICK = 5 };

#define LABEL_DIGIT 7.4 /* width of a digit of a label */
#define LABEL_GAP 8

static const struct {
    const char *title;
    const char *unit; /* NULL: see print_speedup_unit */
    bool is_part;     /* in percent, on a linear axis */
} quantities[QUANTITIES] = {
    [QUANTITY_TIME] = {"Time", "T(p) in cycles", false},
    [QUANTITY_SPEEDUP] = {"Speedup", NULL, false},
    [QUANTITY_EFFICIENCY] = {"Efficiency", "speedup / PPs, in %", true},
    [QUANTITY_WORK] = {"Work", "instructions of all PPs outside barriers", false},
};

static const char *const classes[COMPUTED_KINDS] = {
    [COMPUTED_IDEAL] = "ideal", [COMPUTED_FIT] = "fit", [COMPUTED_MODEL] = "model"};

/* A mark for each curve, in turn. */
static const char *const marks[] = {
    "M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z",
    "M-4,-4h8v8h-8z",
    "M0,-5.5L5,3.8H-5z",
    "M0,-5.8L5.8,0 0,5.8 -5.8,0z",
    "M0,5.5L5,-3.8H-5z",
    "M-2,-5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5z",
};
enum { MARKS = sizeof marks / sizeof *marks };

struct chart {
    const struct curves *curves;
    enum quantity quantity;
    bool is_log;
    double factor; /* from values to numbers on the axis */
    struct axis x, y;
};

/* The class of a curve's colour. An ideal may belong to several curves. */
static unsigned colour_of(size_t curve, bool is_common)
{
    return is_common ? 0 : (unsigned)(curve % STYLE_COLOURS + 1);
}

static void print_shape(FILE *stream, size_t curve)
{
    fprintf(stream, "<path class=\"dot\" d=\"%s\"/>", marks[curve % MARKS]);
}

void chart_print_sample(FILE *stream, const struct chart_sample *sample)
{
    fprintf(stream, "<g class=\"c%u\"><path class=\"%s\" d=\"M0,%dH%d\"/>",
            colour_of(sample->curve, sample->is_common),
            sample->is_computed ? classes[sample->computed] : "run", SAMPLE_HEIGHT / 2, SAMPLE_WIDTH);
    if (!sample->is_computed) {
        fprintf(stream, "<g transform=\"translate(%d,%d)\">", SAMPLE_WIDTH / 2, SAMPLE_HEIGHT / 2);
        print_shape(stream, sample->curve);
        fputs("</g>", stream);
    }
    fputs("</g>", stream);
}

/* ---- axes */

struct range {
    double least, most;
};

static void widen(struct range *range, double value)
{
    if (!isfinite(value))
        return;
    range->least = fmin(range->least, value);
    range->most = fmax(range->most, value);
}

/* The range of the axes: runs, and the fit and the model over them. The ideal may leave the chart. */
static void find_ranges(const struct chart *chart, struct range *x, struct range *y)
{
    const struct curves *curves = chart->curves;
    *x = *y = (struct range){INFINITY, 0};
    for (size_t k = 0; k < curves->count; k++)
        for (size_t i = 0; i < curves->items[k].count; i++) {
            const struct curve *curve = &curves->items[k];
            const double at = curve_x(curves, curve->points[i]);
            widen(x, at);
            widen(y, chart->factor * curve_value(chart->quantity, curve->points[i]));
            for (unsigned c = COMPUTED_FIT; c < COMPUTED_KINDS; c++)
                widen(y, chart->factor * curve_compute(curves, curve, (enum computed)c, chart->quantity, at));
        }
    if (quantities[chart->quantity].is_part)
        widen(y, chart->factor);
    if (y->most <= 0)
        *y = (struct range){1, 1};
    if (x->least <= 0)
        *x = (struct range){1, fmax(1, x->most)}; /* the size 0 is on no logarithmic axis */
}

static int compare_numbers(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Ticks where the runs are. */
static void tick_runs(struct chart *chart)
{
    const struct curves *curves = chart->curves;
    double *values = memory_take(curves->plan->count, sizeof *values);
    size_t count = 0, kept = 0;
    for (size_t k = 0; k < curves->count; k++)
        for (size_t i = 0; i < curves->items[k].count; i++)
            values[count++] = curve_x(curves, curves->items[k].points[i]);
    qsort(values, count, sizeof *values, compare_numbers);
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || values[k] > values[kept - 1])
            values[kept++] = values[k];
    axis_tick_values(&chart->x, values, kept);
    free(values);
}

static double label_width(const char *label)
{
    double width = 0;
    for (; *label != '\0'; label++)
        width +=
            ((unsigned char)*label & 0xc0) != 0x80 ? LABEL_DIGIT : 0; /* a byte that begins a character */
    return width;
}

static void print_x_axis(FILE *stream, const struct chart *chart)
{
    double free_from = 0;
    fprintf(stream, "<path class=\"axis\" d=\"M%d,%dH%d\"/>", LEFT, BOTTOM, RIGHT);
    for (size_t k = 0; k < chart->x.tick_count; k++) {
        const double at = axis_place(&chart->x, chart->x.ticks[k]);
        char label[AXIS_LABEL];
        axis_label(&chart->x, chart->x.ticks[k], label);
        const double half = label_width(label) / 2;
        fprintf(stream, "<path class=\"grid\" d=\"M%.1f,%dV%d\"/><path class=\"tick\" d=\"M%.1f,%dv%d\"/>",
                at, BOTTOM - 1, TOP, at, BOTTOM, TICK);
        if (at - half < free_from)
            continue;
        fprintf(stream, "<text class=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>", at, BOTTOM + 20, label);
        free_from = at + half + LABEL_GAP;
    }
    fprintf(stream, "<text class=\"label end\" x=\"%d\" y=\"%d\">%s</text>\n", RIGHT, BOTTOM + 42,
            chart->curves->is_over_sizes ? "n, the size" : "p, the number of PPs");
}

static void print_y_axis(FILE *stream, const struct chart *chart)
{
    fprintf(stream, "<path class=\"axis\" d=\"M%d,%dV%d\"/>", LEFT, TOP, BOTTOM);
    for (size_t k = 0; k < chart->y.tick_count; k++) {
        const double at = axis_place(&chart->y, chart->y.ticks[k]);
        char label[AXIS_LABEL];
        axis_label(&chart->y, chart->y.ticks[k], label);
        if (at < BOTTOM - 1)
            fprintf(stream, "<path class=\"grid\" d=\"M%d,%.1fH%d\"/>", LEFT + 1, at, RIGHT);
        fprintf(stream,
                "<path class=\"tick\" d=\"M%d,%.1fh%d\"/><text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>",
                LEFT, at, -TICK, LEFT - TICK - 5, at + 4.5, label);
    }
    putc('\n', stream);
}

/* ---- curves */

static double place_x(const struct chart *chart, double x)
{
    return axis_place(&chart->x, x);
}

static double place_y(const struct chart *chart, double value)
{
    return axis_place(&chart->y, chart->factor * value);
}

static void print_computed(FILE *stream, const struct chart *chart, size_t number, enum computed computed)
{
    const struct curves *curves = chart->curves;
    const struct curve *curve = &curves->items[number];
    const double first = curve_x(curves, curve->points[0]),
                 last = curve_x(curves, curve->points[curve->count - 1]);
    bool is_drawing = false, has_any = false;
    for (int k = 0; k <= STEPS && first > 0; k++) {
        const double part = (double)k / STEPS;
        const double x = chart->is_log ? first * pow(last / first, part) : first + part * (last - first);
        const double value = curve_compute(curves, curve, computed, chart->quantity, x);
        if (isfinite(value) && !has_any)
            fprintf(stream, "<path class=\"%s c%u\" d=\"", classes[computed],
                    colour_of(number, computed == COMPUTED_IDEAL && curves->count > 1));
        if (isfinite(value))
            fprintf(stream, "%s%.1f,%.1f", is_drawing ? " " : "M", place_x(chart, x), place_y(chart, value));
        is_drawing = isfinite(value);
        has_any |= is_drawing;
    }
    if (has_any)
        fputs("\"/>\n", stream);
}

static void print_mark(FILE *stream, const struct chart *chart, size_t number, const struct point *point)
{
    const double value = curve_value(chart->quantity, point), shown = chart->factor * value;
    char name[CURVE_NAME];
    curve_name(chart->curves, &chart->curves->items[number], name);
    fprintf(stream, "<g transform=\"translate(%.1f,%.1f)\"><title>",
            place_x(chart, curve_x(chart->curves, point)), place_y(chart, value));
    markup_print_text(stream, name);
    fprintf(stream, ", %s = %.0f: %.*f%s</title><circle class=\"hit\" r=\"10\"/>",
            chart->curves->is_over_sizes ? "n" : "p", curve_x(chart->curves, point),
            shown == floor(shown) ? 0 : 2, shown, quantities[chart->quantity].is_part ? " %" : "");
    print_shape(stream, number);
    fputs("</g>", stream);
}

/* A point without a value, or at the size 0 of a logarithmic axis, has no mark and no line. */
static bool is_drawn(const struct chart *chart, const struct point *point)
{
    return isfinite(curve_value(chart->quantity, point)) &&
           (curve_x(chart->curves, point) > 0 || !chart->is_log);
}

static void print_runs(FILE *stream, const struct chart *chart, size_t number)
{
    const struct curve *curve = &chart->curves->items[number];
    const char *step = "M";
    fprintf(stream, "<g class=\"c%u\"><path class=\"run\" d=\"", colour_of(number, false));
    for (size_t k = 0; k < curve->count; k++) {
        if (!is_drawn(chart, curve->points[k]))
            continue;
        fprintf(stream, "%s%.1f,%.1f", step, place_x(chart, curve_x(chart->curves, curve->points[k])),
                place_y(chart, curve_value(chart->quantity, curve->points[k])));
        step = " ";
    }
    fputs("\"/>", stream);
    for (size_t k = 0; k < curve->count; k++)
        if (is_drawn(chart, curve->points[k]))
            print_mark(stream, chart, number, curve->points[k]);
    fputs("</g>\n", stream);
}

/* The reference of the speedup. */
static void print_speedup_unit(FILE *stream, const struct curves *curves)
{
    const struct point *base = curves->items[0].points[0]->base;
    if (curves->plan->options->against != NULL) {
        fputs("times faster than ", stream);
        markup_print_text(stream, table_name(curves->plan->options->against));
        fputs(" on one PP", stream);
    } else
        fprintf(stream, "T(%" PRIu64 ") / T(p)", base != NULL ? base->p : 1);
}

static void print_title(FILE *stream, const struct chart *chart)
{
    const char *unit = quantities[chart->quantity].unit;
    fprintf(stream,
            "<text x=\"8\" y=\"22\"><tspan class=\"title\">%s</tspan><tspan class=\"unit\" dx=\"10\">",
            quantities[chart->quantity].title);
    if (unit != NULL)
        fputs(unit, stream);
    else
        print_speedup_unit(stream, chart->curves);
    fputs("</tspan></text>\n", stream);
}

void chart_print(FILE *stream, const struct curves *curves, enum quantity quantity, bool is_log)
{
    const bool is_part = quantities[quantity].is_part;
    struct chart chart = {.curves = curves,
                          .quantity = quantity,
                          .is_log = is_log,
                          .factor = is_part ? 100 : 1,
                          .x = {.start = LEFT, .end = RIGHT},
                          .y = {.start = BOTTOM, .end = TOP}};
    struct range x, y;
    find_ranges(&chart, &x, &y);
    axis_fit(&chart.x, is_log, x.least, x.most);
    axis_fit(&chart.y, is_log && !is_part, y.least, y.most);
    tick_runs(&chart);
    print_title(stream, &chart);
    print_x_axis(stream, &chart);
    print_y_axis(stream, &chart);
    /* curves that leave the chart end at its edges: it is a nested picture */
    fprintf(stream, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">\n", LEFT, TOP,
            RIGHT - LEFT, BOTTOM - TOP, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    for (unsigned c = 0; c < COMPUTED_KINDS; c++)
        for (size_t k = 0; k < curves->count; k++)
            print_computed(stream, &chart, k, (enum computed)c);
    fputs("</svg>\n", stream);
    for (size_t k = 0; k < curves->count; k++)
        print_runs(stream, &chart, k);
}
