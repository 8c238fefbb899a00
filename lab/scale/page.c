/* page.c - see page.h. */
#include "lab/scale/page.h"

#include "lab/scale/table.h"
#include "lab/text.h"

#include <stdlib.h>
#include <string.h>

static void print_text(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", stream);
            break;
        case '<':
            fputs("&lt;", stream);
            break;
        case '>':
            fputs("&gt;", stream);
            break;
        case '"':
            fputs("&quot;", stream);
            break;
        default:
            if ((unsigned char)*text >= ' ' || *text == '\n')
                putc(*text, stream);
        }
}

/* What print prints, as text of the page. */
static void print_from(FILE *stream, void (*print)(FILE *stream, const void *context), const void *context)
{
    char *text = text_print(print, context);
    print_text(stream, text);
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
    fputs("<table>\n<tr>", stream);
    for (const struct column *column = table_columns; column->name != NULL; column++)
        if (column->is_shown == NULL || column->is_shown(plan))
            fprintf(stream, "<th>%s</th>", column->name);
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
            print_text(stream, point->message[0] != '\0' ? point->message : point->outcome.end);
            fputs("</td>", stream);
        }
        fputs("</tr>\n", stream);
    }
    fputs("</table>\n", stream);
}

/* gnuplot's SVG without what only a file of its own may begin with. */
static void print_picture(FILE *stream, const char *svg)
{
    const char *start = strstr(svg, "<svg");
    if (start != NULL)
        fprintf(stream, "<figure>%s</figure>\n", start);
}

void page_print(const void *context, FILE *stream)
{
    const struct page *page = context;
    fputs("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>", stream);
    print_text(stream, table_name(page->plan->options->programs.items[0]));
    fputs(": time over PPs</title>\n<style>\n"
          "body { font: 16px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; }\n"
          "table { border-collapse: collapse; }\n"
          "th, td { padding: 0.1em 0.8em; text-align: right; font-variant-numeric: tabular-nums; }\n"
          "th { border-bottom: 1px solid; } .text { text-align: left; } .failed { color: #b00020; }\n"
          "figure { margin: 1em 0; } svg { max-width: 100%; height: auto; } pre { overflow-x: auto; }\n"
          "</style>\n<h1>Time over PPs</h1>\n<pre>",
          stream);
    for (char **word = page->command; *word != NULL; word++) {
        print_text(stream, *word);
        putc(' ', stream);
    }
    fputs("</pre>\n", stream);
    if (page->svg != NULL)
        print_picture(stream, page->svg);
    if (page->plan->fit_count > 0) {
        fputs("<pre>", stream);
        print_from(stream, print_fits, page->plan);
        fputs("</pre>\n", stream);
    }
    print_table(stream, page->plan);
    fputs("</html>\n", stream);
}
