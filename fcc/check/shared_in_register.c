/* shared_in_register.c - after mode.c: which shared variables of synchronous code may be held in a register
 * of every PP.
 *
 * A shared local variable or parameter is one word for the whole group. Copies in registers are as good if
 * all members of the group that it belongs to have the same copy at all times: if no code has its address, so
 * that nothing but the function's own text reads or writes it, and if all members execute every write
 * together. They do if the write is synchronous code of the group in whose code the variable is declared, not
 * of one that was divided from it: the members of a divided group would be the only ones to know. Subgroups
 * and asynchronous code may read it, for the group's members wait meanwhile or read it too; none writes. A
 * write of a value that differs from PP to PP is settled by the machine as before: it goes to memory and
 * comes back (lower/expression.c). Members that leave the group early never see the variable again, for its
 * scope ends with the group. Knows nothing of registers; lower.c decides.
 */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

struct holder {
    uint32_t group;  /* number of the group whose code this is */
    uint32_t groups; /* given out */
    bool synchronous;
    bool by_cases; /* directly in the braces of a switch whose cases are groups of their own */
};

static void walk_list(struct holder *h, struct statement *s);

static enum walk visit_write(const struct expression *e, void *context);

/* Writes in an operand that only some of the group compute. */
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
    uint32_t own = ++h->groups; /* of a loop's test, step and rounds alike */
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

/* A word that no other code can see, and that is not to be read anew each time. */
bool check_may_hold(const struct symbol *symbol)
{
    return symbol->shared && !symbol->is_static && !symbol->address_taken && !symbol->written_apart &&
           type_is_scalar(symbol->type) && !type_is_real(symbol->type) && !symbol->type->is_volatile;
}

void check_shared_in_register(struct symbol *function)
{
    struct holder h = {.synchronous = function->type->mode == MODE_SYNC};
    h.group = function->returns_early ? ++h.groups : 0; /* 0: that of the caller, and of the parameters */
    walk_statement(&h, function->body);
}
