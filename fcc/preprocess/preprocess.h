/* preprocess.h - C17 preprocessing in the process: a source file in, one text without directives out.
 *
 * The text is the input of the lexer. The origin of every part is recorded to the column, through includes
 * and macro expansions (origin_ functions). For every input, time, memory and output stay below the limits
 * here; a message names the limit. Knows nothing about the language of the text.
 */
#ifndef FCC_PREPROCESS_H
#define FCC_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "common/arena.h"

#define PREPROCESS_MEGABYTE (1u << 20)
/* Bytes of the output text, and of one input file. */
#define PREPROCESS_TEXT_LIMIT (32 * PREPROCESS_MEGABYTE)
#define PREPROCESS_FILE_LIMIT (32 * PREPROCESS_MEGABYTE)
/* Bytes of all files, counted for each inclusion. */
#define PREPROCESS_READ_LIMIT (256 * PREPROCESS_MEGABYTE)
/* Nested open files, and total number of includes. */
#define PREPROCESS_DEPTH_LIMIT 200
#define PREPROCESS_INCLUDES_LIMIT 50000
/* Tokens from macros, including intermediate steps. */
#define PREPROCESS_STEPS_LIMIT 32000000u
/* Nested macro calls in arguments; parentheses in a condition; nested conditions. */
#define PREPROCESS_NESTING_LIMIT 256
/* Parameters of a macro. */
#define PREPROCESS_PARAMETERS_LIMIT 127
/* Bytes of memory, without the text and the files. */
#define PREPROCESS_MEMORY_LIMIT (128 * PREPROCESS_MEGABYTE)

struct preprocess_options {
    bool warnings;
    bool markers; /* write line markers and pragmas into the text, as -E shows them */
    bool dollars; /* `$` is a letter of names, as gcc has it in C */
    bool safe;    /* files only from the folder of the source, from -I and from `headers` */
    /* pairs "-D" "NAME=TEXT", "-U" "NAME", "-I" "FOLDER", "-include" "FILE" in order; not owned; other pairs
     * are ignored */
    const char *const *arguments;
    size_t argument_count;
    const char *headers; /* the folder of the runtime's headers, searched last; NULL: none */
    /* The text of the file `path`, a name composed by the search for an include, with '\0' after `*length`
     * bytes; it must live as long as the preprocessor. NULL: use the file on disk. */
    const char *(*overlay)(void *context, const char *path, size_t *length);
    void *overlay_context; /* NULL: no files in memory */
    unsigned divisor;      /* divisor of the limits of steps, memory and text, for fuzzers; 0: none */
};

struct preprocessor;

/* A preprocessor for one source. `diag` and `options` must live as long. */
struct preprocessor *preprocess_new(struct diag *diag, const struct preprocess_options *options);
void preprocess_free(struct preprocessor *pp);

/* Preprocesses `text` (`length` characters, '\0' after them), the file `name`. Errors go to diag; false if
 * there were any. preprocess_text returns the result. */
bool preprocess_run(struct preprocessor *pp, const char *name, const char *text, size_t length);

/* The result, ended by '\0'; it lives as long as the preprocessor. */
const char *preprocess_text(const struct preprocessor *pp, size_t *length);

/* Calls `visit` for each file that was read, in the order of first use, the source first. `is_runtime`: it is
 * in the folder `headers`. Call it once. */
void preprocess_files(struct preprocessor *pp,
                      void (*visit)(void *context, const char *name, bool is_runtime), void *context);

/* The origin of the character at `offset` of the text: where the user wrote it, or used the macro that it
 * came out of. */
void origin_find(const struct preprocessor *pp, uint32_t offset, struct diag_place *place);

/* Only file, line and, unless `column` is NULL, column of the origin. The name lives as long as the
 * preprocessor. */
const char *origin_line(const struct preprocessor *pp, uint32_t offset, uint32_t *line, uint32_t *column);

/* Whether the character at `offset` came out of a macro. */
bool origin_is_expanded(const struct preprocessor *pp, uint32_t offset);

/* Calls `visit` with the name of each macro, in no fixed order. */
void origin_macros(const struct preprocessor *pp, void (*visit)(void *context, const char *name),
                   void *context);

/* Adds notes to a message about `offset`: the macros that it came out of, and the includes of its file. */
void origin_notes(struct preprocessor *pp, uint32_t offset, struct diag *diag);

/* The value of SOURCE_DATE_EPOCH if it is a number of seconds from 0 to 253402300799; else NULL. */
const char *preprocess_refused_epoch(void);

#endif
