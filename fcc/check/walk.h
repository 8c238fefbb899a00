/* walk.h - the walk through syntax trees, for every analysis of a whole tree.
 *
 * Only fcc/text/tree.def says which members of a node are children, so no analysis can forget an `else`, an
 * argument or a new kind of node. Statements may stand below expressions (TREE_BODY). The simple form visits
 * every node with a function; the children, one by one, are for visitors that need the context (mode.c,
 * fallthrough.c).
 */
#ifndef FCC_WALK_H
#define FCC_WALK_H

#include "fcc/text/tree.h"

/* How the walk continues after a visit. */
enum walk { WALK_ON, WALK_PAST, WALK_FOUND };

struct walk_visitor {
    /* Called for each node before its children; WALK_ON: visit the children; WALK_PAST: skip them;
     * WALK_FOUND: end the walk. NULL: WALK_ON. */
    enum walk (*expression)(const struct expression *e, void *context);
    enum walk (*statement)(const struct statement *s, void *context);
    void *context;
};

/* Visit a tree (NULL: nothing) or a list of statements, with everything below. Return whether a visit
 * returned WALK_FOUND. */
bool walk_expression(const struct expression *e, const struct walk_visitor *visitor);
bool walk_statements(const struct statement *list, const struct walk_visitor *visitor);
/* As above for the children of one statement. */
bool walk_below(const struct statement *s, const struct walk_visitor *visitor);

/* The children of a kind of node, up to TREE_END. */
const enum tree_part *walk_expression_parts(enum expression_kind kind);
const enum tree_part *walk_statement_parts(enum statement_kind kind);
bool walk_is_statement(enum tree_part part); /* FIRST and OTHER; the rest are expressions */
bool walk_is_list(enum tree_part part);      /* of trees linked by next */
/* The child; NULL: none. */
struct expression *walk_operand(const struct expression *e, enum tree_part part);
struct expression *walk_expression_of(const struct statement *s, enum tree_part part);
struct statement *walk_statement_of(const struct statement *s, enum tree_part part);
/* The next tree of a list; NULL: the part is no list, or this is the last one. */
struct expression *walk_next(const struct expression *e, enum tree_part part);

#endif
