/* show.c - see variable.h: values and types as text. */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "session.h"
#include "variable.h"

enum { ELEMENTS = 16, NEST_MOST = 8, LETTERS = 64 };

/* A line of limited length. */
struct line {
    const struct session *session;
    char *text;
    size_t used, room;
};

static void put(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct line *line, const char *format, ...)
{
    va_list arguments;
    if (line->used + 1 >= line->room)
        return;
    va_start(arguments, format);
    const int length = vsnprintf(line->text + line->used, line->room - line->used, format, arguments);
    va_end(arguments);
    if (length > 0)
        line->used += (size_t)length < line->room - line->used ? (size_t)length : line->room - line->used - 1;
}

/* ---- types */

/* The name of the innermost type: "struct pair". */
static void put_heart(struct line *line, const struct info_type *type)
{
    static const char *const tags[] = {
        [INFO_ENUM] = "enum ", [INFO_STRUCT] = "struct ", [INFO_UNION] = "union "};
    const bool has_tag = type->kind < sizeof tags / sizeof *tags && tags[type->kind] != NULL;
    const char *otherwise = type->kind == INFO_VOID ? "void" : has_tag ? "{..}" : "?";
    put(line, "%s%s", has_tag ? tags[type->kind] : "", type->name != NULL ? type->name : otherwise);
}

/* Writes a type as C does: the innermost type, then '*', then dimensions or parameters. */
static void put_type(struct line *line, const struct info_type *type, unsigned depth)
{
    const bool is_derived = type->kind == INFO_POINTER || type->kind == INFO_ARRAY ||
                            type->kind == INFO_FUNCTION || type->kind == INFO_CONST ||
                            type->kind == INFO_VOLATILE;
    if (!is_derived || type->target == NULL || depth > NEST_MOST * 2) {
        put_heart(line, type);
        return;
    }
    if (type->kind == INFO_CONST || type->kind == INFO_VOLATILE) {
        put(line, type->kind == INFO_CONST ? "const " : "volatile ");
        put_type(line, type->target, depth + 1);
    } else if (type->kind == INFO_POINTER) {
        const enum info_kind of = type->target->kind;
        put_type(line, type->target, depth + 1);
        put(line, of == INFO_POINTER ? "*" : of == INFO_ARRAY || of == INFO_FUNCTION ? " (*)" : " *");
    } else if (type->kind == INFO_FUNCTION) {
        put_type(line, type->target, depth + 1);
        put(line, " (");
        for (size_t k = 0; k < type->parameter_count; k++) {
            put(line, k > 0 ? ", " : "");
            put_type(line, type->parameters[k], depth + 1);
        }
        put(line, type->parameter_count == 0 ? "void)" : ")");
    } else {
        const struct info_type *element = type;
        while (element->kind == INFO_ARRAY && element->target != NULL)
            element = element->target;
        put_type(line, element, depth + 1);
        put(line, " ");
        for (element = type; element != NULL && element->kind == INFO_ARRAY; element = element->target)
            element->has_count ? put(line, "[%" PRIu32 "]", element->count) : put(line, "[]");
    }
}

const char *node_type_text(const struct info_type *type, char text[NODE_TEXT])
{
    struct line line = {.text = text, .room = NODE_TEXT};
    text[0] = '\0';
    put_type(&line, type, 0);
    return text;
}

/* ---- words */

const char *node_enumerator(const struct info_type *type, uint32_t word)
{
    const struct info_type *bare = info_bare(type);
    for (size_t k = 0; k < bare->enumerator_count; k++)
        if (bare->enumerators[k].value == (int32_t)word)
            return bare->enumerators[k].name;
    return NULL;
}

/* Writes the characters from an address on, up to 0. */
static void put_string(struct line *line, uint32_t pp, uint32_t address, uint32_t most)
{
    const struct memory *memory = &line->session->machine->memory;
    put(line, "\"");
    for (uint32_t k = 0; k < most; k++) {
        uint32_t letter;
        if (!memory_read(memory, pp, address + k, &letter) || letter == 0)
            break;
        if (k == LETTERS) {
            put(line, "\"..");
            return;
        }
        if (letter == '\n')
            put(line, "\\n");
        else if (letter == '"' || letter == '\\')
            put(line, "\\%c", (char)letter);
        else if (letter < 128 && isprint((int)letter))
            put(line, "%c", (char)letter);
        else
            put(line, "\\x%02" PRIx32, letter);
    }
    put(line, "\"");
}

/* Writes the variable that an address points into, if there is one. */
static void put_holder(struct line *line, uint32_t address, const struct info_type *until)
{
    const struct debug_variable *variable;
    char path[NODE_TEXT];
    for (size_t next = 0; (variable = symbols_next_variable(line->session->symbols, &next)) != NULL;) {
        if (address < variable->address || address - variable->address >= info_bare(variable->type)->words)
            continue;
        type_path(variable->type, address - variable->address, until, path, sizeof path);
        put(line, " <&%s%s>", variable->name, path);
        return;
    }
}

static void put_pointer(struct line *line, const struct info_type *bare, uint32_t pp, uint32_t word)
{
    const struct symbols *symbols = line->session->symbols;
    const struct info_type *target = info_bare(bare->target);
    put(line, "0x%" PRIx32, word);
    if (target->kind == INFO_FUNCTION) {
        uint32_t first;
        const char *name = symbols_function(symbols, word, &first);
        if (name != NULL && first == word)
            put(line, " <%s>", name);
        return;
    }
    put_holder(line, word, target);
    if (target->kind == INFO_CHAR &&
        memory_index(&line->session->machine->memory, pp, word) != MEMORY_ILLEGAL) {
        put(line, " ");
        put_string(line, pp, word, LETTERS + 1);
    }
}

static void put_word(struct line *line, const struct debug_node *node, uint32_t word)
{
    const struct info_type *bare = info_bare(node->type);
    const char *name = node_enumerator(bare, word);
    char text[WORD_TEXT];
    if (name != NULL)
        put(line, "%s", name);
    else if (bare->kind == INFO_POINTER)
        put_pointer(line, bare, node->pp, word);
    else
        put(line, "%s", word_text(word, symbols_kind(bare), bare->kind == INFO_CHAR ? 'c' : 0, text));
}

/* ---- values */

static void put_node(struct line *line, const struct debug_node *node, unsigned depth);

static void put_parts(struct line *line, const struct debug_node *node, unsigned depth)
{
    const bool is_array = info_bare(node->type)->kind == INFO_ARRAY;
    const uint32_t count = node_count(line->session, node);
    struct debug_node part;
    put(line, "{");
    for (uint32_t k = 0; k < count && node_child(line->session, node, k, &part); k++) {
        put(line, k > 0 ? ", " : "");
        if (is_array && k == ELEMENTS) {
            put(line, ".. %" PRIu32 " more", count - k);
            break;
        }
        if (!is_array && part.name[0] != '\0')
            put(line, "%s = ", part.name);
        put_node(line, &part, depth + 1);
    }
    put(line, "}");
}

static void put_node(struct line *line, const struct debug_node *node, unsigned depth)
{
    const struct info_type *bare = info_bare(node->type);
    uint32_t word;
    uint64_t number;
    static const char *const lost[] = {[EXPRESSION_NO_MEMORY] = "<no memory>",
                                       [EXPRESSION_DIVIDES] = "<division by 0>",
                                       [EXPRESSION_OPTIMISED_OUT] = "<optimised out>",
                                       [EXPRESSION_NOT_KEPT] = "<not kept by the called function>",
                                       [EXPRESSION_DAMAGED] = "<damaged debug information>"};
    const bool has_parts = bare->kind == INFO_ARRAY || bare->kind == INFO_STRUCT || bare->kind == INFO_UNION;
    if (node->fault != EXPRESSION_GOOD)
        put(line, "%s", lost[node->fault]);
    else if (has_parts && node->is_memory && depth >= NEST_MOST)
        put(line, "{..}");
    else if (bare->kind == INFO_ARRAY && info_bare(bare->target)->kind == INFO_CHAR && bare->has_count)
        put_string(line, node->pp, node->number, bare->count);
    else if (has_parts && node->is_memory)
        put_parts(line, node, depth);
    else if (info_is_long_long(bare) && node_read_long_long(line->session, node, &number))
        bare->kind == INFO_SIGNED ? put(line, "%" PRId64, (int64_t)number) : put(line, "%" PRIu64, number);
    else if (node_read(line->session, node, &word))
        put_word(line, node, word);
    else
        put(line, "<no memory at 0x%" PRIx32 ">", node->number);
}

size_t node_text(const struct session *session, const struct debug_node *node, char *text, size_t room)
{
    struct line line = {.session = session, .text = text, .room = room};
    text[0] = '\0';
    put_node(&line, node, 0);
    return line.used;
}

const char *node_value(const struct session *session, const struct debug_node *node, char text[NODE_TEXT])
{
    node_text(session, node, text, NODE_TEXT);
    return text;
}

/* ---- names of parts */

const struct info_type *type_path(const struct info_type *type, uint32_t word, const struct info_type *until,
                                  char *text, size_t room)
{
    struct line line = {.text = text, .room = room};
    text[0] = '\0';
    for (unsigned depth = 0; depth < NEST_MOST; depth++) {
        const struct info_type *bare = info_bare(type);
        if (word == 0 && bare == until)
            return type;
        const uint32_t words = bare->kind == INFO_ARRAY ? info_bare(bare->target)->words : 0;
        if (words != 0) {
            put(&line, "[%" PRIu32 "]", word / words);
            word %= words;
            type = bare->target;
            continue;
        }
        const struct info_member *found = NULL;
        for (size_t k = 0; k < bare->member_count && bare->kind == INFO_STRUCT; k++)
            if (bare->members[k].offset <= word && bare->members[k].bits == 0 &&
                word - bare->members[k].offset < info_bare(bare->members[k].type)->words)
                found = &bare->members[k];
        if (found == NULL)
            break;
        if (found->name != NULL)
            put(&line, ".%s", found->name);
        word -= found->offset;
        type = found->type;
    }
    if (info_is_word(type))
        return type;
    put(&line, " word %" PRIu32, word);
    return NULL;
}
