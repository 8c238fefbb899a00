/* answer.h - the answers of the server: one function a request of the protocol.
 *
 * Each gets the parameters of the request and the document that they name, which is analysed, and returns the
 * result. NULL: it fails with the text in *error.
 */
#ifndef FCC_SERVER_ANSWER_H
#define FCC_SERVER_ANSWER_H

#include "fcc/server/document.h"

struct question {
    const struct documents *documents;
    struct document *document;
    const json_t *parameters;
    const char *error; /* set by an answer that fails */
};

json_t *answer_hover(struct question *question);
json_t *answer_definition(struct question *question);
json_t *answer_references(struct question *question);
json_t *answer_highlight(struct question *question);
json_t *answer_symbols(struct question *question);
json_t *answer_completion(struct question *question);
json_t *answer_signature(struct question *question);
json_t *answer_prepare_rename(struct question *question);
json_t *answer_rename(struct question *question);
json_t *answer_formatting(struct question *question);

/* The messages of the document as parameters of textDocument/publishDiagnostics. */
json_t *answer_diagnostics(const struct documents *documents, const struct document *document);

/* For all of them: the use at the place in the parameters (NULL: none) and its entity. */
const struct use *answer_use(const struct question *question);
const struct entity *answer_entity(const struct question *question, const struct use *use);

/* Calls `visit` for every use of the entity in this document and in other open ones, once for each place. */
void answer_visit_uses(const struct question *question, const struct entity *entity,
                       void (*visit)(void *context, const struct use *use), void *context);

#endif
