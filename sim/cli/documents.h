/* documents.h - the files that a run writes beside its program's output: opened before the run, so that a
 * wrong name is reported at once; complete after it. The rows are document.def.
 *
 * Knows the command line and files, not the contents.
 */
#ifndef PRAM_DOCUMENTS_H
#define PRAM_DOCUMENTS_H

#include "common/output.h"
#include "options.h"

enum {
#define DOCUMENT(name, path, option, code) DOCUMENT_##name,
#include "document.def"
    DOCUMENTS
};

struct documents {
    struct document {
        const char *path; /* "-": standard output; NULL: not wanted */
        struct output_file file;
    } of[DOCUMENTS];
};

/* Opens the documents of the options. Returns 0, or the exit status after a message. */
int documents_open(struct documents *documents, const struct options *options);

/* Whether the run reads the file at a path, or writes it as a document; after documents_open. */
bool documents_are_at(const struct documents *documents, const struct options *options, const char *path);

/* Drops documents that are still open. */
void documents_drop(struct documents *documents);

#endif
