/* report.c - see report.h. Calls jansson. */
#include "lab/grade/report.h"

#include "common/memory.h"
#include "common/message.h"
#include "lab/text.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The compiler's messages line by line, so that nothing in them passes for a line of the report. */
static void print_messages(FILE *stream, const char *text)
{
    while (text != NULL && *text != '\0') {
        const size_t length = strcspn(text, "\n");
        fputs("    ", stream);
        message_text(stream, text, length);
        putc('\n', stream);
        text += length + (text[length] == '\n');
    }
}

static void print_bound(FILE *stream, const char *name, uint64_t figure, double bound)
{
    fprintf(stream, "  %s %" PRIu64, name, figure);
    if (!isnan(bound))
        fprintf(stream, " of %.0f", bound);
}

static void print_attempt(FILE *stream, const struct attempt *attempt)
{
    fprintf(stream, "  %-12s  ", verdict_name(attempt->verdict));
    message_text(stream, attempt->trial->name, strlen(attempt->trial->name));
    fprintf(stream, ", %" PRIu64 " PP%s:", attempt->p, attempt->p == 1 ? "" : "s");
    if (attempt->outcome.cycles > 0) {
        print_bound(stream, "cycles", attempt->outcome.cycles, attempt->cycles_bound);
        print_bound(stream, "work", attempt->outcome.work, attempt->work_bound);
    }
    putc('\n', stream);
    if (attempt->message[0] != '\0') {
        fputs("                ", stream);
        message_text(stream, attempt->message, strlen(attempt->message));
        putc('\n', stream);
    }
}

void report_print(FILE *stream, const struct submission *submission)
{
    const struct assignment *assignment = submission->assignment;
    if (assignment->title != NULL)
        fprintf(stream, "%s: ", assignment->title);
    message_text(stream, submission->path, strlen(submission->path));
    putc('\n', stream);
    if (submission->trouble != NULL) {
        fprintf(stream, "  %-12s  ",
                verdict_name(submission->is_refused ? VERDICT_refused : VERDICT_not_run));
        message_text(stream, submission->trouble, strlen(submission->trouble));
        putc('\n', stream);
    }
    if (!submission->compiled && submission->trouble == NULL)
        fputs("  not_compiled\n", stream);
    if (!submission->compiled)
        print_messages(stream, submission->messages);
    for (size_t k = 0; submission->compiled && k < submission->count; k++)
        print_attempt(stream, &submission->attempts[k]);
    fprintf(stream, "points: %g of %g\n", submission_points(submission), assignment_points(assignment));
}

static void print_shown(FILE *stream, const void *context)
{
    message_text(stream, context, strlen(context));
}

/* Bytes that are no UTF-8 are shown as messages show them. */
static json_t *make_string(const char *text)
{
    json_t *string = json_string(text);
    if (string == NULL) {
        char *shown = text_print(print_shown, text);
        string = json_string(shown);
        free(shown);
    }
    return string;
}

static void set(json_t *object, const char *key, json_t *value)
{
    if (value == NULL || json_object_set_new(object, key, value) != 0)
        memory_is_short();
}

static json_t *make_attempt(const struct attempt *attempt)
{
    json_t *object = json_object();
    set(object, "case", make_string(attempt->trial->name));
    set(object, "p", json_integer((json_int_t)attempt->p));
    set(object, "verdict", json_string(verdict_name(attempt->verdict)));
    set(object, "message", make_string(attempt->message));
    set(object, "end", make_string(attempt->outcome.end));
    set(object, "status", json_integer(attempt->outcome.status));
    set(object, "cycles", json_integer((json_int_t)attempt->outcome.cycles));
    set(object, "cycles_bound",
        isfinite(attempt->cycles_bound) ? json_real(attempt->cycles_bound) : json_null());
    set(object, "work", json_integer((json_int_t)attempt->outcome.work));
    set(object, "work_bound", isfinite(attempt->work_bound) ? json_real(attempt->work_bound) : json_null());
    set(object, "seconds", json_real(attempt->outcome.seconds));
    return object;
}

static json_t *make_submission(const struct submission *submission)
{
    json_t *object = json_object(), *runs = json_array();
    set(object, "submission", make_string(submission->path));
    set(object, "compiled", json_boolean(submission->compiled));
    set(object, "messages", make_string(submission->messages != NULL ? submission->messages : ""));
    set(object, "trouble", submission->trouble != NULL ? make_string(submission->trouble) : json_null());
    set(object, "points", json_real(submission_points(submission)));
    for (size_t k = 0; k < submission->count; k++)
        if (json_array_append_new(runs, make_attempt(&submission->attempts[k])) != 0)
            memory_is_short();
    set(object, "runs", runs);
    return object;
}

void report_print_json(const void *context, FILE *stream)
{
    const struct report_json *report = context;
    json_t *root = json_object(), *submissions = json_array();
    set(root, "title", make_string(report->assignment->title != NULL ? report->assignment->title : ""));
    set(root, "of", json_real(assignment_points(report->assignment)));
    for (size_t k = 0; k < report->count; k++)
        if (json_array_append_new(submissions, make_submission(&report->submissions[k])) != 0)
            memory_is_short();
    set(root, "submissions", submissions);
    const bool is_whole = json_dumpf(root, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0;
    json_decref(root);
    if (!is_whole && ferror(stream) == 0)
        memory_is_short();
    putc('\n', stream);
}
