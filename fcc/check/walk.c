/* walk.c - see walk.h. The table is made from fcc/text/tree.def; recursion is as deep as the tree, whose
 * height the parser limits. */
#include "fcc/check/walk.h"

#include <stddef.h>

enum { MOST_PARTS = 6 }; /* of a kind of node, TREE_END included */

static const enum tree_part expression_parts[EXPRESSION_KINDS][MOST_PARTS] = {
#define EXPRESSION(kind, ...) {__VA_ARGS__},
#include "fcc/text/tree.def"
};

static const enum tree_part statement_parts[STATEMENT_KINDS][MOST_PARTS] = {
#define STATEMENT(kind, ...) {__VA_ARGS__},
#include "fcc/text/tree.def"
};

const enum tree_part *walk_expression_parts(enum expression_kind kind)
{
    return expression_parts[kind];
}

const enum tree_part *walk_statement_parts(enum statement_kind kind)
{
    return statement_parts[kind];
}

bool walk_is_statement(enum tree_part part)
{
    return part == TREE_FIRST || part == TREE_OTHER;
}

bool walk_is_list(enum tree_part part)
{
    return part == TREE_ARGUMENTS || part == TREE_VALUES || walk_is_statement(part);
}

struct expression *walk_operand(const struct expression *e, enum tree_part part)
{
    switch (part) {
    case TREE_LEFT:
        return e->left;
    case TREE_RIGHT:
        return e->right;
    case TREE_THIRD:
        return e->third;
    case TREE_ARGUMENTS:
        return e->arguments;
    default:
        return NULL;
    }
}

struct expression *walk_expression_of(const struct statement *s, enum tree_part part)
{
    switch (part) {
    case TREE_CONDITION:
        return s->condition;
    case TREE_INITIAL:
        return s->initial;
    case TREE_STEP:
        return s->step;
    case TREE_VALUES:
        return s->values;
    default:
        return NULL;
    }
}

struct statement *walk_statement_of(const struct statement *s, enum tree_part part)
{
    return part == TREE_FIRST ? s->first : part == TREE_OTHER ? s->other : NULL;
}

struct expression *walk_next(const struct expression *e, enum tree_part part)
{
    return walk_is_list(part) ? e->next : NULL;
}

bool walk_expression(const struct expression *e, const struct walk_visitor *visitor)
{
    if (e == NULL)
        return false;
    enum walk way = visitor->expression != NULL ? visitor->expression(e, visitor->context) : WALK_ON;
    if (way != WALK_ON)
        return way == WALK_FOUND;
    for (const enum tree_part *part = expression_parts[e->kind]; *part != TREE_END; part++) {
        if (*part == TREE_BODY && walk_statements(e->body, visitor))
            return true;
        const struct expression *below = walk_operand(e, *part);
        for (; below != NULL; below = walk_next(below, *part)) {
            if (walk_expression(below, visitor))
                return true;
        }
    }
    return false;
}

static bool walk_part(const struct statement *s, enum tree_part part, const struct walk_visitor *visitor)
{
    if (walk_is_statement(part))
        return walk_statements(walk_statement_of(s, part), visitor);
    const struct expression *below = walk_expression_of(s, part);
    for (; below != NULL; below = walk_next(below, part)) {
        if (walk_expression(below, visitor))
            return true;
    }
    return false;
}

bool walk_below(const struct statement *s, const struct walk_visitor *visitor)
{
    for (const enum tree_part *part = statement_parts[s->kind]; *part != TREE_END; part++) {
        if (walk_part(s, *part, visitor))
            return true;
    }
    return false;
}

bool walk_statements(const struct statement *list, const struct walk_visitor *visitor)
{
    for (const struct statement *s = list; s != NULL; s = s->next) {
        enum walk way = visitor->statement != NULL ? visitor->statement(s, visitor->context) : WALK_ON;
        if (way == WALK_FOUND || (way == WALK_ON && walk_below(s, visitor)))
            return true;
    }
    return false;
}
