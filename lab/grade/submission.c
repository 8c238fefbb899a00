/* submission.c - see submission.h. */
#include "lab/grade/submission.h"

#include "common/memory.h"
#include "lab/command.h"
#include "lab/grade/content.h"
#include "lab/grade/discreet.h"
#include "lab/grade/folder.h"
#include "lab/job.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMPILE_SECONDS = 60, MESSAGES_MOST = 4000, FCC_ERRORS = 1 };

static void note_trouble(struct submission *submission, const char *text)
{
    submission->trouble = strdup(text);
    if (submission->trouble == NULL)
        memory_is_short();
}

/* What was handed in. */
struct source {
    const char *name; /* under which it is compiled */
    char *bytes;      /* owned; ended by a 0 */
    size_t size;
};

/* Runs fcc in the folder; whether there is a program now. */
static bool compile(struct submission *submission, const struct folder *folder, const struct source *source,
                    const char *program, const struct tools *tools)
{
    const struct assignment *assignment = submission->assignment;
    struct command command = {0};
    const int output = folder_nameless(folder);
    size_t size;
    command_add(&command, "%s", tools->fcc);
    command_add(&command, "--safe");
    command_add(&command, "-g");
    command_add(&command, "-xfork"); /* whatever its name; the options of the assignment may say -xc */
    for (size_t k = 0; k < assignment->compile.count; k++)
        command_add(&command, "%s", assignment->compile.items[k]);
    command_add(&command, "-o");
    command_add(&command, "%s", program);
    command_add(&command, "%s%s", source->name[0] == '-' ? "./" : "", source->name);
    struct job job = {.command = (const char *const *)command.words,
                      .folder = folder->path,
                      .input = -1,
                      .output = output,
                      .errors = output,
                      .seconds = COMPILE_SECONDS};
    struct file_error error = {""};
    if (output < 0) {
        folder_explain(&error);
        note_trouble(submission, error.text);
    } else if (!job_start(&job)) {
        snprintf(error.text, sizeof error.text, "cannot run fcc: %s%s", job_missing(&job), strerror(errno));
        note_trouble(submission, error.text);
    } else {
        job_await(&job, 1);
        submission->messages = folder_read(output, MESSAGES_MOST, &size);
        if (submission->messages != NULL)
            discreet_shorten(submission->messages, source->bytes);
        submission->compiled = job.status == 0;
        if (!submission->compiled && job.status != FCC_ERRORS && !job.is_late)
            note_trouble(submission, "fcc could not be run, or failed");
    }
    if (output >= 0)
        close(output);
    command_free(&command);
    return submission->compiled;
}

static void try_all(struct submission *submission, const char *pramsim, const char *program)
{
    for (size_t k = 0; k < submission->count; k++) {
        struct attempt *attempt = &submission->attempts[k];
        if (program != NULL)
            attempt_run(attempt, pramsim, program);
        else
            attempt->verdict = submission->is_refused        ? VERDICT_refused
                               : submission->trouble != NULL ? VERDICT_not_run
                                                             : VERDICT_not_compiled;
    }
}

static void list_attempts(struct submission *submission)
{
    const struct assignment *assignment = submission->assignment;
    size_t capacity = 0;
    for (size_t k = 0; k < assignment->count; k++)
        for (size_t i = 0; i < assignment->trials[k].pps_count; i++) {
            submission->attempts = memory_grow(submission->attempts, &capacity, submission->count + 1,
                                               sizeof *submission->attempts);
            submission->attempts[submission->count++] =
                (struct attempt){.trial = &assignment->trials[k], .p = assignment->trials[k].pps[i]};
        }
}

/* Whether fcc takes a file of this name for source. */
static bool is_source_name(const char *name)
{
    static const char *const endings[] = {".fork", ".c", ".i", ".s"};
    const char *dot = strrchr(name, '.');
    for (size_t k = 0; dot != NULL && k < sizeof endings / sizeof *endings; k++)
        if (strcmp(dot, endings[k]) == 0)
            return true;
    return false;
}

/* Reads the submission; false if there is trouble, which is noted, or if it can be no source, which is said
 * where the compiler's messages would be. */
static bool read_source(struct submission *submission, const struct nolink_path *place, struct source *source)
{
    struct file_error error = {""};
    const enum nolink_end end = nolink_read(place, SUBMISSION_MOST, &source->bytes, &source->size, &error);
    if (end != NOLINK_DONE) {
        struct file_error trouble;
        submission->is_refused = end == NOLINK_REFUSED;
        const char *prefix = submission->is_refused ? "" : "the submission cannot be read: ";
        snprintf(trouble.text, sizeof trouble.text, "%s%.*s", prefix,
                 (int)(sizeof trouble.text - strlen(prefix) - 1), error.text);
        note_trouble(submission, trouble.text);
        return false;
    }
    const char *fault = content_fault(source->bytes, source->size);
    if (fault == NULL && !is_source_name(source->name))
        fault = "the name of a program's source ends in .fork";
    if (fault != NULL && asprintf(&submission->messages, "%s: %s\n", source->name, fault) < 0)
        memory_is_short();
    return fault == NULL;
}

/* Copies the submission into the folder, and what the assignment provides after it: a submission cannot take
 * the place of that. False if there is trouble, which is noted. */
static bool copy_sources(struct submission *submission, const struct folder *folder,
                         const struct source *source)
{
    const struct file_array *provided = &submission->assignment->provided;
    struct file_error error = {""};
    bool good = folder_write(folder, source->name, source->bytes, source->size, &error);
    for (size_t k = 0; good && k < provided->count; k++)
        good = folder_copy(folder, provided->items[k].name, provided->items[k].path, &error);
    if (!good)
        note_trouble(submission, error.text);
    return good;
}

void submission_grade(struct submission *submission, const struct assignment *assignment,
                      const struct inbox_entry *entry, const struct tools *tools)
{
    struct folder folder = {0}, product = {0};
    struct file_error error = {""};
    *submission = (struct submission){.assignment = assignment, .path = entry->path};
    struct source source = {.name =
                                assignment->source != NULL ? assignment->source : discreet_name(entry->path)};
    list_attempts(submission);
    if (!folder_make(&folder, NULL, &error) || !folder_make(&product, NULL, &error))
        note_trouble(submission, error.text);
    char *program = product.path != NULL ? folder_file(&product, "submission.o") : NULL;
    const bool compiled = submission->trouble == NULL && read_source(submission, &entry->place, &source) &&
                          copy_sources(submission, &folder, &source) &&
                          compile(submission, &folder, &source, program, tools);
    try_all(submission, tools->pramsim, compiled ? program : NULL);
    free(source.bytes);
    free(program);
    folder_remove(&product);
    folder_remove(&folder);
}

void submission_free(struct submission *submission)
{
    free(submission->messages);
    free(submission->trouble);
    free(submission->attempts);
}

double submission_trial_points(const struct submission *submission, size_t trial)
{
    const struct trial *asked = &submission->assignment->trials[trial];
    size_t right = 0;
    for (size_t k = 0; k < submission->count; k++)
        right += submission->attempts[k].trial == asked && submission->attempts[k].verdict == VERDICT_right;
    if (right < asked->pps_count && !asked->is_partial)
        return 0;
    return asked->points * (double)right / (double)asked->pps_count;
}

double submission_points(const struct submission *submission)
{
    double sum = 0;
    for (size_t k = 0; k < submission->assignment->count; k++)
        sum += submission_trial_points(submission, k);
    return sum;
}

double assignment_points(const struct assignment *assignment)
{
    double sum = 0;
    for (size_t k = 0; k < assignment->count; k++)
        sum += assignment->trials[k].points;
    return sum;
}

bool submission_is_right(const struct submission *submission)
{
    bool is_right = submission->compiled;
    for (size_t k = 0; is_right && k < submission->count; k++)
        is_right = submission->attempts[k].verdict == VERDICT_right;
    return is_right;
}
