/* page.c - see page.h. */
#include "lab/scale/page.h"

#include "common/plural.h"
#include "lab/scale/chart.h"
#include "lab/scale/legend.h"
#include "lab/markup.h"
#include "lab/scale/style.h"
#include "lab/scale/table.h"
#include "lab/text.h"

#include <stdlib.h>
#include <string.h>

/* The output of `print` as text of the page. */
static void print_from(FILE *stream, void (*print)(FILE *stream, const void *context), const void *context)
{
    char *text = text_print(print, context);
    markup_print_text(stream, text);
    free(text);
}

static void print_fits(FILE *stream, const void *context)
{
    table_print_fits(stream, context);
}

struct cell {
    const struct column *column;
    const struct point *point;
};

static void print_cell(FILE *stream, const void *context)
{
    const struct cell *cell = context;
    cell->column->print(stream, cell->point);
}

static void print_table(FILE *stream, const struct plan *plan)
{
    fputs("<div class=\"table\"><table>\n<tr>", stream);
    for (const struct column *column = table_columns; column->name != NULL; column++)
        if (column->is_shown == NULL || column->is_shown(plan))
            fprintf(stream, "<th%s>%s</th>", column->is_text ? " class=\"text\"" : "", column->name);
    fputs("</tr>\n", stream);
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        if (point->is_rival)
            continue;
        fputs(point->good ? "<tr>" : "<tr class=\"failed\">", stream);
        for (const struct column *column = table_columns; column->name != NULL; column++) {
            if (column->is_shown != NULL && !column->is_shown(plan))
                continue;
            fputs(column->is_text ? "<td class=\"text\">" : "<td>", stream);
            print_from(stream, print_cell, &(struct cell){column, point});
            fputs("</td>", stream);
        }
        if (!point->good) {
            fputs("<td class=\"text\">", stream);
            markup_print_text(stream, point->message[0] != '\0' ? point->message : point->outcome.end);
            fputs("</td>", stream);
        }
        fputs("</tr>\n", stream);
    }
    fputs("</table></div>\n", stream);
}

static void print_legend(FILE *stream, const struct curves *curves)
{
    struct legend legend;
    legend_make(&legend, curves);
    fputs("<ul class=\"legend\">\n", stream);
    for (size_t k = 0; k < legend.count; k++) {
        fprintf(stream, "<li><svg class=\"chart\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">", SAMPLE_WIDTH,
                SAMPLE_HEIGHT);
        chart_print_sample(stream, &legend.entries[k].sample);
        fputs("</svg><span>", stream);
        markup_print_text(stream, legend.entries[k].text);
        fputs("</span></li>\n", stream);
    }
    fputs("</ul>\n", stream);
    legend_free(&legend);
}

static void print_charts(FILE *stream, const struct curves *curves)
{
    static const char *const scales[] = {"logarithmic", "linear"};
    fputs("<div class=\"charts\">\n", stream);
    for (unsigned quantity = 0; quantity < QUANTITIES; quantity++) {
        if (!curves_show(curves, (enum quantity)quantity))
            continue;
        fputs("<figure>\n", stream);
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
            fprintf(stream, "<svg class=\"chart %s\" viewBox=\"0 0 %d %d\">\n", scales[k], CHART_WIDTH,
                    CHART_HEIGHT);
            chart_print(stream, curves, (enum quantity)quantity, k == 0);
            fputs("</svg>\n", stream);
        }
        fputs("</figure>\n", stream);
    }
    fputs("</div>\n", stream);
}

/* A line that describes the run. */
static void print_summary(FILE *stream, const struct plan *plan)
{
    size_t runs = 0, failed = 0;
    for (size_t k = 0; k < plan->count; k++) {
        runs += !plan->points[k].is_rival;
        failed += !plan->points[k].is_rival && !plan->points[k].good;
    }
    fprintf(stream, "<p id=\"summary\">%zu run%s", runs, plural(runs));
    if (failed > 0)
        fprintf(stream, ", <span class=\"failed\">%zu failed</span>", failed);
    fputs("</p>\n", stream);
}

static void print_names(FILE *stream, const struct plan *plan)
{
    const struct text_list *programs = &plan->options->programs;
    for (size_t k = 0; k < programs->count; k++) {
        fputs(k > 0 ? ", " : "", stream);
        markup_print_text(stream, table_name(programs->items[k]));
    }
}

/* Inputs precede everything that depends on their states. */
static void print_head(FILE *stream, const struct page *page)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          stream);
    print_names(stream, page->plan);
    fputs(" \u2013 pramscale</title>\n<style>\n", stream);
    style_print_page(stream);
    fputs("</style>\n</head>\n<body>\n", stream);
    if (page->curves != NULL)
        fputs("<input type=\"radio\" name=\"scale\" id=\"logarithmic\" checked>"
              "<input type=\"radio\" name=\"scale\" id=\"linear\">\n",
              stream);
    fputs("<header>\n<h1>", stream);
    print_names(stream, page->plan);
    fputs("</h1>\n", stream);
    print_summary(stream, page->plan);
    fputs("<nav>\n", stream);
    if (page->curves != NULL)
        fputs("<span class=\"choice\"><label for=\"logarithmic\">logarithmic</label>"
              "<label for=\"linear\">linear</label></span>\n",
              stream);
    fputs("<button id=\"theme\" title=\"light or dark (t)\">&#9680;</button>\n</nav>\n</header>\n", stream);
}

/* A word of a command line, quoted for a shell. */
static void print_word(FILE *stream, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,.:/@%{}";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        markup_print_text(stream, word);
        return;
    }
    putc('\'', stream);
    for (; *word != '\0'; word++) {
        const char letter[] = {*word, '\0'};
        markup_print_text(stream, *word == '\'' ? "'\\''" : letter);
    }
    putc('\'', stream);
}

void page_print(const void *context, FILE *stream)
{
    const struct page *page = context;
    print_head(stream, page);
    fputs("<main>\n<pre class=\"command\">", stream);
    for (char **word = page->command; *word != NULL; word++) {
        fputs(word > page->command ? " " : "", stream);
        print_word(stream, word > page->command ? *word : table_name(*word));
    }
    fputs("</pre>\n", stream);
    if (page->curves != NULL) {
        print_legend(stream, page->curves);
        print_charts(stream, page->curves);
    }
    if (page->plan->fit_count > 0) {
        fputs("<pre class=\"fits\">", stream);
        print_from(stream, print_fits, page->plan);
        fputs("</pre>\n", stream);
    }
    print_table(stream, page->plan);
    fputs("</main>\n<script>\n", stream);
    style_print_script(stream);
    fputs("</script>\n</body>\n</html>\n", stream);
}
