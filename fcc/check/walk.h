/* walk.h - the one walk through syntax trees: all questions about a whole tree use it.
 *
 * Which parts of a node are trees below it is said by fcc/text/tree.def and by nothing else, so no question
 * can forget an `else`, an argument or a new kind of node. Statements may stand below expressions
 * (TREE_BODY). The simple form visits every node with a function; the parts, one by one, are for visitors
 * that must know where they stand (mode.c, fallthrough.c).
 */
#ifndef FCC_WALK_H
#define FCC_WALK_H

#include "fcc/text/tree.h"

/* What a visit says about the way on. */
enum walk { WALK_ON, WALK_PAST, WALK_FOUND };

struct walk_visitor {
    /* Called for each node before those below it; WALK_ON: these come next; WALK_PAST: not; WALK_FOUND: the
     * walk is over. NULL: WALK_ON. */
    enum walk (*expression)(const struct expression *e, void *context);
    enum walk (*statement)(const struct statement *s, void *context);
    void *context;
};

/* Visit a tree (NULL: nothing), a list of statements, and what is below. Return whether a visit said
 * WALK_FOUND. */
bool walk_expression(const struct expression *e, const struct walk_visitor *visitor);
bool walk_statements(const struct statement *list, const struct walk_visitor *visitor);
/* The same for what is below one statement. */
bool walk_below(const struct statement *s, const struct walk_visitor *visitor);

/* The parts of a kind of node, up to TREE_END. */
const enum tree_part *walk_expression_parts(enum expression_kind kind);
const enum tree_part *walk_statement_parts(enum statement_kind kind);
bool walk_is_statement(enum tree_part part); /* FIRST and OTHER; the rest are expressions */
bool walk_is_list(enum tree_part part);      /* of trees linked by next */
/* What hangs there; NULL: nothing. */
struct expression *walk_operand(const struct expression *e, enum tree_part part);
struct expression *walk_expression_of(const struct statement *s, enum tree_part part);
struct statement *walk_statement_of(const struct statement *s, enum tree_part part);
/* The tree in the part after this one: the next of a list, else NULL. */
struct expression *walk_next(const struct expression *e, enum tree_part part);

#endif
