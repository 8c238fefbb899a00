/* document.h - the files that an editor has open: texts, places, and results of the compiler.
 */
#ifndef FCC_SERVER_DOCUMENT_H
#define FCC_SERVER_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/diag.h"
#include "fcc/compile/compile.h"
#include "fcc/driver/options.h"
#include "fcc/preprocess/preprocess.h"
#include "fcc/server/index.h"

struct document {
    char *uri;
    char *path; /* path of the file; a URI without a path is used unchanged */
    char *text; /* '\0' after it; without '\0' in it */
    size_t length;
    json_int_t version;
    struct diag_list messages;
    struct index index;
    char **files; /* files that were read, this one first; owned, and each of them */
    size_t file_count, file_capacity;
    uint32_t *instructions; /* by line, from 1; of line_count numbers */
    size_t line_count;
    bool has_counts;   /* instructions belong to the present text */
    bool is_analysed;  /* messages and index belong to the present text */
    bool is_published; /* the editor has these messages */
};

struct documents {
    struct document **items;
    size_t count, capacity;
    const struct fcc_options *options;
    const char *headers; /* folder of the runtime's; NULL: none */
};

struct document *documents_find(const struct documents *documents, const char *uri);

/* Opens a document, or reopens it. */
struct document *documents_open(struct documents *documents, const char *uri, const char *text, size_t length,
                                json_int_t version);
void documents_close(struct documents *documents, struct document *document);
void documents_free(struct documents *documents);

/* Applies a change of the protocol, to a range or the whole text. False: it has no text. */
bool document_change(struct document *document, const json_t *change);

/* Compiles the document if it has changed; open documents replace files. */
void document_analyse(const struct documents *documents, struct document *document);

/* Counts the instructions of each line: compiles the document to assembly text, once after a change. All are
 * 0 if it has errors. */
void document_count(const struct documents *documents, struct document *document);

/* Sets preprocessor and front end of a compilation of the document. */
void document_shape(const struct documents *documents, const struct document *document,
                    struct compilation *compilation);

/* Frees the list of files. */
void document_forget_files(struct document *document);

/* Marks all documents for compilation: one of them may include another. */
void documents_forget(struct documents *documents);

/* The offset of a line, from 0, or the end. */
size_t document_line(const struct document *document, size_t line);

/* Converts a position of the protocol (lines and units of UTF-16 from 0) to an offset, and to a place. */
size_t document_offset(const struct document *document, const json_t *position);
struct place document_place(const struct document *document, size_t offset);

/* The text of a file: of the open document, else from disk; the caller frees it. NULL: none. */
char *documents_text(const struct documents *documents, const char *path);

/* The URI of a path; the caller frees it. */
char *document_uri(const struct documents *documents, const char *path);

/* A range of the protocol: `length` bytes from a place in `text`. */
json_t *document_range(const char *text, const struct place *place, size_t length);

/* {uri, range} of a place; NULL: its file cannot be read. */
json_t *documents_location(const struct documents *documents, const struct place *place, size_t length);

#endif
