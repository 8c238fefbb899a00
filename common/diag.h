/* diag.h - messages about source text: file, line, column, the source line itself, a caret.
 *
 * The assembler, the linker and the Fork compiler print all messages about sources with it:
 *
 *     sort.s:12:17: error: constant 5000 does not fit 13 signed bits (-4096..4095)
 *        12 |     add R3,5000,R4
 *           |            ^
 *
 * All state is in struct diag.
 */
#ifndef PRAM_DIAG_H
#define PRAM_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

/* A place in a source text. line and column count from 1; 0 means "none" and prints without it. */
struct diag_place {
    const char *file; /* name as the user wrote it; not owned; NULL: no file, the program's name is printed */
    const char *line_text; /* the source line, up to its '\n' or '\0'; not owned; NULL: no line and caret */
    int line;
    int column;
};

struct diag {
    const char *program; /* "prasm": printed where a message has no file */
    FILE *stream;        /* where messages go, normally stderr */
    int errors;          /* counted, also those suppressed */
    int warnings;
    int error_limit;   /* stop printing after this many errors; 0: no limit */
    int warning_limit; /* as error_limit, for warnings */
    bool is_silent;    /* the last error or warning was not printed: nor are its notes */
    /* takes each message that would be printed, in place of `stream`; NULL: it is printed. `place` may be
     * NULL; nothing of it may be kept. */
    void (*take)(void *context, enum diag_severity severity, const struct diag_place *place,
                 const char *text);
    void *context;
};

/* Starts a message collector that prints to `stream`. */
void diag_init(struct diag *diag, const char *program, FILE *stream);

/* Whether a message of this severity would be printed now; for a note: whether its error or warning was
 * printed. */
bool diag_shows(const struct diag *diag, enum diag_severity severity);

/* Prints one message at `place` (may be NULL) and counts it. Messages past error_limit are counted only, and
 * one line says so. Tabs in the source line are kept in front of the caret so that it stands under its
 * column; control characters in it, in names and in the message are shown as escapes (message.h). */
void diag_report(struct diag *diag, enum diag_severity severity, const struct diag_place *place,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "error", "warning", "note" */
const char *diag_severity_name(enum diag_severity severity);

/* Messages that are kept instead of printed, in their order; a note belongs to the message before it. */
struct diag_list {
    struct diag_message *messages;
    size_t count;
    size_t capacity;
};

/* All strings are the list's own. */
struct diag_message {
    enum diag_severity severity;
    char *file;      /* NULL: none */
    char *line_text; /* the source line without its end; NULL: none */
    char *text;
    int line;   /* from 1; 0: none */
    int column; /* a byte of the line, from 1; 0: none */
};

/* Starts a message collector that keeps all messages in `list`, which must be all zeros. */
void diag_init_list(struct diag *diag, const char *program, struct diag_list *list);

/* Prints a list as diag_report would have printed its messages. */
void diag_list_print(const struct diag_list *list, const char *program, FILE *stream);

/* Frees the messages and empties the list. */
void diag_list_free(struct diag_list *list);

#endif
