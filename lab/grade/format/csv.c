/* csv.c - a table of the class: a line for each submission, a column for each case.
 *
 * A text that a spreadsheet would take for a formula gets an apostrophe before it, because students choose
 * names of files.
 */
#include "lab/grade/format/format.h"
#include "lab/grade/format/shown.h"

#include <stdlib.h>
#include <string.h>

static void print_text(FILE *stream, const char *text)
{
    char *shown = shown_text(text);
    putc('"', stream);
    if (shown[0] != '\0' && strchr("=+-@", shown[0]) != NULL)
        putc('\'', stream);
    for (const char *at = shown; *at != '\0'; at++) {
        if (*at == '"')
            putc('"', stream);
        putc(*at, stream);
    }
    putc('"', stream);
    free(shown);
}

/* The first verdict that is not `right`. */
static enum verdict find_verdict(const struct submission *submission)
{
    for (size_t k = 0; k < submission->count; k++)
        if (submission->attempts[k].verdict != VERDICT_right)
            return submission->attempts[k].verdict;
    return VERDICT_right;
}

static void print_submission(FILE *stream, const struct submission *submission)
{
    print_text(stream, submission->path);
    fprintf(stream, ",%g,%g,%s", submission_points(submission), assignment_points(submission->assignment),
            verdict_name(find_verdict(submission)));
    for (size_t k = 0; k < submission->assignment->count; k++)
        fprintf(stream, ",%g", submission_trial_points(submission, k));
    fputs("\n", stream);
}

void format_csv(const void *context, FILE *stream)
{
    const struct format_report *report = context;
    fputs("submission,points,of,verdict", stream);
    for (size_t k = 0; k < report->assignment->count; k++) {
        putc(',', stream);
        print_text(stream, report->assignment->trials[k].name);
    }
    fputs("\n", stream);
    for (size_t k = 0; k < report->count; k++)
        print_submission(stream, &report->submissions[k]);
}
