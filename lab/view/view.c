/* view.c - main of pramview: options, the trace, its sources, and the page made of them. Knows everything;
 * nothing knows it. */
#include "common/file.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/nolink.h"
#include "common/start.h"
#include "common/tool.h"
#include "lab/view/page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANGES = 4 << 20 };

static const struct option_row rows[] = {
#define OPTION(letter, name, argument, text) {"--" #name, letter, argument, text, false},
#include "lab/view/options.def"
    TOOL_ROWS};

struct options {
    const char *trace, *output, *profile;
    struct source_folders folders;
    uint64_t most;
};

static bool take(void *context, char letter, const char *argument);

static const struct tool tool = {
    .name = "pramview",
    .usage = "[options] TRACE",
    .text =
        "Turns a timeline of pramsim --trace into one HTML page, which needs no other file and no network.",
    .missing = "which trace?",
    .notes =
        "Exit status: 0 the page was written, 1 the file is not a timeline or not a profile, 2 wrong usage, "
        "3 a file cannot be read or written.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .take = take,
};

static bool read_most(const char *text, uint64_t *most)
{
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    const char *unit = strchr("KMG", *end);
    const unsigned shift = *end != '\0' && unit != NULL ? 10 * (unsigned)(unit - "KMG" + 1) : 0;
    *most = (uint64_t)number << shift;
    return text[0] >= '1' && text[0] <= '9' && errno == 0 && number <= UINT32_MAX && unit != NULL &&
           (*end == '\0' || end[1] == '\0');
}

static bool take(void *context, char letter, const char *argument)
{
    struct options *options = context;
    switch (letter) {
    case 'o':
        options->output = argument;
        return true;
    case 'I':
        options->folders.items = memory_grow(options->folders.items, &options->folders.room,
                                             options->folders.count + 1, sizeof *options->folders.items);
        options->folders.items[options->folders.count++] = argument;
        return true;
    case 'p':
        options->profile = argument;
        return true;
    case 'm':
        return read_most(argument, &options->most) ||
               tool_complain(&tool, "--most: expected a number from 1 on, such as 500000 or 4M, not ",
                             argument);
    default:
        if (options->trace != NULL)
            return tool_complain(&tool, "one trace at a time: ", argument);
        options->trace = argument;
        return true;
    }
}

/* sort.pftrace: sort.html */
static char *choose_name(const char *trace)
{
    const char *slash = strrchr(trace, '/'), *dot = strrchr(trace, '.');
    const bool has_ending = dot != NULL && dot != trace && (slash == NULL || dot > slash + 1);
    const size_t length = has_ending ? (size_t)(dot - trace) : strlen(trace);
    char *name;
    if (asprintf(&name, "%.*s.html", (int)length, trace) < 0)
        memory_is_short();
    return name;
}

static int complain(const char *name, const char *text, int status)
{
    message_line(stderr, "pramview: error: %s: %s", name, text);
    return status;
}

/* The files of the profile that are the user's are shown, too. By their numbers there: those of sources. */
static uint32_t *add_counted(struct sources *sources, const struct options *options,
                             const struct counts *counts)
{
    uint32_t *numbers = memory_take(counts->file_count + 1, sizeof *numbers);
    for (size_t k = 0; k < counts->file_count; k++) {
        const char *name = counts->files[k];
        const bool is_shown = name != NULL && name[0] != '(' && name[0] != '?' && !source_is_library(name);
        numbers[k] = is_shown ? sources_add(sources, name, options->trace, &options->folders) : UINT32_MAX;
    }
    return numbers;
}

static void note_absent(const struct source *source)
{
    if (source->text != NULL || source_is_library(source->name))
        return;
    if (source->refused.text[0] != '\0')
        message_line(stderr, "pramview: note: %s is not shown: %s", source->name, source->refused.text);
    else
        message_line(stderr, "pramview: note: %s cannot be found; --source=FOLDER names a folder to search",
                     source->name);
}

static int write_page(const struct options *options, const struct trace *trace, const struct counts *counts,
                      const char *output)
{
    struct sources sources;
    struct file_error error;
    sources_find(&sources, trace, options->trace, &options->folders);
    uint32_t *counted_file = counts != NULL ? add_counted(&sources, options, counts) : NULL;
    for (size_t k = 0; k < sources.count; k++)
        note_absent(&sources.files[k]);
    const struct page page = {.trace = trace,
                              .sources = &sources,
                              .counts = counts,
                              .counted_file = counted_file,
                              .most = options->most};
    const bool good = nolink_print(output, view_print, &page, &error);
    sources_free(&sources);
    free(counted_file);
    return good ? TOOL_OK : complain(output, error.text, TOOL_FILES);
}

static int cannot_read(const char *name, const struct file_error *error)
{
    message_line(stderr, "pramview: error: %s: cannot read: %s", name, error->text);
    return TOOL_FILES;
}

/* With the counts of --profile, if it is given. */
static int write_counted(const struct options *options, const struct trace *trace, const char *output)
{
    struct file_error error;
    struct counts counts;
    size_t size;
    if (options->profile == NULL)
        return write_page(options, trace, NULL, output);
    char *text = file_read(options->profile, FILE_MAX_BYTES, false, &size, &error);
    if (text == NULL)
        return cannot_read(options->profile, &error);
    const int status =
        counts_read(&counts, text)
            ? write_page(options, trace, &counts, output)
            : complain(options->profile, "it is not a file of pramsim --profile=FILE", TOOL_ERRORS);
    counts_free(&counts);
    free(text);
    return status;
}

static int make_page(const struct options *options)
{
    struct file_error error;
    struct trace trace;
    size_t size;
    const char *why;
    char *name = options->output != NULL ? NULL : choose_name(options->trace);
    const char *output = options->output != NULL ? options->output : name;
    int status = TOOL_USAGE;
    if (tool_spares(&tool, output, options->trace) &&
        (options->profile == NULL || tool_spares(&tool, output, options->profile))) {
        char *bytes = file_read(options->trace, FILE_MAX_BYTES, false, &size, &error);
        if (bytes == NULL) {
            status = cannot_read(options->trace, &error);
        } else {
            status = trace_read(&trace, bytes, size, &why) ? write_counted(options, &trace, output)
                                                           : complain(options->trace, why, TOOL_ERRORS);
            trace_free(&trace);
        }
        free(bytes);
    }
    free(name);
    return status;
}

int main(int argc, char **argv)
{
    struct options options = {.most = MOST_CHANGES};
    if (!start_program(tool.name))
        return TOOL_FILES;
    int status = tool_parse(&tool, argc, argv, &options);
    if (status < 0)
        status = make_page(&options);
    free(options.folders.items);
    return status;
}
