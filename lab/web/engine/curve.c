/* curve.c - see bridge.h: a sweep over numbers of PPs as charts, fit and table, with what pramscale makes of
 * its own.
 */
#include "lab/web/engine/bridge.h"

#include "common/json.h"
#include "lab/scale/chart.h"
#include "lab/scale/legend.h"
#include "lab/scale/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REASON = 200 };

static double number(const json_t *object, const char *name)
{
    const double value = json_number_value(json_object_get(object, name));
    return isfinite(value) && value > 0 ? value : 0;
}

/* ---- the sweep that the request describes */

static void add_pps(struct number_list *list, const json_t *runs)
{
    const size_t count = json_array_size(runs);
    list->items = calloc(count + 1, sizeof *list->items);
    for (size_t k = 0; k < count && list->items != NULL; k++)
        list->items[list->count++] = (uint64_t)number(json_array_get(runs, k), "p");
}

static void set_runs(struct plan *plan, const json_t *runs)
{
    for (size_t k = 0; k < plan->count; k++) {
        const json_t *run = json_array_get(runs, k);
        plan->points[k].known = true;
        plan->points[k].outcome = (struct outcome){
            .cycles = (uint64_t)number(run, "cycles"), .work = (uint64_t)number(run, "work"), .end = "exit"};
    }
}

/* ---- the answer */

static json_t *if_finite(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *describe_rows(const struct plan *plan)
{
    json_t *rows = json_array();
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        json_array_append_new(
            rows, json_pack("{so so so so so so so}", "p", json_number(point->p), "cycles",
                            json_number(point->outcome.cycles), "work", json_number(point->outcome.work),
                            "speedup", if_finite(point->speedup), "efficiency", if_finite(point->efficiency),
                            "cost", if_finite(point->cost), "fitted", if_finite(point->fitted)));
    }
    return rows;
}

/* What `print` prints between begin and end of an element svg. */
struct drawing {
    const struct curves *curves;
    enum quantity quantity;
    bool is_log;
    const struct chart_sample *sample; /* NULL: a chart */
};

static json_t *draw(const struct drawing *drawing)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return json_null();
    if (drawing->sample != NULL) {
        fprintf(stream, "<svg class=\"chart\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">", SAMPLE_WIDTH,
                SAMPLE_HEIGHT);
        chart_print_sample(stream, drawing->sample);
    } else {
        fprintf(stream, "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\">", CHART_WIDTH,
                CHART_HEIGHT);
        chart_print(stream, drawing->curves, drawing->quantity, drawing->is_log);
    }
    fputs("</svg>", stream);
    fclose(stream);
    json_t *drawn = json_text(text);
    free(text);
    return drawn;
}

static json_t *describe_legend(const struct curves *curves)
{
    struct legend legend;
    json_t *entries = json_array();
    legend_make(&legend, curves);
    for (size_t k = 0; k < legend.count; k++) {
        const struct drawing drawing = {.sample = &legend.entries[k].sample};
        json_array_append_new(
            entries, json_pack("{so so}", "svg", draw(&drawing), "text", json_text(legend.entries[k].text)));
    }
    legend_free(&legend);
    return entries;
}

static json_t *describe_fits(const struct plan *plan)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return json_null();
    table_print_fits(stream, plan);
    fclose(stream);
    json_t *fits = json_text(text);
    free(text);
    return fits;
}

static json_t *describe(const struct plan *plan, bool is_log)
{
    struct curves curves;
    const char *why;
    json_t *charts = json_array(), *answer;
    if (curves_make(&curves, plan, &why)) {
        for (unsigned k = 0; k < QUANTITIES; k++) {
            const struct drawing drawing = {&curves, (enum quantity)k, is_log, NULL};
            json_array_append_new(charts, draw(&drawing));
        }
        answer = json_pack("{so so so so}", "charts", charts, "legend", describe_legend(&curves), "fits",
                           describe_fits(plan), "rows", describe_rows(plan));
    } else {
        json_decref(charts);
        answer = json_pack("{ss so}", "error", why, "rows", describe_rows(plan));
    }
    curves_free(&curves);
    return answer;
}

static json_t *answer(const json_t *request)
{
    uint64_t one = 1;
    const json_t *runs = json_object_get(request, "runs");
    const char *fit = json_string_value(json_object_get(request, "fit"));
    const char *program = "program";
    char reason[REASON] = "";
    struct scale_options options = {.threads = {&one, 1, 1}, .programs = {&program, 1, 1}};
    if (fit != NULL && fit[0] != '\0') {
        options.fit_text = fit;
        options.fit = formula_parse(fit, "p", reason, sizeof reason);
        if (options.fit == NULL)
            return json_pack("{so}", "wrong", json_text(reason));
    }
    struct plan plan;
    add_pps(&options.pps, runs);
    plan_make(&plan, &options);
    set_runs(&plan, runs);
    plan_compute(&plan);
    json_t *said = describe(&plan, json_is_true(json_object_get(request, "log")));
    plan_free(&plan);
    formula_free(options.fit);
    free(options.pps.items);
    return said;
}

char *web_curve(const char *request)
{
    json_t *asked = json_loads(request, 0, NULL);
    json_t *said = answer(asked);
    char *text = json_dumps(said, JSON_COMPACT);
    json_decref(said);
    json_decref(asked);
    return text;
}
