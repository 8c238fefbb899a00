/* name.c - answers about the name at a place: hover, definition, references, highlights, symbols. */
#include "fcc/server/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/memory.h"

static struct place answer_place(const struct question *question)
{
    const json_t *position = json_object_get(question->parameters, "position");
    return document_place(question->document, document_offset(question->document, position));
}

const struct use *answer_use(const struct question *question)
{
    const struct place place = answer_place(question);
    return index_at(&question->document->index, &place);
}

const struct entity *answer_entity(const struct question *question, const struct use *use)
{
    return use != NULL ? &question->document->index.entities[use->entity] : NULL;
}

/* ---- macros: the index does not know them, the text does */

/* Line and column of the name in `#define name` in a text; false: none. */
static bool find_macro(const char *text, const char *name, size_t length, struct place *place,
                       const char **line_text)
{
    uint32_t line = 1;
    for (const char *at = text; at != NULL && *at != '\0'; line++) {
        const char *word = at + strspn(at, " \t");
        const char *next = strchr(at, '\n');
        if (*word == '#') {
            word++;
            word += strspn(word, " \t");
            if (strncmp(word, "define", 6) == 0) {
                word += 6;
                word += strspn(word, " \t");
                const char after = strncmp(word, name, length) == 0 ? word[length] : 'x';
                if (after == '(' || after == ' ' || after == '\t' || after == '\n' || after == '\0') {
                    place->line = line;
                    place->column = (uint32_t)(word - at) + 1;
                    *line_text = at;
                    return true;
                }
            }
        }
        at = next != NULL ? next + 1 : NULL;
    }
    return false;
}

/* The name around an offset of the document. */
static const char *name_around(const struct document *document, size_t offset, size_t *length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t start = offset;
    while (start > 0 && document->text[start - 1] != '\0' &&
           strchr(letters, document->text[start - 1]) != NULL)
        start--;
    *length = strspn(document->text + start, letters);
    return document->text + start;
}

/* The macro at the requested place: its place, and the first line of its definition, which the caller
 * frees. */
static char *macro_at(const struct question *question, struct place *place, size_t *length)
{
    const struct document *document = question->document;
    const json_t *position = json_object_get(question->parameters, "position");
    const char *name = name_around(document, document_offset(document, position), length);
    for (size_t i = 0; *length > 0 && i < document->file_count; i++) {
        const char *line;
        char *text = documents_text(question->documents, document->files[i]);
        if (text != NULL && find_macro(text, name, *length, place, &line)) {
            const size_t size = strcspn(line, "\n");
            char *definition = memcpy(memory_take(size + 1, 1), line, size);
            place->file = document->files[i];
            free(text);
            return definition;
        }
        free(text);
    }
    return NULL;
}

/* ---- hover */

/* A stream into memory, which the caller frees. */
static FILE *open_text(char **text, size_t *size)
{
    FILE *out = open_memstream(text, size);
    if (out == NULL)
        memory_is_short();
    return out;
}

static json_t *make_hover(const struct question *question, const struct place *place, size_t length,
                          const char *text)
{
    json_t *hover = json_object(), *contents = json_object();
    json_object_set_new(contents, "kind", json_string("markdown"));
    json_object_set_new(contents, "value", json_text(text));
    json_object_set_new(hover, "contents", contents);
    if (place != NULL)
        json_object_set_new(hover, "range", document_range(question->document->text, place, length));
    return hover;
}

/* The mode of a statement, and the cost of its line if the document has no errors. */
static void describe_statement(const struct question *question, const struct place *place, enum mode mode,
                               FILE *out)
{
    struct document *document = question->document;
    fprintf(out, "\n\nThis statement is %s.", mode_adjective(mode));
    document_count(question->documents, document);
    const uint32_t count = place->line < document->line_count ? document->instructions[place->line] : 0;
    if (count > 0)
        fprintf(out, " Line %" PRIu32 " is %" PRIu32 " instruction%s.", place->line, count,
                count == 1 ? "" : "s");
}

json_t *answer_hover(struct question *question)
{
    const struct use *use = answer_use(question);
    const struct entity *entity = answer_entity(question, use);
    const struct place place = answer_place(question);
    char *text = NULL;
    size_t size, length;
    enum mode mode;
    struct place macro;
    if (entity == NULL) {
        char *definition = macro_at(question, &macro, &length);
        if (definition == NULL)
            return json_null();
        FILE *out = open_text(&text, &size);
        fprintf(out, "```fork\n%s\n```\nmacro", definition);
        fclose(out);
        json_t *hover = make_hover(question, NULL, 0, text);
        free(definition);
        free(text);
        return hover;
    }
    FILE *out = open_text(&text, &size);
    fprintf(out, "```fork\n%s\n```", entity->text != NULL ? entity->text : entity->name);
    if (entity->about != NULL)
        fprintf(out, "\n%s", entity->about);
    if (index_mode(&question->document->index, &place, &mode))
        describe_statement(question, &place, mode, out);
    fclose(out);
    json_t *hover = make_hover(question, &use->place, use->length, text);
    free(text);
    return hover;
}

/* ---- where it is */

json_t *answer_definition(struct question *question)
{
    const struct entity *entity = answer_entity(question, answer_use(question));
    struct place place;
    size_t length = entity != NULL ? strlen(entity->name) : 0;
    json_t *location = NULL;
    if (entity != NULL) {
        location = documents_location(question->documents, &entity->place, length);
    } else {
        char *definition = macro_at(question, &place, &length);
        if (definition != NULL)
            location = documents_location(question->documents, &place, length);
        free(definition);
    }
    return location != NULL ? location : json_null();
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->file != NULL && b->file != NULL && a->line == b->line && a->column == b->column &&
           strcmp(a->file, b->file) == 0;
}

/* Whether entities of two documents are the same one: declared at one place, or global functions and
 * variables of one name, which the linker joins. */
static bool same_entity(const struct entity *a, const struct entity *b)
{
    if (a->name == NULL || b->name == NULL || strcmp(a->name, b->name) != 0 || a->kind != b->kind)
        return false;
    const bool is_linked = a->is_global && b->is_global && a->text != NULL && b->text != NULL &&
                           (a->kind == ENTITY_FUNCTION || a->kind == ENTITY_VARIABLE) &&
                           strncmp(a->text, "static ", 7) != 0 && strncmp(b->text, "static ", 7) != 0;
    return is_linked || same_place(&a->place, &b->place);
}

void answer_visit_uses(const struct question *question, const struct entity *entity,
                       void (*visit)(void *context, const struct use *use), void *context)
{
    struct place *seen = NULL;
    size_t count = 0, capacity = 0;
    for (size_t d = 0; d < question->documents->count; d++) {
        const struct index *index = &question->documents->items[d]->index;
        for (size_t i = 0; i < index->use_count; i++) {
            const struct use *use = &index->uses[i];
            if (!same_entity(&index->entities[use->entity], entity))
                continue;
            bool is_new = true;
            for (size_t k = 0; k < count && is_new; k++)
                is_new = !same_place(&seen[k], &use->place);
            if (!is_new)
                continue;
            seen = memory_grow(seen, &capacity, count + 1, sizeof *seen);
            seen[count++] = use->place;
            visit(context, use);
        }
    }
    free(seen);
}

struct collecting {
    const struct question *question;
    json_t *list;
    bool with_definition;
    bool only_here;
};

static void add_location(void *context, const struct use *use)
{
    struct collecting *collecting = context;
    const struct question *question = collecting->question;
    if (use->is_definition && !collecting->with_definition)
        return;
    if (collecting->only_here) {
        if (strcmp(use->place.file, question->document->path) != 0)
            return;
        json_t *highlight = json_object();
        json_object_set_new(highlight, "range",
                            document_range(question->document->text, &use->place, use->length));
        json_array_append_new(collecting->list, highlight);
        return;
    }
    json_t *location = documents_location(question->documents, &use->place, use->length);
    if (location != NULL)
        json_array_append_new(collecting->list, location);
}

json_t *answer_references(struct question *question)
{
    const struct entity *entity = answer_entity(question, answer_use(question));
    const json_t *context = json_object_get(question->parameters, "context");
    struct collecting collecting = {question, json_array(),
                                    json_is_true(json_object_get(context, "includeDeclaration")), false};
    if (entity != NULL)
        answer_visit_uses(question, entity, add_location, &collecting);
    return collecting.list;
}

json_t *answer_highlight(struct question *question)
{
    const struct entity *entity = answer_entity(question, answer_use(question));
    struct collecting collecting = {question, json_array(), true, true};
    if (entity != NULL)
        answer_visit_uses(question, entity, add_location, &collecting);
    return collecting.list;
}

/* ---- symbols of the document */

/* Numbers of the protocol's SymbolKind. */
static const int symbol_kinds[] = {
    [ENTITY_VARIABLE] = 13,   [ENTITY_PARAMETER] = 13, [ENTITY_FUNCTION] = 12, [ENTITY_TYPE] = 5,
    [ENTITY_ENUMERATOR] = 22, [ENTITY_BUILTIN] = 12,   [ENTITY_RECORD] = 23,   [ENTITY_MEMBER] = 8,
};

static json_t *make_symbol(const struct document *document, const struct entity *entity)
{
    json_t *symbol = json_object();
    json_t *range = document_range(document->text, &entity->place, strlen(entity->name));
    json_object_set_new(symbol, "name", json_text(entity->name));
    json_object_set_new(symbol, "detail", json_text(entity->text));
    json_object_set_new(symbol, "kind", json_integer(symbol_kinds[entity->kind]));
    json_object_set(symbol, "selectionRange", range);
    json_object_set_new(symbol, "range", range);
    return symbol;
}

json_t *answer_symbols(struct question *question)
{
    const struct document *document = question->document;
    const struct index *index = &document->index;
    json_t *list = json_array();
    for (size_t i = 0; i < index->use_count; i++) {
        const struct use *use = &index->uses[i];
        const struct entity *entity = &index->entities[use->entity];
        if (!use->is_definition || !entity->is_global || entity->kind == ENTITY_MEMBER ||
            strcmp(use->place.file, document->path) != 0)
            continue;
        json_t *symbol = make_symbol(document, entity), *children = json_array();
        for (size_t k = 0; entity->kind == ENTITY_RECORD && k < index->use_count; k++) {
            const struct entity *member = &index->entities[index->uses[k].entity];
            if (index->uses[k].is_definition && member->kind == ENTITY_MEMBER &&
                member->owner == entity->owner)
                json_array_append_new(children, make_symbol(document, member));
        }
        if (json_array_size(children) > 0)
            json_object_set(symbol, "children", children);
        json_decref(children);
        json_array_append_new(list, symbol);
    }
    return list;
}
