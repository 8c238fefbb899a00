/* markdown.c - a table of the submissions with their errors, as for a pull request.
 *
 * Every text of a student or teacher is a code span or a code block, so that nothing in it is markup, a link
 * or a mention.
 */
#include "lab/grade/format/format.h"
#include "lab/grade/format/shown.h"

#include "common/plural.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The longest run of backticks. */
static size_t longest_ticks(const char *text)
{
    size_t longest = 0;
    while (*text != '\0') {
        const size_t run = strspn(text, "`");
        longest = run > longest ? run : longest;
        text += run > 0 ? run : 1;
    }
    return longest;
}

static void print_ticks(FILE *stream, size_t count)
{
    while (count-- > 0)
        putc('`', stream);
}

/* A code span; in a table, a vertical bar would end the cell even in one. */
static void print_code(FILE *stream, const char *text)
{
    char *shown = shown_text(text[0] != '\0' ? text : " ");
    const size_t ticks = longest_ticks(shown) + 1;
    const char *pad = shown[0] == '`' || shown[strlen(shown) - 1] == '`' ? " " : "";
    print_ticks(stream, ticks);
    fputs(pad, stream);
    for (const char *at = shown; *at != '\0'; at++)
        fputs(*at == '|' ? "\\|" : (char[]){*at, '\0'}, stream);
    fputs(pad, stream);
    print_ticks(stream, ticks);
    free(shown);
}

/* For CommonMark, a backslash before punctuation stands for that character. */
static void print_prose(FILE *stream, const char *text)
{
    char *shown = shown_text(text);
    for (const char *at = shown; *at != '\0'; at++)
        fprintf(stream, ispunct((unsigned char)*at) ? "\\%c" : "%c", *at);
    free(shown);
}

static void print_block(FILE *stream, const char *text)
{
    enum { FENCE_LEAST = 3 };
    const size_t ticks = longest_ticks(text) + 1, fence = ticks > FENCE_LEAST ? ticks : FENCE_LEAST;
    print_ticks(stream, fence);
    fputs("text\n", stream);
    char *copy = strdup(text), *rest = copy, *line;
    while (copy != NULL && (line = strsep(&rest, "\n")) != NULL) {
        if (rest == NULL && line[0] == '\0')
            break;
        char *shown = shown_text(line);
        fprintf(stream, "%s\n", shown);
        free(shown);
    }
    free(copy);
    print_ticks(stream, fence);
    putc('\n', stream);
}

static void print_head(FILE *stream, const struct assignment *assignment)
{
    fputs("| submission | points |", stream);
    for (size_t k = 0; k < assignment->count; k++) {
        putc(' ', stream);
        print_prose(stream, assignment->trials[k].name);
        fprintf(stream, " of %g |", assignment->trials[k].points);
    }
    fputs("\n|---|--:|", stream);
    for (size_t k = 0; k < assignment->count; k++)
        fputs("--:|", stream);
    putc('\n', stream);
}

static void print_row(FILE *stream, const struct submission *submission)
{
    fputs("| ", stream);
    print_code(stream, submission->path);
    fprintf(stream, " | %g of %g |", submission_points(submission),
            assignment_points(submission->assignment));
    for (size_t k = 0; k < submission->assignment->count; k++)
        fprintf(stream, " %g |", submission_trial_points(submission, k));
    putc('\n', stream);
}

static void print_attempts(FILE *stream, const struct submission *submission)
{
    for (size_t k = 0; k < submission->count; k++) {
        const struct attempt *attempt = &submission->attempts[k];
        if (attempt->verdict == VERDICT_right)
            continue;
        fprintf(stream, "- %s: ", verdict_name(attempt->verdict));
        print_prose(stream, attempt->trial->name);
        fprintf(stream, ", %" PRIu64 " PP%s", attempt->p, plural(attempt->p));
        if (attempt->message[0] != '\0') {
            fputs(": ", stream);
            print_code(stream, attempt->message);
        }
        putc('\n', stream);
    }
}

static void print_failures(FILE *stream, const struct submission *submission)
{
    const char *said = submission->trouble != NULL ? submission->trouble : submission->messages;
    fputs("\n### ", stream);
    print_code(stream, submission->path);
    fputs("\n\n", stream);
    if (submission->compiled)
        print_attempts(stream, submission);
    else if (said != NULL && said[0] != '\0')
        print_block(stream, said);
    else
        fputs("It does not compile.\n", stream);
}

void format_markdown(const void *context, FILE *stream)
{
    const struct format_report *report = context;
    if (report->assignment->title != NULL) {
        fputs("## ", stream);
        print_prose(stream, report->assignment->title);
        fputs("\n\n", stream);
    }
    print_head(stream, report->assignment);
    for (size_t k = 0; k < report->count; k++)
        print_row(stream, &report->submissions[k]);
    for (size_t k = 0; k < report->count; k++)
        if (!submission_is_right(&report->submissions[k]))
            print_failures(stream, &report->submissions[k]);
}
