/* mode.c - modes and sharity of statements: legal places of statements, conditions that split the group.
 *
 * Walks a whole function after it has been parsed. Sets in each statement its mode and whether it needs a
 * group of its own, for lower.c. Also warns of likely data races and deadlocks.
 */
#include "fcc/check/check.h"
#include "fcc/check/lock_held.h"
#include "fcc/check/walk.h"

/* The statements around the present one, innermost first. */
struct frame {
    const struct frame *outer;
    struct statement *statement;
    bool is_group;  /* the PPs below may be a part of those above: an early leaver must leave a group here */
    bool is_region; /* a border of modes: break, continue and return must not cross it */
};

struct walker {
    struct unit *unit;
    struct symbol *function;
    enum mode mode;
    const struct frame *frame;
    const struct jump_region *region;
    struct lock_held held;
    int privately;                 /* enclosing private conditions, in asynchronous code */
    int alone;                     /* enclosing conditions and seqs that admit a single PP */
    const struct expression *kept; /* ADDRESS of a load or store: the address does not escape */
};

static void check_statements(struct walker *w, struct statement *s);

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
    if (type->mode == MODE_STRAIGHT || type->mode == w->mode)
        return;
    if (w->mode == MODE_ASYNC)
        source_error(&w->unit->source, e->pos,
                     "%s is synchronous, but this code is asynchronous: call it inside 'start'", name);
    else if (w->mode == MODE_SYNC)
        source_error(&w->unit->source, e->pos,
                     "%s is asynchronous, but this code is synchronous: call it inside 'farm' or 'seq'",
                     name);
    else
        source_error(&w->unit->source, e->pos,
                     "%s is %s, but a straight function can call straight ones only", name,
                     mode_adjective(type->mode));
    if (named)
        source_note(&w->unit->source, e->left->left->symbol->pos, "%s is declared here", name);
}

/* The number of terms of a sum over an array must be equal in all PPs of a group. */
static void check_sum_length(struct walker *w, const struct expression *e)
{
    const struct check_builtin *row = check_builtin_row(e->value);
    const struct expression *last = e->arguments;
    if (row->kind != BUILTIN_SUM || w->mode == MODE_ASYNC || last == NULL)
        return;
    while (last->next != NULL)
        last = last->next;
    if (!last->shared)
        source_error(
            &w->unit->source, last->pos,
            "the number of terms of a sum must be shared in %s code: all PPs of a group do the same rounds",
            mode_adjective(w->mode));
}

/* The pointer of a load or store. An array that is only indexed does not escape; any other use of an address
 * escapes. */
static void keep_address(struct walker *w, const struct expression *pointer)
{
    while (pointer->kind == EXPRESSION_BINARY && pointer->type->kind == TYPE_POINTER)
        pointer = pointer->left;
    w->kept = pointer;
}

static void let_out(const struct expression *e)
{
    while (e->kind == EXPRESSION_MEMBER)
        e = e->left;
    if (e->kind == EXPRESSION_OBJECT)
        e->symbol->address_taken = true;
}

/* In straight code, a private condition must not decide about effects. */
static void check_choice(struct walker *w, const struct expression *e)
{
    bool effect = e->right->has_effect || (e->third != NULL && e->third->has_effect);
    if (w->mode == MODE_STRAIGHT && !e->left->shared && effect)
        source_error(&w->unit->source, e->pos,
                     "a private condition decides about side effects in the straight function '%s': declare "
                     "it sync, so that the group can split",
                     w->function->name->text);
}

static void check_expression(struct walker *w, const struct expression *e);

static const struct jump_region *new_region(const struct walker *w, bool is_expression)
{
    struct jump_region *region = ARENA_NEW(unit_nodes(w->unit), struct jump_region);
    *region = (struct jump_region){w->region, is_expression};
    return region;
}

/* ({ ... }): no `goto` leads into it. */
static void check_statement_expression(struct walker *w, const struct expression *e)
{
    const struct jump_region *outer = w->region;
    if (w->mode != MODE_ASYNC) {
        source_error(
            &w->unit->source, e->pos,
            "statements in an expression of %s code: the group could not stay together; write a function",
            mode_adjective(w->mode));
        return;
    }
    w->region = new_region(w, true);
    check_statements(w, e->body);
    w->region = outer;
    check_expression(w, e->left);
}

static enum walk visit(const struct expression *e, void *context)
{
    struct walker *w = context;
    if (check_failed(e))
        return WALK_PAST;
    switch (e->kind) {
    case EXPRESSION_DEREFERENCE:
        keep_address(w, e->left);
        break;
    case EXPRESSION_ADDRESS:
        if (e != w->kept)
            let_out(e->left);
        break;
    case EXPRESSION_CALL:
        check_call_mode(w, e);
        lock_held_call(&w->held, e);
        break;
    case EXPRESSION_ASSIGN:
    case EXPRESSION_UPDATE:
        lock_held_change(&w->held);
        if (w->mode == MODE_ASYNC && !lock_is_held(&w->held) && w->alone == 0)
            check_race(w->unit, e);
        break;
    case EXPRESSION_SPECIAL:
        if (e->token == TOKEN_RANK && w->mode == MODE_STRAIGHT)
            source_error(&w->unit->source, e->pos,
                         "'$$' cannot be used in a straight function: pass it as an argument");
        break;
    case EXPRESSION_BUILTIN:
        check_sum_length(w, e);
        break;
    case EXPRESSION_EXTENT:
        if (w->mode != MODE_ASYNC)
            source_error(&w->unit->source, e->pos,
                         "an array of variable size in %s code: take memory from malloc or shalloc",
                         mode_adjective(w->mode));
        break;
    case EXPRESSION_STATEMENTS:
        check_statement_expression(w, e);
        return WALK_PAST;
    case EXPRESSION_LOGICAL:
    case EXPRESSION_CONDITIONAL:
        check_choice(w, e);
        break;
    default:
        break;
    }
    return WALK_ON;
}

static void check_expression(struct walker *w, const struct expression *e)
{
    const struct walk_visitor visitor = {.expression = visit, .context = w};
    walk_expression(e, &visitor);
}

/* ---- conditions */

static const char *condition_name(const struct statement *s)
{
    return s->kind == STATEMENT_IF ? "'if'" : s->kind == STATEMENT_SWITCH ? "'switch'" : "a loop";
}

/* Whether the condition of s splits the group; reports an error if it must not. */
static void check_condition(struct walker *w, struct statement *s)
{
    const struct expression *e = s->condition;
    if (check_failed(e) || e->shared || (w->mode == MODE_STRAIGHT && check_is_counted(s)))
        return;
    if (w->mode == MODE_SYNC)
        s->splits = true;
    else if (w->mode == MODE_STRAIGHT)
        source_error(
            &w->unit->source, e->pos,
            "private condition of %s in the straight function '%s': declare it sync, so that the group can "
            "split",
            condition_name(s), w->function->name->text);
}

/* ---- jumps */

static void check_jump(struct walker *w, const struct statement *s)
{
    bool is_break = s->kind == STATEMENT_BREAK;
    const char *word = is_break ? "break" : "continue";
    bool parts = false;
    const struct frame *frame = w->frame;
    for (; frame != NULL && !frame->is_region; frame = frame->outer) {
        if (check_is_loop(frame->statement) || (is_break && frame->statement->kind == STATEMENT_SWITCH))
            break;
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
        !s->condition->shared && w->mode == MODE_SYNC)
        source_error(&w->unit->source, s->condition->pos,
                     "'%s' returns a shared value, but this one may differ from PP to PP",
                     w->function->name->text);
}

static void check_label(struct walker *w, struct statement *s)
{
    if (w->mode != MODE_ASYNC)
        source_error(&w->unit->source, s->pos,
                     "%s in %s code: the group could not stay together; use a loop or if",
                     s->kind == STATEMENT_GOTO ? "'goto'" : "label", mode_adjective(w->mode));
    if (s->kind == STATEMENT_LABEL)
        s->label->region = w->region;
    s->region = w->region;
}

/* ---- Fork's constructs */

static void wrong_mode(struct walker *w, const struct statement *s, const char *hint)
{
    source_error(&w->unit->source, s->pos, "'%s' in %s code: %s", keyword(s), mode_adjective(w->mode), hint);
}

/* The enclosing `seq` or `farm` that has made code asynchronous; NULL: none. */
static const struct statement *asynchronous_part(const struct walker *w)
{
    const struct frame *frame = w->frame;
    while (frame != NULL && !frame->is_region)
        frame = frame->outer;
    const struct statement *region = frame != NULL ? frame->statement : NULL;
    bool is_part = region != NULL && (region->kind == STATEMENT_SEQ || region->kind == STATEMENT_FARM);
    return is_part ? region : NULL;
}

static void check_start(struct walker *w, const struct statement *s)
{
    const struct statement *part = asynchronous_part(w);
    if (w->mode != MODE_ASYNC)
        wrong_mode(w, s, "it begins synchronous code, and only asynchronous code can");
    else if (part != NULL)
        source_warning(&w->unit->source, s->pos, WARNING_nested_start,
                       "'start' in '%s' stops the run, because it gathers PPs that are in no group: code "
                       "after the '%s' is synchronous without it",
                       keyword(part), keyword(part));
    else if (w->privately > 0)
        source_warning(
            &w->unit->source, s->pos, WARNING_waiting,
            "'start' under a private condition: all PPs must reach it, or those that reach it wait forever");
}

static void check_barrier(struct walker *w, const struct statement *s)
{
    const struct statement *part = asynchronous_part(w);
    if (w->mode == MODE_ASYNC && part != NULL && part->kind == STATEMENT_SEQ)
        source_warning(
            &w->unit->source, s->pos, WARNING_waiting,
            "'barrier' in 'seq': only one PP reaches it and waits for the others forever; remove it");
    else if (w->mode == MODE_ASYNC && w->privately > 0)
        source_warning(
            &w->unit->source, s->pos, WARNING_waiting,
            "'barrier' under a private condition: the PPs that reach it wait forever for those that do not");
}

static void check_construct(struct walker *w, const struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_START:
        check_start(w, s);
        break;
    case STATEMENT_FARM:
    case STATEMENT_SEQ:
        if (w->mode != MODE_SYNC)
            wrong_mode(w, s,
                       w->mode == MODE_ASYNC ? "each PP runs by itself here already"
                                             : "a straight function cannot change the mode");
        break;
    case STATEMENT_FORK:
        if (w->mode != MODE_SYNC)
            wrong_mode(w, s, "only a synchronous group can be divided");
        break;
    case STATEMENT_JOIN:
        if (w->mode != MODE_ASYNC)
            wrong_mode(w, s, "it gathers asynchronous PPs");
        break;
    default: /* BARRIER */
        check_barrier(w, s);
        break;
    }
}

static void check_fork(struct walker *w, const struct statement *s)
{
    if (!check_failed(s->condition) && !s->condition->shared)
        source_error(&w->unit->source, s->condition->pos,
                     "the number of groups of 'fork' must be shared: all PPs must divide the group alike");
    if (!check_failed(s->initial) && s->initial->shared && s->initial->kind != EXPRESSION_CONSTANT)
        source_warning(&w->unit->source, s->initial->pos, WARNING_group,
                       "'@' is the same for all PPs: all of them join one group");
}

/* ---- statements before what is below them */

/* Each part from label to label is a subgroup: labels must be directly in the switch's block. */
static void check_private_switch(struct walker *w, const struct statement *s)
{
    if (!check_has_direct_cases(s))
        source_error(
            &w->unit->source, s->pos,
            "private 'switch' in synchronous code: its cases must stand directly in its braces, not in inner "
            "statements");
}

static void check_declaration(struct walker *w, const struct statement *s)
{
    if (s->symbol->shared && w->mode != MODE_SYNC)
        source_error(
            &w->unit->source, s->pos,
            "shared variable '%s' in %s code: there is no group's frame for it; declare it at file scope or "
            "pass a pointer",
            s->symbol->name->text, mode_adjective(w->mode));
}

static void check_before(struct walker *w, struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_DECLARE:
        check_declaration(w, s);
        break;
    case STATEMENT_LABEL:
    case STATEMENT_GOTO:
        check_label(w, s);
        break;
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE:
        check_jump(w, s);
        break;
    case STATEMENT_RETURN:
        check_return(w, s);
        break;
    case STATEMENT_START:
    case STATEMENT_FARM:
    case STATEMENT_SEQ:
    case STATEMENT_FORK:
    case STATEMENT_JOIN:
    case STATEMENT_BARRIER:
        check_construct(w, s);
        break;
    default:
        break;
    }
}

/* ---- what is below a statement */

static bool is_private(const struct statement *s)
{
    return s->condition != NULL && !check_failed(s->condition) && !s->condition->shared;
}

/* The condition has been checked; now the body. */
static void check_decision(struct walker *w, struct statement *s)
{
    const struct expression *e = s->condition;
    switch (s->kind) {
    case STATEMENT_SWITCH:
        check_condition(w, s);
        s->splits |= w->mode == MODE_SYNC && check_has_private_break(s->first);
        if (s->splits)
            check_private_switch(w, s);
        break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
        check_condition(w, s);
        if (w->mode == MODE_SYNC && check_is_empty_loop(s) && !check_failed(e) && e->shared &&
            !e->has_effect && e->kind != EXPRESSION_CONSTANT)
            source_warning(
                &w->unit->source, s->pos, WARNING_waiting,
                "synchronous code waits here forever: no PP of the group can change the condition");
        break;
    case STATEMENT_IF:
        check_condition(w, s);
        break;
    default:
        break;
    }
}

/* The expressions of a part. `stay` of a `join` is evaluated after the group exists. */
static void check_expressions(struct walker *w, struct statement *s, enum tree_part part)
{
    bool aboard = s->kind == STATEMENT_JOIN && part == TREE_STEP && w->mode == MODE_ASYNC;
    w->mode = aboard ? MODE_SYNC : w->mode;
    for (const struct expression *e = walk_expression_of(s, part); e != NULL; e = walk_next(e, part))
        check_expression(w, e);
    w->mode = s->mode;
    if (part == TREE_CONDITION && s->condition != NULL)
        check_decision(w, s);
    else if (part == TREE_STEP && s->kind == STATEMENT_FORK)
        check_fork(w, s);
}

/* Whether no jump leaves a body, and the mode in which it runs. */
static bool is_region(const struct statement *s)
{
    return s->kind == STATEMENT_START || s->kind == STATEMENT_FARM || s->kind == STATEMENT_SEQ ||
           s->kind == STATEMENT_JOIN;
}

static enum mode mode_below(const struct walker *w, const struct statement *s, enum tree_part part)
{
    switch (s->kind) {
    case STATEMENT_START:
        return MODE_SYNC;
    case STATEMENT_FARM:
    case STATEMENT_SEQ:
        return MODE_ASYNC;
    case STATEMENT_JOIN:
        return part == TREE_FIRST ? MODE_SYNC : w->mode;
    default:
        return w->mode;
    }
}

static void check_body(struct walker *w, struct statement *s, enum tree_part part)
{
    const struct walker outer = *w;
    bool region = is_region(s);
    const struct frame frame = {w->frame, s, region || s->splits || s->kind == STATEMENT_FORK, region};
    bool decides = s->kind == STATEMENT_IF || check_is_loop(s);
    bool one = s->kind == STATEMENT_IF && part == TREE_FIRST && !check_failed(s->condition) &&
               check_lets_one_in(s->condition);
    w->frame = &frame;
    w->mode = mode_below(w, s, part);
    w->privately += decides && is_private(s) && w->mode == MODE_ASYNC;
    w->alone += one || s->kind == STATEMENT_SEQ;
    if (region) {
        w->region = new_region(w, false);
        w->privately = 0;
        w->held = (struct lock_held){0};
    }
    check_statements(w, walk_statement_of(s, part));
    w->frame = outer.frame;
    w->mode = outer.mode;
    w->region = outer.region;
    w->privately = outer.privately;
    w->alone = outer.alone;
    if (region)
        w->held = outer.held;
}

static void check_parts(struct walker *w, struct statement *s)
{
    struct lock_held decided = w->held;
    struct lock_held first = w->held;
    for (const enum tree_part *part = walk_statement_parts(s->kind); *part != TREE_END; part++) {
        if (!walk_is_statement(*part)) {
            check_expressions(w, s, *part);
        } else if (walk_statement_of(s, *part) == NULL) {
            continue;
        } else if (s->kind == STATEMENT_IF && *part == TREE_FIRST) {
            decided = lock_held_divide(&w->held, s->condition);
            check_body(w, s, *part);
            first = w->held;
        } else {
            w->held = s->kind == STATEMENT_IF ? decided : w->held;
            check_body(w, s, *part);
        }
    }
    if (s->kind == STATEMENT_IF)
        lock_held_meet(&w->held, s, &first, &decided);
}

static void check_statements(struct walker *w, struct statement *s)
{
    for (; s != NULL; s = s->next) {
        int locks = w->held.locks;
        s->mode = w->mode;
        check_before(w, s);
        check_parts(w, s);
        if (w->mode == MODE_ASYNC)
            lock_held_wait(&w->held, s, locks);
        if (s->splits_round && s->is_left)
            s->splits = true; /* of a group for the round; only its present members break out */
    }
}

void check_modes(struct unit *unit, struct symbol *function)
{
    struct walker w = {.unit = unit, .function = function, .mode = function->type->mode};
    check_statements(&w, function->body);
    function->lock_change = lock_held_left_behind(&w.held);
    check_leaving(unit, function);
    check_shared_in_register(function);
}
