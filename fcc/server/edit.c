/* edit.c - answers that change the text, rename and formatting; and the messages of a document. */
#include "fcc/server/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"
#include "fcc/format/format.h"

static json_t *make_edit(json_t *range, json_t *text)
{
    json_t *edit = json_object();
    json_object_set_new(edit, "range", range);
    json_object_set_new(edit, "newText", text);
    return edit;
}

/* ---- rename */

static const char *const keywords[] = {
#define KEYWORD(name, spelling) spelling,
#include "fcc/text/token.def"
};

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        return false;
    for (const char *at = text; *at != '\0'; at++) {
        if (!isalnum((unsigned char)*at) && *at != '_')
            return false;
    }
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (strcmp(keywords[i], text) == 0)
            return false;
    }
    return true;
}

/* Why the entity cannot be renamed; NULL: it can be. */
static const char *refusal(const struct entity *entity)
{
    if (entity == NULL)
        return "there is no name of the program here";
    if (entity->place.file == NULL)
        return "the compiler knows this name by itself";
    return entity->is_of_runtime ? "this name belongs to the library" : NULL;
}

json_t *answer_prepare_rename(struct question *question)
{
    const struct use *use = answer_use(question);
    if (refusal(answer_entity(question, use)) != NULL)
        return json_null();
    return document_range(question->document->text, &use->place, use->length);
}

struct renaming {
    const struct question *question;
    json_t *changes;
    const char *name;
    bool is_blocked; /* a place is in a macro's text or in a file that cannot be read */
};

static void rename_use(void *context, const struct use *use)
{
    struct renaming *renaming = context;
    const struct documents *documents = renaming->question->documents;
    char *text = documents_text(documents, use->place.file);
    char *uri = document_uri(documents, use->place.file);
    json_t *list = json_object_get(renaming->changes, uri);
    if (list == NULL) {
        list = json_array();
        json_object_set_new(renaming->changes, uri, list);
    }
    if (text != NULL)
        json_array_append_new(
            list, make_edit(document_range(text, &use->place, use->length), json_text(renaming->name)));
    renaming->is_blocked |= text == NULL;
    free(text);
    free(uri);
}

/* Whether an entity of the open documents has the name. */
static bool is_taken(const struct documents *documents, const char *name)
{
    for (size_t d = 0; d < documents->count; d++) {
        const struct index *index = &documents->items[d]->index;
        for (size_t i = 0; i < index->entity_count; i++) {
            if (index->entities[i].name != NULL && strcmp(index->entities[i].name, name) == 0)
                return true;
        }
    }
    return false;
}

json_t *answer_rename(struct question *question)
{
    const struct entity *entity = answer_entity(question, answer_use(question));
    const char *name = json_string_value(json_object_get(question->parameters, "newName"));
    question->error = refusal(entity);
    if (question->error == NULL && (name == NULL || !is_name(name)))
        question->error = "the new name is no identifier, or a keyword";
    if (question->error == NULL && strcmp(name, entity->name) != 0 && is_taken(question->documents, name))
        question->error = "the new name is used already";
    if (question->error != NULL)
        return NULL;
    struct renaming renaming = {question, json_object(), name, false};
    answer_visit_uses(question, entity, rename_use, &renaming);
    json_t *edit = json_object();
    json_object_set_new(edit, "changes", renaming.changes);
    if (!renaming.is_blocked)
        return edit;
    json_decref(edit);
    question->error = "a file that uses the name cannot be read";
    return NULL;
}

/* ---- formatting */

json_t *answer_formatting(struct question *question)
{
    static char message[160]; /* the server handles one request after the other */
    const struct document *document = question->document;
    struct format_error error;
    size_t length;
    char *text = format_text(document->text, document->length, &length, &error);
    json_t *edits = json_array();
    if (text == NULL) {
        snprintf(message, sizeof message, "line %zu: %s", error.line, error.text);
        question->error = message;
        json_decref(edits);
        return NULL;
    }
    const bool is_same = length == document->length && memcmp(text, document->text, length) == 0;
    if (!is_same) {
        const struct place end = document_place(document, document->length);
        json_t *range = document_range(document->text, &(struct place){document->path, 1, 1}, 0);
        json_t *last = document_range(document->text, &end, 0);
        json_object_set(range, "end", json_object_get(last, "end"));
        json_decref(last);
        json_array_append_new(edits, make_edit(range, json_text(text)));
    }
    free(text);
    return edits;
}

/* ---- messages */

/* Numbers of the protocol's DiagnosticSeverity. */
static const int severities[] = {[DIAG_NOTE] = 3, [DIAG_WARNING] = 2, [DIAG_ERROR] = 1};

/* The bytes of the name or character at a place, at least 1. */
static size_t length_at(const struct document *document, const struct place *place)
{
    size_t at = document_line(document, place->line > 0 ? place->line - 1 : 0);
    at += place->column > 0 ? place->column - 1 : 0;
    size_t length = 0;
    while (at + length < document->length &&
           (isalnum((unsigned char)document->text[at + length]) || document->text[at + length] == '_'))
        length++;
    return length > 0 ? length : 1;
}

static struct place place_of(const struct diag_message *message)
{
    return (struct place){message->file, message->line > 0 ? (uint32_t)message->line : 1,
                          message->column > 0 ? (uint32_t)message->column : 1};
}

static json_t *make_diagnostic(const struct document *document, const struct diag_message *message)
{
    const bool is_here = message->file != NULL && strcmp(message->file, document->path) == 0;
    const struct place first = {document->path, 1, 1};
    const struct place place = is_here ? place_of(message) : first;
    json_t *diagnostic = json_object();
    json_object_set_new(diagnostic, "range",
                        document_range(document->text, &place, is_here ? length_at(document, &place) : 1));
    json_object_set_new(diagnostic, "severity", json_integer(severities[message->severity]));
    json_object_set_new(diagnostic, "source", json_string("fcc"));
    if (is_here || message->file == NULL) {
        json_object_set_new(diagnostic, "message", json_text(message->text));
        return diagnostic;
    }
    char *text = NULL;
    if (asprintf(&text, "%s:%d: %s", message->file, message->line, message->text) < 0)
        memory_is_short();
    json_object_set_new(diagnostic, "message", json_text(text));
    free(text);
    return diagnostic;
}

static void add_note(const struct documents *documents, json_t *diagnostic, const struct diag_message *note)
{
    const struct place place = place_of(note);
    json_t *location = note->file != NULL ? documents_location(documents, &place, 1) : NULL;
    if (location == NULL)
        return;
    json_t *list = json_object_get(diagnostic, "relatedInformation"), *related = json_object();
    if (list == NULL) {
        list = json_array();
        json_object_set_new(diagnostic, "relatedInformation", list);
    }
    json_object_set_new(related, "location", location);
    json_object_set_new(related, "message", json_text(note->text));
    json_array_append_new(list, related);
}

json_t *answer_diagnostics(const struct documents *documents, const struct document *document)
{
    json_t *parameters = json_object(), *list = json_array(), *last = NULL;
    for (size_t i = 0; i < document->messages.count; i++) {
        const struct diag_message *message = &document->messages.messages[i];
        if (message->severity == DIAG_NOTE && last != NULL) {
            add_note(documents, last, message);
            continue;
        }
        last = make_diagnostic(document, message);
        json_array_append_new(list, last);
    }
    json_object_set_new(parameters, "uri", json_text(document->uri));
    json_object_set_new(parameters, "version", json_integer(document->version));
    json_object_set_new(parameters, "diagnostics", list);
    return parameters;
}
