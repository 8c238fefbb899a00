/* source.h - the preprocessed text: the origin of its parts, and messages about them.
 *
 * A position is a byte offset in the text. If fcc has preprocessed the text itself, the preprocessor knows
 * the origin of every part. In an input x.i, line markers give file and line; messages show the line and
 * column of x.i.
 */
#ifndef FCC_SOURCE_H
#define FCC_SOURCE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/arena.h"
#include "fcc/text/warning.h"

typedef uint32_t source_pos;

/* A place from which positions are counted: the first line after a marker, and one about every 1024 bytes. */
struct source_line {
    source_pos offset;
    source_pos start; /* of its line */
    uint32_t file;    /* index into files */
    uint32_t line;
};

struct preprocessor;

struct source {
    struct arena *arena;
    struct diag *diag;
    const char *text;
    uint32_t length;
    struct preprocessor *origin; /* knows the origin of the text; NULL: line markers do */
    struct source_line *lines;   /* ascending offsets */
    uint32_t line_count;
    uint32_t line_capacity;
    source_pos *marks; /* places that are not tokens: see source_mark; ascending */
    uint32_t mark_count;
    uint32_t mark_capacity;
    const char **files; /* names */
    uint32_t file_count;
    uint32_t file_capacity;
    warning_set warnings; /* warnings that source_warning reports */
    bool is_plain_c; /* keywords of Fork are names, except in files of the folder `headers` (NULL: none) */
    const char *headers;
    jmp_buf *fatal; /* jump target of source_fatal */
};

/* Longest text that is compiled, in bytes. */
#define SOURCE_LIMIT (32u * 1024 * 1024)

/* Finds the lines and reads the line markers. The caller sets source->arena, diag, text, length and fatal;
 * with `origin` there are no markers. */
void source_open(struct source *source, const char *file);

/* The file and line of a position; the name lives as long as the source. */
const char *source_where(const struct source *source, source_pos pos, uint32_t *line);
/* As above with the column, from 1 on. */
const char *source_where_exactly(const struct source *source, source_pos pos, uint32_t *line,
                                 uint32_t *column);

/* As above for messages, with the text of the line. */
void source_place(const struct source *source, source_pos pos, struct diag_place *place);

/* Whether a position is in one of the runtime's headers, if their folder is known. */
bool source_is_of_runtime(const struct source *source, source_pos pos);

/* Whether the line at `offset` is a line marker or another directive that a preprocessor left, not program
 * text. */
bool source_is_directive(const struct source *source, source_pos offset);

/* Notes that the line of a position has an error that is not a token: errors that follow from it are not
 * reported. */
void source_mark(struct source *source, source_pos pos);
bool source_is_marked(const struct source *source, source_pos pos);

/* Whether the text at a position came out of a macro, as far as that is known. */
bool source_is_expanded(const struct source *source, source_pos pos);
/* Calls `visit` with the name of each macro that is known. */
void source_macros(const struct source *source, void (*visit)(void *context, const char *name),
                   void *context);

void source_error(struct source *source, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The message ends with the name of its kind: [-Wrace]. */
void source_warning(struct source *source, source_pos pos, enum warning warning, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void source_note(struct source *source, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An error that ends the compilation. */
_Noreturn void source_fatal(struct source *source, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
