/* junit.c - JUnit's XML, as Jenkins and GitLab read it: a suite for each submission, a test for each run.
 *
 * The elements and attributes are those of junit-10.xsd of Jenkins' xunit plugin. A run that could not start
 * is an error; every verdict other than `right` is a failure of that type.
 */
#include "lab/grade/format/format.h"
#include "lab/grade/format/shown.h"

#include "common/plural.h"
#include "lab/markup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_text(FILE *stream, const char *text)
{
    char *shown = shown_text(text);
    markup_print_text(stream, shown);
    free(shown);
}

/* Several lines, each with escapes. */
static void print_lines(FILE *stream, const char *text)
{
    char *copy = strdup(text), *rest = copy, *line;
    while (copy != NULL && (line = strsep(&rest, "\n")) != NULL) {
        print_text(stream, line);
        if (rest != NULL)
            putc('\n', stream);
    }
    free(copy);
}

struct counts {
    size_t tests, failures, errors;
    double seconds;
};

static void count_attempts(const struct submission *submission, struct counts *counts)
{
    for (size_t k = 0; k < submission->count; k++) {
        const struct attempt *attempt = &submission->attempts[k];
        counts->tests++;
        counts->errors += attempt->verdict == VERDICT_not_run;
        counts->failures += attempt->verdict != VERDICT_not_run && attempt->verdict != VERDICT_right;
        counts->seconds += attempt->outcome.seconds;
    }
}

static void print_counts(FILE *stream, const struct counts *counts)
{
    fprintf(stream, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\">\n", counts->tests,
            counts->failures, counts->errors, counts->seconds);
}

static void print_attempt(FILE *stream, const struct submission *submission, const struct attempt *attempt)
{
    const char *verdict = verdict_name(attempt->verdict);
    const char *element = attempt->verdict == VERDICT_not_run ? "error" : "failure";
    fputs("    <testcase classname=\"", stream);
    print_text(stream, submission->path);
    fputs("\" name=\"", stream);
    print_text(stream, attempt->trial->name);
    fprintf(stream, ", %" PRIu64 " PP%s\" time=\"%.3f\"", attempt->p, plural(attempt->p),
            attempt->outcome.seconds);
    if (attempt->verdict == VERDICT_right) {
        fputs("/>\n", stream);
        return;
    }
    fprintf(stream, ">\n      <%s type=\"%s\" message=\"", element, verdict);
    print_text(stream, attempt->message[0] != '\0' ? attempt->message : verdict);
    fputs("\"/>\n    </testcase>\n", stream);
}

static void print_submission(FILE *stream, const struct submission *submission)
{
    struct counts counts = {0};
    count_attempts(submission, &counts);
    fputs("  <testsuite name=\"", stream);
    print_text(stream, submission->path);
    putc('"', stream);
    print_counts(stream, &counts);
    fprintf(stream,
            "    <properties>\n"
            "      <property name=\"points\" value=\"%g\"/>\n"
            "      <property name=\"of\" value=\"%g\"/>\n"
            "    </properties>\n",
            submission_points(submission), assignment_points(submission->assignment));
    for (size_t k = 0; k < submission->count; k++)
        print_attempt(stream, submission, &submission->attempts[k]);
    const char *said = submission->trouble != NULL ? submission->trouble : submission->messages;
    if (said != NULL && said[0] != '\0') {
        fputs("    <system-err>", stream);
        print_lines(stream, said);
        fputs("</system-err>\n", stream);
    }
    fputs("  </testsuite>\n", stream);
}

void format_junit(const void *context, FILE *stream)
{
    const struct format_report *report = context;
    struct counts counts = {0};
    for (size_t k = 0; k < report->count; k++)
        count_attempts(&report->submissions[k], &counts);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"", stream);
    print_text(stream, report->assignment->title != NULL ? report->assignment->title : "pramgrade");
    putc('"', stream);
    print_counts(stream, &counts);
    for (size_t k = 0; k < report->count; k++)
        print_submission(stream, &report->submissions[k]);
    fputs("</testsuites>\n", stream);
}
