/* picture.c - see picture.h. */
#include "lab/scale/picture.h"

#include "lab/scale/chart.h"
#include "lab/scale/legend.h"
#include "lab/markup.h"
#include "lab/scale/style.h"

#include <string.h>

enum {
    MARGIN = 12,
    COLUMNS = 2,
    WIDTH = COLUMNS * CHART_WIDTH + (COLUMNS + 1) * MARGIN,
    LINE = 22,
    LETTER = 7, /* width of one of the legend */
    GAP = 30
};

/* How many entries of a legend stand beside each other. */
static size_t find_columns(const struct legend *legend)
{
    size_t longest = 1;
    for (size_t k = 0; k < legend->count; k++) {
        const size_t length = strlen(legend->entries[k].text);
        longest = length > longest ? length : longest;
    }
    const size_t columns = WIDTH / (SAMPLE_WIDTH + GAP + LETTER * longest);
    return columns > 0 ? columns : 1;
}

static void print_legend(FILE *stream, const struct legend *legend, size_t columns)
{
    for (size_t k = 0; k < legend->count; k++) {
        fprintf(stream, "<g transform=\"translate(%zu,%zu)\">",
                2 * (size_t)MARGIN + k % columns * (WIDTH - 2 * MARGIN) / columns,
                MARGIN + k / columns * LINE);
        chart_print_sample(stream, &legend->entries[k].sample);
        fprintf(stream, "<text x=\"%d\" y=\"%d\">", SAMPLE_WIDTH + 8, SAMPLE_HEIGHT / 2 + 5);
        markup_print_text(stream, legend->entries[k].text);
        fputs("</text></g>\n", stream);
    }
}

void picture_print(const void *context, FILE *stream)
{
    const struct curves *curves = context;
    struct legend legend;
    legend_make(&legend, curves);
    const size_t columns = find_columns(&legend);
    const size_t top = MARGIN + (legend.count + columns - 1) / columns * LINE;
    size_t charts = 0;
    for (unsigned k = 0; k < QUANTITIES; k++)
        charts += curves_show(curves, (enum quantity)k);
    const size_t height = top + (charts + COLUMNS - 1) / COLUMNS * (CHART_HEIGHT + MARGIN) + MARGIN;
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"%d\" height=\"%zu\" "
            "viewBox=\"0 0 %d %zu\">\n<style>\n",
            WIDTH, height, WIDTH, height);
    style_print_picture(stream);
    fputs("</style>\n<rect class=\"sheet\" width=\"100%\" height=\"100%\"/>\n", stream);
    print_legend(stream, &legend, columns);
    for (unsigned k = 0, place = 0; k < QUANTITIES; k++) {
        if (!curves_show(curves, (enum quantity)k))
            continue;
        fprintf(stream, "<g transform=\"translate(%d,%zu)\">\n",
                MARGIN + (int)(place % COLUMNS) * (CHART_WIDTH + MARGIN),
                top + MARGIN + place / COLUMNS * (CHART_HEIGHT + MARGIN));
        chart_print(stream, curves, (enum quantity)k, true);
        fputs("</g>\n", stream);
        place++;
    }
    fputs("</svg>\n", stream);
    legend_free(&legend);
}
