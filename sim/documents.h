/* documents.h - the files that a run writes beside its program's output: opened before the run, so that a
 * wrong name is known before the time is spent, complete after it. The rows are document.def.
 *
 * Knows the command line and files; not what stands in a document.
 */
#ifndef PRAM_DOCUMENTS_H
#define PRAM_DOCUMENTS_H

#include <stdbool.h>

#include "common/output.h"
#include "options.h"

enum document {
#define DOCUMENT(name, option, code) DOCUMENT_##name,
#include "document.def"
    DOCUMENTS
};

struct documents {
    struct document_file {
        const char *path; /* "-": standard output; NULL: not asked for */
        struct output_file file;
    } of[DOCUMENTS];
};

/* Opens those that the options ask for. Returns 0, or the exit status after a message. */
int documents_open(struct documents *documents, const struct options *options);

/* Whether a path names a file that the run reads, or writes as a document. */
bool documents_are_at(const struct options *options, const char *path);

/* Those that are still open do not appear. */
void documents_drop(struct documents *documents);

/* The stream of a document, NULL if it was not asked for; on standard output it begins a line of its own. */
FILE *documents_begin(struct documents *documents, enum document document, const struct machine *machine);

/* Its text is complete (is_printed), or could not be written. Returns 0, or the exit status after a message.
 */
int documents_end(struct documents *documents, enum document document, const struct machine *machine,
                  bool is_printed);

#endif
