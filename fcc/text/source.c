/* source.c - positions in the preprocessed text and messages about them; see source.h. */
#include "fcc/text/source.h"

#include "common/quote.h"
#include "fcc/preprocess/preprocess.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LARGEST_FILE = 8 * 1024 * 1024, /* bytes of a user's file that are read to show its lines */
    MOST_PIECES = 400,              /* tokens of a line that are aligned */
    LONGEST_MESSAGE = 1000,
    OWN_FILE = 0 /* index of the file that fcc was given */
};

static uint32_t find_file(struct source *source, const char *name, size_t length)
{
    for (uint32_t i = source->file_count; i-- > 0;) {
        if (strncmp(source->files[i].name, name, length) == 0 && source->files[i].name[length] == '\0') {
            return i;
        }
    }
    if (source->file_count == source->file_capacity) {
        source->file_capacity = source->file_capacity == 0 ? 16 : source->file_capacity * 2;
        struct source_file *larger = ARENA_ARRAY(source->arena, struct source_file, source->file_capacity);
        if (source->file_count != 0) {
            memcpy(larger, source->files, source->file_count * sizeof *larger);
        }
        source->files = larger;
    }
    source->files[source->file_count].name = arena_text(source->arena, name, length);
    return source->file_count++;
}

/* The name whose quoted form begins at `text`, behind the quote; NULL: the other quote is missing. */
static const char *read_name(struct source *source, const char *text, size_t *length)
{
    const size_t room = strcspn(text, "\n");
    char *name = arena_alloc(source->arena, room + 1);
    size_t at = 0;
    *length = 0;
    while (at < room && text[at] != '"') {
        at += quote_read(text + at, room - at, &name[(*length)++]);
    }
    return at < room ? name : NULL;
}

/* Reads `# 12 "name" flags`; false if the line at `text` is something else. The marker speaks of the next
 * line. */
static bool read_marker(struct source *source, const char *text, uint32_t *file, uint32_t *line)
{
    if (*text++ != '#') {
        return false;
    }
    text += strspn(text, " \t");
    if (strncmp(text, "line", 4) == 0) {
        text += 4 + strspn(text + 4, " \t");
    }
    if (!isdigit((unsigned char)*text)) {
        return false;
    }
    uint32_t number = 0;
    while (isdigit((unsigned char)*text)) {
        number = number * 10 + (uint32_t)(*text++ - '0');
    }
    text += strspn(text, " \t");
    size_t length;
    const char *name = *text == '"' ? read_name(source, text + 1, &length) : NULL;
    if (name != NULL) {
        *file = length == 0 ? OWN_FILE : find_file(source, name, length); /* no line can be of "" */
    }
    *line = number;
    return true;
}

bool source_is_directive(const struct source *source, source_pos offset)
{
    const char *text = source->text + offset;
    if (*text != '#' || source->origin != NULL) {
        return false;
    }
    text += 1 + strspn(text + 1, " \t");
    return isdigit((unsigned char)*text) || strncmp(text, "line", 4) == 0 ||
           strncmp(text, "pragma", 6) == 0 || strncmp(text, "ident", 5) == 0;
}

/* `array` with room for one more; the old one stays in the arena. */
static void *grow(struct arena *arena, void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    *capacity = *capacity == 0 ? 64 : *capacity * 2;
    void *larger = arena_alloc(arena, *capacity * size);
    if (array != NULL) {
        memcpy(larger, array, count * size);
    }
    return larger;
}

static void add_line(struct source *source, source_pos offset, source_pos start, uint32_t file, uint32_t line)
{
    struct source_line *last = source->line_count > 0 ? &source->lines[source->line_count - 1] : NULL;
    if (last != NULL && last->offset == offset) {
        *last = (struct source_line){offset, start, file, line};
        return;
    }
    source->lines =
        grow(source->arena, source->lines, source->line_count, &source->line_capacity, sizeof *source->lines);
    source->lines[source->line_count++] = (struct source_line){offset, start, file, line};
}

void source_open(struct source *source, const char *file)
{
    enum { STEP = 1024 };
    uint32_t current = find_file(source, file, strlen(file));
    uint32_t line = 1;
    uint32_t offset = 0;
    if (source->origin != NULL) {
        return;
    }
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
        if (is_marker) {
            add_line(source, next, next, current, line);
        }
        offset = next;
    }
}

static const struct source_line *find_line(const struct source *source, source_pos pos)
{
    uint32_t low = 0;
    uint32_t high = source->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->lines[middle].offset <= pos) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &source->lines[low];
}

/* The line that a position lies in. */
static struct source_line line_of(const struct source *source, source_pos pos)
{
    if (source->line_count == 0) { /* memory ended before the lines were known */
        return (struct source_line){.file = OWN_FILE, .line = 1};
    }
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
    if (source->origin != NULL) {
        return origin_line(source->origin, pos, line, column);
    }
    struct source_line found = line_of(source, pos);
    *line = found.line;
    *column = pos - found.start + 1;
    return source->files[found.file].name;
}

/* ---- the user's own line */

/* The text of a file, read once; only ordinary files of sensible size, since a marker can name anything. */
static const char *file_text(struct source *source, uint32_t index)
{
    struct source_file *file = &source->files[index];
    struct stat status;
    if (file->tried) {
        return file->text;
    }
    file->tried = true;
    if (source->reads_no_files || stat(file->name, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > LARGEST_FILE) {
        return NULL;
    }
    FILE *stream = fopen(file->name, "rb");
    if (stream == NULL) {
        return NULL;
    }
    char *text = arena_alloc(source->arena, (size_t)status.st_size + 1);
    text[fread(text, 1, (size_t)status.st_size, stream)] = '\0';
    fclose(stream);
    file->text = text;
    return text;
}

static const char *nth_line(const char *text, uint32_t line)
{
    for (; text != NULL && line > 1; line--) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    return text != NULL && *text != '\0' ? text : NULL;
}

/* A token of a line, for laying two lines side by side; needs no more than equal texts being equal tokens. */
struct piece {
    uint32_t column; /* from 0 */
    uint32_t length;
};

static uint32_t split_line(const char *line, struct piece *pieces)
{
    uint32_t count = 0;
    uint32_t i = 0;
    while (line[i] != '\0' && line[i] != '\n' && count < MOST_PIECES) {
        uint32_t start = i;
        unsigned char first = (unsigned char)line[i];
        if (isspace(first)) {
            i++;
            continue;
        }
        if (line[i] == '/' && line[i + 1] == '/') {
            break;
        }
        if (line[i] == '/' && line[i + 1] == '*') {
            const char *end = strstr(line + i + 2, "*/");
            const char *newline = strchr(line + i, '\n');
            if (end == NULL || (newline != NULL && newline < end)) {
                break;
            }
            i = (uint32_t)(end - line) + 2;
            continue;
        }
        if (isalnum(first) || first == '_' || first == '.') {
            while (isalnum((unsigned char)line[i]) || line[i] == '_' || line[i] == '.') {
                i++;
            }
        } else if (first == '"' || first == '\'') {
            i++;
            while (line[i] != '\0' && line[i] != '\n' && line[i] != (char)first) {
                i += line[i] == '\\' && line[i + 1] != '\0' && line[i + 1] != '\n' ? 2 : 1;
            }
            i += line[i] == (char)first;
        } else {
            i++;
        }
        pieces[count++] = (struct piece){start, i - start};
    }
    return count;
}

static bool same_piece(const char *left, struct piece l, const char *right, struct piece r)
{
    return l.length == r.length && memcmp(left + l.column, right + r.column, l.length) == 0;
}

static bool is_name(const char *line, struct piece piece)
{
    unsigned char first = (unsigned char)line[piece.column];
    return isalpha(first) || first == '_';
}

/* The column in the user's line for a column of the text's line: the token's partner in a longest common
 * subsequence; a token that came out of a macro gets the place where the user's line first has something of
 * its own. */
static uint32_t align_column(struct source *source, const char *mine, uint32_t column, const char *theirs)
{
    size_t length = strcspn(mine, "\n");
    if (strncmp(mine, theirs, length) == 0 && (theirs[length] == '\n' || theirs[length] == '\0')) {
        return column; /* nothing was changed */
    }
    struct piece *m = ARENA_ARRAY(source->arena, struct piece, MOST_PIECES);
    struct piece *t = ARENA_ARRAY(source->arena, struct piece, MOST_PIECES);
    uint32_t rows = split_line(mine, m);
    uint32_t columns = split_line(theirs, t);
    uint32_t width = columns + 1;
    uint16_t *common = ARENA_ARRAY(source->arena, uint16_t, (rows + 1) * width);
    for (uint32_t i = rows; i-- > 0;) {
        for (uint32_t j = columns; j-- > 0;) {
            uint16_t below = common[(i + 1) * width + j];
            uint16_t right = common[i * width + j + 1];
            common[i * width + j] = same_piece(mine, m[i], theirs, t[j])
                                        ? (uint16_t)(common[(i + 1) * width + j + 1] + 1)
                                        : (below > right ? below : right);
        }
    }
    uint32_t i = 0;
    uint32_t j = 0;
    uint32_t macro = columns; /* the last token that was replaced */
    while (i < rows && j < columns) {
        bool wanted = column < m[i].column + m[i].length;
        if (same_piece(mine, m[i], theirs, t[j])) {
            if (wanted) {
                return t[j].column + (column > m[i].column ? column - m[i].column : 0);
            }
            i++;
            j++;
        } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
            if (wanted) {
                return t[macro < columns ? macro : j].column;
            }
            i++;
        } else {
            macro = is_name(theirs, t[j]) ? j : macro;
            j++;
        }
    }
    if (j < columns) {
        return t[j].column;
    }
    return columns > 0 ? t[columns - 1].column + t[columns - 1].length : 0;
}

static void find_place(struct source *source, source_pos pos, struct diag_place *place)
{
    if (source->origin != NULL) {
        origin_find(source->origin, pos, place);
        return;
    }
    struct source_line line = line_of(source, pos);
    const char *mine = source->text + line.start;
    uint32_t column = pos - line.start;
    const char *theirs = nth_line(file_text(source, line.file), line.line);
    *place = (struct diag_place){.file = source->files[line.file].name, .line = (int)line.line};
    if (theirs != NULL) {
        place->line_text = theirs;
        place->column = (int)align_column(source, mine, column, theirs) + 1;
    } else {
        place->line_text = mine;
        place->column = (int)column + 1;
    }
}

/* suffix: what stands after the message. */
static void __attribute__((format(printf, 5, 0)))
report(struct source *source, enum diag_severity severity, source_pos pos, const char *suffix,
       const char *format, va_list list)
{
    char text[LONGEST_MESSAGE];
    struct diag_place place;
    if (!diag_shows(source->diag, severity)) { /* finding its place would take time */
        diag_report(source->diag, severity, NULL, "%s", "");
        return;
    }
    vsnprintf(text, sizeof text, format, list);
    find_place(source, pos, &place);
    diag_report(source->diag, severity, &place, "%s%s", text, suffix);
    if (source->origin != NULL) {
        origin_notes(source->origin, pos, source->diag);
    }
}

void source_mark(struct source *source, source_pos pos)
{
    source->marks =
        grow(source->arena, source->marks, source->mark_count, &source->mark_capacity, sizeof *source->marks);
    source->marks[source->mark_count++] = pos;
}

bool source_is_marked(const struct source *source, source_pos pos)
{
    uint32_t low = 0;
    uint32_t high = source->mark_count;
    if (!diag_shows(source->diag, DIAG_ERROR)) {
        return false;
    }
    while (low < high) { /* the first mark at the position or after it */
        uint32_t middle = low + (high - low) / 2;
        if (source->marks[middle] < pos) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
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
    if (source->origin != NULL) {
        origin_macros(source->origin, visit, context);
    }
}

void source_warning(struct source *source, source_pos pos, enum warning warning, const char *format, ...)
{
    char name[WARNING_NAME], suffix[WARNING_NAME + 8];
    if ((source->warnings & warning_bit(warning)) == 0) {
        return;
    }
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
