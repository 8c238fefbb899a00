/* reader.c - see reader.h. */
#include "lab/grade/reader.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/near.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MOST = 16 << 20, MESSAGE_MOST = 400, KEYS_MOST = 64 };

static const char *line_at(const struct reader *reader, size_t line)
{
    const char *at = reader->text, *const end = reader->text + reader->size;
    while (line-- > 0 && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop != NULL ? stop + 1 : end;
    }
    return at;
}

static void complain_at(struct reader *reader, const yaml_mark_t *mark, const char *message)
{
    const struct diag_place place = {.file = reader->path,
                                     .line_text = line_at(reader, mark->line),
                                     .line = (int)mark->line + 1,
                                     .column = (int)mark->column + 1};
    diag_report(&reader->diag, DIAG_ERROR, &place, "%s", message);
}

bool reader_complain(struct reader *reader, const yaml_node_t *node, const char *format, ...)
{
    char message[MESSAGE_MOST];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    complain_at(reader, &node->start_mark, message);
    return false;
}

static void name_folder(struct reader *reader)
{
    const char *slash = strrchr(reader->path, '/');
    if (asprintf(&reader->folder, "%.*s", slash != NULL ? (int)(slash - reader->path) + 1 : 0, reader->path) <
        0)
        memory_is_short();
}

/* What is wrong, in words for people who do not know how YAML is read. */
static const char *explain(const char *problem, bool is_tab)
{
    static const struct {
        const char *problem, *words;
    } rows[] = {
        {"found character that cannot start any token",
         "no value begins with this character: put the value in quotes"},
        {"did not find expected node content", "expected a value here, or a closing bracket"},
        {"did not find expected ',' or ']'", "expected ',' or ']'"},
        {"did not find expected ',' or '}'", "expected ',' or '}'"},
        {"did not find expected key", "expected a key: all keys of one mapping begin in the same column"},
        {"did not find expected '-' indicator",
         "expected '-': all items of one list begin in the same column"},
        {"could not find expected ':'", "expected ':' and a blank after a key"},
        {"mapping values are not allowed in this context",
         "a key is not allowed here: indent it as the keys around, or put a value with ': ' in it in quotes"},
        {"found unexpected end of stream", "the closing quote is missing"},
    };
    if (problem == NULL)
        return "this is not YAML";
    if (is_tab)
        return "there is a tab: YAML indents with blanks";
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (strcmp(rows[k].problem, problem) == 0)
            return rows[k].words;
    }
    return problem;
}

bool reader_open(struct reader *reader, const char *path)
{
    struct file_error error;
    yaml_parser_t parser;
    *reader = (struct reader){.path = path};
    diag_init(&reader->diag, "pramgrade", stderr);
    name_folder(reader);
    reader->text = file_read(path, TEXT_MOST, true, &reader->size, &error);
    if (reader->text == NULL) {
        diag_report(&reader->diag, DIAG_ERROR, NULL, "%s: cannot read: %s", path, error.text);
        return false;
    }
    if (yaml_parser_initialize(&parser) == 0)
        memory_is_short();
    yaml_parser_set_input_string(&parser, (const unsigned char *)reader->text, reader->size);
    reader->has_document = yaml_parser_load(&parser, &reader->document) != 0;
    if (!reader->has_document && parser.error == YAML_MEMORY_ERROR)
        memory_is_short();
    if (!reader->has_document) {
        const size_t at = parser.problem_mark.index;
        complain_at(reader, &parser.problem_mark,
                    explain(parser.problem, at < reader->size && reader->text[at] == '\t'));
    }
    const bool is_empty = reader->has_document && yaml_document_get_root_node(&reader->document) == NULL;
    if (is_empty)
        complain_at(reader, &(yaml_mark_t){0}, "the file is empty");
    yaml_parser_delete(&parser);
    return reader->has_document && !is_empty;
}

void reader_close(struct reader *reader)
{
    if (reader->has_document)
        yaml_document_delete(&reader->document);
    free(reader->text);
    free(reader->folder);
}

const char *reader_text(struct reader *reader, const yaml_node_t *node)
{
    if (node->type != YAML_SCALAR_NODE) {
        reader_complain(reader, node, "expected one value");
        return NULL;
    }
    const char *text = (const char *)node->data.scalar.value;
    if (strlen(text) != node->data.scalar.length) {
        reader_complain(reader, node, "a value must have no character 0 in it");
        return NULL;
    }
    return text;
}

/* The most similar key, or a list of all. */
static bool complain_of_key(struct reader *reader, const yaml_node_t *node, const char *name,
                            const struct reader_key *keys)
{
    char known[MESSAGE_MOST] = "";
    struct near near;
    size_t length = 0;
    near_start(&near, name, strlen(name));
    for (; keys->name != NULL; keys++) {
        near_offer(&near, keys->name);
        if (length < sizeof known)
            length += (size_t)snprintf(known + length, sizeof known - length, " %s", keys->name);
    }
    if (near.best != NULL)
        return reader_complain(reader, node, "there is no key '%.40s' here; did you mean '%s'?", name,
                               near.best);
    return reader_complain(reader, node, "there is no key '%.40s' here, but%s", name, known);
}

/* Takes one pair of a mapping. */
static bool take_pair(struct reader *reader, const yaml_node_pair_t *pair, const struct reader_key *keys,
                      bool *seen, void *target)
{
    yaml_node_t *key = yaml_document_get_node(&reader->document, pair->key);
    const char *name = reader_text(reader, key);
    if (name == NULL)
        return false;
    const struct reader_key *row = keys;
    while (row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    if (row->name == NULL)
        return complain_of_key(reader, key, name, keys);
    if (seen[row - keys])
        return reader_complain(reader, key, "the key '%s' comes twice", name);
    seen[row - keys] = true;
    return row->take(reader, yaml_document_get_node(&reader->document, pair->value), target);
}

bool reader_take_mapping(struct reader *reader, yaml_node_t *node, const struct reader_key *keys,
                         void *target)
{
    bool seen[KEYS_MOST] = {false}, good = true;
    if (node->type != YAML_MAPPING_NODE)
        return reader_complain(reader, node, "expected keys with values");
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
         pair++)
        good &= take_pair(reader, pair, keys, seen, target);
    return good;
}

bool reader_take_items(struct reader *reader, yaml_node_t *node,
                       bool (*take)(struct reader *reader, yaml_node_t *value, void *target), void *target)
{
    bool good = true;
    if (node->type != YAML_SEQUENCE_NODE)
        return take(reader, node, target);
    for (const yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top;
         item++)
        good &= take(reader, yaml_document_get_node(&reader->document, *item), target);
    return good;
}

bool reader_take_pairs(struct reader *reader, yaml_node_t *node,
                       bool (*take)(struct reader *reader, yaml_node_t *key, yaml_node_t *value,
                                    void *target),
                       void *target)
{
    bool good = true;
    if (node->type != YAML_MAPPING_NODE)
        return reader_complain(reader, node, "expected names with values");
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
         pair++)
        good &= take(reader, yaml_document_get_node(&reader->document, pair->key),
                     yaml_document_get_node(&reader->document, pair->value), target);
    return good;
}

bool reader_choose(struct reader *reader, const yaml_node_t *node, const char *const *names, size_t count,
                   size_t *chosen)
{
    char known[MESSAGE_MOST] = "";
    const char *text = reader_text(reader, node);
    struct near near;
    size_t length = 0;
    if (text == NULL)
        return false;
    near_start(&near, text, strlen(text));
    for (size_t k = 0; k < count; k++) {
        if (strcmp(names[k], text) == 0) {
            *chosen = k;
            return true;
        }
        near_offer(&near, names[k]);
        if (length < sizeof known)
            length += (size_t)snprintf(known + length, sizeof known - length, "%s%s",
                                       k == 0          ? ""
                                       : k + 1 < count ? ", "
                                                       : " or ",
                                       names[k]);
    }
    return reader_complain(reader, node, "expected %s%s%s%s", known,
                           near.best != NULL ? "; did you mean '" : "", near.best != NULL ? near.best : "",
                           near.best != NULL ? "'?" : "");
}

bool reader_take_text(struct reader *reader, yaml_node_t *node, char **target)
{
    const char *text = reader_text(reader, node);
    if (text == NULL)
        return false;
    free(*target);
    *target = strdup(text);
    if (*target == NULL)
        memory_is_short();
    return true;
}

bool reader_take_path(struct reader *reader, yaml_node_t *node, char **target)
{
    const char *text = reader_text(reader, node);
    if (text == NULL)
        return false;
    if (text[0] == '\0')
        return reader_complain(reader, node, "expected the name of a file");
    free(*target);
    if (asprintf(target, "%s%s", text[0] == '/' ? "" : reader->folder, text) < 0)
        memory_is_short();
    return true;
}

bool reader_take_file(struct reader *reader, yaml_node_t *node, char **target)
{
    return reader_take_path(reader, node, target) &&
           (access(*target, R_OK) == 0 ||
            reader_complain(reader, node, "%s: cannot read: %s", *target, strerror(errno)));
}

bool reader_take_number(struct reader *reader, yaml_node_t *node, double least, double most, double *target)
{
    const char *text = reader_text(reader, node);
    char *end;
    if (text == NULL)
        return false;
    *target = strtod(text, &end);
    if (end == text || *end != '\0' || !(*target >= least && *target <= most))
        return reader_complain(reader, node, "expected a number from %g to %g", least, most);
    return true;
}

bool reader_take_count(struct reader *reader, yaml_node_t *node, uint64_t least, uint64_t most,
                       uint64_t *target)
{
    static const char scales[] = "kmg";
    const char *text = reader_text(reader, node);
    if (text == NULL)
        return false;
    char *end = (char *)text;
    errno = 0;
    *target = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    const char *scale = end != text && *end != '\0' ? strchr(scales, tolower((unsigned char)*end)) : NULL;
    const unsigned shift = scale != NULL ? 10 * (unsigned)(scale - scales + 1) : 0;
    if (end == text || errno != 0 || end[scale != NULL] != '\0' || *target > most >> shift ||
        *target << shift < least)
        return reader_complain(reader, node, "expected a whole number from %llu to %llu",
                               (unsigned long long)least, (unsigned long long)most);
    *target <<= shift;
    return true;
}

bool reader_take_truth(struct reader *reader, yaml_node_t *node, bool *target)
{
    static const char *const words[] = {"false", "true", "no", "yes"};
    size_t chosen;
    if (!reader_choose(reader, node, words, sizeof words / sizeof *words, &chosen))
        return false;
    *target = chosen % 2 == 1;
    return true;
}
