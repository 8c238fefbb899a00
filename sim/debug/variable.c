/* variable.c - see variable.h: variables of scopes, and parts of values. show.c writes them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/tables/alu.h"
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
    static const enum node_place lost[] = {
        [EXPRESSION_NO_MEMORY] = NODE_NOWHERE,  [EXPRESSION_DIVIDES] = NODE_NOWHERE,
        [EXPRESSION_OPTIMISED_OUT] = NODE_LOST, [EXPRESSION_NO_ADDRESS] = NODE_LOST,
        [EXPRESSION_NOT_KEPT] = NODE_NOT_KEPT,  [EXPRESSION_DAMAGED] = NODE_DAMAGED};
    uint8_t fault;
    debug_evaluate(expression, &reader, &node->pp, 1, expression->is_place, &node->number, &fault);
    node->place = fault == EXPRESSION_GOOD ? (expression->is_place ? NODE_MEMORY : NODE_VALUE) : lost[fault];
    if (fault == EXPRESSION_NO_ADDRESS) { /* a value without an address */
        debug_evaluate(expression, &reader, &node->pp, 1, false, &node->number, &fault);
        node->place = fault == EXPRESSION_GOOD ? NODE_VALUE : lost[fault];
    }
}

bool session_node(const struct session *session, uint32_t pp, size_t frame, const char *text,
                  struct debug_node *node, char error[SESSION_ERROR])
{
    struct expression *expression = memory_take(1, sizeof *expression);
    struct frame_view view;
    snprintf(error, SESSION_ERROR, "the PP is in fewer functions");
    const bool good = frame_view(session, pp, frame, &view) &&
                      debug_parse(expression, session->symbols, view.pc, view.level, text, error);
    *node = (struct debug_node){.pp = pp};
    snprintf(node->name, sizeof node->name, "%s", text);
    if (good) {
        node->type = expression->type;
        evaluate_node(session, &view, expression, node);
    }
    free(expression);
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

/* Converts a word to the type of a variable. */
static uint32_t convert(uint32_t word, enum value_kind from, enum value_kind to)
{
    if ((to == VALUE_FLOAT) == (from == VALUE_FLOAT))
        return word;
    if (to == VALUE_FLOAT)
        return alu_bits(from == VALUE_UNSIGNED ? (float)word : (float)(int32_t)word);
    const float real = alu_float(word);
    return real > -2147483648.0f && real < 2147483648.0f ? (uint32_t)(int32_t)real : 0;
}

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
    word = convert(word, from, is_long ? VALUE_INT : symbols_kind(type));
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
    if (node->place != NODE_MEMORY || node->bits != 0 || !node_read(session, node, &word))
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
        .pp = pp, .type = variable->type, .place = NODE_MEMORY, .number = variable->address};
    snprintf(node.name, sizeof node.name, "%s", variable->name);
    if (variable->is_local) {
        struct expression *expression = memory_take(1, sizeof *expression);
        debug_name(expression, session->symbols, variable);
        evaluate_node(session, view, expression, &node);
        free(expression);
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

/* The value of a node of one word. False: unknown. */
static bool node_word(const struct session *session, const struct debug_node *node, uint32_t *word)
{
    *word = node->number;
    return node->place == NODE_VALUE ||
           (node->place == NODE_MEMORY &&
            memory_read(&session->machine->memory, node->pp, node->number, word));
}

bool node_read(const struct session *session, const struct debug_node *node, uint32_t *word)
{
    if (!node_word(session, node, word))
        return false;
    if (node->bits != 0 && node->bits < 32) {
        const uint32_t mask = (1u << node->bits) - 1;
        *word = *word >> node->first_bit & mask;
        if (symbols_kind(node->type) == VALUE_INT && (*word >> (node->bits - 1) & 1) != 0)
            *word |= ~mask;
    }
    return true;
}

bool info_is_long_long(const struct info_type *type)
{
    const struct info_type *bare = info_bare(type);
    return (bare->kind == INFO_SIGNED || bare->kind == INFO_UNSIGNED) && bare->words == 2;
}

bool node_read_long_long(const struct session *session, const struct debug_node *node, uint64_t *value)
{
    struct debug_node second = *node;
    uint32_t low, high;
    second.number++;
    if (node->place != NODE_MEMORY || !node_word(session, node, &low) || !node_word(session, &second, &high))
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
        return bare->has_count && node->place == NODE_MEMORY ? bare->count : 0;
    if (bare->kind == INFO_STRUCT || bare->kind == INFO_UNION)
        return node->place == NODE_MEMORY ? bare->member_count : 0;
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
    *child = (struct debug_node){.pp = node->pp, .place = NODE_MEMORY, .number = node->number};
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
