/* json.c - the report with all data of each run, for other programs. Calls common/json.h. */
#include "common/json.h"
#include "lab/grade/format/format.h"

#include <math.h>

static json_t *make_bound(double bound)
{
    return isfinite(bound) ? json_real(bound) : json_null();
}

static json_t *make_attempt(const struct attempt *attempt)
{
    json_t *object = json_object();
    json_object_set_new(object, "case", json_text(attempt->trial->name));
    json_object_set_new(object, "p", json_integer((json_int_t)attempt->p));
    json_object_set_new(object, "verdict", json_string(verdict_name(attempt->verdict)));
    json_object_set_new(object, "message", json_text(attempt->message));
    json_object_set_new(object, "end", json_text(attempt->outcome.end));
    json_object_set_new(object, "status", json_integer(attempt->outcome.status));
    json_object_set_new(object, "cycles", json_integer((json_int_t)attempt->outcome.cycles));
    json_object_set_new(object, "cycles_bound", make_bound(attempt->cycles_bound));
    json_object_set_new(object, "work", json_integer((json_int_t)attempt->outcome.work));
    json_object_set_new(object, "work_bound", make_bound(attempt->work_bound));
    json_object_set_new(object, "seconds", json_real(attempt->outcome.seconds));
    return object;
}

static json_t *make_submission(const struct submission *submission)
{
    json_t *object = json_object(), *runs = json_array();
    json_object_set_new(object, "submission", json_text(submission->path));
    json_object_set_new(object, "compiled", json_boolean(submission->compiled));
    json_object_set_new(object, "messages",
                        json_text(submission->messages != NULL ? submission->messages : ""));
    json_object_set_new(object, "trouble",
                        submission->trouble != NULL ? json_text(submission->trouble) : json_null());
    json_object_set_new(object, "points", json_real(submission_points(submission)));
    for (size_t k = 0; k < submission->count; k++)
        json_array_append_new(runs, make_attempt(&submission->attempts[k]));
    json_object_set_new(object, "runs", runs);
    return object;
}

void format_json(const void *context, FILE *stream)
{
    const struct format_report *report = context;
    json_t *root = json_object(), *submissions = json_array();
    json_object_set_new(root, "title",
                        json_text(report->assignment->title != NULL ? report->assignment->title : ""));
    json_object_set_new(root, "of", json_real(assignment_points(report->assignment)));
    for (size_t k = 0; k < report->count; k++)
        json_array_append_new(submissions, make_submission(&report->submissions[k]));
    json_object_set_new(root, "submissions", submissions);
    json_print(root, stream);
    json_decref(root);
}
