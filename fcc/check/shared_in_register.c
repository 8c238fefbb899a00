/* shared_in_register.c - after mode.c: shared variables of synchronous code that may be kept in a register of
 * every PP.
 *
 * A shared local variable or parameter is one word for the whole group. Copies in registers are equivalent if
 * all members always have the same copy. That holds if the variable's address is not taken, so that only the
 * function's own text accesses it, and if all members execute every write together: in synchronous code of
 * the declaring group, not of a subgroup, whose members alone would know the value. Subgroups and
 * asynchronous code may read the variable, because the members wait or read it meanwhile; none writes. If the
 * written value differs between PPs, the machine resolves the conflict: the value goes through memory
 * (lower/expression.c). Members that leave the group early never use the variable again, because its scope
 * ends with the group. lower.c decides whether to use a register. */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

struct holder {
    uint32_t group;  /* number of the group of the present code */
    uint32_t groups; /* given out */
    bool synchronous;
    bool by_cases; /* directly in the braces of a switch with subgroups as cases */
};

static void walk_list(struct holder *h, struct statement *s);

static enum walk visit_write(const struct expression *e, void *context);

/* Writes in an operand that only a part of the group computes. */
static void visit_divided(const struct holder *h, const struct expression *e)
{
    struct holder inner = *h;
    inner.synchronous = false;
    const struct walk_visitor visitor = {.expression = visit_write, .context = &inner};
    walk_expression(e, &visitor);
}

static enum walk visit_write(const struct expression *e, void *context)
{
    const struct holder *h = context;
    bool chooses = e->kind == EXPRESSION_LOGICAL || e->kind == EXPRESSION_CONDITIONAL;
    bool writes = e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE;
    if (chooses && !e->left->shared) {
        visit_divided(h, e->right);
        visit_divided(h, e->third);
    } else if (writes && e->left->kind == EXPRESSION_OBJECT) {
        struct symbol *symbol = e->left->symbol;
        symbol->written = true;
        symbol->written_apart |= !h->synchronous || symbol->group != h->group;
        symbol->written_privately |= !e->right->shared;
    }
    return WALK_ON;
}

static void walk_expressions(struct holder *h, const struct statement *s, enum tree_part part)
{
    const struct walk_visitor visitor = {.expression = visit_write, .context = h};
    for (const struct expression *e = walk_expression_of(s, part); e != NULL; e = walk_next(e, part))
        walk_expression(e, &visitor);
}

/* Whether the part of a statement is code of a group that the statement makes. */
static bool has_group(const struct statement *s, enum tree_part part)
{
    switch (s->kind) {
    case STATEMENT_FOR:
        return s->splits && part != TREE_INITIAL;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
        return s->splits;
    case STATEMENT_IF:
        return s->splits && part != TREE_CONDITION;
    case STATEMENT_START:
    case STATEMENT_FORK:
        return part == TREE_FIRST;
    case STATEMENT_JOIN:
        return part == TREE_FIRST || part == TREE_STEP;
    default:
        return false;
    }
}

static void walk_statement(struct holder *h, struct statement *s)
{
    const struct holder outer = *h;
    uint32_t own = ++h->groups; /* of a loop's test, step and rounds */
    if (s->kind == STATEMENT_DECLARE)
        s->symbol->group = h->group;
    for (const enum tree_part *part = walk_statement_parts(s->kind); *part != TREE_END; part++) {
        h->group = !has_group(s, *part) ? outer.group : check_is_loop(s) ? own : ++h->groups;
        h->synchronous = s->mode == MODE_SYNC;
        if (!walk_is_statement(*part)) {
            walk_expressions(h, s, *part);
            continue;
        }
        h->group = s->splits_round ? ++h->groups : h->group;
        h->by_cases = s->kind == STATEMENT_SWITCH && s->splits;
        walk_list(h, s->kind == STATEMENT_SWITCH && s->first->kind == STATEMENT_BLOCK
                         ? s->first->first
                         : walk_statement_of(s, *part));
    }
    h->group = outer.group;
    h->by_cases = outer.by_cases;
}

static void walk_list(struct holder *h, struct statement *s)
{
    bool by_cases = h->by_cases;
    for (; s != NULL; s = s->next) {
        if (by_cases && (s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT))
            h->group = ++h->groups; /* from here to the next label */
        walk_statement(h, s);
    }
}

/* A word that no other code can access, and that is not volatile. */
bool check_may_hold(const struct symbol *symbol)
{
    return symbol->shared && !symbol->is_static && !symbol->address_taken && !symbol->written_apart &&
           type_is_scalar(symbol->type) && !type_is_real(symbol->type) && !type_is_long_long(symbol->type) &&
           !symbol->type->is_volatile;
}

void check_shared_in_register(struct symbol *function)
{
    struct holder h = {.synchronous = function->type->mode == MODE_SYNC};
    h.group =
        function->returns_early ? ++h.groups : 0; /* 0: the group of the caller, and of the parameters */
    walk_statement(&h, function->body);
}
