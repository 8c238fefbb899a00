/* document.c - open files and positions in them; see document.h. Compiling is in analyse.c. */
#include "fcc/server/document.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/json.h"
#include "common/memory.h"
#include "common/message.h"

static char *copy(const char *text, size_t length)
{
    return memcpy(memory_take(length + 1, 1), text, length);
}

/* ---- URIs */

static int hex_value(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower(c) - 'a' + 10 : -1;
}

static char *path_of(const char *uri)
{
    if (strncmp(uri, "file://", 7) != 0)
        return copy(uri, strlen(uri));
    const char *at = uri + 7;
    at += strcspn(at, "/"); /* the host */
    char *path = memory_take(strlen(at) + 1, 1), *end = path;
    for (; *at != '\0'; at++) {
        const bool is_escape = at[0] == '%' && hex_value(at[1]) >= 0 && hex_value(at[2]) >= 0;
        const char c = is_escape ? (char)(hex_value(at[1]) * 16 + hex_value(at[2])) : *at;
        at += is_escape ? 2 : 0;
        if (c != '\0')
            *end++ = c;
    }
    return path;
}

char *document_uri(const struct documents *documents, const char *path)
{
    static const char allowed[] = "-._~/";
    for (size_t i = 0; i < documents->count; i++) {
        if (strcmp(documents->items[i]->path, path) == 0)
            return copy(documents->items[i]->uri, strlen(documents->items[i]->uri));
    }
    char *uri = memory_take(3 * strlen(path) + sizeof "file://", 1), *end = uri + sprintf(uri, "file://");
    for (; *path != '\0'; path++) {
        const bool is_allowed = isalnum((unsigned char)*path) || strchr(allowed, *path) != NULL;
        end += sprintf(end, is_allowed ? "%c" : "%%%02X", (unsigned char)*path);
    }
    return uri;
}

/* ---- documents */

struct document *documents_find(const struct documents *documents, const char *uri)
{
    for (size_t i = 0; i < documents->count; i++) {
        if (strcmp(documents->items[i]->uri, uri) == 0)
            return documents->items[i];
    }
    return NULL;
}

void document_forget_files(struct document *document)
{
    for (size_t i = 0; i < document->file_count; i++)
        free(document->files[i]);
    free(document->files);
    document->files = NULL;
    document->file_count = document->file_capacity = 0;
}

static void free_document(struct document *document)
{
    free(document->instructions);
    free(document->uri);
    free(document->path);
    free(document->text);
    document_forget_files(document);
    diag_list_free(&document->messages);
    index_free(&document->index);
    free(document);
}

/* A text without the character 0, which would end it. */
static void set_text(struct document *document, const char *text, size_t length)
{
    char *new = copy(text, length);
    for (size_t i = 0; i < length; i++)
        new[i] = new[i] != '\0' ? new[i] : ' ';
    free(document->text);
    document->text = new;
    document->length = length;
    document->is_analysed = false;
}

struct document *documents_open(struct documents *documents, const char *uri, const char *text, size_t length,
                                json_int_t version)
{
    struct document *document = documents_find(documents, uri);
    if (document == NULL) {
        document = memory_take(1, sizeof *document);
        document->uri = copy(uri, strlen(uri));
        document->path = path_of(uri);
        documents->items = memory_grow(documents->items, &documents->capacity, documents->count + 1,
                                       sizeof *documents->items);
        documents->items[documents->count++] = document;
    }
    set_text(document, text, length);
    document->version = version;
    return document;
}

void documents_close(struct documents *documents, struct document *document)
{
    size_t kept = 0;
    for (size_t i = 0; i < documents->count; i++) {
        if (documents->items[i] != document)
            documents->items[kept++] = documents->items[i];
    }
    documents->count = kept;
    free_document(document);
}

void documents_free(struct documents *documents)
{
    while (documents->count > 0)
        documents_close(documents, documents->items[0]);
    free(documents->items);
    documents->items = NULL;
}

void documents_forget(struct documents *documents)
{
    for (size_t i = 0; i < documents->count; i++) {
        documents->items[i]->is_analysed = false;
        documents->items[i]->has_counts = false;
        documents->items[i]->is_published = false;
    }
}

/* ---- positions */

/* The units of UTF-16 of the character at the start of `size` bytes, and its bytes. */
static size_t units_of(const char *text, size_t size, size_t *bytes)
{
    const size_t length = message_utf8(text, size);
    *bytes = length > 0 ? length : 1;
    return length == 4 ? 2 : 1;
}

static size_t line_start(const char *text, size_t length, size_t line)
{
    const char *at = text, *end = text + length;
    while (line > 0 && at < end) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next != NULL ? next + 1 : end;
        line--;
    }
    return (size_t)(at - text);
}

size_t document_line(const struct document *document, size_t line)
{
    return line_start(document->text, document->length, line);
}

size_t document_offset(const struct document *document, const json_t *position)
{
    const json_int_t line = json_integer_value(json_object_get(position, "line"));
    const json_int_t character = json_integer_value(json_object_get(position, "character"));
    size_t at = document_line(document, line > 0 ? (size_t)line : 0);
    for (json_int_t units = 0; units < character && at < document->length && document->text[at] != '\n';) {
        size_t bytes;
        units += (json_int_t)units_of(document->text + at, document->length - at, &bytes);
        at += bytes;
    }
    return at;
}

struct place document_place(const struct document *document, size_t offset)
{
    struct place place = {document->path, 1, 1};
    size_t start = 0;
    for (size_t i = 0; i < offset && i < document->length; i++) {
        if (document->text[i] == '\n') {
            place.line++;
            start = i + 1;
        }
    }
    place.column = (uint32_t)(offset - start) + 1;
    return place;
}

/* The position `bytes` behind the start of a line. */
static json_t *make_position(const char *text, size_t length, size_t start, size_t line, size_t bytes)
{
    size_t units = 0, at = start;
    while (at < start + bytes && at < length && text[at] != '\n') {
        size_t taken;
        units += units_of(text + at, length - at, &taken);
        at += taken;
    }
    json_t *position = json_object();
    json_object_set_new(position, "line", json_integer((json_int_t)line));
    json_object_set_new(position, "character", json_integer((json_int_t)units));
    return position;
}

json_t *document_range(const char *text, const struct place *place, size_t length)
{
    const size_t size = strlen(text), line = place->line > 0 ? place->line - 1 : 0;
    const size_t start = line_start(text, size, line), column = place->column > 0 ? place->column - 1 : 0;
    json_t *range = json_object();
    json_object_set_new(range, "start", make_position(text, size, start, line, column));
    json_object_set_new(range, "end", make_position(text, size, start, line, column + length));
    return range;
}

/* ---- files */

char *documents_text(const struct documents *documents, const char *path)
{
    for (size_t i = 0; i < documents->count; i++) {
        if (strcmp(documents->items[i]->path, path) == 0)
            return copy(documents->items[i]->text, documents->items[i]->length);
    }
    struct file_error error;
    size_t size;
    char *text = file_read(path, PREPROCESS_FILE_LIMIT, true, &size, &error);
    return text;
}

json_t *documents_location(const struct documents *documents, const struct place *place, size_t length)
{
    char *text = place->file != NULL ? documents_text(documents, place->file) : NULL;
    if (text == NULL)
        return NULL;
    char *uri = document_uri(documents, place->file);
    json_t *location = json_object();
    json_object_set_new(location, "uri", json_text(uri));
    json_object_set_new(location, "range", document_range(text, place, length));
    free(uri);
    free(text);
    return location;
}

/* ---- changes */

bool document_change(struct document *document, const json_t *change)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    if (!json_is_string(text))
        return false;
    if (!json_is_object(range)) {
        set_text(document, json_string_value(text), json_string_length(text));
        return true;
    }
    const size_t start = document_offset(document, json_object_get(range, "start"));
    const size_t wanted = document_offset(document, json_object_get(range, "end"));
    const size_t end = wanted > start ? wanted : start, added = json_string_length(text);
    const size_t length = start + added + document->length - end;
    char *new = memory_take(length + 1, 1);
    memcpy(new, document->text, start);
    memcpy(new + start, json_string_value(text), added);
    memcpy(new + start + added, document->text + end, document->length - end);
    set_text(document, new, length);
    free(new);
    return true;
}
