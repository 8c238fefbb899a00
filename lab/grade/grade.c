/* grade.c - main of pramgrade: options, then one submission after the other. Knows everything; nothing knows
 * it. */
#include "common/memory.h"
#include "common/message.h"
#include "common/output.h"
#include "lab/grade/report.h"
#include "lab/place.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit statuses. */
enum { GRADE_ALL_RIGHT = 0, GRADE_SOME_WRONG = 1, GRADE_USAGE = 2, GRADE_FILES = 3 };

const char *argp_program_version = "pramgrade 1.0";

static const struct argp_option rows[] = {
#define OPTION(letter, name, argument, text)                                                                 \
    {#name, letter, (argument)[0] != '\0' ? (argument) : NULL, 0, text, 0},
#include "lab/grade/options.def"
    {0},
};

struct options {
    const char *json, *fcc, *pramsim, *assignment;
    char **submissions;
    size_t count;
};

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'j':
        options->json = argument;
        break;
    case 'c':
        options->fcc = argument;
        break;
    case 's':
        options->pramsim = argument;
        break;
    case ARGP_KEY_ARGS:
        options->assignment = state->argv[state->next];
        options->submissions = state->argv + state->next + 1;
        options->count = (size_t)(state->argc - state->next - 1);
        if (options->count == 0)
            argp_error(state, "which submissions?");
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which assignment?");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static bool write_json(const char *name, const struct report_json *report)
{
    struct file_error error;
    if (name == NULL || output_print(name, report_print_json, report, &error))
        return true;
    message_line(stderr, "pramgrade: error: %s: %s", name, error.text);
    return false;
}

static bool has_trouble(const struct submission *submission)
{
    for (size_t k = 0; k < submission->count; k++)
        if (submission->attempts[k].verdict == VERDICT_not_run)
            return true;
    return submission->trouble != NULL;
}

static int grade(const struct options *options, const struct assignment *assignment,
                 const struct tools *tools)
{
    struct submission *submissions = memory_take(options->count, sizeof *submissions);
    int status = GRADE_ALL_RIGHT;
    for (size_t k = 0; k < options->count; k++) {
        submission_grade(&submissions[k], assignment, options->submissions[k], tools);
        if (k > 0)
            putchar('\n');
        report_print(stdout, &submissions[k]);
        if (fflush(stdout) != 0) {
            message_line(stderr, "pramgrade: error: standard output: %s", strerror(errno));
            status = GRADE_FILES;
            break;
        }
        if (has_trouble(&submissions[k]))
            status = GRADE_FILES;
        else if (status == GRADE_ALL_RIGHT &&
                 submission_points(&submissions[k]) < assignment_points(assignment))
            status = GRADE_SOME_WRONG;
    }
    const struct report_json report = {
        .assignment = assignment, .submissions = submissions, .count = options->count};
    if (!write_json(options->json, &report))
        status = GRADE_FILES;
    for (size_t k = 0; k < options->count; k++)
        submission_free(&submissions[k]);
    free(submissions);
    return status;
}

int main(int argc, char **argv)
{
    static const struct argp parser = {.options = rows,
                                       .parser = take,
                                       .args_doc = "LAB.yml SUBMISSION.fork...",
                                       .doc = "Compiles and runs submissions, and says what is "
                                              "right.\vdocs/lab.md says what a LAB.yml holds. Exit "
                                              "status: 0 all is right, 1 something is not, 2 wrong usage or "
                                              "LAB.yml, 3 something could not be run."};
    struct options options = {0};
    struct assignment assignment;
    argp_err_exit_status = GRADE_USAGE;
    argp_parse(&parser, argc, argv, 0, NULL, &options);
    int status = GRADE_USAGE;
    if (assignment_read(&assignment, options.assignment)) {
        char *fcc = place_beside("fcc"), *pramsim = place_beside("pramsim");
        const struct tools tools = {.fcc = options.fcc != NULL ? options.fcc : fcc,
                                    .pramsim = options.pramsim != NULL ? options.pramsim : pramsim};
        status = grade(&options, &assignment, &tools);
        free(fcc);
        free(pramsim);
    }
    assignment_free(&assignment);
    return status;
}
