/* uniform.c - what the text of a statement says about whether PPs go through it alike; for
 * mode.c. */
#include "fcc/check/check.h"

static bool writes(const struct expression *e, const struct symbol *symbol)
{
    if (e == NULL) {
        return false;
    }
    if ((e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE) &&
        e->left->kind == EXPRESSION_OBJECT && e->left->symbol == symbol) {
        return true;
    }
    for (const struct expression *argument = e->arguments; argument != NULL; argument = argument->next) {
        if (writes(argument, symbol)) {
            return true;
        }
    }
    return writes(e->left, symbol) || writes(e->right, symbol) || writes(e->third, symbol);
}

static bool statement_writes(const struct statement *s, const struct symbol *symbol)
{
    for (; s != NULL; s = s->next) {
        bool found = writes(s->condition, symbol) || writes(s->initial, symbol) || writes(s->step, symbol);
        for (const struct expression *value = s->values; value != NULL && !found; value = value->next) {
            found = writes(value, symbol);
        }
        bool chain = s->kind == STATEMENT_IF || s->kind == STATEMENT_JOIN;
        if (found || statement_writes(s->first, symbol) || (chain && statement_writes(s->other, symbol))) {
            return true;
        }
    }
    return false;
}

static const struct symbol *counter_of(const struct expression *e)
{
    while (e != NULL && e->kind == EXPRESSION_CONVERT) {
        e = e->left;
    }
    return e != NULL && e->kind == EXPRESSION_OBJECT && !e->symbol->lives_in_memory ? e->symbol : NULL;
}

/* `for (i = constant; i < shared; i += constant)` where nothing else writes i: all PPs do the same rounds. */
bool check_is_counted(const struct statement *s)
{
    const struct expression *c = s->condition;
    if (s->kind != STATEMENT_FOR || c == NULL || c->kind != EXPRESSION_BINARY ||
        c->operation < BINARY_NOT_EQUAL) {
        return false;
    }
    const struct symbol *i = counter_of(c->left);
    const struct expression *initial = s->initial;
    bool starts = initial != NULL && initial->kind == EXPRESSION_ASSIGN && counter_of(initial->left) == i &&
                  initial->right->shared;
    bool steps = s->step != NULL && s->step->kind == EXPRESSION_UPDATE && counter_of(s->step->left) == i &&
                 s->step->right->shared;
    return i != NULL && c->right->shared && starts && steps && !c->has_effect &&
           !statement_writes(s->first, i);
}

/* Whether a break that belongs to the statement around stands under a private condition. */
static bool has_private_break(const struct statement *s, bool privately)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == STATEMENT_BREAK && privately) {
            return true;
        }
        bool owner = s->kind == STATEMENT_WHILE || s->kind == STATEMENT_DO || s->kind == STATEMENT_FOR ||
                     s->kind == STATEMENT_SWITCH;
        if (owner) {
            continue; /* its breaks are its own */
        }
        bool below =
            privately || s->kind == STATEMENT_FORK || (s->kind == STATEMENT_IF && !s->condition->shared);
        if (has_private_break(s->first, below) ||
            (s->kind == STATEMENT_IF && has_private_break(s->other, below))) {
            return true;
        }
    }
    return false;
}

bool check_has_private_break(const struct statement *body)
{
    return has_private_break(body, false);
}
