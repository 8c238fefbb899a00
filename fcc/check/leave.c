/* leave.c - after mode.c: which functions PPs may leave early, gotos between regions, missing
 * returns. */
#include "fcc/check/check.h"

struct leaver {
    struct unit *unit;
    struct symbol *function;
};

/* Marks every statement that a return stands in; grouped: the PPs here may be fewer than entered the
 * function. */
static bool mark_returns(struct leaver *l, struct statement *s, bool grouped)
{
    bool found = false;
    for (; s != NULL; s = s->next) {
        bool group = grouped || s->splits || s->splits_round || s->kind == STATEMENT_FORK;
        bool chain = s->kind == STATEMENT_IF || s->kind == STATEMENT_JOIN;
        bool below = mark_returns(l, s->first, group);
        below |= chain && mark_returns(l, s->other, group);
        s->leaves_function = below || s->kind == STATEMENT_RETURN;
        if (s->kind == STATEMENT_RETURN && grouped && s->mode == MODE_SYNC) {
            l->function->returns_early = true;
        }
        found |= s->leaves_function;
    }
    return found;
}

static void check_gotos(struct leaver *l, const struct statement *s, uint32_t region, uint32_t *regions)
{
    for (; s != NULL; s = s->next) {
        uint32_t inside = region;
        bool construct = s->kind == STATEMENT_START || s->kind == STATEMENT_FARM ||
                         s->kind == STATEMENT_SEQ || s->kind == STATEMENT_JOIN;
        if (construct) {
            inside = ++*regions;
        }
        if (s->kind == STATEMENT_GOTO && s->label != NULL && s->label->defined &&
            s->label->region != region) {
            source_error(&l->unit->source, s->pos,
                         "'goto' cannot enter or leave a start, farm, seq or join statement");
            source_note(&l->unit->source, s->label->pos, "label '%s' is here", s->label->name->text);
        }
        check_gotos(l, s->first, inside, regions);
        if (s->kind == STATEMENT_IF) {
            check_gotos(l, s->other, region, regions);
        } else if (s->kind == STATEMENT_JOIN && s->other != NULL) {
            check_gotos(l, s->other, ++*regions, regions);
        }
    }
}

static bool falls_through(const struct statement *s);

static bool is_true(const struct expression *e)
{
    return e == NULL || (e->kind == EXPRESSION_CONSTANT &&
                         check_fold_convert(e->value, e->type, &type_basic[TYPE_BOOL]) != 0);
}

/* Whether control can come out at the end of one statement. Errs on the side of "no": it only serves a
 * warning. */
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
        /* exit, abort and the like are not known to return */
        return s->condition == NULL || s->condition->kind != EXPRESSION_CALL || s->next != NULL;
    default:
        return true;
    }
}

static bool falls_through(const struct statement *s)
{
    for (; s != NULL; s = s->next) {
        if (!one_falls_through(s)) {
            /* what is behind can still be reached by a label or case; then it decides */
            bool labelled = false;
            for (const struct statement *rest = s->next; rest != NULL; rest = rest->next) {
                labelled |= rest->kind == STATEMENT_LABEL || rest->kind == STATEMENT_CASE ||
                            rest->kind == STATEMENT_DEFAULT;
            }
            if (!labelled) {
                return false;
            }
        }
    }
    return true;
}

void check_leaving(struct unit *unit, struct symbol *function)
{
    struct leaver leaver = {unit, function};
    uint32_t regions = 0;
    mark_returns(&leaver, function->body, false);
    check_gotos(&leaver, function->body, 0, &regions);
    const struct type *result = function->type->base;
    bool is_main = lex_same(function->name, "main");
    if (result->kind != TYPE_VOID && !type_is_error(result) && !is_main &&
        falls_through(function->body->first)) {
        source_warning(&unit->source, function->body->end, "'%s' may end here without returning a value",
                       function->name->text);
    }
}
