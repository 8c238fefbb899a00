/* picture.c - see picture.h: a script with the data in it goes to gnuplot, its output comes back. */
#include "lab/scale/picture.h"

#include "lab/job.h"
#include "lab/scale/table.h"

#include "common/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SECONDS = 60, SIZE_MOST = 16 << 20, CURVES_MOST = 40 };

/* In gnuplot's single quotes: nothing of a name is a command. */
static void print_quoted(FILE *script, const char *text)
{
    putc('\'', script);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            putc('\'', script);
        if ((unsigned char)*text >= ' ')
            putc(*text, script);
    }
    putc('\'', script);
}

/* The rows of one series; false: none of its runs counts. */
static bool print_data(FILE *script, const struct plan *plan, size_t series)
{
    bool has_any = false;
    fprintf(script, "$series%zu << END\n", series);
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        if (point->series != series || point->is_rival || !point->good)
            continue;
        has_any = true;
        fprintf(script, "%" PRIu64 " %" PRIu64 " %g", point->p, point->outcome.cycles, point->speedup);
        if (isfinite(point->fitted))
            fprintf(script, " %g\n", point->fitted);
        else
            fputs(" NaN\n", script);
    }
    fputs("END\n", script);
    return has_any;
}

static const struct point *first_of(const struct plan *plan, size_t series)
{
    for (size_t k = 0; k < plan->count; k++)
        if (plan->points[k].series == series && !plan->points[k].is_rival)
            return &plan->points[k];
    return NULL;
}

static void print_title(FILE *script, const struct plan *plan, const struct point *point)
{
    const struct scale_options *options = plan->options;
    char title[160];
    int length = snprintf(title, sizeof title, "%.100s", table_name(point->program));
    if (options->sizes.count > 0)
        length += snprintf(title + length, sizeof title - (size_t)length, ", n = %" PRIu64, point->n);
    if (options->threads.count > 1)
        length += snprintf(title + length, sizeof title - (size_t)length, ", -t%" PRIu64, point->threads);
    if (options->levels.count > 1)
        snprintf(title + length, sizeof title - (size_t)length, ", -g%d", point->level);
    print_quoted(script, title);
}

static void print_curves(FILE *script, const struct plan *plan, const bool *has_data, unsigned column)
{
    const char *gap = "plot ";
    if (column == 3)
        fputs("plot x with lines dashtype 3 linecolor 'gray' title 'p'", script), gap = ", ";
    for (size_t series = 0; series < plan->series; series++) {
        if (!has_data[series])
            continue;
        fprintf(script,
                "%s$series%zu using 1:%u with linespoints linecolor %zu pointtype 7 pointsize 0.5 title ",
                gap, series, column, series + 1);
        print_title(script, plan, first_of(plan, series));
        gap = ", ";
        if (column == 2 && plan->options->fit != NULL)
            fprintf(script, ", $series%zu using 1:4 with lines dashtype 2 linecolor %zu notitle", series,
                    series + 1);
    }
    putc('\n', script);
}

static bool print_script(FILE *script, const struct plan *plan)
{
    bool has_data[CURVES_MOST] = {false}, has_any = false;
    for (size_t series = 0; series < plan->series; series++)
        has_any |= has_data[series] = print_data(script, plan, series);
    fputs("set terminal svg size 960,420 noenhanced font 'sans,12' background 'white'\n"
          "set multiplot layout 1,2\nset logscale xy\nset logscale x 2\n"
          "set key left bottom\nset xlabel 'PPs'\nset grid\nset ylabel 'cycles'\n",
          script);
    print_curves(script, plan, has_data, 2);
    fputs("set key left top\nset ylabel 'speedup'\nset logscale y 2\n", script);
    print_curves(script, plan, has_data, 3);
    fputs("unset multiplot\n", script);
    return has_any;
}

/* All that a file without a name holds. */
static char *read_all(int file)
{
    const off_t size = lseek(file, 0, SEEK_END);
    if (size <= 0 || size > SIZE_MOST)
        return NULL;
    char *text = memory_take((size_t)size + 1, 1);
    if (pread(file, text, (size_t)size, 0) == size)
        return text;
    free(text);
    return NULL;
}

/* A stream to a file in memory. */
static FILE *make_file(void)
{
    const int file = memfd_create("script", MFD_CLOEXEC);
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    if (stream == NULL && file >= 0)
        close(file);
    return stream;
}

char *picture_draw(const struct plan *plan, const char **why)
{
    static const char *const command[] = {"gnuplot", NULL};
    char *svg = NULL;
    *why = "gnuplot could not draw it";
    if (plan->series > CURVES_MOST) {
        *why = "there are too many curves for one picture";
        return NULL;
    }
    FILE *script = make_file();
    const int output = memfd_create("picture", MFD_CLOEXEC);
    if (script != NULL && output >= 0) {
        struct job job = {
            .command = command, .input = fileno(script), .output = output, .errors = -1, .seconds = SECONDS};
        if (!print_script(script, plan))
            *why = "no run has come to its end";
        else if (fflush(script) == 0 && lseek(fileno(script), 0, SEEK_SET) == 0 && job_run(&job)) {
            if (job.status == 0)
                svg = read_all(output);
            if (job.status == JOB_NOT_STARTED)
                *why = "there is no gnuplot on this host";
        } else if (job.lacks_null)
            *why = "gnuplot needs /dev/null, which is not there";
    }
    if (script != NULL)
        fclose(script);
    if (output >= 0)
        close(output);
    return svg;
}
