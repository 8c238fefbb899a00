/* preprocess.h - C17 preprocessing in the process: a source file in, one text without directives out.
 *
 * The text is what the lexer reads; beside it stands where every part of it came from, to the column, through
 * includes and expansions of macros (origin_ functions). Whatever the input: time, memory and output stay
 * below the limits here, and a message names the limit. Knows nothing of the language that it prepares.
 */
#ifndef FCC_PREPROCESS_H
#define FCC_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/diag.h"
#include "common/arena.h"

#define PREPROCESS_MEGABYTE (1u << 20)
/* Bytes of the text that comes out, and of one file that goes in. */
#define PREPROCESS_TEXT_LIMIT (32 * PREPROCESS_MEGABYTE)
#define PREPROCESS_FILE_LIMIT (32 * PREPROCESS_MEGABYTE)
/* Bytes of all files, each as often as it is included. */
#define PREPROCESS_READ_LIMIT (256 * PREPROCESS_MEGABYTE)
/* Files that are open in each other, and includes in all. */
#define PREPROCESS_DEPTH_LIMIT 200
#define PREPROCESS_INCLUDES_LIMIT 50000
/* Tokens that come out of macros, those of the steps between included. */
#define PREPROCESS_STEPS_LIMIT 32000000u
/* Macro calls in the arguments of each other; parentheses in a condition; conditions in each other. */
#define PREPROCESS_NESTING_LIMIT 256
/* Parameters of a macro. */
#define PREPROCESS_PARAMETERS_LIMIT 127
/* Bytes of memory, the text and the files not counted. */
#define PREPROCESS_MEMORY_LIMIT (128 * PREPROCESS_MEGABYTE)

struct preprocess_options {
    bool warnings;
    bool markers; /* write line markers and pragmas into the text, as -E shows them */
    bool safe;    /* files come only from the folder of the source, from -I and from `headers` */
    /* pairs "-D" "NAME=TEXT", "-U" "NAME", "-I" "FOLDER", "-include" "FILE" in their order; not owned; others
     * are passed over */
    const char *const *arguments;
    size_t argument_count;
    const char *headers; /* the folder of the runtime's headers, looked at last; NULL: none */
    /* The text of the file `path`, as a search for an include composes that name, with '\0' after `*length`
     * bytes; it must live as long as the preprocessor. NULL: the file on disk counts. */
    const char *(*overlay)(void *context, const char *path, size_t *length);
    void *overlay_context; /* an overlay of NULL has no files in memory */
    unsigned
        divisor; /* the limits of steps, memory and text are divided by it, for fuzzers; 0: as they are */
};

struct preprocessor;

/* A preprocessor for one source. `diag` and `options` must live as long. */
struct preprocessor *preprocess_new(struct diag *diag, const struct preprocess_options *options);
void preprocess_free(struct preprocessor *pp);

/* Preprocesses `text` (`length` characters, '\0' after them), the file `name`. Errors go to diag; false if
 * there were any. The text then is preprocess_text. */
bool preprocess_run(struct preprocessor *pp, const char *name, const char *text, size_t length);

/* The result, ended by '\0'; it lives as long as the preprocessor. */
const char *preprocess_text(const struct preprocessor *pp, size_t *length);

/* Calls `visit` for each file that was read, in the order of their first use, the source first. `is_runtime`:
 * it lies in the folder `headers`. Once. */
void preprocess_files(struct preprocessor *pp,
                      void (*visit)(void *context, const char *name, bool is_runtime), void *context);

/* Where the character at `offset` of the text came from: the place where the user wrote it, or used the macro
 * that it came out of. */
void origin_find(const struct preprocessor *pp, uint32_t offset, struct diag_place *place);

/* Only the file, the line and, unless `column` is NULL, the column of that. The name lives as long as the
 * preprocessor. */
const char *origin_line(const struct preprocessor *pp, uint32_t offset, uint32_t *line, uint32_t *column);

/* Whether the character at `offset` came out of a macro. */
bool origin_is_expanded(const struct preprocessor *pp, uint32_t offset);

/* Calls `visit` with the name of each macro, in no fixed order. */
void origin_macros(const struct preprocessor *pp, void (*visit)(void *context, const char *name),
                   void *context);

/* Adds to a message about `offset`: which macros it came out of, and where its file was included. */
void origin_notes(struct preprocessor *pp, uint32_t offset, struct diag *diag);

/* The value of SOURCE_DATE_EPOCH if it is set and no number of seconds from 0 to 253402300799; else NULL. */
const char *preprocess_refused_epoch(void);

#endif
