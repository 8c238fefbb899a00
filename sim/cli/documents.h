/* documents.h - the files that a run writes beside its program's output: opened before the run, so that a
 * wrong name is reported at once; complete after it. The rows are document.def.
 *
 * Knows the command line and files, not the contents.
 */
#ifndef PRAM_DOCUMENTS_H
#define PRAM_DOCUMENTS_H

#include <stdbool.h>

#include "common/output.h"
#include "options.h"

enum document {
#define DOCUMENT(name, path, option, code) DOCUMENT_##name,
#include "document.def"
    DOCUMENTS
};

struct documents {
    struct document_file {
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

/* Prints a document from the contents of all, which the caller defines; false: it could not be written. */
struct contents;
typedef bool documents_print(const struct contents *contents, FILE *stream);

/* After the run: prints those that are wanted, each by its function, and completes them. One on standard
 * output starts on a new line. Returns 0, or the exit status of the last one that could not be written, after
 * a message. */
int documents_write(struct documents *documents, const struct machine *machine,
                    documents_print *const print[DOCUMENTS], const struct contents *contents);

#endif
