/* step.c - operations of a synchronous group on one variable in one step: lost updates, and multiprefix
 * operations that involve one PP only; for fallthrough.c. Examines the finished tree of a function.
 *
 * Reports only certain errors. An update is lost if its value differs between PPs and no enclosing condition
 * may single out one PP. Values differ if they depend on `$`, `$$`, `__PROC_NR__` or a multiprefix;
 * parameters and results of functions may be equal in all PPs. */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/check/walk.h"

struct stepper {
    struct unit *unit;
    const struct symbol *function;
    const struct statement *decider; /* this is the only statement of that private `if`; or NULL */
    bool single;                     /* this code may be executed by a single PP */
    bool looped;                     /* in a loop */
    bool synchronous;
};

static const struct expression *without_conversions(const struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT)
        e = e->left;
    return e;
}

/* The variable that an lvalue is a part of, without reading a pointer; NULL: none. */
static const struct symbol *root_of(const struct expression *place)
{
    for (;;) {
        place = without_conversions(place);
        if (place->kind == EXPRESSION_MEMBER || place->kind == EXPRESSION_ADDRESS) {
            place = place->left;
        } else if (place->kind == EXPRESSION_DEREFERENCE) {
            const struct expression *pointer = without_conversions(place->left);
            if (pointer->kind != EXPRESSION_ADDRESS && pointer->kind != EXPRESSION_BINARY)
                return NULL;
            place = pointer;
        } else if (place->kind == EXPRESSION_BINARY && place->operation == BINARY_ADD &&
                   place->type->kind == TYPE_POINTER) {
            place = place->left;
        } else {
            break;
        }
    }
    bool is_pointer = place->kind == EXPRESSION_OBJECT && place->type->kind == TYPE_POINTER;
    return place->kind == EXPRESSION_OBJECT && !is_pointer ? place->symbol : NULL;
}

/* ---- values that differ from PP to PP */

enum { CHAIN_MOST = 8 }; /* of variables assigned from each other */

/* The search whether a value differs between PPs: the variables on its way. */
struct question {
    const struct symbol *function;
    const struct symbol *asked[CHAIN_MOST];
    uint32_t count;
    const struct symbol *symbol; /* whose assignments are searched */
};

static bool differs(struct question *q, const struct expression *e);

static enum walk visit_assignment(const struct expression *e, void *context)
{
    struct question *q = context;
    bool assigns = (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE) &&
                   e->left->kind == EXPRESSION_OBJECT && e->left->symbol == q->symbol;
    if (!assigns)
        return WALK_ON;
    const struct symbol *symbol = q->symbol;
    const bool found = differs(q, e->right);
    q->symbol = symbol;
    return found ? WALK_FOUND : WALK_ON;
}

/* Whether an assignment gives the private variable a value that differs between PPs. */
static bool variable_differs(struct question *q, const struct symbol *symbol)
{
    for (uint32_t i = 0; i < q->count; i++) {
        if (q->asked[i] == symbol)
            return false;
    }
    if (symbol->shared || q->count == CHAIN_MOST)
        return false;
    q->asked[q->count++] = symbol;
    q->symbol = symbol;
    const struct walk_visitor visitor = {.expression = visit_assignment, .context = q};
    return walk_statements(q->function->body, &visitor);
}

static enum walk visit_source(const struct expression *e, void *context)
{
    struct question *q = context;
    switch (e->kind) {
    case EXPRESSION_CALL: /* its result is unknown */
        return WALK_PAST;
    case EXPRESSION_BUILTIN:
        return check_builtin_row(e->value)->kind == BUILTIN_MULTI ? WALK_FOUND : WALK_ON;
    case EXPRESSION_SPECIAL:
        return e->shared || e->token == TOKEN_VARIABLE_ARGS ? WALK_ON : WALK_FOUND;
    case EXPRESSION_OBJECT:
        return variable_differs(q, e->symbol) ? WALK_FOUND : WALK_ON;
    default:
        return WALK_ON;
    }
}

static bool differs(struct question *q, const struct expression *e)
{
    const struct walk_visitor visitor = {.expression = visit_source, .context = q};
    return !e->shared && walk_expression(e, &visitor);
}

/* ---- conditions that many PPs pass */

static bool is_number_of_pp(const struct expression *e)
{
    return e->kind == EXPRESSION_SPECIAL && !e->shared;
}

static enum binary_op mirrored(enum binary_op operation)
{
    switch (operation) {
    case BINARY_LESS:
        return BINARY_GREATER;
    case BINARY_LESS_EQUAL:
        return BINARY_GREATER_EQUAL;
    case BINARY_GREATER:
        return BINARY_LESS;
    case BINARY_GREATER_EQUAL:
        return BINARY_LESS_EQUAL;
    default:
        return operation;
    }
}

static enum binary_op opposite(enum binary_op operation)
{
    switch (operation) {
    case BINARY_LESS:
        return BINARY_GREATER_EQUAL;
    case BINARY_LESS_EQUAL:
        return BINARY_GREATER;
    case BINARY_GREATER:
        return BINARY_LESS_EQUAL;
    case BINARY_GREATER_EQUAL:
        return BINARY_LESS;
    case BINARY_EQUAL:
        return BINARY_NOT_EQUAL;
    case BINARY_NOT_EQUAL:
        return BINARY_EQUAL;
    default:
        return operation;
    }
}

/* `$ operation bound`: all except a few PPs, whatever the size of the group. */
static bool number_lets_many(enum binary_op operation, const struct expression *bound)
{
    const bool is_constant = bound->kind == EXPRESSION_CONSTANT;
    switch (operation) {
    case BINARY_LESS:
        return !is_constant || (int32_t)bound->value > 1;
    case BINARY_LESS_EQUAL:
        return !is_constant || (int32_t)bound->value > 0;
    case BINARY_GREATER:
    case BINARY_GREATER_EQUAL:
    case BINARY_NOT_EQUAL:
        return is_constant;
    default:
        return false;
    }
}

/* `x % 2`, `x & 1`: true for many values. */
static bool is_residue(const struct expression *e)
{
    return e->kind == EXPRESSION_BINARY && (e->operation == BINARY_REMAINDER || e->operation == BINARY_AND) &&
           without_conversions(e->right)->kind == EXPRESSION_CONSTANT;
}

static bool comparison_lets_many(const struct expression *e, bool negated)
{
    enum binary_op operation = negated ? opposite(e->operation) : e->operation;
    const struct expression *left = without_conversions(e->left), *right = without_conversions(e->right);
    if (is_number_of_pp(left))
        return number_lets_many(operation, right);
    if (is_number_of_pp(right))
        return number_lets_many(mirrored(operation), left);
    return operation >= BINARY_LESS || is_residue(left) || is_residue(right);
}

/* Whether a condition (negated: its opposite) is true for many PPs, by its form; other conditions may be true
 * for one PP. */
static bool lets_many(const struct expression *e, bool negated)
{
    e = without_conversions(e);
    if (e->shared || is_residue(e))
        return true;
    if (e->kind == EXPRESSION_NOT)
        return lets_many(e->left, !negated);
    if (e->kind == EXPRESSION_LOGICAL) {
        const bool left = lets_many(e->left, negated), right = lets_many(e->right, negated);
        return (e->operation == BINARY_LOGICAL_AND) != negated ? left && right : left || right;
    }
    return e->kind == EXPRESSION_BINARY && e->operation >= BINARY_EQUAL &&
           e->operation <= BINARY_GREATER_EQUAL && comparison_lets_many(e, negated);
}

/* Whether an expression of a group number gives several PPs the same group. */
static enum walk visit_gathering(const struct expression *e, void *context)
{
    (void)context;
    bool gathers = e->kind == EXPRESSION_CONDITIONAL || e->kind == EXPRESSION_LOGICAL ||
                   (e->kind == EXPRESSION_BINARY && e->operation >= BINARY_DIVIDE &&
                    e->operation != BINARY_XOR && e->operation != BINARY_SHIFT_LEFT);
    return gathers ? WALK_FOUND : WALK_ON;
}

/* Whether a single PP of the group may execute a part of a statement. */
static bool may_single_out(const struct statement *s, enum tree_part part)
{
    static const struct walk_visitor gathering = {.expression = visit_gathering};
    const struct expression *e = s->condition;
    switch (s->kind) {
    case STATEMENT_IF:
        return !lets_many(e, part == TREE_OTHER);
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR:
        return e != NULL && !lets_many(e, false);
    case STATEMENT_SWITCH:
        return !e->shared;
    case STATEMENT_START:
        return e != NULL && e->kind == EXPRESSION_CONSTANT && e->value == 1;
    case STATEMENT_FORK:
        return !walk_expression(s->initial, &gathering);
    default:
        return false;
    }
}

/* ---- updates */

/* Whether two lvalues are the same words of shared memory, by their form. */
static bool is_same(const struct expression *a, const struct expression *b)
{
    a = without_conversions(a);
    b = without_conversions(b);
    if (a->kind != b->kind || a->symbol != b->symbol || a->member != b->member || a->value != b->value ||
        a->token != b->token || a->operation != b->operation || a->has_effect || b->has_effect)
        return false;
    for (const enum tree_part *part = walk_expression_parts(a->kind); *part != TREE_END; part++) {
        const struct expression *x = walk_operand(a, *part), *y = walk_operand(b, *part);
        if (x == NULL || y == NULL || walk_is_list(*part) || !is_same(x, y))
            return false;
    }
    return true;
}

struct sought {
    const struct expression *place;
};

static enum walk visit_place(const struct expression *e, void *context)
{
    const struct sought *sought = context;
    return is_same(e, sought->place) ? WALK_FOUND : WALK_ON;
}

static bool reads(const struct expression *e, const struct expression *place)
{
    struct sought sought = {place};
    const struct walk_visitor visitor = {.expression = visit_place, .context = &sought};
    return walk_expression(e, &visitor);
}

/* Whether multiprefix instructions can change it. */
static bool is_word(const struct expression *place)
{
    return type_is_integer(place->type) && (place->kind != EXPRESSION_MEMBER || !place->member->is_bit_field);
}

/* The instruction that combines the values of all PPs, as it is written here; NULL: none. */
static const char *instruction(struct stepper *w, const struct expression *place, enum binary_op operation)
{
    static const char *const names[] = {[BINARY_ADD] = "syncadd",
                                        [BINARY_SUBTRACT] = "syncadd of the negative",
                                        [BINARY_AND] = "syncand",
                                        [BINARY_OR] = "syncor",
                                        [BINARY_LESS] = "syncmax of the negatives",
                                        [BINARY_GREATER] = "syncmax"};
    const char *name = is_word(place) && operation < sizeof names / sizeof *names ? names[operation] : NULL;
    if (name == NULL || strchr(name, ' ') != NULL || place->kind != EXPRESSION_OBJECT)
        return name;
    return arena_format(w->unit->arena, "%s(&%s, ...)", name, place->symbol->name->text);
}

/* `if (value > place) place = value;` outside loops: the PP's number, not the value, decides which one is
 * kept. */
static enum binary_op selection(const struct stepper *w, const struct expression *e)
{
    const struct statement *decider = w->looped ? NULL : w->decider;
    const struct expression *condition = decider != NULL ? without_conversions(decider->condition) : NULL;
    if (condition == NULL || e->kind != EXPRESSION_ASSIGN || condition->kind != EXPRESSION_BINARY ||
        condition->operation < BINARY_LESS)
        return BINARY_NONE;
    const bool is_left = is_same(condition->left, e->right) && is_same(condition->right, e->left);
    const bool is_right = is_same(condition->right, e->right) && is_same(condition->left, e->left);
    const enum binary_op operation = is_left ? condition->operation : mirrored(condition->operation);
    return !is_left && !is_right                                              ? BINARY_NONE
           : operation == BINARY_GREATER || operation == BINARY_GREATER_EQUAL ? BINARY_GREATER
                                                                              : BINARY_LESS;
}

/* The only statement of a body; NULL: it has several. */
static const struct statement *only_statement(const struct statement *body)
{
    while (body != NULL && body->kind == STATEMENT_BLOCK && body->next == NULL)
        body = body->first;
    return body != NULL && body->kind == STATEMENT_EXPRESSION && body->next == NULL ? body : NULL;
}

/* An assignment that loses updates, and the operation that does not. */
enum loss { LOSS_NONE, LOSS_VALUES, LOSS_COUNT };

static enum loss loss_of(struct stepper *w, const struct expression *e, enum binary_op *operation)
{
    const bool is_only = w->decider != NULL && only_statement(w->decider->first)->condition == e;
    const bool updates = e->kind == EXPRESSION_UPDATE || reads(e->right, e->left);
    const enum binary_op selects = is_only ? selection(w, e) : BINARY_NONE;
    struct question question = {.function = w->function};
    *operation = selects != BINARY_NONE ? selects : check_operation_on_place(e);
    if ((updates || selects != BINARY_NONE) && differs(&question, e->right))
        return LOSS_VALUES;
    return updates && is_only && is_word(e->left) && *operation == BINARY_ADD ? LOSS_COUNT : LOSS_NONE;
}

static void check_lost_update(struct stepper *w, const struct expression *e)
{
    const struct symbol *variable = root_of(e->left);
    if (w->single || !e->left->shared || variable == NULL || !variable->shared)
        return;
    enum binary_op operation;
    const enum loss loss = loss_of(w, e, &operation);
    if (loss == LOSS_NONE)
        return;
    const char *form = instruction(w, e->left, operation);
    source_warning(&w->unit->source, e->pos, WARNING_lost_update,
                   "all PPs that come here %s the shared '%s' in one step, and %s; use %s",
                   loss == LOSS_COUNT ? "add to" : "write", variable->name->text,
                   loss == LOSS_COUNT ? "it counts once" : "only one PP's value is kept",
                   form != NULL ? form : "a cell for each PP, and combine the cells");
}

/* ---- multiprefix operations on private variables */

/* Number of times that the address of a variable is taken. */
struct addresses {
    const struct symbol *symbol;
    uint32_t all, multiprefix;
};

static const struct symbol *target_of(const struct expression *e)
{
    const bool is_multi = e->kind == EXPRESSION_BUILTIN && check_builtin_row(e->value)->kind == BUILTIN_MULTI;
    const struct expression *target = is_multi ? without_conversions(e->arguments) : NULL;
    const bool is_address =
        target != NULL && (target->kind == EXPRESSION_ADDRESS ||
                           (target->kind == EXPRESSION_BINARY && target->left->kind == EXPRESSION_ADDRESS));
    return is_address ? root_of(target) : NULL;
}

static enum walk visit_address(const struct expression *e, void *context)
{
    struct addresses *addresses = context;
    addresses->all += e->kind == EXPRESSION_ADDRESS && root_of(e->left) == addresses->symbol;
    addresses->multiprefix += target_of(e) == addresses->symbol;
    return WALK_ON;
}

/* A local variable can be another PP's target if its address escapes. */
static bool is_known_elsewhere(const struct stepper *w, const struct symbol *symbol)
{
    struct addresses addresses = {.symbol = symbol};
    const struct walk_visitor visitor = {.expression = visit_address, .context = &addresses};
    walk_statements(w->function->body, &visitor);
    return !symbol->is_static && addresses.all != addresses.multiprefix;
}

static void check_multiprefix(struct stepper *w, const struct expression *e)
{
    const struct symbol *symbol = target_of(e);
    if (symbol != NULL && !symbol->shared && !is_known_elsewhere(w, symbol))
        source_warning(&w->unit->source, e->arguments->pos, WARNING_private_multiprefix,
                       "'%s' on the private '%s': each PP has its own '%s', so nothing is combined; "
                       "declare it 'sh'",
                       check_builtin_row(e->value)->name, symbol->name->text, symbol->name->text);
}

/* ---- the walk */

static enum walk visit(const struct expression *e, void *context)
{
    struct stepper *w = context;
    if (e->kind == EXPRESSION_BUILTIN)
        check_multiprefix(w, e);
    else if (w->synchronous && (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE))
        check_lost_update(w, e);
    return WALK_ON;
}

static void step_list(struct stepper *w, const struct statement *s);

static void step_part(struct stepper *w, const struct statement *s, enum tree_part part)
{
    const struct stepper outer = *w;
    if (walk_is_statement(part)) {
        const bool decides = s->kind == STATEMENT_IF && part == TREE_FIRST && !s->condition->shared &&
                             only_statement(s->first) != NULL;
        w->single |= may_single_out(s, part);
        w->looped |= check_is_loop(s);
        w->decider = decides ? s : w->decider;
        step_list(w, walk_statement_of(s, part));
    } else {
        const struct walk_visitor visitor = {.expression = visit, .context = w};
        w->synchronous = s->mode == MODE_SYNC;
        for (const struct expression *e = walk_expression_of(s, part); e != NULL; e = walk_next(e, part))
            walk_expression(e, &visitor);
    }
    *w = outer;
}

/* After `if (condition) return;` only the other PPs go on. */
static bool singles_out_rest(const struct statement *s)
{
    return s->kind == STATEMENT_IF &&
           ((check_ends_in_jump(s->first) && may_single_out(s, TREE_OTHER)) ||
            (s->other != NULL && check_ends_in_jump(s->other) && may_single_out(s, TREE_FIRST)));
}

static void step_list(struct stepper *w, const struct statement *s)
{
    const bool single = w->single;
    for (; s != NULL; s = s->next) {
        for (const enum tree_part *part = walk_statement_parts(s->kind); *part != TREE_END; part++)
            step_part(w, s, *part);
        w->single |= singles_out_rest(s);
    }
    w->single = single;
}

void check_step(struct unit *unit, const struct symbol *function)
{
    struct stepper w = {.unit = unit, .function = function};
    step_list(&w, function->body);
}
