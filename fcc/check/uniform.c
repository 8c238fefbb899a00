/* uniform.c - whether all PPs execute a statement alike, by its text; for mode.c. */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

static enum walk visit_write(const struct expression *e, void *context)
{
    const struct symbol *symbol = context;
    bool writes = (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE) &&
                  e->left->kind == EXPRESSION_OBJECT && e->left->symbol == symbol;
    return writes ? WALK_FOUND : WALK_ON;
}

/* Whether a variable whose address is not taken is written here. */
static bool statement_writes(const struct statement *s, struct symbol *symbol)
{
    const struct walk_visitor visitor = {.expression = visit_write, .context = symbol};
    return walk_statements(s, &visitor);
}

static struct symbol *counter_of(const struct expression *e)
{
    while (e != NULL && e->kind == EXPRESSION_CONVERT)
        e = e->left;
    return e != NULL && e->kind == EXPRESSION_OBJECT && !e->symbol->lives_in_memory ? e->symbol : NULL;
}

/* `for (i = constant; i < shared; i += constant)` where nothing else writes i: all PPs do the same rounds. */
bool check_is_counted(const struct statement *s)
{
    const struct expression *c = s->condition;
    if (s->kind != STATEMENT_FOR || c == NULL || c->kind != EXPRESSION_BINARY ||
        c->operation < BINARY_NOT_EQUAL)
        return false;
    struct symbol *i = counter_of(c->left);
    const struct expression *initial = s->initial;
    bool starts = initial != NULL && initial->kind == EXPRESSION_ASSIGN && counter_of(initial->left) == i &&
                  initial->right->shared;
    bool steps = s->step != NULL && s->step->kind == EXPRESSION_UPDATE && counter_of(s->step->left) == i &&
                 s->step->right->shared;
    return i != NULL && c->right->shared && starts && steps && !c->has_effect &&
           !statement_writes(s->first, i);
}

/* Searches for a break of the enclosing statement; *context: whether it is under a private condition. */
static enum walk visit_break(const struct statement *s, void *context)
{
    const bool *privately = context;
    switch (s->kind) {
    case STATEMENT_BREAK:
        return *privately ? WALK_FOUND : WALK_ON;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
    case STATEMENT_SWITCH:
        return WALK_PAST; /* its breaks are its own */
    default:
        break;
    }
    bool parts = s->kind == STATEMENT_FORK || (s->kind == STATEMENT_IF && !s->condition->shared);
    if (*privately || !parts)
        return WALK_ON;
    bool below = true;
    const struct walk_visitor visitor = {.statement = visit_break, .context = &below};
    return walk_below(s, &visitor) ? WALK_FOUND : WALK_PAST;
}

bool check_has_private_break(const struct statement *body)
{
    bool privately = false;
    const struct walk_visitor visitor = {.statement = visit_break, .context = &privately};
    return walk_statements(body, &visitor);
}

bool check_is_loop(const struct statement *s)
{
    return s->kind == STATEMENT_WHILE || s->kind == STATEMENT_DO || s->kind == STATEMENT_FOR;
}

/* A hint to the simulator has no effect either. */
static bool does_nothing(const struct statement *s)
{
    for (; s != NULL; s = s->next) {
        const struct expression *e = s->kind == STATEMENT_EXPRESSION ? s->condition : NULL;
        bool hint =
            e != NULL && e->kind == EXPRESSION_BUILTIN && check_builtin_row(e->value)->kind == BUILTIN_SHINT;
        if (s->kind != STATEMENT_EMPTY && !hint && (s->kind != STATEMENT_BLOCK || !does_nothing(s->first)))
            return false;
    }
    return true;
}

bool check_is_empty_loop(const struct statement *s)
{
    return check_is_loop(s) && s->condition != NULL && s->first != NULL && does_nothing(s->first) &&
           s->step == NULL;
}

static enum walk visit_foreign(const struct expression *e, void *context)
{
    (void)context;
    bool shared_object = e->kind == EXPRESSION_OBJECT && e->symbol->shared;
    bool multiprefix = e->kind == EXPRESSION_BUILTIN && check_builtin_row(e->value)->kind == BUILTIN_MULTI;
    bool size = e->kind == EXPRESSION_SPECIAL && e->token == TOKEN_GROUP_SIZE;
    return shared_object || multiprefix || size || e->kind == EXPRESSION_DEREFERENCE ||
                   e->kind == EXPRESSION_CALL
               ? WALK_FOUND
               : WALK_ON;
}

bool check_waits(const struct statement *s)
{
    const struct walk_visitor visitor = {.expression = visit_foreign};
    return check_is_empty_loop(s) && walk_expression(s->condition, &visitor);
}

bool check_ends_in_jump(const struct statement *s)
{
    while (s != NULL && s->next != NULL)
        s = s->next;
    return s != NULL &&
           (s->kind == STATEMENT_RETURN || s->kind == STATEMENT_BREAK || s->kind == STATEMENT_CONTINUE ||
            s->kind == STATEMENT_GOTO || (s->kind == STATEMENT_BLOCK && check_ends_in_jump(s->first)));
}

bool check_has_direct_cases(const struct statement *s)
{
    uint32_t labels = s->default_case != NULL;
    uint32_t found = 0;
    for (const struct statement *c = s->other; c != NULL; c = c->other)
        labels++;
    for (const struct statement *part = s->first->kind == STATEMENT_BLOCK ? s->first->first : NULL;
         part != NULL; part = part->next) {
        for (const struct statement *c = part; c->kind == STATEMENT_CASE || c->kind == STATEMENT_DEFAULT;
             c = c->first)
            found++;
    }
    return found == labels;
}
