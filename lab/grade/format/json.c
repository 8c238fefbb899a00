/* json.c - the report with all that is known of each run, for programs of one's own; and json.h. */
#include "lab/grade/format/json.h"

#include "common/memory.h"
#include "lab/grade/format/format.h"
#include "lab/grade/format/shown.h"

#include <math.h>
#include <stdlib.h>

json_t *json_make_text(const char *text)
{
    json_t *string = json_string(text);
    if (string == NULL) {
        char *shown = shown_text(text);
        string = json_string(shown);
        free(shown);
    }
    return string;
}

void json_set(json_t *object, const char *key, json_t *value)
{
    if (value == NULL || json_object_set_new(object, key, value) != 0)
        memory_is_short();
}

void json_append(json_t *array, json_t *value)
{
    if (value == NULL || json_array_append_new(array, value) != 0)
        memory_is_short();
}

void json_print(json_t *root, FILE *stream)
{
    const bool is_whole = json_dumpf(root, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0;
    json_decref(root);
    if (!is_whole && ferror(stream) == 0)
        memory_is_short();
    putc('\n', stream);
}

static json_t *make_bound(double bound)
{
    return isfinite(bound) ? json_real(bound) : json_null();
}

static json_t *make_attempt(const struct attempt *attempt)
{
    json_t *object = json_object();
    json_set(object, "case", json_make_text(attempt->trial->name));
    json_set(object, "p", json_integer((json_int_t)attempt->p));
    json_set(object, "verdict", json_string(verdict_name(attempt->verdict)));
    json_set(object, "message", json_make_text(attempt->message));
    json_set(object, "end", json_make_text(attempt->outcome.end));
    json_set(object, "status", json_integer(attempt->outcome.status));
    json_set(object, "cycles", json_integer((json_int_t)attempt->outcome.cycles));
    json_set(object, "cycles_bound", make_bound(attempt->cycles_bound));
    json_set(object, "work", json_integer((json_int_t)attempt->outcome.work));
    json_set(object, "work_bound", make_bound(attempt->work_bound));
    json_set(object, "seconds", json_real(attempt->outcome.seconds));
    return object;
}

static json_t *make_submission(const struct submission *submission)
{
    json_t *object = json_object(), *runs = json_array();
    json_set(object, "submission", json_make_text(submission->path));
    json_set(object, "compiled", json_boolean(submission->compiled));
    json_set(object, "messages", json_make_text(submission->messages != NULL ? submission->messages : ""));
    json_set(object, "trouble",
             submission->trouble != NULL ? json_make_text(submission->trouble) : json_null());
    json_set(object, "points", json_real(submission_points(submission)));
    for (size_t k = 0; k < submission->count; k++)
        json_append(runs, make_attempt(&submission->attempts[k]));
    json_set(object, "runs", runs);
    return object;
}

void format_json(const void *context, FILE *stream)
{
    const struct format_report *report = context;
    json_t *root = json_object(), *submissions = json_array();
    json_set(root, "title",
             json_make_text(report->assignment->title != NULL ? report->assignment->title : ""));
    json_set(root, "of", json_real(assignment_points(report->assignment)));
    for (size_t k = 0; k < report->count; k++)
        json_append(submissions, make_submission(&report->submissions[k]));
    json_set(root, "submissions", submissions);
    json_print(root, stream);
}
