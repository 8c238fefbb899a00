/* scale.c - main of pramscale: options, runs, and their results. */
#include "common/message.h"
#include "common/memory.h"
#include "common/nolink.h"
#include "common/output.h"
#include "common/start.h"
#include "common/tool.h"
#include "lab/scale/journal.h"
#include "lab/scale/options.h"
#include "lab/scale/page.h"
#include "lab/scale/picture.h"
#include "lab/scale/plan.h"
#include "lab/scale/sweep.h"
#include "lab/scale/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without the ending of a file that pramscale writes: -o x.html means x. */
static size_t stem_length(const char *name)
{
    static const char *const endings[] = {".html", ".svg", ".csv", ".runs"};
    const size_t length = strlen(name);
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        const size_t size = strlen(endings[k]);
        if (length > size && name[length - size - 1] != '/' && strcmp(name + length - size, endings[k]) == 0)
            return length - size;
    }
    return length;
}

static char *name_output(const struct scale_options *options, const char *ending)
{
    char *name;
    if (options->output == NULL)
        return NULL;
    if (asprintf(&name, "%.*s%s", (int)stem_length(options->output), options->output, ending) < 0)
        memory_is_short();
    return name;
}

static bool complain(const char *name, const struct file_error *error)
{
    message_line(stderr, "pramscale: error: %s: %s", name, error->text);
    return false;
}

static void print_csv(const void *context, FILE *stream)
{
    table_print_csv(stream, context);
}

static bool write_one(const struct scale_options *options, const char *ending,
                      void (*print)(const void *context, FILE *stream), const void *context)
{
    struct file_error error;
    char *name = name_output(options, ending);
    const bool good = nolink_print(name, print, context, &error) || complain(name, &error);
    free(name);
    return good;
}

static bool write_all(const struct plan *plan, char **command)
{
    const struct scale_options *options = plan->options;
    if (options->output == NULL)
        return true;
    const char *why;
    struct curves curves;
    const bool has_charts = curves_make(&curves, plan, &why);
    if (!has_charts)
        message_line(stderr, "pramscale: note: no picture: %s", why);
    const struct page page = {.plan = plan, .curves = has_charts ? &curves : NULL, .command = command};
    const bool good = write_one(options, ".csv", print_csv, plan) &&
                      (!has_charts || write_one(options, ".svg", picture_print, &curves)) &&
                      write_one(options, ".html", page_print, &page);
    curves_free(&curves);
    return good;
}

/* Reports each failed run; returns whether there are any. */
static bool report_failures(const struct plan *plan)
{
    bool has_any = false;
    for (size_t k = 0; k < plan->count; k++) {
        const struct point *point = &plan->points[k];
        if (point->good)
            continue;
        has_any = true;
        message_line(stderr, "pramscale: error: %s on %llu PPs: status %d, %s", point->program,
                     (unsigned long long)point->p, point->outcome.status,
                     point->message[0] != '\0' ? point->message : point->outcome.end);
    }
    return has_any;
}

static int run(const struct scale_options *options, char **command)
{
    struct plan plan;
    struct journal journal;
    struct file_error error = {0};
    int status = TOOL_FILES;
    char *name = name_output(options, ".runs");
    plan_make(&plan, options);
    if (!journal_open(&journal, name, &error))
        complain(name, &error);
    else if (sweep_run(&plan, &journal)) {
        plan_compute(&plan);
        table_print(stdout, &plan);
        status = report_failures(&plan) ? TOOL_ERRORS : TOOL_OK;
        if (!write_all(&plan, command))
            status = TOOL_FILES;
        if (!output_standard_is_written(&error)) {
            complain("standard output", &error);
            status = TOOL_FILES;
        }
    }
    journal_close(&journal);
    plan_free(&plan);
    free(name);
    return status;
}

int main(int argc, char **argv)
{
    struct scale_options options;
    if (!start_program("pramscale"))
        return TOOL_FILES;
    int status = scale_options_parse(&options, argc, argv);
    if (status < 0)
        status = run(&options, argv);
    scale_options_free(&options);
    return status;
}
