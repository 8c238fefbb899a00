/* complete.c - answers during typing: completion, signature help. */
#include "fcc/server/answer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "fcc/text/lex.h"
#include "fcc/text/library.h"

/* Numbers of the protocol's CompletionItemKind. */
enum { ITEM_KEYWORD = 14 };
static const int item_kinds[] = {
    [ENTITY_VARIABLE] = 6,    [ENTITY_PARAMETER] = 6, [ENTITY_FUNCTION] = 3, [ENTITY_TYPE] = 7,
    [ENTITY_ENUMERATOR] = 20, [ENTITY_BUILTIN] = 3,   [ENTITY_RECORD] = 22,  [ENTITY_MEMBER] = 5,
};

static const struct {
    const char *word;
    bool modes[3]; /* by enum mode */
    const char *text;
} fork_keywords[] = {
#define FORK_KEYWORD(word, async, sync, text) {word, {async, sync, false}, text},
#include "fcc/server/keyword.def"
};

static const char *const keywords[] = {
#define KEYWORD(name, spelling) spelling,
#include "fcc/text/token.def"
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The start of the name that ends at an offset. */
static size_t name_start(const struct document *document, size_t at)
{
    while (at > 0 && is_letter(document->text[at - 1]))
        at--;
    return at;
}

static size_t skip_blanks_back(const struct document *document, size_t at)
{
    while (at > 0 && isspace((unsigned char)document->text[at - 1]))
        at--;
    return at;
}

/* The offset of the bracket that the one before `at` closes; `at` if there is none. */
static size_t skip_brackets_back(const struct document *document, size_t at)
{
    size_t depth = 0;
    for (size_t i = at; i > 0; i--) {
        const char c = document->text[i - 1];
        depth += c == ')' || c == ']';
        if (c == '(' || c == '[')
            depth--;
        if (depth == 0)
            return i - 1;
    }
    return at;
}

/* ---- completion */

struct completing {
    json_t *items;
    const char *prefix;
    size_t length;
};

static void add_item(struct completing *completing, const char *name, size_t length, int kind,
                     const char *detail, const char *about, bool is_late)
{
    if (length < completing->length || strncmp(name, completing->prefix, completing->length) != 0)
        return;
    json_t *item = json_object();
    json_object_set_new(item, "label", json_stringn(name, length));
    json_object_set_new(item, "kind", json_integer(kind));
    if (detail != NULL)
        json_object_set_new(item, "detail", json_text(detail));
    if (about != NULL)
        json_object_set_new(item, "documentation", json_text(about));
    if (is_late) {
        char order[80];
        snprintf(order, sizeof order, "~%.*s", (int)(length < 70 ? length : 70), name);
        json_object_set_new(item, "sortText", json_text(order));
    }
    json_array_append_new(completing->items, item);
}

/* The struct of the value that ends before an offset; NULL: unknown. */
static const void *record_before(const struct question *question, size_t at)
{
    const struct document *document = question->document;
    at = skip_blanks_back(document, at);
    while (at > 0 && (document->text[at - 1] == ')' || document->text[at - 1] == ']')) {
        const size_t open = skip_brackets_back(document, at);
        if (open == at)
            return NULL;
        at = skip_blanks_back(document, open);
    }
    const size_t start = name_start(document, at);
    if (start == at)
        return NULL;
    const struct place place = document_place(document, start);
    const struct use *use = index_at(&document->index, &place);
    const struct entity *entity =
        use != NULL ? &document->index.entities[use->entity]
                    : index_visible(&document->index, document->text + start, at - start, &place);
    return entity != NULL ? entity->record : NULL;
}

static void add_members(struct completing *completing, const struct index *index, const void *record)
{
    for (size_t i = 0; i < index->entity_count; i++) {
        const struct entity *entity = &index->entities[i];
        if (entity->kind == ENTITY_MEMBER && entity->owner == record && entity->name != NULL)
            add_item(completing, entity->name, strlen(entity->name), item_kinds[ENTITY_MEMBER], entity->text,
                     NULL, false);
    }
}

static void add_keywords(struct completing *completing, const struct question *question,
                         const struct place *place)
{
    enum mode mode = MODE_ASYNC;
    const bool has_mode = index_mode(&question->document->index, place, &mode);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        size_t row = 0;
        while (row < sizeof fork_keywords / sizeof *fork_keywords &&
               strcmp(fork_keywords[row].word, keywords[i]) != 0)
            row++;
        const bool is_fork = row < sizeof fork_keywords / sizeof *fork_keywords;
        add_item(completing, keywords[i], strlen(keywords[i]), ITEM_KEYWORD,
                 is_fork ? fork_keywords[row].text : "keyword", NULL,
                 is_fork && has_mode && !fork_keywords[row].modes[mode]);
    }
}

/* Names of the library whose header is not included. */
static void add_library(struct completing *completing, const struct index *index, const struct place *place)
{
    const char *header, *name;
    for (size_t i = 0; (name = library_names(i, &header)) != NULL; i++) {
        char detail[64];
        snprintf(detail, sizeof detail, "needs #include <%s>", header);
        while (*name != '\0') {
            const size_t length = strcspn(name, " ");
            if (length >= completing->length && strncmp(name, completing->prefix, completing->length) == 0 &&
                index_visible(index, name, length, place) == NULL)
                add_item(completing, name, length, item_kinds[ENTITY_FUNCTION], detail, NULL, true);
            name += length + strspn(name + length, " ");
        }
    }
}

json_t *answer_completion(struct question *question)
{
    const struct document *document = question->document;
    const size_t at = document_offset(document, json_object_get(question->parameters, "position"));
    const size_t start = name_start(document, at), before = skip_blanks_back(document, start);
    const struct place place = document_place(document, start);
    struct completing completing = {json_array(), document->text + start, at - start};
    const bool is_arrow = before > 1 && memcmp(document->text + before - 2, "->", 2) == 0;
    const bool is_dot = before > 0 && document->text[before - 1] == '.';
    if (is_arrow || is_dot) {
        const void *record = record_before(question, before - (is_arrow ? 2 : 1));
        if (record != NULL)
            add_members(&completing, &document->index, record);
        return completing.items;
    }
    for (size_t i = 0; i < document->index.entity_count; i++) {
        const struct entity *entity = &document->index.entities[i];
        if (entity->name == NULL || !index_is_visible(entity, &place))
            continue;
        const bool is_inner = strncmp(entity->name, "__", 2) == 0 && at - start < 2;
        if (!is_inner)
            add_item(&completing, entity->name, strlen(entity->name), item_kinds[entity->kind], entity->text,
                     entity->about, false);
    }
    add_keywords(&completing, question, &place);
    if (at > start)
        add_library(&completing, &document->index, &place);
    return completing.items;
}

/* ---- signature help */

/* The ( of the call around an offset, and the number of commas before the offset; false: no call. */
static bool find_call(const struct document *document, size_t at, size_t *open, int *argument)
{
    size_t depth = 0;
    *argument = 0;
    for (size_t i = at; i > 0; i--) {
        const char c = document->text[i - 1];
        if (c == ';' || c == '{' || c == '}')
            return false;
        if (c == '(' && depth == 0) {
            *open = i - 1;
            return true;
        }
        depth += c == ')' || c == ']';
        depth -= (c == '(' || c == '[') && depth > 0;
        *argument += c == ',' && depth == 0;
    }
    return false;
}

json_t *answer_signature(struct question *question)
{
    const struct document *document = question->document;
    const size_t at = document_offset(document, json_object_get(question->parameters, "position"));
    size_t open;
    int argument;
    if (!find_call(document, at, &open, &argument))
        return json_null();
    const size_t end = skip_blanks_back(document, open), start = name_start(document, end);
    const struct place place = document_place(document, start);
    const struct entity *entity =
        index_visible(&document->index, document->text + start, end - start, &place);
    if (start == end || entity == NULL || entity->parameters == NULL)
        return json_null();
    json_t *help = json_object(), *signatures = json_array(), *signature = json_object(),
           *parameters = json_array();
    for (size_t i = 0; i < entity->parameter_count; i++) {
        json_t *parameter = json_object();
        json_object_set_new(parameter, "label", json_text(entity->parameters[i]));
        json_array_append_new(parameters, parameter);
    }
    json_object_set_new(signature, "label", json_text(entity->text));
    json_object_set_new(signature, "parameters", parameters);
    if (entity->about != NULL)
        json_object_set_new(signature, "documentation", json_text(entity->about));
    json_array_append_new(signatures, signature);
    json_object_set_new(help, "signatures", signatures);
    json_object_set_new(help, "activeSignature", json_integer(0));
    json_object_set_new(help, "activeParameter", json_integer(argument));
    return help;
}
