/* compile.h - one source from its text to assembly text, in the process: preprocessor, front end, back end.
 *
 * Source and output are in memory or in streams of the caller. Every error is a message of `diag`, including
 * a compilation that would exceed its memory limit; compilation_free frees all memory then. Compilations may
 * run in several threads at once. The process ends only if the host has no memory left (common/memory.h). A
 * thread needs a stack of START_STACK bytes (common/start.h).
 *
 *     struct diag_list list = {0};
 *     struct diag diag;
 *     diag_init_list(&diag, "fcc", &list);
 *     struct compilation c = {.name = "x.fork", .text = text, .length = length, .diag = &diag, ...};
 *     if (compilation_preprocess(&c) && compilation_front(&c))
 *         ...
 *     compilation_free(&c);
 *     diag_list_free(&list);
 */
#ifndef FCC_COMPILE_H
#define FCC_COMPILE_H

#include "common/arena.h"
#include "common/diag.h"
#include "fcc/back/back.h"
#include "fcc/front.h"
#include "fcc/preprocess/preprocess.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All 0, except for the fields that the caller sets. */
struct compilation {
    /* set by the caller, and valid until compilation_free */
    const char *name; /* of the source; includes are searched beside it */
    const char *text; /* '\0' after it */
    size_t length;
    bool is_preprocessed; /* the text has line markers: it is not preprocessed */
    struct diag *diag;
    struct preprocess_options preprocess; /* .overlay: includes in memory */
    struct front_options front; /* .only_check: no intermediate code; .origin is set by compilation_front */

    /* made */
    struct preprocessor *preprocessor; /* of compilation_preprocess; NULL if not needed */
    struct ir_unit *unit;              /* of compilation_front; NULL after errors */

    /* for compile.c only */
    struct arena arena;
    struct arena_pool pool;
    jmp_buf full;
};

/* Preprocesses the source. False after errors. */
bool compilation_preprocess(struct compilation *c);

/* The input of the front end, ended by '\0'. */
const char *compilation_text(const struct compilation *c, size_t *length);

/* Parses, checks and, unless front.only_check is set, makes intermediate code. False after errors. */
bool compilation_front(struct compilation *c);

/* Prints the unit as assembly text for prasm. False after errors; then the text is incomplete. */
bool compilation_back(struct compilation *c, const struct back_options *options, FILE *out);

/* Optimises the unit and prints its functions after the pass that the options name. */
bool compilation_optimise(struct compilation *c, const struct pass_options *options, FILE *out);

/* Frees all results; legal after any of the functions above, also after none. */
void compilation_free(struct compilation *c);

#endif
