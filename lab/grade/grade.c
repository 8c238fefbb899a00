/* grade.c - main of pramgrade: options, then one submission after the other. */
#include "common/json.h"
#include "common/memory.h"
#include "common/message.h"
#include "common/nolink.h"
#include "common/start.h"
#include "common/tool.h"
#include "lab/grade/inbox.h"
#include "lab/grade/rehearsal.h"
#include "lab/grade/format/format.h"
#include "lab/grade/report.h"
#include "lab/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option_row rows[] = {
#define OPTION(letter, name, argument, text) {"--" #name, letter, argument, text, false},
#include "lab/grade/options.def"
    TOOL_ROWS};

/* Not an exit status: printing is impossible. */
enum { TOOL_STOPPED = TOOL_FILES + 1 };

struct options {
    const char *files[FORMAT_COUNT]; /* names of the reports, by format; NULL: not wanted */
    const char *fcc, *pramsim, *assignment;
    const char **submissions;
    size_t count, capacity;
    bool is_dry, is_quiet;
};

static bool take(void *context, char letter, const char *argument);

static const struct tool tool = {
    .name = "pramgrade",
    .usage = "[options] LAB.yml SUBMISSION...",
    .text = "Compiles, runs and grades submissions: files or folders of files.",
    .missing = "which assignment?",
    .notes = "docs/lab.md describes LAB.yml. Exit status: 0 every submission has all points, 1 some has\n"
             "not, 2 wrong usage or LAB.yml, 3 a run could not be started or a file not be written.",
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .take = take,
};

static void add_submission(struct options *options, const char *path)
{
    options->submissions = memory_grow(options->submissions, &options->capacity, options->count + 1,
                                       sizeof *options->submissions);
    options->submissions[options->count++] = path;
}

static bool take(void *context, char letter, const char *argument)
{
    struct options *options = context;
    const enum format format = format_of(letter);
    if (format < FORMAT_COUNT) {
        options->files[format] = argument;
        return true;
    }
    switch (letter) {
    case 'c':
        options->fcc = argument;
        return true;
    case 's':
        options->pramsim = argument;
        return true;
    case 'n':
        options->is_dry = true;
        return true;
    case 'q':
        options->is_quiet = true;
        return true;
    default:
        if (options->assignment == NULL) {
            options->assignment = argument;
            return true;
        }
        add_submission(options, argument);
        return true;
    }
}

/* Writes each wanted report; false after a message. */
static bool write_reports(const char *const files[FORMAT_COUNT], const struct format_report *report)
{
    bool good = true;
    for (enum format format = 0; format < FORMAT_COUNT; format++) {
        struct file_error error = {""};
        if (files[format] == NULL || nolink_print(files[format], format_print(format), report, &error))
            continue;
        message_line(stderr, "pramgrade: error: %s: %s", files[format], error.text);
        good = false;
    }
    return good;
}

static bool has_trouble(const struct submission *submission)
{
    for (size_t k = 0; k < submission->count; k++)
        if (submission->attempts[k].verdict == VERDICT_not_run)
            return true;
    return submission->trouble != NULL && !submission->is_refused;
}

/* The progress line on a terminal; it is removed before a report. */
static void show_progress(const struct options *options, size_t done, size_t count)
{
    enum { LINE = 60 };
    if (options->is_quiet || count < 2 || isatty(STDERR_FILENO) == 0)
        return;
    if (done < count)
        fprintf(stderr, "\r%zu of %zu submissions graded", done, count);
    else
        fprintf(stderr, "\r%*s\r", LINE, "");
}

static void hide_progress(const struct options *options, size_t count)
{
    show_progress(options, count, count);
}

/* One submission and its report. Returns the resulting exit status. */
static int grade_one(struct submission *submission, const struct assignment *assignment,
                     const struct inbox_entry *entry, const struct tools *tools,
                     const struct options *options, size_t count)
{
    submission_grade(submission, assignment, entry, tools);
    hide_progress(options, count);
    report_print(stdout, submission);
    if (fflush(stdout) != 0) {
        message_line(stderr, "pramgrade: error: standard output: %s", strerror(errno));
        return TOOL_STOPPED;
    }
    if (has_trouble(submission))
        return TOOL_FILES;
    return submission_points(submission) < assignment_points(assignment) ? TOOL_ERRORS : TOOL_OK;
}

static int grade(const struct options *options, const struct inbox *inbox,
                 const struct assignment *assignment, const struct tools *tools)
{
    struct submission *submissions = memory_take(inbox->count, sizeof *submissions);
    int status = TOOL_OK;
    for (size_t k = 0; k < inbox->count && status != TOOL_STOPPED; k++) {
        if (k > 0)
            putchar('\n');
        show_progress(options, k, inbox->count);
        const int one =
            grade_one(&submissions[k], assignment, &inbox->entries[k], tools, options, inbox->count);
        status = one > status ? one : status;
    }
    if (options->is_dry && status < TOOL_STOPPED && inbox->count > 0) {
        const bool can_pass = rehearsal_report(stdout, assignment, submissions, inbox->count);
        if (status <= TOOL_ERRORS)
            status = can_pass ? TOOL_OK : TOOL_ERRORS;
    }
    const struct format_report report = {
        .assignment = assignment, .submissions = submissions, .count = inbox->count};
    if (!write_reports(options->files, &report))
        status = TOOL_FILES;
    for (size_t k = 0; k < inbox->count; k++)
        submission_free(&submissions[k]);
    free(submissions);
    return status == TOOL_STOPPED ? TOOL_FILES : status;
}

static void say_bare(const struct inbox *inbox)
{
    for (size_t k = 0; k < inbox->bare_count; k++)
        message_line(stderr, "pramgrade: note: %s: no submission lies in this folder: no name ends in .fork",
                     inbox->bare[k]);
}

/* `solution`: the model solution's path without links; NULL: none. */
static int collect_and_grade(const struct options *options, const struct assignment *assignment,
                             const char *solution, const struct tools *tools)
{
    struct inbox inbox = {0};
    struct file_error error = {""};
    int failed = TOOL_OK;
    if (solution != NULL)
        inbox_add_named(&inbox, assignment->solution, solution);
    for (size_t k = 0; k < options->count; k++)
        if (!inbox_add(&inbox, options->submissions[k], &error)) {
            message_line(stderr, "pramgrade: error: %s: %s", options->submissions[k], error.text);
            failed = TOOL_FILES;
        }
    say_bare(&inbox);
    int status = TOOL_USAGE;
    if (options->files[FORMAT_GRADESCOPE] != NULL && inbox.count != 1)
        message_line(
            stderr,
            "pramgrade: error: --gradescope: Gradescope grades one submission at a time; here are %zu",
            inbox.count);
    else
        status = grade(options, &inbox, assignment, tools);
    inbox_free(&inbox);
    return failed != TOOL_OK ? failed : status;
}

/* Before a dry run: the solution is the teacher's, so hidden tests are shown, and the file may be behind a
 * link. Returns its path, owned by the caller, or NULL. */
static char *prepare_dry_run(const struct options *options, struct assignment *assignment)
{
    for (size_t k = 0; k < assignment->count; k++)
        assignment->trials[k].is_hidden = false;
    if (options->count > 0)
        return NULL;
    char *path = assignment->solution != NULL ? realpath(assignment->solution, NULL) : NULL;
    if (path == NULL && assignment->solution != NULL)
        message_line(stderr, "pramgrade: error: %s: the model solution %s: %s", options->assignment,
                     assignment->solution, strerror(errno));
    return path;
}

static int read_and_grade(const struct options *options)
{
    struct assignment assignment;
    int status = TOOL_USAGE;
    char *solution = NULL;
    bool good = assignment_read(&assignment, options->assignment, options->is_dry && options->count == 0);
    if (good && options->is_dry)
        solution = prepare_dry_run(options, &assignment);
    if (good && (options->count > 0 || solution != NULL)) {
        /* fcc is run in another folder */
        char *named =
            options->fcc != NULL && strchr(options->fcc, '/') != NULL ? realpath(options->fcc, NULL) : NULL;
        char *fcc = place_beside("fcc"), *pramsim = place_beside("pramsim");
        const struct tools tools = {.fcc = named != NULL          ? named
                                           : options->fcc != NULL ? options->fcc
                                                                  : fcc,
                                    .pramsim = options->pramsim != NULL ? options->pramsim : pramsim};
        status = collect_and_grade(options, &assignment, solution, &tools);
        free(named);
        free(fcc);
        free(pramsim);
    }
    free(solution);
    assignment_free(&assignment);
    return status;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    if (!start_program(tool.name))
        return TOOL_FILES;
    json_begin();
    int status = tool_parse(&tool, argc, argv, &options);
    if (status < 0 && options.count == 0 && !options.is_dry) {
        tool_complain(&tool, "which submissions? (pramgrade [options] LAB.yml SUBMISSION...)", "");
        status = TOOL_USAGE;
    }
    if (status < 0)
        status = read_and_grade(&options);
    free(options.submissions);
    return status;
}
