/* assigned.c - local variables that are read without a value: on all paths through the function, or on one
 * that certainly exists; for fallthrough.c.
 *
 * Follows the statements in execution order. Where paths meet, a variable is `given` if one of them has
 * assigned it, and `sure` if all have. A read of a variable that is not given is wrong on all paths. A read
 * of one that is not sure is wrong only if no earlier condition may also decide about the read. So a variable
 * that is given on one path is trusted under every later condition, after a condition that jumps away, and
 * after loops and switches, whose cases may be complete. In a loop that does not declare it, an earlier round
 * may have assigned it.
 *
 * Functions with labels are not analysed. PPs that wait (`farm`, groups) do not matter: an assignment by one
 * PP of a group counts for all, except that `seq` gives a private variable a value in one PP only. */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/check/walk.h"

enum { VARIABLES_MOST = 256, WORD_BITS = 64 };

typedef struct {
    uint64_t words[VARIABLES_MOST / WORD_BITS];
} variable_set;

/* What is known at a place. */
struct assigned {
    variable_set given;   /* a value on some way */
    variable_set sure;    /* on all ways */
    variable_set trusted; /* conditions on the value may also decide about this place */
};

struct reader {
    struct unit *unit;
    struct assigned now;
    struct symbol *variables[VARIABLES_MOST];         /* those that are followed */
    const struct statement *deciders[VARIABLES_MOST]; /* the `if` or `seq` that made them unsure, or NULL */
    uint32_t count;
    uint32_t outside; /* variables declared outside the innermost loop */
};

static bool has(const variable_set *set, uint32_t number)
{
    return (set->words[number / WORD_BITS] >> number % WORD_BITS & 1) != 0;
}

static void add(variable_set *set, uint32_t number)
{
    set->words[number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
}

static void unite(variable_set *into, const variable_set *from)
{
    for (unsigned i = 0; i < VARIABLES_MOST / WORD_BITS; i++)
        into->words[i] |= from->words[i];
}

static void intersect(variable_set *into, const variable_set *from)
{
    for (unsigned i = 0; i < VARIABLES_MOST / WORD_BITS; i++)
        into->words[i] &= from->words[i];
}

/* A variable of one word of this function, accessed by its name only. */
static bool is_followed(const struct symbol *symbol)
{
    return symbol->kind == SYMBOL_OBJECT && !symbol->is_static && !symbol->is_parameter &&
           !symbol->address_taken && symbol->same_as == NULL && !symbol->type->is_volatile &&
           (type_is_arithmetic(symbol->type) || symbol->type->kind == TYPE_POINTER);
}

/* Its number; VARIABLES_MOST: it is not followed. */
static uint32_t number_of(const struct reader *r, const struct symbol *symbol)
{
    uint32_t number = 0;
    while (number < r->count && r->variables[number] != symbol)
        number++;
    return number < r->count ? number : VARIABLES_MOST;
}

static void assign(struct reader *r, const struct symbol *symbol)
{
    const uint32_t number = number_of(r, symbol);
    if (number != VARIABLES_MOST) {
        add(&r->now.given, number);
        add(&r->now.sure, number);
    }
}

/* A condition decides about the following code. */
static void trust(struct reader *r)
{
    unite(&r->now.trusted, &r->now.given);
}

static void warn_unsure(struct reader *r, const struct expression *e, const struct statement *decider)
{
    struct source *source = &r->unit->source;
    const char *name = e->symbol->name->text;
    uint32_t line = 0;
    if (decider != NULL)
        source_where(source, decider->pos, &line);
    if (decider == NULL)
        source_warning(source, e->pos, WARNING_maybe_uninitialised,
                       "'%s' may have no value here: initialise it in its declaration", name);
    else if (decider->kind == STATEMENT_SEQ)
        source_warning(
            source, e->pos, WARNING_maybe_uninitialised,
            "the private '%s' has a value in one PP only, which the 'seq' of line %u gave it: declare "
            "it 'sh'",
            name, line);
    else
        source_warning(source, e->pos, WARNING_maybe_uninitialised,
                       "'%s' may have no value here: the 'if' of line %u assigns it on one path only; assign "
                       "it before, too",
                       name, line);
}

/* Reported once for each variable: then it counts as assigned. */
static void read_variable(struct reader *r, const struct expression *e)
{
    const uint32_t number = number_of(r, e->symbol);
    if (number == VARIABLES_MOST)
        return;
    if (!has(&r->now.given, number))
        source_warning(&r->unit->source, e->pos, WARNING_uninitialised, "'%s' has no value here",
                       e->symbol->name->text);
    else if (!has(&r->now.sure, number) && !has(&r->now.trusted, number))
        warn_unsure(r, e, r->deciders[number]);
    else
        return;
    assign(r, e->symbol);
}

static void read_expression(struct reader *r, const struct expression *e);
static void read_list(struct reader *r, const struct statement *list);

/* The children of an expression, except for the lvalue that it assigns to. */
static void read_parts(struct reader *r, const struct expression *e)
{
    for (const enum tree_part *part = walk_expression_parts(e->kind); *part != TREE_END; part++) {
        for (const struct expression *below = walk_operand(e, *part); below != NULL;
             below = walk_next(below, *part))
            read_expression(r, below);
    }
}

/* Joins two paths, one at `now` and the other at *other. */
static void meet(struct reader *r, const struct assigned *other)
{
    unite(&r->now.given, &other->given);
    intersect(&r->now.sure, &other->sure);
}

/* One of two paths is taken; NULL: an empty one. */
static void read_ways(struct reader *r, const struct expression *one, const struct expression *other)
{
    const struct assigned before = r->now;
    trust(r);
    read_expression(r, one);
    const struct assigned after = r->now;
    r->now = before;
    trust(r);
    read_expression(r, other);
    meet(r, &after);
    r->now.trusted = before.trusted;
}

static void read_expression(struct reader *r, const struct expression *e)
{
    if (e == NULL)
        return;
    switch (e->kind) {
    case EXPRESSION_OBJECT:
        read_variable(r, e);
        break;
    case EXPRESSION_ASSIGN:
        read_expression(r, e->right);
        if (e->left->kind == EXPRESSION_OBJECT)
            assign(r, e->left->symbol);
        else
            read_expression(r, e->left);
        break;
    case EXPRESSION_LOGICAL:
        read_expression(r, e->left);
        read_ways(r, e->right, NULL);
        break;
    case EXPRESSION_CONDITIONAL:
        read_expression(r, e->left);
        read_ways(r, e->right, e->third);
        break;
    case EXPRESSION_STATEMENTS:
        read_list(r, e->body);
        read_expression(r, e->left);
        break;
    default:
        read_parts(r, e);
    }
}

/* Whether a call may end the PP, by its text: of a function without a result, or `__halt`. */
static bool may_stop(const struct expression *e)
{
    return e != NULL && (e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_BUILTIN) &&
           (e->type->kind == TYPE_VOID || e->type->kind == TYPE_ERROR) &&
           (e->kind == EXPRESSION_CALL || check_builtin_row(e->value)->kind == BUILTIN_HALT);
}

/* Whether the end of the list may be unreachable: its last statement jumps, or calls a function that may end
 * the PP. */
static bool may_end(const struct statement *s)
{
    while (s != NULL && s->next != NULL)
        s = s->next;
    return s != NULL && (check_ends_in_jump(s) || (s->kind == STATEMENT_BLOCK && may_end(s->first)) ||
                         (s->kind == STATEMENT_EXPRESSION && may_stop(s->condition)));
}

static enum walk find_end(const struct statement *s, void *context)
{
    (void)context;
    return s->next == NULL && may_end(s) ? WALK_FOUND : WALK_ON;
}

/* Whether a path through the statement leads elsewhere than after it. */
static bool leads_away(const struct statement *s)
{
    const struct walk_visitor ends = {.statement = find_end};
    return walk_below(s, &ends);
}

/* One branch of an `if`: *r->now is the state at its end. */
static void read_branch(struct reader *r, const struct assigned *before, const struct statement *branch)
{
    static const variable_set all = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    r->now = *before;
    trust(r);
    read_list(r, branch);
    if (may_end(branch))
        r->now.sure = all;
}

/* Notes which statement made variables unsure. An earlier round of a loop may have assigned a variable
 * declared outside it. */
static void note_decider(struct reader *r, const struct statement *s, const struct assigned *before)
{
    for (uint32_t i = 0; i < r->count; i++) {
        if (!has(&r->now.given, i) || has(&r->now.sure, i) || has(&before->given, i))
            continue;
        if (i < r->outside)
            add(&r->now.sure, i);
        r->deciders[i] = s;
    }
}

static void read_if(struct reader *r, const struct statement *s)
{
    read_expression(r, s->condition);
    const struct assigned before = r->now;
    bool truth;
    const bool is_known = check_constant_truth(s->condition, &truth);
    read_branch(r, &before, s->first);
    const struct assigned after = r->now;
    read_branch(r, &before, s->other);
    const variable_set sure = is_known && truth ? after.sure : r->now.sure;
    meet(r, &after);
    r->now.sure = is_known ? sure : r->now.sure;
    r->now.trusted = before.trusted;
    note_decider(r, s, &before);
    if (leads_away(s))
        trust(r);
}

/* Only one PP runs the body; the same PP may run that of the next `seq`. */
static void read_seq(struct reader *r, const struct statement *s)
{
    const struct assigned before = r->now;
    trust(r);
    read_list(r, s->first);
    for (uint32_t i = 0; i < r->count; i++) {
        if (!r->variables[i]->shared && !has(&before.sure, i) && has(&r->now.sure, i))
            r->now.sure.words[i / WORD_BITS] &= ~(UINT64_C(1) << i % WORD_BITS);
    }
    r->now.trusted = before.trusted;
    note_decider(r, s, &before);
}

/* Every assignment since then counts as made on all paths. */
static void take_for_sure(struct reader *r, const struct assigned *before)
{
    for (unsigned i = 0; i < VARIABLES_MOST / WORD_BITS; i++)
        r->now.sure.words[i] |= r->now.given.words[i] & ~before->given.words[i];
}

/* A part that a path may bypass; its assignments count as made. */
static void read_optional(struct reader *r, const struct statement *s, enum tree_part part)
{
    const struct assigned before = r->now;
    const uint32_t outside = r->outside;
    trust(r);
    r->outside = check_is_loop(s) ? r->count : outside;
    read_list(r, walk_statement_of(s, part));
    if (check_is_loop(s))
        read_expression(r, s->step);
    r->outside = outside;
    take_for_sure(r, &before);
    r->now.trusted = before.trusted;
}

/* The state after one of two bodies; assignments in either count as made. */
static void read_join(struct reader *r, const struct statement *s)
{
    const struct assigned before = r->now;
    read_optional(r, s, TREE_FIRST);
    const struct assigned after = r->now;
    r->now = before;
    read_optional(r, s, TREE_OTHER);
    meet(r, &after);
    take_for_sure(r, &before);
}

static void declare(struct reader *r, const struct statement *s)
{
    if (r->count < VARIABLES_MOST && is_followed(s->symbol)) {
        r->deciders[r->count] = NULL;
        r->variables[r->count++] = s->symbol;
        if (s->clear)
            assign(r, s->symbol);
    }
    for (const struct expression *value = s->values; value != NULL; value = value->next)
        read_expression(r, value);
}

static void read_statement(struct reader *r, const struct statement *s)
{
    switch (s->kind) {
    case STATEMENT_DECLARE:
        declare(r, s);
        break;
    case STATEMENT_IF:
        read_if(r, s);
        break;
    case STATEMENT_SEQ:
        read_seq(r, s);
        break;
    case STATEMENT_BLOCK:
    case STATEMENT_FARM:
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
        read_list(r, s->first);
        break;
    case STATEMENT_DO:
        read_optional(r, s, TREE_FIRST);
        read_expression(r, s->condition);
        break;
    case STATEMENT_WHILE:
    case STATEMENT_FOR:
        read_expression(r, s->initial);
        read_expression(r, s->condition);
        read_optional(r, s, TREE_FIRST);
        break;
    default:
        read_expression(r, s->condition);
        read_expression(r, s->initial);
        read_expression(r, s->step);
        if (s->kind == STATEMENT_JOIN)
            read_join(r, s);
        else
            read_optional(r, s, TREE_FIRST);
    }
}

static void read_list(struct reader *r, const struct statement *list)
{
    for (const struct statement *s = list; s != NULL; s = s->next)
        read_statement(r, s);
}

static enum walk find_label(const struct statement *s, void *context)
{
    (void)context;
    return s->kind == STATEMENT_LABEL ? WALK_FOUND : WALK_ON;
}

void check_assigned(struct unit *unit, const struct symbol *function)
{
    const struct walk_visitor labels = {.statement = find_label};
    if (walk_statements(function->body, &labels))
        return;
    struct reader reader = {.unit = unit};
    read_list(&reader, function->body);
}
