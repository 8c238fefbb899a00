/* diag.c - messages about source text, with the line and a caret.
 *
 * May call message.h. Long lines are shown as a window around the caret, so that a message stays
 * readable (and small) whatever the input.
 */
#include "common/diag.h"

#include "common/message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 160 /* bytes of a source line that are shown at most */

static const char *const severities[] = {
    [DIAG_NOTE] = "note", [DIAG_WARNING] = "warning", [DIAG_ERROR] = "error"};

void diag_init(struct diag *diag, const char *program, FILE *stream)
{
    *diag = (struct diag){.program = program, .stream = stream};
}

/* Bytes of a line, up to `limit`. */
static size_t line_length(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != '\0' && text[length] != '\n')
        length++;
    return length;
}

/* Where the window of a line begins: near the column, at the start of a character. */
static size_t window_start(const char *text, size_t column)
{
    if (line_length(text, column) < column)
        return 0; /* no such column */
    size_t start = column > WINDOW / 2 + WINDOW / 4 ? column - WINDOW / 2 : 0;
    while (start > 0 && start < column && ((unsigned char)text[start] & 0xc0) == 0x80)
        start++;
    return start;
}

static void print_source_line(FILE *stream, const struct diag_place *place)
{
    const char *text = place->line_text;
    const size_t column = place->column > 0 ? (size_t)place->column - 1 : 0;
    const size_t start = window_start(text, column);
    const size_t length = line_length(text, column + 2 * WINDOW);
    const char *cut = start > 0 ? "..." : "";
    char before[WINDOW * 6 + 1]; /* what stands in front of the caret: blanks, and the tabs of the line */
    size_t blanks = 0;

    int gutter = fprintf(stream, "%5d ", place->line);
    fprintf(stream, "| %s", cut);
    size_t end = start;
    while (end < length && end < start + WINDOW) {
        const struct message_character character = message_character(text + end, length - end);
        const bool is_tab = text[end] == '\t';
        const bool is_hidden = text[end] == '\r';
        if (!is_hidden)
            fputs(is_tab ? "\t" : character.shown, stream);
        for (int i = 0; end < column && i < character.columns && !is_hidden && !(is_tab && i > 0); i++)
            before[blanks++] = is_tab ? '\t' : ' ';
        end += character.bytes;
    }
    fprintf(stream, "%s\n", end < length ? "..." : "");
    if (place->column <= 0)
        return;
    const int past = column > end ? (int)(column - end < WINDOW ? column - end : WINDOW) : 0;
    fprintf(stream, "%*s| %*s%.*s%*s^\n", gutter, "", (int)strlen(cut), "", (int)blanks, before, past, "");
}

bool diag_shows(const struct diag *diag, enum diag_severity severity)
{
    if (diag->error_limit > 0 && diag->errors >= diag->error_limit + (severity != DIAG_ERROR))
        return false;
    if (severity == DIAG_WARNING)
        return diag->warning_limit == 0 || diag->warnings < diag->warning_limit;
    return severity != DIAG_NOTE || !diag->is_silent;
}

/* Counts a message; says once that there are more than are shown. */
static void count_message(struct diag *diag, enum diag_severity severity, bool shows)
{
    if (severity == DIAG_ERROR && diag->errors++ == diag->error_limit && !shows)
        fprintf(diag->stream, "%s: more than %d errors, the rest is not shown\n", diag->program,
                diag->error_limit);
    if (severity == DIAG_WARNING && diag->warnings++ == diag->warning_limit && !shows)
        fprintf(diag->stream, "%s: more than %d warnings, the rest is not shown\n", diag->program,
                diag->warning_limit);
}

static void print_message(const struct diag *diag, enum diag_severity severity,
                          const struct diag_place *place, const char *format, va_list arguments)
{
    const char *kind = severities[severity];
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    const char *said = text != NULL ? text : "(no memory for the message)";
    if (place == NULL || place->file == NULL)
        message_line(diag->stream, "%s: %s: %s", diag->program, kind, said);
    else if (place->line <= 0)
        message_line(diag->stream, "%s: %s: %s", place->file, kind, said);
    else if (place->column <= 0)
        message_line(diag->stream, "%s:%d: %s: %s", place->file, place->line, kind, said);
    else
        message_line(diag->stream, "%s:%d:%d: %s: %s", place->file, place->line, place->column, kind, said);
    free(text);
}

void diag_report(struct diag *diag, enum diag_severity severity, const struct diag_place *place,
                 const char *format, ...)
{
    bool shows = diag_shows(diag, severity);
    count_message(diag, severity, shows);
    if (severity != DIAG_NOTE)
        diag->is_silent = !shows;
    if (!shows)
        return;

    va_list arguments;
    va_start(arguments, format);
    print_message(diag, severity, place, format, arguments);
    va_end(arguments);
    if (place != NULL && place->line_text != NULL && place->line > 0)
        print_source_line(diag->stream, place);
}
