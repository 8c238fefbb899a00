/* mode.c - modes and sharity of statements: what may run where, which conditions split the group.
 *
 * Walks a whole function after it has been parsed. Leaves in each statement the mode it runs in and whether
 * it needs a group of its own, for lower.c. Also warns of what is allowed but smells: races and deadlocks.
 */
#include <string.h>

#include "fcc/check/check.h"

/* The statements around the one that is looked at, innermost first. */
struct frame {
    const struct frame *outer;
    struct statement *statement;
    bool is_group;  /* PPs below may be fewer than above: an early leaver must part from a group here */
    bool is_region; /* a border of modes: no break, continue or return passes it */
};

struct walker {
    struct unit *unit;
    struct symbol *function;
    enum mode mode;
    const struct frame *frame;
    uint32_t region;  /* number of the mode region, for goto */
    uint32_t regions; /* given out */
    int locks;        /* locks that are held here, by the names of the functions called */
    int privately;    /* private conditions around, in asynchronous code */
    int alone;        /* conditions and seqs around that let a single PP in */
};

static void walk(struct walker *w, struct statement *s);

static const char *keyword(const struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_START:
        return "start";
    case STATEMENT_FARM:
        return "farm";
    case STATEMENT_SEQ:
        return "seq";
    case STATEMENT_FORK:
        return "fork";
    case STATEMENT_JOIN:
        return "join";
    default:
        return "this";
    }
}

/* ---- expressions */

static void check_call_mode(struct walker *w, const struct expression *e)
{
    const struct type *type = e->left->type->base;
    bool named = e->left->kind == EXPRESSION_ADDRESS && e->left->left->kind == EXPRESSION_FUNCTION;
    const char *name =
        named ? arena_format(w->unit->arena, "'%s'", e->left->left->symbol->name->text) : "this function";
    if (named) {
        const char *text = e->left->left->symbol->name->text;
        if (strstr(text, "unlock") != NULL) {
            w->locks -= w->locks > 0;
        } else if (strstr(text, "lock") != NULL) {
            w->locks++;
        }
    }
    if (type->mode == MODE_STRAIGHT || type->mode == w->mode) {
        return;
    }
    if (w->mode == MODE_ASYNC) {
        source_error(&w->unit->source, e->pos,
                     "%s is synchronous, but this code is asynchronous: call it inside 'start'", name);
    } else if (w->mode == MODE_SYNC) {
        source_error(&w->unit->source, e->pos,
                     "%s is asynchronous, but this code is synchronous: call it inside 'farm' or 'seq'",
                     name);
    } else {
        source_error(&w->unit->source, e->pos,
                     "%s is %s, but a straight function can call straight ones only", name,
                     mode_adjective(type->mode));
    }
    if (named) {
        source_note(&w->unit->source, e->left->left->symbol->pos, "%s is declared here", name);
    }
}

/* A sum over an array takes as many rounds as it has numbers: the same in all PPs of a group. */
static void check_sum_length(struct walker *w, const struct expression *e)
{
    const struct check_builtin *row = check_builtin_row(e->value);
    const struct expression *last = e->arguments;
    if (row->kind != BUILTIN_SUM || w->mode == MODE_ASYNC || last == NULL) {
        return;
    }
    while (last->next != NULL) {
        last = last->next;
    }
    if (!last->shared) {
        source_error(
            &w->unit->source, last->pos,
            "the number of terms of a sum must be shared in %s code: all PPs of a group do the same rounds",
            mode_adjective(w->mode));
    }
}

static void walk_expression(struct walker *w, const struct expression *e);

/* The pointer that a load or store goes through. An array that is only indexed keeps its address to itself;
 * any other use of an address lets it out. */
static void walk_pointer(struct walker *w, const struct expression *e)
{
    if (e->kind == EXPRESSION_BINARY && e->type->kind == TYPE_POINTER) {
        walk_pointer(w, e->left);
        walk_expression(w, e->right);
    } else if (e->kind == EXPRESSION_ADDRESS) {
        walk_expression(w, e->left);
    } else {
        walk_expression(w, e);
    }
}

static void let_out(const struct expression *e)
{
    while (e->kind == EXPRESSION_MEMBER) {
        e = e->left;
    }
    if (e->kind == EXPRESSION_OBJECT) {
        e->symbol->address_taken = true;
    }
}

static void walk_expression(struct walker *w, const struct expression *e)
{
    if (e == NULL || check_failed(e)) {
        return;
    }
    switch (e->kind) {
    case EXPRESSION_DEREFERENCE:
        walk_pointer(w, e->left);
        return;
    case EXPRESSION_ADDRESS:
        let_out(e->left);
        break;
    case EXPRESSION_CALL:
        check_call_mode(w, e);
        break;
    case EXPRESSION_ASSIGN:
    case EXPRESSION_UPDATE:
        if (w->mode == MODE_ASYNC && w->locks == 0 && w->alone == 0) {
            check_race(w->unit, e);
        }
        break;
    case EXPRESSION_SPECIAL:
        if (e->token == TOKEN_RANK && w->mode == MODE_STRAIGHT) {
            source_error(&w->unit->source, e->pos,
                         "'$$' cannot be used in a straight function: pass it as an argument");
        }
        break;
    case EXPRESSION_BUILTIN:
        check_sum_length(w, e);
        break;
    case EXPRESSION_LOGICAL:
    case EXPRESSION_CONDITIONAL: {
        const struct expression *later = e->right;
        bool effect = later->has_effect || (e->third != NULL && e->third->has_effect);
        if (w->mode == MODE_STRAIGHT && !e->left->shared && effect) {
            source_error(
                &w->unit->source, e->pos,
                "a private condition decides about side effects in the straight function '%s': declare it "
                "sync, so that the group can split",
                w->function->name->text);
        }
        break;
    }
    default:
        break;
    }
    walk_expression(w, e->left);
    walk_expression(w, e->right);
    walk_expression(w, e->third);
    for (const struct expression *argument = e->arguments; argument != NULL; argument = argument->next) {
        walk_expression(w, argument);
    }
}

/* ---- conditions */

/* Whether the condition of s splits the group; says so if it must not. */
static void check_condition(struct walker *w, struct statement *s, const char *what)
{
    const struct expression *e = s->condition;
    if (e == NULL || check_failed(e)) {
        return;
    }
    walk_expression(w, e);
    if (e->shared || (w->mode == MODE_STRAIGHT && check_is_counted(s))) {
        return;
    }
    if (w->mode == MODE_SYNC) {
        s->splits = true;
    } else if (w->mode == MODE_STRAIGHT) {
        source_error(
            &w->unit->source, e->pos,
            "private condition of %s in the straight function '%s': declare it sync, so that the group can "
            "split",
            what, w->function->name->text);
    }
}

/* ---- jumps */

static bool is_loop(const struct statement *s)
{
    return s->kind == STATEMENT_WHILE || s->kind == STATEMENT_DO || s->kind == STATEMENT_FOR;
}

static void check_jump(struct walker *w, const struct statement *s)
{
    bool is_break = s->kind == STATEMENT_BREAK;
    const char *word = is_break ? "break" : "continue";
    bool parts = false;
    const struct frame *frame = w->frame;
    for (; frame != NULL && !frame->is_region; frame = frame->outer) {
        if (is_loop(frame->statement) || (is_break && frame->statement->kind == STATEMENT_SWITCH)) {
            break;
        }
        parts |= frame->is_group;
        frame->statement->leaves_loop |= is_break;
        frame->statement->leaves_round |= !is_break;
    }
    if (frame == NULL) {
        source_error(&w->unit->source, s->pos, "'%s' outside of a loop%s", word,
                     is_break ? " or switch" : "");
    } else if (frame->is_region) {
        source_error(&w->unit->source, s->pos, "'%s' cannot leave a '%s' statement", word,
                     keyword(frame->statement));
    } else if (is_break) {
        frame->statement->is_left = true;
        frame->statement->splits |= parts;
    } else if (parts) {
        frame->statement->splits_round = true;
    }
}

static void check_return(struct walker *w, const struct statement *s)
{
    for (const struct frame *frame = w->frame; frame != NULL; frame = frame->outer) {
        if (frame->is_region) {
            source_error(&w->unit->source, s->pos, "'return' cannot leave a '%s' statement",
                         keyword(frame->statement));
            return;
        }
    }
    if (s->condition != NULL && !check_failed(s->condition) && w->function->type->shared_result &&
        !s->condition->shared && w->mode == MODE_SYNC) {
        source_error(&w->unit->source, s->condition->pos,
                     "'%s' returns a shared value, but this one may differ from PP to PP",
                     w->function->name->text);
    }
}

static void check_label(struct walker *w, const struct statement *s)
{
    if (w->mode != MODE_ASYNC) {
        source_error(&w->unit->source, s->pos,
                     "%s in %s code: the group could not stay together; use a loop or if",
                     s->kind == STATEMENT_GOTO ? "'goto'" : "label", mode_adjective(w->mode));
    }
    if (s->kind == STATEMENT_LABEL) {
        s->label->region = w->region;
    }
}

/* ---- Fork's constructs */

static void walk_below(struct walker *w, struct statement *owner, struct statement *body, bool is_group)
{
    const struct frame frame = {w->frame, owner, is_group, false};
    w->frame = &frame;
    walk(w, body);
    w->frame = frame.outer;
}

/* The body of a construct that changes the mode, or whose PPs cannot leave it by jumps. */
static void walk_region(struct walker *w, struct statement *owner, struct statement *body, enum mode mode)
{
    const struct walker saved = *w;
    const struct frame frame = {w->frame, owner, true, true};
    w->frame = &frame;
    w->mode = mode;
    w->region = ++w->regions;
    w->privately = 0;
    w->locks = 0;
    walk(w, body);
    uint32_t regions = w->regions;
    w->frame = frame.outer;
    *w = saved;
    w->regions = regions;
}

static void wrong_mode(struct walker *w, const struct statement *s, const char *hint)
{
    source_error(&w->unit->source, s->pos, "'%s' in %s code: %s", keyword(s), mode_adjective(w->mode), hint);
}

static void walk_construct(struct walker *w, struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_START:
        if (w->mode != MODE_ASYNC) {
            wrong_mode(w, s, "it begins synchronous code, and only asynchronous code can");
        } else if (w->privately > 0) {
            source_warning(
                &w->unit->source, s->pos,
                "'start' under a private condition: all PPs must come here, or those that do wait for ever");
        }
        walk_expression(w, s->condition);
        walk_region(w, s, s->first, MODE_SYNC);
        break;
    case STATEMENT_FARM:
    case STATEMENT_SEQ:
        if (w->mode != MODE_SYNC) {
            wrong_mode(w, s,
                       w->mode == MODE_ASYNC ? "each PP runs by itself here already"
                                             : "a straight function cannot change the mode");
        }
        w->alone += s->kind == STATEMENT_SEQ;
        walk_region(w, s, s->first, MODE_ASYNC);
        w->alone -= s->kind == STATEMENT_SEQ;
        break;
    case STATEMENT_FORK:
        if (w->mode != MODE_SYNC) {
            wrong_mode(w, s, "only a synchronous group can be divided");
        }
        walk_expression(w, s->condition);
        walk_expression(w, s->initial);
        walk_expression(w, s->step);
        if (!check_failed(s->condition) && !s->condition->shared) {
            source_error(
                &w->unit->source, s->condition->pos,
                "the number of groups of 'fork' must be shared: all PPs must divide the group alike");
        }
        if (!check_failed(s->initial) && s->initial->shared && s->initial->kind != EXPRESSION_CONSTANT) {
            source_warning(&w->unit->source, s->initial->pos,
                           "'@' is the same for all PPs: they all get into one group");
        }
        walk_below(w, s, s->first, true);
        break;
    default: /* JOIN */
        if (w->mode != MODE_ASYNC) {
            wrong_mode(w, s, "it gathers asynchronous PPs");
        }
        walk_expression(w, s->condition);
        walk_expression(w, s->initial);
        w->mode =
            w->mode == MODE_ASYNC ? MODE_SYNC : w->mode; /* whoever stays is asked when the group exists */
        walk_expression(w, s->step);
        w->mode = s->mode;
        walk_region(w, s, s->first, MODE_SYNC);
        if (s->other != NULL) {
            walk_region(w, s, s->other, w->mode);
        }
        break;
    }
}

/* ---- all statements */

static void walk_if(struct walker *w, struct statement *s)
{
    check_condition(w, s, "'if'");
    bool failed = check_failed(s->condition);
    bool private_async = !failed && !s->condition->shared && w->mode == MODE_ASYNC;
    bool one = !failed && check_lets_one_in(s->condition);
    w->privately += private_async;
    w->alone += one;
    walk_below(w, s, s->first, s->splits);
    w->alone -= one;
    if (s->other != NULL) {
        walk_below(w, s, s->other, s->splits);
    }
    w->privately -= private_async;
}

static bool does_nothing(const struct statement *s)
{
    return s != NULL && (s->kind == STATEMENT_EMPTY || (s->kind == STATEMENT_BLOCK && s->first == NULL));
}

static void walk_loop(struct walker *w, struct statement *s)
{
    const struct expression *e = s->condition;
    walk_expression(w, s->initial);
    check_condition(w, s, "a loop");
    bool failed = e != NULL && check_failed(e);
    if (w->mode == MODE_SYNC && e != NULL && !failed && e->shared && !e->has_effect &&
        e->kind != EXPRESSION_CONSTANT && does_nothing(s->first) && s->step == NULL) {
        source_warning(&w->unit->source, s->pos,
                       "synchronous code waits here for ever: no PP of the group can change the condition");
    }
    w->locks += w->mode == MODE_ASYNC && does_nothing(s->first) && s->step == NULL; /* waits for its turn */
    bool private_async = e != NULL && !failed && !e->shared && w->mode == MODE_ASYNC;
    w->privately += private_async;
    walk_below(w, s, s->first, s->splits);
    if (s->splits_round && s->is_left) {
        s->splits = true; /* of a group around the round, only those who are still in it break out */
    }
    walk_expression(w, s->step);
    w->privately -= private_async;
}

/* A subgroup is made from label to label: labels must stand directly in the switch's block. */
static void check_private_switch(struct walker *w, struct statement *s)
{
    uint32_t labels = s->default_case != NULL;
    uint32_t found = 0;
    for (const struct statement *c = s->other; c != NULL; c = c->other) {
        labels++;
    }
    for (const struct statement *part = s->first->kind == STATEMENT_BLOCK ? s->first->first : NULL;
         part != NULL; part = part->next) {
        for (const struct statement *c = part; c->kind == STATEMENT_CASE || c->kind == STATEMENT_DEFAULT;
             c = c->first) {
            found++;
        }
    }
    if (found != labels) {
        source_error(
            &w->unit->source, s->pos,
            "private 'switch' in synchronous code: its cases must stand directly in its braces, not in inner "
            "statements");
    }
}

static void walk_declaration(struct walker *w, const struct statement *s)
{
    if (s->symbol->shared && w->mode != MODE_SYNC) {
        source_error(
            &w->unit->source, s->pos,
            "shared variable '%s' in %s code: there is no group's frame for it; declare it at file scope or "
            "pass a pointer",
            s->symbol->name->text, mode_adjective(w->mode));
    }
    for (const struct expression *value = s->values; value != NULL; value = value->next) {
        walk_expression(w, value->right);
    }
}

static void walk(struct walker *w, struct statement *s)
{
    for (; s != NULL; s = s->next) {
        s->mode = w->mode;
        switch (s->kind) {
        case STATEMENT_EMPTY:
            break;
        case STATEMENT_EXPRESSION:
            walk_expression(w, s->condition);
            break;
        case STATEMENT_DECLARE:
            walk_declaration(w, s);
            break;
        case STATEMENT_BLOCK:
        case STATEMENT_CASE:
        case STATEMENT_DEFAULT:
            walk_below(w, s, s->first, false);
            break;
        case STATEMENT_LABEL:
            check_label(w, s);
            walk_below(w, s, s->first, false);
            break;
        case STATEMENT_GOTO:
            check_label(w, s);
            break;
        case STATEMENT_IF:
            walk_if(w, s);
            break;
        case STATEMENT_WHILE:
        case STATEMENT_DO:
        case STATEMENT_FOR:
            walk_loop(w, s);
            break;
        case STATEMENT_SWITCH:
            check_condition(w, s, "'switch'");
            s->splits |= w->mode == MODE_SYNC && check_has_private_break(s->first);
            if (s->splits) {
                check_private_switch(w, s);
            }
            walk_below(w, s, s->first, s->splits);
            break;
        case STATEMENT_BREAK:
        case STATEMENT_CONTINUE:
            check_jump(w, s);
            break;
        case STATEMENT_RETURN:
            check_return(w, s);
            walk_expression(w, s->condition);
            break;
        case STATEMENT_BARRIER:
            if (w->mode == MODE_ASYNC && w->privately > 0) {
                source_warning(
                    &w->unit->source, s->pos,
                    "'barrier' under a private condition: PPs that do not come here leave the others "
                    "waiting for ever");
            }
            break;
        case STATEMENT_START:
        case STATEMENT_FARM:
        case STATEMENT_SEQ:
        case STATEMENT_FORK:
        case STATEMENT_JOIN:
            walk_construct(w, s);
            break;
        }
    }
}

void check_modes(struct unit *unit, struct symbol *function)
{
    struct walker w = {.unit = unit, .function = function, .mode = function->type->mode};
    walk(&w, function->body);
    check_leaving(unit, function);
}
