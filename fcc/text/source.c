/* source.c - positions in the preprocessed text and messages about them; see source.h. */
#include "fcc/text/source.h"

#include "common/bisect.h"
#include "common/quote.h"
#include "fcc/preprocess/preprocess.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LONGEST_MESSAGE = 1000,
    OWN_FILE = 0 /* index of the file given to fcc */
};

static uint32_t find_file(struct source *source, const char *name, size_t length)
{
    for (uint32_t i = source->file_count; i-- > 0;) {
        if (strncmp(source->files[i], name, length) == 0 && source->files[i][length] == '\0')
            return i;
    }
    source->files = arena_grow(source->arena, source->files, source->file_count, &source->file_capacity,
                               sizeof *source->files);
    source->files[source->file_count] = arena_text(source->arena, name, length);
    return source->file_count++;
}

/* The name whose quoted form begins at `text`, after the quote; NULL: the closing quote is missing. */
static const char *read_name(struct source *source, const char *text, size_t *length)
{
    const size_t room = strcspn(text, "\n");
    char *name = arena_alloc(source->arena, room + 1);
    size_t at = 0;
    *length = 0;
    while (at < room && text[at] != '"')
        at += quote_read(text + at, room - at, &name[(*length)++]);
    return at < room ? name : NULL;
}

/* Reads `# 12 "name" flags`; false if the line at `text` is something else. The marker describes the next
 * line. */
static bool read_marker(struct source *source, const char *text, uint32_t *file, uint32_t *line)
{
    if (*text++ != '#')
        return false;
    text += strspn(text, " \t");
    if (strncmp(text, "line", 4) == 0)
        text += 4 + strspn(text + 4, " \t");
    if (!isdigit((unsigned char)*text))
        return false;
    uint32_t number = 0;
    while (isdigit((unsigned char)*text))
        number = number * 10 + (uint32_t)(*text++ - '0');
    text += strspn(text, " \t");
    size_t length;
    const char *name = *text == '"' ? read_name(source, text + 1, &length) : NULL;
    if (name != NULL)
        *file = length == 0 ? OWN_FILE : find_file(source, name, length); /* no line can be of "" */
    *line = number;
    return true;
}

bool source_is_directive(const struct source *source, source_pos offset)
{
    const char *text = source->text + offset;
    if (*text != '#' || source->origin != NULL)
        return false;
    text += 1 + strspn(text + 1, " \t");
    return isdigit((unsigned char)*text) || strncmp(text, "line", 4) == 0 ||
           strncmp(text, "pragma", 6) == 0 || strncmp(text, "ident", 5) == 0;
}

static void add_line(struct source *source, source_pos offset, source_pos start, uint32_t file, uint32_t line)
{
    struct source_line *last = source->line_count > 0 ? &source->lines[source->line_count - 1] : NULL;
    if (last != NULL && last->offset == offset) {
        *last = (struct source_line){offset, start, file, line};
        return;
    }
    source->lines = arena_grow(source->arena, source->lines, source->line_count, &source->line_capacity,
                               sizeof *source->lines);
    source->lines[source->line_count++] = (struct source_line){offset, start, file, line};
}

void source_open(struct source *source, const char *file)
{
    enum { STEP = 1024 };
    uint32_t current = find_file(source, file, strlen(file));
    uint32_t line = 1;
    uint32_t offset = 0;
    if (source->origin != NULL)
        return;
    add_line(source, 0, 0, current, line);
    while (offset < source->length) {
        const char *end = memchr(source->text + offset, '\n', source->length - offset);
        uint32_t next = end == NULL ? source->length : (uint32_t)(end - source->text) + 1;
        bool is_marker = read_marker(source, source->text + offset, &current, &line);
        for (uint32_t at = source->lines[source->line_count - 1].offset + STEP; !is_marker && at < next;
             at += STEP) {
            add_line(source, at < offset ? offset : at, offset, current, line);
            at = at < offset ? offset : at;
        }
        line += !is_marker;
        if (is_marker)
            add_line(source, next, next, current, line);
        offset = next;
    }
}

static const struct source_line *find_line(const struct source *source, source_pos pos)
{
    BISECT(begun, source->line_count, i, source->lines[i].offset <= pos)
    return &source->lines[begun == 0 ? 0 : begun - 1];
}

/* The line that contains a position. */
static struct source_line line_of(const struct source *source, source_pos pos)
{
    if (source->line_count == 0) /* memory ended before the lines were found */
        return (struct source_line){.file = OWN_FILE, .line = 1};
    struct source_line line = *find_line(source, pos);
    const char *end = source->text + pos;
    const char *at = source->text + line.offset;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        line.line++;
        line.start = (source_pos)(++at - source->text);
    }
    return line;
}

const char *source_where(const struct source *source, source_pos pos, uint32_t *line)
{
    uint32_t column;
    return source_where_exactly(source, pos, line, &column);
}

const char *source_where_exactly(const struct source *source, source_pos pos, uint32_t *line,
                                 uint32_t *column)
{
    if (source->origin != NULL)
        return origin_line(source->origin, pos, line, column);
    struct source_line found = line_of(source, pos);
    *line = found.line;
    *column = pos - found.start + 1;
    return source->files[found.file];
}

/* ---- messages */

void source_place(const struct source *source, source_pos pos, struct diag_place *place)
{
    if (source->origin != NULL) {
        origin_find(source->origin, pos, place);
        return;
    }
    struct source_line line = line_of(source, pos);
    *place = (struct diag_place){.file = source->files[line.file],
                                 .line = (int)line.line,
                                 .line_text = source->text + line.start,
                                 .column = (int)(pos - line.start) + 1};
}

/* suffix: printed after the message. */
static void __attribute__((format(printf, 5, 0)))
report(struct source *source, enum diag_severity severity, source_pos pos, const char *suffix,
       const char *format, va_list list)
{
    char text[LONGEST_MESSAGE];
    struct diag_place place;
    if (!diag_shows(source->diag, severity)) { /* finding its place takes time */
        diag_report(source->diag, severity, NULL, "%s", "");
        return;
    }
    vsnprintf(text, sizeof text, format, list);
    source_place(source, pos, &place);
    diag_report(source->diag, severity, &place, "%s%s", text, suffix);
    if (source->origin != NULL)
        origin_notes(source->origin, pos, source->diag);
}

void source_mark(struct source *source, source_pos pos)
{
    source->marks = arena_grow(source->arena, source->marks, source->mark_count, &source->mark_capacity,
                               sizeof *source->marks);
    source->marks[source->mark_count++] = pos;
}

bool source_is_marked(const struct source *source, source_pos pos)
{
    if (!diag_shows(source->diag, DIAG_ERROR))
        return false;
    BISECT(low, source->mark_count, i,
           source->marks[i] < pos) /* the first mark at the position or after it */
    const char *text = source->text;
    return (low < source->mark_count && memchr(text + pos, '\n', source->marks[low] - pos) == NULL) ||
           (low > 0 && memchr(text + source->marks[low - 1], '\n', pos - source->marks[low - 1]) == NULL);
}

void source_error(struct source *source, source_pos pos, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(source, DIAG_ERROR, pos, "", format, list);
    va_end(list);
}

bool source_is_of_runtime(const struct source *source, source_pos pos)
{
    uint32_t line;
    const char *file = source_where(source, pos, &line);
    const size_t length = source->headers != NULL ? strlen(source->headers) : 0;
    return length > 0 && strncmp(file, source->headers, length) == 0 && file[length] == '/';
}

bool source_is_expanded(const struct source *source, source_pos pos)
{
    return source->origin != NULL && origin_is_expanded(source->origin, pos);
}

void source_macros(const struct source *source, void (*visit)(void *context, const char *name), void *context)
{
    if (source->origin != NULL)
        origin_macros(source->origin, visit, context);
}

void source_warning(struct source *source, source_pos pos, enum warning warning, const char *format, ...)
{
    char name[WARNING_NAME], suffix[WARNING_NAME + 8];
    if ((source->warnings & warning_bit(warning)) == 0)
        return;
    snprintf(suffix, sizeof suffix, " [-W%s]", warning_spell(warning, name));
    va_list list;
    va_start(list, format);
    report(source, DIAG_WARNING, pos, suffix, format, list);
    va_end(list);
}

void source_note(struct source *source, source_pos pos, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(source, DIAG_NOTE, pos, "", format, list);
    va_end(list);
}

void source_fatal(struct source *source, source_pos pos, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(source, DIAG_ERROR, pos, "", format, list);
    va_end(list);
    longjmp(*source->fatal, 1);
}
