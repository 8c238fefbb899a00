/* diag.c - messages about source text, with the line and a caret.
 *
 * May call message.h and memory.h. Long lines are shown as a window around the caret, so that a message stays
 * readable (and small) whatever the input.
 */
#include "common/diag.h"

#include "common/memory.h"
#include "common/message.h"

#include <stdarg.h>
#include <stdint.h>
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

/* Start of the shown part of a line: near the column, at the start of a character. */
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
    char before[WINDOW * 6 + 1]; /* the text before the caret: blanks, and the tabs of the line */
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

/* Prints that further messages are not shown. */
static void report_rest(const struct diag *diag, int limit, const char *what)
{
    char text[64];
    snprintf(text, sizeof text, "more than %d %s, the rest is not shown", limit, what);
    if (diag->take != NULL)
        diag->take(diag->context, DIAG_NOTE, NULL, text);
    else
        fprintf(diag->stream, "%s: %s\n", diag->program, text);
}

/* Counts a message; once the limit is reached, prints so once. */
static void count_message(struct diag *diag, enum diag_severity severity, bool shows)
{
    if (severity == DIAG_ERROR && diag->errors++ == diag->error_limit && !shows)
        report_rest(diag, diag->error_limit, "errors");
    if (severity == DIAG_WARNING && diag->warnings++ == diag->warning_limit && !shows)
        report_rest(diag, diag->warning_limit, "warnings");
}

static void print_message(const char *program, FILE *stream, enum diag_severity severity,
                          const struct diag_place *place, const char *said)
{
    const char *kind = severities[severity];
    if (place == NULL || place->file == NULL)
        message_line(stream, "%s: %s: %s", program, kind, said);
    else if (place->line <= 0)
        message_line(stream, "%s: %s: %s", place->file, kind, said);
    else if (place->column <= 0)
        message_line(stream, "%s:%d: %s: %s", place->file, place->line, kind, said);
    else
        message_line(stream, "%s:%d:%d: %s: %s", place->file, place->line, place->column, kind, said);
    if (place != NULL && place->line_text != NULL && place->line > 0)
        print_source_line(stream, place);
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

    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    const char *said = text != NULL ? text : "(no memory for the message)";
    if (diag->take != NULL)
        diag->take(diag->context, severity, place, said);
    else
        print_message(diag->program, diag->stream, severity, place, said);
    free(text);
}

const char *diag_severity_name(enum diag_severity severity)
{
    return severities[severity];
}

/* ---- messages that are kept */

/* A copy of the first `length` bytes. */
static char *copy_text(const char *text, size_t length)
{
    return memcpy(memory_take(length + 1, 1), text, length);
}

static void keep_message(void *context, enum diag_severity severity, const struct diag_place *place,
                         const char *text)
{
    struct diag_list *list = context;
    struct diag_message message = {.severity = severity, .text = copy_text(text, strlen(text))};
    if (place != NULL) {
        message.line = place->line;
        message.column = place->column;
        if (place->file != NULL)
            message.file = copy_text(place->file, strlen(place->file));
        if (place->line_text != NULL)
            message.line_text = copy_text(place->line_text, line_length(place->line_text, SIZE_MAX));
    }
    list->messages = memory_grow(list->messages, &list->capacity, list->count + 1, sizeof *list->messages);
    list->messages[list->count++] = message;
}

void diag_init_list(struct diag *diag, const char *program, struct diag_list *list)
{
    *diag = (struct diag){.program = program, .take = keep_message, .context = list};
}

void diag_list_print(const struct diag_list *list, const char *program, FILE *stream)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct diag_message *message = &list->messages[i];
        const struct diag_place place = {message->file, message->line_text, message->line, message->column};
        print_message(program, stream, message->severity, &place, message->text);
    }
}

void diag_list_free(struct diag_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->messages[i].file);
        free(list->messages[i].line_text);
        free(list->messages[i].text);
    }
    free(list->messages);
    *list = (struct diag_list){0};
}
