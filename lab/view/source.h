/* source.h - the source texts of the traced program, which the page shows beside the timeline.
 *
 * They are searched below the user's folders, below the working folder, beside the trace, and beside the
 * program that the trace names, if that program names them, too (program.h). No other folder is read and no
 * link followed, because the names in a trace are untrusted.
 */
#ifndef PRAM_VIEW_SOURCE_H
#define PRAM_VIEW_SOURCE_H

#include "common/file.h"
#include "lab/view/program.h"
#include "lab/view/trace.h"

/* A file that places name. */
struct source {
    char *name;                /* as the compiler has it; owned */
    char *text;                /* owned; NULL: not found, or: */
    struct file_error refused; /* it must not be shown; empty: it was not found */
};

struct sources {
    struct source *files;
    size_t count, room;
    uint32_t *of_name; /* by number of a name: number + 1 of the file */
    struct view_program program;
};

struct source_folders {
    const char **items; /* not owned */
    size_t count, room;
};

/* Whether a text is the library's or the runtime's. */
bool source_is_library(const char *name);

/* All files that places of the trace name. */
void sources_find(struct sources *sources, const struct trace *trace, const char *trace_path,
                  const struct source_folders *folders);
void sources_free(struct sources *sources);

/* The number of a file that is found in the same way, if it is not one of them yet. */
uint32_t sources_add(struct sources *sources, const char *name, const char *trace_path,
                     const struct source_folders *folders);

/* The text of a line, not ended by 0, and its length; NULL: it is not known. */
const char *sources_line(const struct sources *sources, const struct trace *trace, uint32_t place,
                         size_t *length);

#endif
