/* suspect.c - what compiles and is hardly meant: variables that are never named, code that is never reached,
 * constant indices outside of their array; for leave.c. Looks at the finished tree of a function.
 */
#include "fcc/check/check.h"
#include "fcc/check/walk.h"

static const struct expression *without_conversions(const struct expression *e)
{
    while (e->kind == EXPRESSION_CONVERT) {
        e = e->left;
    }
    return e;
}

/* What a pointer to the first element of an array is made of, and that array's type; NULL: it is no such
 * pointer. */
static const struct expression *array_of(const struct expression *e, const struct type **type)
{
    e = without_conversions(e);
    e = e->kind == EXPRESSION_ADDRESS ? e->left : e;
    *type = e->type;
    return e->type->kind == TYPE_ARRAY ? e : NULL;
}

/* An element is loaded or stored, or in an array of arrays one of an element. */
static void check_element(struct unit *unit, const struct expression *e)
{
    const struct type *type;
    const struct expression *sum = without_conversions(e->left);
    if (sum->kind != EXPRESSION_BINARY || sum->operation != BINARY_ADD) {
        return;
    }
    const struct expression *index = without_conversions(sum->right), *array = array_of(sum->left, &type);
    if (array == NULL || type->length == 0 || type_words(type->base) == 0) {
        return;
    }
    if (array->kind == EXPRESSION_DEREFERENCE) {
        check_element(unit, array);
    }
    if (index->kind != EXPRESSION_CONSTANT || !type_is_integer(index->type)) {
        return;
    }
    /* the sum counts words */
    const int64_t words = type_is_unsigned(index->type) ? (int64_t)index->value : (int32_t)index->value;
    const int64_t value = words / (int64_t)type_words(type->base);
    if (value < 0 || value >= type->length) {
        source_warning(&unit->source, index->pos, WARNING_bounds,
                       "index %lld is outside of this array, which has %u element%s", (long long)value,
                       type->length, type->length == 1 ? "" : "s");
    }
}

/* `&a[n]` is no access, nor is a row of an array of arrays before one of its elements is named. */
static enum walk visit_expression(const struct expression *e, void *context)
{
    if (e->kind == EXPRESSION_DEREFERENCE && e->type->kind != TYPE_ARRAY) {
        check_element(context, e);
    }
    return WALK_ON;
}

static bool is_jump(const struct statement *s)
{
    return s->kind == STATEMENT_RETURN || s->kind == STATEMENT_BREAK || s->kind == STATEMENT_CONTINUE ||
           s->kind == STATEMENT_GOTO;
}

/* Something that may be jumped to is in it. */
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

/* What stands after the labels of a statement. */
static const struct statement *behind_labels(const struct statement *s)
{
    while ((s->kind == STATEMENT_LABEL || s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT) &&
           s->first != NULL) {
        s = s->first;
    }
    return s;
}

/* In a list, after a jump. A `break` after a `return` is how some write every case. */
static void check_reached(struct unit *unit, const struct statement *s)
{
    const struct statement *next = s->next;
    if (is_jump(behind_labels(s)) && next != NULL && !is_jump(next) && next->kind != STATEMENT_EMPTY &&
        !has_entry(next)) {
        source_warning(&unit->source, next->pos, WARNING_unreachable, "this is never reached");
    }
}

static enum walk visit_statement(const struct statement *s, void *context)
{
    struct unit *unit = context;
    if (s->kind == STATEMENT_DECLARE && !s->symbol->used && !type_is_error(s->symbol->type)) {
        source_warning(&unit->source, s->symbol->pos, WARNING_unused, "'%s' is never used",
                       s->symbol->name->text);
    }
    check_reached(unit, s);
    return WALK_ON;
}

void check_suspects(struct unit *unit, const struct symbol *function)
{
    const struct walk_visitor visitor = {visit_expression, visit_statement, unit};
    for (const struct symbol *p = function->parameters; p != NULL; p = p->next_parameter) {
        if (!p->used && p->name != NULL && !type_is_error(p->type)) {
            source_warning(&unit->source, p->pos, WARNING_unused_parameter,
                           "the parameter '%s' is never used: '(void)%s;' says that this is meant",
                           p->name->text, p->name->text);
        }
    }
    walk_statements(function->body, &visitor);
}
