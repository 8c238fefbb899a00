/* build.h - from the text of a source to a linked program, in one process: fcc's compiler, prasm and prlink
 * as calls.
 *
 * Includes, headers and the runtime are read from files; nothing is written. All errors are messages.
 */
#ifndef PRAM_BUILD_H
#define PRAM_BUILD_H

#include "common/diag.h"

#include <stddef.h>

struct build_source {
    const char *name;           /* as compilation.name; ".c" at its end: a source in C */
    const char *text;           /* '\0' after it */
    size_t length;              /* bytes */
    const char *const *options; /* of fcc; NULL: none */
    size_t option_count;
};

/* The bytes of the program's file, in new memory that the caller frees. Messages go to `list`; NULL: there
 * are errors among them. */
void *build_program(const struct build_source *source, struct diag_list *list, size_t *size);

#endif
