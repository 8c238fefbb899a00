/* variable.c - see variable.h: variables of scopes, and parts of values. show.c writes them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/message.h"
#include "frame.h"
#include "variable.h"

/* ---- values of expressions */

/* Evaluates an expression as a node. */
static void evaluate_node(const struct session *session, const struct frame_view *view,
                          const struct expression *expression, struct debug_node *node)
{
    const struct expression_reader reader = frame_reader(session, view);
    debug_evaluate(expression, &reader, &node->pp, 1, expression->is_place, &node->number, &node->fault);
    node->is_memory = expression->is_place && node->fault == EXPRESSION_GOOD;
    if (node->fault == EXPRESSION_NO_ADDRESS) /* a value without an address */
        debug_evaluate(expression, &reader, &node->pp, 1, false, &node->number, &node->fault);
}

bool session_node(const struct session *session, uint32_t pp, size_t frame, const char *text,
                  struct debug_node *node, char error[SESSION_ERROR])
{
    struct expression expression;
    struct frame_view view;
    snprintf(error, SESSION_ERROR, "the PP is in fewer functions");
    const bool good = frame_view(session, pp, frame, &view) &&
                      debug_parse(&expression, session->symbols, view.pc, view.level, text, error);
    *node = (struct debug_node){.pp = pp};
    snprintf(node->name, sizeof node->name, "%s", text);
    if (good) {
        node->type = expression.type;
        evaluate_node(session, &view, &expression, node);
    }
    return good;
}

/* ---- words to watch */

bool session_cells(const struct session *session, uint32_t pp, const char *text, struct debug_cells *cells,
                   char error[SESSION_ERROR])
{
    struct expression expression;
    uint8_t fault;
    if (!session_parse(session, text, &expression, error))
        return false;
    if (!expression.is_place)
        return message_refuse(error, SESSION_ERROR, "'%.200s' is no variable, element or *ADDRESS", text);
    session_evaluate(session, &expression, &pp, 1, true, &cells->address, &fault);
    cells->type = expression.type;
    cells->words = symbols_words(expression.type);
    if (fault != EXPRESSION_GOOD)
        return message_refuse(error, SESSION_ERROR, "%.200s: %s", text, debug_explain(fault));
    if (memory_index(&session->machine->memory, pp, cells->address) == MEMORY_ILLEGAL)
        return message_refuse(error, SESSION_ERROR, "there is no memory at 0x%08x", cells->address);
    if (cells->words > POINT_WORDS_MOST)
        return message_refuse(error, SESSION_ERROR, "%u words are too many to watch; NAME[INDEX] is a part",
                              cells->words);
    return true;
}

/* ---- storing */

/* A constant of a long long, which expressions cannot have. */
static bool read_constant(const char *text, uint64_t *number)
{
    const bool is_negative = *text == '-';
    char *end;
    *number = strtoull(text + is_negative, &end, 0);
    *number = is_negative ? 0 - *number : *number;
    return isdigit((unsigned char)text[is_negative]) && *end == '\0';
}

/* The value of a node for a variable of a type. False: unknown. */
static bool read_for(const struct session *session, const struct debug_node *node,
                     const struct info_type *type, uint64_t *number)
{
    const enum value_kind from = symbols_kind(node->type);
    const bool is_long = info_is_long_long(type);
    uint32_t word = 0;
    if (is_long && info_is_long_long(node->type))
        return node_read_long_long(session, node, number);
    if (!node_read(session, node, &word))
        return false;
    word = word_convert(word, from, is_long ? VALUE_INT : symbols_kind(type));
    *number = from == VALUE_UNSIGNED ? word : (uint64_t)(int32_t)word;
    return true;
}

bool session_assign(struct session *session, uint32_t pp, size_t frame, const char *name, const char *value,
                    struct debug_node *node, char error[SESSION_ERROR])
{
    struct debug_node from;
    uint64_t number;
    uint32_t word;
    if (!session_node(session, pp, frame, name, node, error))
        return false;
    const bool is_long = info_is_long_long(node->type);
    if (!node->is_memory || node->bits != 0 || !node_read(session, node, &word))
        return message_refuse(error, SESSION_ERROR, "%.200s does not lie in one word of memory", name);
    if (!is_long || !read_constant(value, &number)) {
        if (!session_node(session, pp, frame, value, &from, error))
            return false;
        if (!read_for(session, &from, node->type, &number))
            return message_refuse(error, SESSION_ERROR, "%.200s has no value%s", value,
                                  is_long ? "" : " of one word");
    }
    const uint32_t words[2] = {(uint32_t)number, (uint32_t)(number >> 32)};
    return session_write(session, pp, node->number, words, is_long ? 2 : 1, error);
}

/* ---- scopes */

static struct debug_node make_node(const struct session *session, const struct frame_view *view, uint32_t pp,
                                   const struct debug_variable *variable)
{
    struct debug_node node = {
        .pp = pp, .type = variable->type, .is_memory = true, .number = variable->address};
    snprintf(node.name, sizeof node.name, "%s", variable->name);
    if (variable->symbol == NULL) {
        const struct expression_reader reader = frame_reader(session, view);
        node.fault = debug_locate(&reader, session->symbols, variable, pp, true, &node.number);
        node.is_memory = node.fault == EXPRESSION_GOOD;
        if (node.fault == EXPRESSION_NO_ADDRESS)
            node.fault = debug_locate(&reader, session->symbols, variable, pp, false, &node.number);
    }
    return node;
}

struct debug_node *session_variables(const struct session *session, uint32_t pp, size_t frame,
                                     enum debug_scope scope, size_t *count)
{
    const bool is_local = scope == SCOPE_ARGUMENTS || scope == SCOPE_LOCALS;
    struct debug_variable *locals = NULL;
    struct debug_node *nodes = NULL;
    struct frame_view view;
    size_t room = 0, next = 0, local_count = 0;
    *count = 0;
    if (!frame_view(session, pp, frame, &view))
        return NULL;
    if (is_local)
        locals = symbols_locals(session->symbols, view.pc, view.level, &local_count);
    for (;;) {
        const struct debug_variable *variable = !is_local ? symbols_next_variable(session->symbols, &next)
                                                : next < local_count ? &locals[next++]
                                                                     : NULL;
        if (variable == NULL)
            break;
        if (is_local ? variable->is_parameter == (scope == SCOPE_ARGUMENTS)
                     : variable->is_private == (scope == SCOPE_PRIVATE)) {
            *MEMORY_ADD(nodes, *count, room) = make_node(session, &view, pp, variable);
        }
    }
    free(locals);
    return nodes;
}

/* ---- parts */

bool node_read(const struct session *session, const struct debug_node *node, uint32_t *word)
{
    *word = node->number;
    if (node->fault != EXPRESSION_GOOD ||
        (node->is_memory && !memory_read(&session->machine->memory, node->pp, node->number, word)))
        return false;
    if (node->bits != 0)
        *word = word_bits(*word, node->bits, node->first_bit, symbols_kind(node->type));
    return true;
}

bool node_read_long_long(const struct session *session, const struct debug_node *node, uint64_t *value)
{
    const struct memory *memory = &session->machine->memory;
    uint32_t low, high;
    if (!node->is_memory || !memory_read(memory, node->pp, node->number, &low) ||
        !memory_read(memory, node->pp, node->number + 1, &high))
        return false;
    *value = (uint64_t)high << 32 | low;
    return true;
}

/* The type that a pointer points to; NULL: void, a function, or no pointer. */
static const struct info_type *target_of(const struct info_type *bare)
{
    const struct info_type *target = bare->kind == INFO_POINTER ? info_bare(bare->target) : NULL;
    return target != NULL && target->words != 0 && target->kind != INFO_FUNCTION ? bare->target : NULL;
}

uint32_t node_count(const struct session *session, const struct debug_node *node)
{
    const struct info_type *bare = info_bare(node->type);
    uint32_t word;
    if (bare->kind == INFO_ARRAY)
        return bare->has_count && node->is_memory ? bare->count : 0;
    if (bare->kind == INFO_STRUCT || bare->kind == INFO_UNION)
        return node->is_memory ? bare->member_count : 0;
    return target_of(bare) != NULL && node_read(session, node, &word) &&
                   memory_index(&session->machine->memory, node->pp, word) != MEMORY_ILLEGAL
               ? 1
               : 0;
}

bool node_child(const struct session *session, const struct debug_node *node, uint32_t number,
                struct debug_node *child)
{
    const struct info_type *bare = info_bare(node->type);
    if (number >= node_count(session, node))
        return false;
    *child = (struct debug_node){.pp = node->pp, .is_memory = true, .number = node->number};
    if (bare->kind == INFO_ARRAY) {
        snprintf(child->name, sizeof child->name, "[%u]", number);
        child->type = bare->target;
        child->number += number * info_bare(bare->target)->words;
    } else if (bare->kind == INFO_POINTER) {
        snprintf(child->name, sizeof child->name, "*");
        child->type = target_of(bare);
        node_read(session, node, &child->number);
    } else {
        const struct info_member *member = &bare->members[number];
        snprintf(child->name, sizeof child->name, "%s", member->name != NULL ? member->name : "");
        child->type = member->type;
        child->number += member->offset;
        child->bits = member->bits;
        child->first_bit = member->first_bit;
    }
    return true;
}
