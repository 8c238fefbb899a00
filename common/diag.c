/* diag.c - messages about source text, with the line and a caret.
 *
 * May call only the C library. Long lines are shown as a window around the caret, so that a message stays
 * readable (and small) whatever the input.
 */
#include "common/diag.h"

#include <stdarg.h>
#include <string.h>

#define WINDOW 160 /* bytes of a source line that are shown at most */

static const char *const severities[] = {
    [DIAG_NOTE] = "note", [DIAG_WARNING] = "warning", [DIAG_ERROR] = "error"};

void diag_init(struct diag *diag, const char *program, FILE *stream)
{
    *diag = (struct diag){.program = program, .stream = stream};
}

static void print_source_line(FILE *stream, const struct diag_place *place)
{
    const char *text = place->line_text;
    size_t column = place->column > 0 ? (size_t)place->column - 1 : 0;
    size_t start = column > WINDOW / 2 + WINDOW / 4 ? column - WINDOW / 2 : 0;
    const char *cut = start > 0 ? "..." : "";

    int gutter = fprintf(stream, "%5d ", place->line);
    fprintf(stream, "| %s", cut);
    size_t end = start;
    for (; text[end] != '\0' && text[end] != '\n' && end < start + WINDOW; end++) {
        unsigned char byte = (unsigned char)text[end];
        if (byte == '\r')
            continue;
        fputc((byte < ' ' && byte != '\t') || byte == 0x7f ? '?' : byte, stream);
    }
    if (text[end] != '\0' && text[end] != '\n')
        fputs("...", stream);
    fputc('\n', stream);

    if (place->column <= 0)
        return;
    fprintf(stream, "%*s| %*s", gutter, "", (int)strlen(cut), "");
    for (size_t i = start; i < column; i++) {
        bool inside = i < end;
        if (inside && ((unsigned char)text[i] & 0xc0) == 0x80)
            continue; /* the tail of an UTF-8 character has no width of its own */
        fputc(inside && text[i] == '\t' ? '\t' : ' ', stream);
    }
    fputs("^\n", stream);
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

void diag_report(struct diag *diag, enum diag_severity severity, const struct diag_place *place,
                 const char *format, ...)
{
    bool shows = diag_shows(diag, severity);
    count_message(diag, severity, shows);
    if (severity != DIAG_NOTE)
        diag->is_silent = !shows;
    if (!shows)
        return;

    if (place == NULL || place->file == NULL)
        fprintf(diag->stream, "%s: ", diag->program);
    else if (place->line <= 0)
        fprintf(diag->stream, "%s: ", place->file);
    else if (place->column <= 0)
        fprintf(diag->stream, "%s:%d: ", place->file, place->line);
    else
        fprintf(diag->stream, "%s:%d:%d: ", place->file, place->line, place->column);
    fprintf(diag->stream, "%s: ", severities[severity]);

    va_list arguments;
    va_start(arguments, format);
    vfprintf(diag->stream, format, arguments);
    va_end(arguments);
    fputc('\n', diag->stream);

    if (place != NULL && place->line_text != NULL && place->line > 0)
        print_source_line(diag->stream, place);
}
