/* grade.c - main of pramgrade: options, then one submission after the other. Knows everything; nothing knows
 * it. */
#include "common/memory.h"
#include "common/message.h"
#include "common/nolink.h"
#include "common/start.h"
#include "common/tool.h"
#include "lab/grade/inbox.h"
#include "lab/grade/report.h"
#include "lab/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row rows[] = {
#define OPTION(letter, name, argument, text) {"--" #name, letter, argument, text, false},
#include "lab/grade/options.def"
    TOOL_ROWS};

struct options {
    const char *json, *fcc, *pramsim, *assignment;
    const char **submissions;
    size_t count, capacity;
};

static bool take(void *context, char letter, const char *argument);

static const struct tool tool = {
    .name = "pramgrade",
    .usage = "[options] LAB.yml SUBMISSION...",
    .text = "Compiles and runs submissions, files or folders of files, and says what is right.",
    .missing = "which assignment?",
    .notes = "docs/lab.md says what a LAB.yml holds. Exit status: 0 all is right, 1 something is not, 2 "
             "wrong usage or\n"
             "LAB.yml, 3 something could not be run.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .take = take,
};

static bool take(void *context, char letter, const char *argument)
{
    struct options *options = context;
    switch (letter) {
    case 'j':
        options->json = argument;
        return true;
    case 'c':
        options->fcc = argument;
        return true;
    case 's':
        options->pramsim = argument;
        return true;
    default:
        if (options->assignment == NULL) {
            options->assignment = argument;
            return true;
        }
        options->submissions = memory_grow(options->submissions, &options->capacity, options->count + 1,
                                           sizeof *options->submissions);
        options->submissions[options->count++] = argument;
        return true;
    }
}

static bool write_json(const char *name, const struct report_json *report)
{
    struct file_error error = {""};
    if (name == NULL || nolink_print(name, report_print_json, report, &error))
        return true;
    message_line(stderr, "pramgrade: error: %s: %s", name, error.text);
    return false;
}

static bool has_trouble(const struct submission *submission)
{
    for (size_t k = 0; k < submission->count; k++)
        if (submission->attempts[k].verdict == VERDICT_not_run)
            return true;
    return submission->trouble != NULL && !submission->is_refused;
}

static int grade(const struct options *options, const struct inbox *inbox,
                 const struct assignment *assignment, const struct tools *tools)
{
    struct submission *submissions = memory_take(inbox->count, sizeof *submissions);
    int status = TOOL_OK;
    for (size_t k = 0; k < inbox->count; k++) {
        submission_grade(&submissions[k], assignment, &inbox->entries[k], tools);
        if (k > 0)
            putchar('\n');
        report_print(stdout, &submissions[k]);
        if (fflush(stdout) != 0) {
            message_line(stderr, "pramgrade: error: standard output: %s", strerror(errno));
            status = TOOL_FILES;
            break;
        }
        if (has_trouble(&submissions[k]))
            status = TOOL_FILES;
        else if (status == TOOL_OK && submission_points(&submissions[k]) < assignment_points(assignment))
            status = TOOL_ERRORS;
    }
    const struct report_json report = {
        .assignment = assignment, .submissions = submissions, .count = inbox->count};
    if (!write_json(options->json, &report))
        status = TOOL_FILES;
    for (size_t k = 0; k < inbox->count; k++)
        submission_free(&submissions[k]);
    free(submissions);
    return status;
}

static int collect_and_grade(const struct options *options, const struct assignment *assignment,
                             const struct tools *tools)
{
    struct inbox inbox = {0};
    struct file_error error = {""};
    int failed = TOOL_OK;
    for (size_t k = 0; k < options->count; k++)
        if (!inbox_add(&inbox, options->submissions[k], &error)) {
            message_line(stderr, "pramgrade: error: %s: %s", options->submissions[k], error.text);
            failed = TOOL_FILES;
        }
    const int status = grade(options, &inbox, assignment, tools);
    inbox_free(&inbox);
    return failed != TOOL_OK ? failed : status;
}

static int read_and_grade(const struct options *options)
{
    struct assignment assignment;
    int status = TOOL_USAGE;
    if (assignment_read(&assignment, options->assignment)) {
        char *fcc = place_beside("fcc"), *pramsim = place_beside("pramsim");
        const struct tools tools = {.fcc = options->fcc != NULL ? options->fcc : fcc,
                                    .pramsim = options->pramsim != NULL ? options->pramsim : pramsim};
        status = collect_and_grade(options, &assignment, &tools);
        free(fcc);
        free(pramsim);
    }
    assignment_free(&assignment);
    return status;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    if (!start_program(tool.name))
        return TOOL_FILES;
    int status = tool_parse(&tool, argc, argv, &options);
    if (status < 0 && options.count == 0) {
        tool_complain(&tool, "which submissions?", "");
        status = TOOL_USAGE;
    }
    if (status < 0)
        status = read_and_grade(&options);
    free(options.submissions);
    return status;
}
