/* fallthrough.c - after mode.c: functions that PPs may leave early, gotos between regions, missing returns,
 * and other warnings for a whole function. */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

struct leaver {
    struct unit *unit;
    struct symbol *function;
};

/* Marks every statement that contains a return; grouped: the PPs here may be a part of those that entered the
 * function. */
static bool mark_returns(struct leaver *l, struct statement *s, bool grouped)
{
    bool found = false;
    for (; s != NULL; s = s->next) {
        bool group = grouped || s->splits || s->splits_round || s->kind == STATEMENT_FORK;
        s->leaves_function = s->kind == STATEMENT_RETURN;
        for (const enum tree_part *part = walk_statement_parts(s->kind); *part != TREE_END; part++)
            s->leaves_function |= mark_returns(l, walk_statement_of(s, *part), group);
        if (s->kind == STATEMENT_RETURN && grouped && s->mode == MODE_SYNC)
            l->function->returns_early = true;
        found |= s->leaves_function;
    }
    return found;
}

/* Whether the label is in a region that contains the `goto`, or that the `goto` reaches by leaving
 * expressions. */
static bool may_go(const struct jump_region *from, const struct jump_region *label)
{
    while (from != label && from != NULL && from->is_expression)
        from = from->outer;
    return from == label;
}

/* Whether the label is where no more arrays of variable size exist than at the `goto`. */
static bool may_reach(const struct symbol *from, const struct symbol *label)
{
    while (from != label && from != NULL)
        from = from->outer_end;
    return from == label;
}

/* What a `goto` must not do; NULL: it does not. */
static const char *wrong_goto(const struct statement *s, const struct label *label)
{
    const struct jump_region *region = label->region;
    if (!may_go(s->region, region))
        return region != NULL && region->is_expression
                   ? "'goto' cannot enter an expression"
                   : "'goto' cannot enter or leave a start, farm, seq or join statement";
    return may_reach(s->stack_end, label->stack_end)
               ? NULL
               : "'goto' cannot enter the scope of an array of variable size";
}

static void check_goto(const struct leaver *l, const struct statement *s, const struct label *label)
{
    const char *wrong = label->defined ? wrong_goto(s, label) : NULL;
    if (wrong != NULL) {
        source_error(&l->unit->source, s->pos, "%s", wrong);
        source_note(&l->unit->source, label->pos, "label '%s' is here", label->name->text);
    }
}

static enum walk visit_goto(const struct statement *s, void *context)
{
    const struct leaver *l = context;
    if (s->kind != STATEMENT_GOTO)
        return WALK_ON;
    if (s->label != NULL)
        check_goto(l, s, s->label);
    else /* goto *: to any label whose address is taken */
        for (const struct label *label = l->unit->labels; label != NULL; label = label->next)
            if (label->address != 0)
                check_goto(l, s, label);
    return WALK_ON;
}

static bool falls_through(const struct statement *s);

static bool is_true(const struct expression *e)
{
    return e == NULL || (e->kind == EXPRESSION_CONSTANT &&
                         check_fold_convert(e->value, e->type, &type_basic[TYPE_BOOL]) != 0);
}

/* A call of a function that is declared _Noreturn. */
static bool never_returns(const struct expression *e)
{
    return e->kind == EXPRESSION_CALL && e->left->kind == EXPRESSION_ADDRESS &&
           e->left->left->kind == EXPRESSION_FUNCTION && e->left->left->symbol->is_noreturn;
}

/* Whether the end of a statement is reachable. In doubt "no": it only serves a warning. */
static bool one_falls_through(const struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_RETURN:
    case STATEMENT_GOTO:
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE:
        return false;
    case STATEMENT_BLOCK:
    case STATEMENT_LABEL:
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
        return falls_through(s->first);
    case STATEMENT_IF:
        return s->other == NULL || one_falls_through(s->first) || one_falls_through(s->other);
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
        return !is_true(s->condition);
    case STATEMENT_SWITCH:
        return s->default_case == NULL;
    case STATEMENT_EXPRESSION:
        if (s->condition != NULL && never_returns(s->condition))
            return false;
        /* others, like exit and abort, are not known to return */
        return s->condition == NULL || s->condition->kind != EXPRESSION_CALL || s->next != NULL;
    default:
        return true;
    }
}

static bool falls_through(const struct statement *s)
{
    for (; s != NULL; s = s->next) {
        if (!one_falls_through(s)) {
            /* a label or case makes the following code reachable; then that decides */
            bool labelled = false;
            for (const struct statement *rest = s->next; rest != NULL; rest = rest->next)
                labelled |= rest->kind == STATEMENT_LABEL || rest->kind == STATEMENT_CASE ||
                            rest->kind == STATEMENT_DEFAULT;
            if (!labelled)
                return false;
        }
    }
    return true;
}

void check_leaving(struct unit *unit, struct symbol *function)
{
    struct leaver leaver = {unit, function};
    const struct walk_visitor gotos = {.statement = visit_goto, .context = &leaver};
    mark_returns(&leaver, function->body, false);
    walk_statements(function->body, &gotos);
    const struct type *result = function->type->base;
    bool is_main = lex_same(function->name, "main");
    if (result->kind != TYPE_VOID && !type_is_error(result) && !is_main &&
        falls_through(function->body->first))
        source_warning(&unit->source, function->body->end, WARNING_return,
                       "'%s' may end here without returning a value", function->name->text);
    if (function->is_noreturn && (function->body->leaves_function || falls_through(function->body->first)))
        source_warning(&unit->source, function->body->end, WARNING_return,
                       "'%s' is declared _Noreturn, but it may return", function->name->text);
    if (unit->source.diag->errors == 0) {
        check_assigned(unit, function);
        check_lint(unit, function);
        check_step(unit, function);
    }
}
