/* gradescope.c - results.json of a Gradescope autograder, of one submission: one test for each case.
 *
 * The fields are those of https://gradescope-autograders.readthedocs.io/en/latest/specs/: score, output,
 * execution_time, visibility, tests with score, max_score, status, name, number, output, visibility. A hidden
 * case is a hidden test: Gradescope never shows it to students.
 */
#include "common/json.h"
#include "lab/grade/format/format.h"
#include "lab/grade/format/shown.h"
#include "lab/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* One case of a submission. */
struct test {
    const struct submission *submission;
    size_t trial;
};

static void print_output(FILE *stream, const void *context)
{
    const struct test *test = context;
    const struct submission *submission = test->submission;
    const struct trial *trial = &submission->assignment->trials[test->trial];
    for (size_t k = 0; k < submission->count; k++) {
        const struct attempt *attempt = &submission->attempts[k];
        if (attempt->trial != trial)
            continue;
        fprintf(stream, "%" PRIu64 " PP%s: %s", attempt->p, attempt->p == 1 ? "" : "s",
                verdict_name(attempt->verdict));
        if (attempt->outcome.cycles > 0)
            fprintf(stream, ", %" PRIu64 " cycles", attempt->outcome.cycles);
        char *message = shown_text(attempt->message);
        fprintf(stream, "%s%s\n", message[0] != '\0' ? ", " : "", message);
        free(message);
    }
}

static json_t *make_test(const struct submission *submission, size_t trial)
{
    const struct trial *asked = &submission->assignment->trials[trial];
    const struct test test = {submission, trial};
    const double score = submission_trial_points(submission, trial);
    char *output = text_print(print_output, &test);
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(asked->name));
    json_object_set_new(object, "number", json_sprintf("%zu", trial + 1));
    json_object_set_new(object, "score", json_real(score));
    json_object_set_new(object, "max_score", json_real(asked->points));
    json_object_set_new(object, "status", json_string(score < asked->points ? "failed" : "passed"));
    json_object_set_new(object, "output", json_text(output));
    json_object_set_new(object, "output_format", json_string("text"));
    json_object_set_new(object, "visibility", json_string(asked->is_hidden ? "hidden" : "visible"));
    free(output);
    return object;
}

static json_t *make_output(const struct submission *submission)
{
    if (submission->trouble != NULL)
        return json_text(submission->trouble);
    return json_text(submission->messages != NULL ? submission->messages : "");
}

static json_t *make_results(const struct submission *submission)
{
    json_t *root = json_object(), *tests = json_array();
    double seconds = 0;
    for (size_t k = 0; k < submission->count; k++)
        seconds += submission->attempts[k].outcome.seconds;
    for (size_t k = 0; k < submission->assignment->count; k++)
        json_array_append_new(tests, make_test(submission, k));
    json_object_set_new(root, "score", json_real(submission_points(submission)));
    json_object_set_new(root, "execution_time", json_real(seconds));
    json_object_set_new(root, "output", make_output(submission));
    json_object_set_new(root, "output_format", json_string("text"));
    json_object_set_new(root, "stdout_visibility", json_string("hidden"));
    json_object_set_new(root, "visibility", json_string("visible"));
    json_object_set_new(root, "tests", tests);
    return root;
}

void format_gradescope(const void *context, FILE *stream)
{
    const struct format_report *report = context;
    if (report->count != 1)
        return;
    json_t *results = make_results(&report->submissions[0]);
    json_print(results, stream);
    json_decref(results);
}
