/* report.c - see report.h. */
#include "lab/grade/report.h"

#include "common/message.h"

#include <inttypes.h>
#include <math.h>
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
