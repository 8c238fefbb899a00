/* program.h - the object file that a trace names, and the source texts that may be read beside it.
 *
 * A trace is untrusted and may name any path. The path is used only if an object file of the toolchain lies
 * there. Of the files around it only those are read that the object names as its source, that end like a
 * source text, and that lie below the object's folder or its parent. So a trace alone cannot bring other
 * files into a page.
 */
#ifndef PRAM_VIEW_PROGRAM_H
#define PRAM_VIEW_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

struct view_program {
    char *folder; /* of the object file; owned; NULL: there is none */
    char *parent; /* the folder around that; owned */
    char **files; /* its source texts by the names that the compiler was given; owned */
    size_t count;
};

/* Looks for the object by the name that the trace has for it: in the working folder, in the folder of the
 * trace and in the one around that, if the name is relative. Finds nothing if name is NULL. */
void program_find(struct view_program *program, const char *name, const char *trace_folder);
void program_free(struct view_program *program);

/* Whether a source of that name may be read beside the object. */
bool program_names(const struct view_program *program, const char *name);

#endif
