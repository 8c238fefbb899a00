/* legend.c - see legend.h. */
#include "lab/scale/legend.h"

#include "common/memory.h"
#include "lab/scale/table.h"
#include "lab/text.h"

#include <stdlib.h>
#include <string.h>

/* Owns the text. */
static void add(struct legend *legend, struct chart_sample sample, char *text)
{
    legend->entries =
        memory_grow(legend->entries, &legend->capacity, legend->count + 1, sizeof *legend->entries);
    legend->entries[legend->count++] = (struct legend_entry){.sample = sample, .text = text};
}

static char *copy(const char *text)
{
    char *own = strdup(text);
    if (own == NULL)
        memory_is_short();
    return own;
}

struct fit_text {
    const struct plan *plan;
    const struct plan_fit *fit;
};

static void print_fit(FILE *stream, const void *context)
{
    const struct fit_text *text = context;
    fputs("fit", stream);
    if (text->plan->fit_count > 1)
        fprintf(stream, " of %s", table_name(text->fit->first->program));
    fputs(": T = ", stream);
    table_print_formula(stream, text->plan, text->fit);
}

static void print_model(FILE *stream, const void *context)
{
    fprintf(stream, "model: T = %s", ((const struct plan *)context)->options->curve_text);
}

/* A fit for each group of curves that it was made for. */
static void add_fits(struct legend *legend, const struct curves *curves)
{
    for (size_t k = 0; k < curves->count; k++) {
        const struct plan_fit *fit = curves->items[k].fit;
        size_t before = 0, all = 0;
        for (size_t i = 0; i < curves->count; i++) {
            before += i < k && curves->items[i].fit == fit;
            all += curves->items[i].fit == fit;
        }
        if (fit != NULL && before == 0)
            add(legend,
                (struct chart_sample){
                    .curve = k, .is_computed = true, .computed = COMPUTED_FIT, .is_common = all > 1},
                text_print(print_fit, &(struct fit_text){curves->plan, fit}));
    }
}

void legend_make(struct legend *legend, const struct curves *curves)
{
    const bool is_common = curves->count > 1;
    *legend = (struct legend){0};
    for (size_t k = 0; k < curves->count; k++) {
        char name[CURVE_NAME];
        curve_name(curves, &curves->items[k], name);
        add(legend, (struct chart_sample){.curve = k}, copy(name));
    }
    add_fits(legend, curves);
    if (curves_have(curves, COMPUTED_MODEL, QUANTITY_TIME))
        add(legend,
            (struct chart_sample){.is_computed = true, .computed = COMPUTED_MODEL, .is_common = is_common},
            text_print(print_model, curves->plan));
    if (curves_have(curves, COMPUTED_IDEAL, QUANTITY_TIME))
        add(legend,
            (struct chart_sample){.is_computed = true, .computed = COMPUTED_IDEAL, .is_common = is_common},
            copy("ideal: the work of the first run by the number of PPs"));
}

void legend_free(struct legend *legend)
{
    for (size_t k = 0; k < legend->count; k++)
        free(legend->entries[k].text);
    free(legend->entries);
}
