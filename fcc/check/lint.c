/* lint.c - suspicious code that compiles: unused variables, unreachable code, constant indices out of bounds;
 * for fallthrough.c. Examines the finished tree of a function. */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

static const struct expression *without_conversions(const struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT)
        e = e->left;
    return e;
}

/* The array whose first element a pointer is the address of, and the array's type; NULL: no such pointer. */
static const struct expression *array_of(const struct expression *e, const struct type **type)
{
    e = without_conversions(e);
    e = e->kind == EXPRESSION_ADDRESS ? e->left : e;
    *type = e->type;
    return e->type->kind == TYPE_ARRAY ? e : NULL;
}

/* An access to an element, or in an array of arrays to part of one. */
static void check_element(struct unit *unit, const struct expression *e)
{
    const struct type *type;
    const struct expression *sum = without_conversions(e->left);
    if (sum->kind != EXPRESSION_BINARY || sum->operation != BINARY_ADD)
        return;
    const struct expression *index = without_conversions(sum->right), *array = array_of(sum->left, &type);
    if (array == NULL || type->length == 0 || type_words(type->base) == 0)
        return;
    if (array->kind == EXPRESSION_DEREFERENCE)
        check_element(unit, array);
    if (index->kind != EXPRESSION_CONSTANT || !type_is_integer(index->type))
        return;
    /* the sum counts words */
    const int64_t words = type_is_unsigned(index->type) ? (int64_t)index->value : (int32_t)index->value;
    const int64_t value = words / (int64_t)type_words(type->base);
    if (value < 0 || value >= type->length)
        source_warning(&unit->source, index->pos, WARNING_bounds,
                       "index %lld is out of bounds: this array has %u element%s", (long long)value,
                       type->length, type->length == 1 ? "" : "s");
}

/* `&a[n]` is no access; a row of an array of arrays is none until an element is named. */
static enum walk visit_expression(const struct expression *e, void *context)
{
    if (e->kind == EXPRESSION_DEREFERENCE && e->type->kind != TYPE_ARRAY)
        check_element(context, e);
    return WALK_ON;
}

/* ---- indices that count: for (i = 0; i <= 10; i++) a[i] = 0; */

/* A `for` whose counter takes each value from first to last. */
struct rounds {
    struct unit *unit;
    const struct statement *loop;
    const struct symbol *counter;
    int64_t first, last;
};

static const struct expression *constant(const struct expression *e)
{
    e = without_conversions(e);
    return e->kind == EXPRESSION_CONSTANT && type_is_integer(e->type) &&
                   (int32_t)e->value == (int64_t)e->value
               ? e
               : NULL;
}

/* `counter + number`: sets *offset to the number. */
static bool is_shifted(const struct expression *e, const struct symbol *counter, int64_t *offset)
{
    e = without_conversions(e);
    *offset = 0;
    const bool is_sum = e->kind == EXPRESSION_BINARY && constant(e->right) != NULL &&
                        (e->operation == BINARY_ADD || e->operation == BINARY_SUBTRACT);
    if (is_sum) {
        const int64_t number = (int32_t)constant(e->right)->value;
        *offset = e->operation == BINARY_ADD ? number : -number;
        e = without_conversions(e->left);
    }
    return e->kind == EXPRESSION_OBJECT && e->symbol == counter;
}

/* Whether the counter starts with a number; sets *first. */
static bool begins(const struct expression *initial, const struct symbol *counter, int64_t *first)
{
    if (initial == NULL || initial->kind != EXPRESSION_ASSIGN || initial->left->kind != EXPRESSION_OBJECT ||
        initial->left->symbol != counter || constant(initial->right) == NULL)
        return false;
    *first = (int32_t)constant(initial->right)->value;
    return true;
}

/* A part that changes the counter, or leaves a round. */
static enum walk find_change(const struct expression *e, void *context)
{
    const bool changes = (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE) &&
                         e->left->kind == EXPRESSION_OBJECT && e->left->symbol == context;
    return changes ? WALK_FOUND : WALK_ON;
}

static bool is_jump(const struct statement *s);

static enum walk find_jump(const struct statement *s, void *context)
{
    (void)context;
    return is_jump(s) ? WALK_FOUND : WALK_ON;
}

/* Reads a loop of at least one round, whose counter starts with `initial`. */
static bool read_rounds(struct rounds *r, const struct statement *s, const struct expression *initial)
{
    const struct expression *c = s->condition, *step = s->step;
    if (s->kind != STATEMENT_FOR || c == NULL || c->kind != EXPRESSION_BINARY || step == NULL ||
        step->kind != EXPRESSION_UPDATE || constant(c->right) == NULL || constant(step->right) == NULL ||
        constant(step->right)->value != 1)
        return false;
    const struct expression *counter = without_conversions(c->left);
    const bool is_counter = counter->kind == EXPRESSION_OBJECT && !counter->symbol->is_static &&
                            !counter->symbol->address_taken && step->left->kind == EXPRESSION_OBJECT &&
                            step->left->symbol == counter->symbol;
    if (!is_counter || !begins(initial, counter->symbol, &r->first))
        return false;
    const bool ascends = step->operation == BINARY_ADD;
    const int64_t bound = (int32_t)constant(c->right)->value;
    const bool is_strict = c->operation == BINARY_LESS || c->operation == BINARY_GREATER;
    const enum binary_op strict = ascends ? BINARY_LESS : BINARY_GREATER;
    const enum binary_op closed = ascends ? BINARY_LESS_EQUAL : BINARY_GREATER_EQUAL;
    const struct walk_visitor changes = {find_change, find_jump, counter->symbol};
    r->loop = s;
    r->counter = counter->symbol;
    r->last = !is_strict ? bound : ascends ? bound - 1 : bound + 1;
    return (ascends || step->operation == BINARY_SUBTRACT) &&
           (c->operation == strict || c->operation == closed) &&
           (ascends ? r->first <= r->last : r->first >= r->last) && !walk_statements(s->first, &changes);
}

/* An element whose index is checked. */
static void check_counted(const struct rounds *r, const struct expression *e)
{
    const struct type *type;
    const struct expression *sum = without_conversions(e->left);
    const struct expression *array =
        sum->kind == EXPRESSION_BINARY && sum->operation == BINARY_ADD ? array_of(sum->left, &type) : NULL;
    if (array == NULL || type->length == 0)
        return;
    if (array->kind == EXPRESSION_DEREFERENCE)
        check_counted(r, array);
    const struct expression *index = without_conversions(sum->right);
    const bool is_scaled = index->kind == EXPRESSION_BINARY && index->operation == BINARY_MULTIPLY &&
                           constant(index->right) != NULL &&
                           constant(index->right)->value == type_words(type->base);
    index = is_scaled ? index->left : index;
    int64_t offset;
    if ((!is_scaled && type_words(type->base) != 1) || !is_shifted(index, r->counter, &offset))
        return;
    const bool at_first = r->first + offset < 0 || r->first + offset >= type->length;
    const int64_t value = (at_first ? r->first : r->last) + offset;
    if (value < 0 || value >= type->length) {
        uint32_t line;
        source_where(&r->unit->source, r->loop->pos, &line);
        source_warning(&r->unit->source, index->pos, WARNING_bounds,
                       "index %lld is out of bounds: this array has %u element%s: the %s round of the 'for' "
                       "of line %u gets there",
                       (long long)value, type->length, type->length == 1 ? "" : "s",
                       at_first ? "first" : "last", line);
    }
}

/* Only what each round does. */
static enum walk visit_counted(const struct expression *e, void *context)
{
    if (e->kind == EXPRESSION_DEREFERENCE && e->type->kind != TYPE_ARRAY)
        check_counted(context, e);
    return e->kind == EXPRESSION_LOGICAL || e->kind == EXPRESSION_CONDITIONAL ? WALK_PAST : WALK_ON;
}

static enum walk visit_round(const struct statement *s, void *context)
{
    (void)context;
    struct rounds inner;
    const bool decides = s->kind == STATEMENT_IF || s->kind == STATEMENT_SWITCH ||
                         s->kind == STATEMENT_FORK || s->kind == STATEMENT_START ||
                         s->kind == STATEMENT_JOIN || s->kind == STATEMENT_WHILE;
    return decides || (s->kind == STATEMENT_FOR && !read_rounds(&inner, s, s->initial)) ? WALK_PAST : WALK_ON;
}

static void check_rounds(struct unit *unit, const struct statement *s, const struct expression *initial)
{
    struct rounds rounds = {.unit = unit};
    const struct walk_visitor visitor = {visit_counted, visit_round, &rounds};
    if (read_rounds(&rounds, s, initial))
        walk_statements(s->first, &visitor);
}

/* ---- statements */

static bool is_jump(const struct statement *s)
{
    return s->kind == STATEMENT_RETURN || s->kind == STATEMENT_BREAK || s->kind == STATEMENT_CONTINUE ||
           s->kind == STATEMENT_GOTO;
}

/* It contains a jump target. */
static enum walk find_entry(const struct statement *s, void *context)
{
    (void)context;
    return s->kind == STATEMENT_LABEL || s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT
               ? WALK_FOUND
               : WALK_ON;
}

static bool has_entry(const struct statement *s)
{
    const struct walk_visitor entries = {.statement = find_entry};
    return find_entry(s, NULL) == WALK_FOUND || walk_below(s, &entries);
}

/* The statement after the labels of a statement. */
static const struct statement *behind_labels(const struct statement *s)
{
    while ((s->kind == STATEMENT_LABEL || s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT) &&
           s->first != NULL)
        s = s->first;
    return s;
}

/* In a list, after a jump. A `break` after a `return` is accepted: many programmers end every case with
 * one. */
static void check_reached(struct unit *unit, const struct statement *s)
{
    const struct statement *next = s->next;
    if (is_jump(behind_labels(s)) && next != NULL && !is_jump(next) && next->kind != STATEMENT_EMPTY &&
        !has_entry(next))
        source_warning(&unit->source, next->pos, WARNING_unreachable, "this is never reached");
}

static enum walk visit_statement(const struct statement *s, void *context)
{
    struct unit *unit = context;
    if (s->kind == STATEMENT_DECLARE && !s->symbol->used && !type_is_error(s->symbol->type))
        source_warning(&unit->source, s->symbol->pos, WARNING_unused, "'%s' is never used",
                       s->symbol->name->text);
    if (s->kind == STATEMENT_FOR && s->initial != NULL)
        check_rounds(unit, s, s->initial);
    else if (s->kind == STATEMENT_DECLARE && s->next != NULL && s->next->kind == STATEMENT_FOR &&
             s->next->initial == NULL)
        check_rounds(unit, s->next, s->values);
    check_reached(unit, s);
    return WALK_ON;
}

void check_lint(struct unit *unit, const struct symbol *function)
{
    const struct walk_visitor visitor = {visit_expression, visit_statement, unit};
    for (const struct symbol *p = function->parameters; p != NULL; p = p->next_parameter) {
        if (!p->used && p->name != NULL && !type_is_error(p->type))
            source_warning(&unit->source, p->pos, WARNING_unused_parameter,
                           "the parameter '%s' is never used: '(void)%s;' says that this is meant",
                           p->name->text, p->name->text);
    }
    walk_statements(function->body, &visitor);
}
