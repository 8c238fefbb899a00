/* variable.c - arrays of variable size: the computations of their sizes, and the objects.
 *
 * A type of variable size has a hidden variable that holds its words (type->variable). Where a declaration
 * has read it, unit->extents computes that variable; the reader of a declarator takes these assignments and
 * puts them in front of what is declared. An object is a hidden pointer to words of the stack, which
 * check_name follows. How far the arrays of a block reach is a hidden variable, too, so that the next array
 * begins where the block's last one ends, however control has come there.
 */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/check/walk.h"
#include "fcc/parse/parse.h"

/* A hidden variable of the present function. It lives as long as types do. */
static struct symbol *new_size(struct unit *unit, const char *name, source_pos pos)
{
    struct arena *nodes = unit->nodes;
    unit->nodes = NULL;
    struct symbol *symbol = check_new_local(unit, name, &type_basic[TYPE_UNSIGNED], pos);
    unit->nodes = nodes;
    symbol->next_parameter = unit->sizes;
    unit->sizes = symbol;
    return symbol;
}

static struct expression *assign(struct unit *unit, source_pos pos, struct symbol *symbol,
                                 struct expression *value)
{
    struct expression *e = check_new(unit, EXPRESSION_ASSIGN, pos, symbol->type);
    check_attach(unit, e, check_object(unit, pos, symbol), value, NULL);
    e->has_effect = true;
    return e;
}

static struct expression **end_of(struct expression **list)
{
    while (*list != NULL)
        list = &(*list)->next;
    return list;
}

struct type *parse_variable_array(struct unit *unit, source_pos pos, struct type *element,
                                  struct expression *length)
{
    if (unit->scope->depth == 0) {
        source_error(&unit->source, length != NULL ? length->pos : pos,
                     "outside of functions the size of an array must be an integer constant");
        return &type_basic[TYPE_ERROR];
    }
    struct type *type = type_array(unit->arena, element, 0, false);
    type->variable = new_size(unit, "size", pos);
    if (length != NULL) {
        struct expression *extent = check_new(unit, EXPRESSION_EXTENT, pos, &type_basic[TYPE_UNSIGNED]);
        check_attach(unit, extent, check_convert(unit, length, &type_basic[TYPE_UNSIGNED]),
                     check_sizeof(unit, pos, element), NULL);
        extent->has_effect = true;
        *end_of(&unit->extents) = assign(unit, pos, type->variable, extent);
    }
    return type;
}

void parse_forget_extent(struct unit *unit, const struct type *type)
{
    struct expression **last = &unit->extents;
    while (*last != NULL && (*last)->next != NULL)
        last = &(*last)->next;
    if (type_is_variable(type) && *last != NULL && (*last)->left->symbol == type->variable &&
        !(*last)->right->left->has_effect)
        *last = NULL;
}

struct statement **parse_take_extents(struct unit *unit, struct statement **last)
{
    struct expression *e = unit->extents;
    unit->extents = NULL;
    while (e != NULL) {
        struct statement *s = parse_new_statement(unit, STATEMENT_EXPRESSION, e->pos);
        struct expression *next = e->next;
        s->condition = e;
        e->next = NULL;
        *last = s;
        last = &s->next;
        e = next;
    }
    return last;
}

struct expression *parse_with_extents(struct unit *unit, struct expression *e)
{
    struct expression *list = unit->extents;
    struct expression *made = NULL;
    unit->extents = NULL;
    while (list != NULL && !check_failed(e)) {
        struct expression *next = list->next;
        list->next = NULL;
        made = made == NULL ? list : check_comma(unit, e->pos, made, list);
        list = next;
    }
    return made == NULL || check_failed(e) ? e : check_comma(unit, e->pos, made, e);
}

/* The parameters of the declarator, and those of the function that its body names. */
struct parameters {
    const struct parameter *declared;
    struct symbol *symbols;
};

static enum walk rename_parameter(const struct expression *e, void *context)
{
    const struct parameters *parameters = context;
    for (const struct parameter *p = parameters->declared; e->symbol != NULL && p != NULL; p = p->next) {
        struct symbol *symbol = parameters->symbols;
        while (p->named == e->symbol && symbol != NULL && symbol->name != p->name)
            symbol = symbol->next_parameter;
        if (p->named == e->symbol && symbol != NULL) {
            symbol->used = true;
            ((struct expression *)e)->symbol = symbol;
            break;
        }
    }
    return WALK_ON;
}

void parse_begin_extents(struct unit *unit, struct symbol *function)
{
    struct parameters parameters = {function->type->parameters, function->parameters};
    const struct walk_visitor visitor = {.expression = rename_parameter, .context = &parameters};
    unit->extents = function->type->extents;
    function->type->extents = NULL;
    function->sizes = unit->sizes;
    for (const struct expression *e = unit->extents; e != NULL; e = e->next)
        walk_expression(e, &visitor);
    struct statement *body = function->body->first;
    *parse_take_extents(unit, &function->body->first) = body;
}

/* An array gives back the stack from its beginning on, words of alloca among it. */
static void refuse_both(struct unit *unit, source_pos pos, uint32_t use)
{
    unit->stack_uses |= use;
    if (unit->stack_uses == (UNIT_STACK_ARRAYS | UNIT_STACK_WORDS))
        source_error(&unit->source, pos,
                     "a function cannot have both alloca and arrays of variable size: take arrays only");
}

struct statement *parse_variable_object(struct unit *unit, struct symbol *symbol)
{
    struct type *type = symbol->type;
    struct type *pointer = type_pointer(unit->arena, type);
    if (symbol->is_static || symbol->shared) {
        source_error(&unit->source, symbol->pos, "'%s' is of variable size: it can only be private and local",
                     symbol->name->text);
    } else if (parse_is(unit, TOKEN_ASSIGN)) {
        source_error(&unit->source, symbol->pos, "'%s' is of variable size: it cannot have an initial value",
                     symbol->name->text);
        unit->panic = true;
    }
    refuse_both(unit, symbol->pos, UNIT_STACK_ARRAYS);
    symbol->pointer = check_new_local(unit, symbol->name->text, pointer, symbol->pos);
    symbol->pointer->used = symbol->used;
    struct statement *statement = parse_new_statement(unit, STATEMENT_DECLARE, symbol->pos);
    struct expression *words = check_sizeof(unit, symbol->pos, type);
    struct expression *before =
        unit->stack_end != NULL ? check_object(unit, symbol->pos, unit->stack_end) : NULL;
    struct expression *allocate = check_new(unit, EXPRESSION_ALLOCATE, symbol->pos, pointer);
    check_attach(unit, allocate, words, before, NULL);
    allocate->symbol = new_size(unit, "end", symbol->pos);
    allocate->symbol->outer_end = unit->stack_end;
    unit->stack_end = allocate->symbol;
    allocate->has_effect = true;
    statement->symbol = symbol->pointer;
    statement->values = assign(unit, symbol->pos, symbol->pointer, allocate);
    symbol->pointer->used = symbol->used;
    return statement;
}

struct expression *parse_stack_words(struct unit *unit, source_pos pos, struct expression *words)
{
    struct type *pointer = type_pointer(unit->arena, &type_basic[TYPE_VOID]);
    words = check_rvalue(unit, words);
    if (unit->function == NULL || !unit->source.is_plain_c || !type_is_integer(words->type)) {
        if (!check_failed(words))
            source_error(&unit->source, pos, "alloca takes a number of words, in a function of plain C");
        return check_error_node(unit, pos);
    }
    refuse_both(unit, pos, UNIT_STACK_WORDS);
    struct token top = {.kind = TOKEN_IDENTIFIER, .pos = pos};
    top.name = lex_name(unit->arena, &unit->names, "__sp", strlen("__sp"));
    struct expression *extent = check_new(unit, EXPRESSION_EXTENT, pos, &type_basic[TYPE_UNSIGNED]);
    check_attach(unit, extent, check_convert(unit, words, &type_basic[TYPE_UNSIGNED]),
                 check_number(unit, pos, &type_basic[TYPE_UNSIGNED], 1), NULL);
    struct expression *allocate = check_new(unit, EXPRESSION_ALLOCATE, pos, pointer);
    check_attach(unit, allocate, extent, check_call(unit, pos, check_name(unit, &top), NULL), NULL);
    allocate->symbol = new_size(unit, "end", pos);
    allocate->has_effect = true;
    return allocate;
}

void parse_release_arrays(struct unit *unit, struct statement **list, struct symbol *before, source_pos pos)
{
    const bool is_value = unit->value_depth == unit->scope->depth; /* it may be in the array */
    if (unit->stack_end == before)
        return;
    unit->stack_end = before;
    while (*list != NULL)
        list = &(*list)->next;
    if (!is_value) {
        struct expression *release = check_new(unit, EXPRESSION_ALLOCATE, pos, &type_basic[TYPE_VOID]);
        check_attach(unit, release, NULL, before != NULL ? check_object(unit, pos, before) : NULL, NULL);
        release->has_effect = true;
        *list = parse_new_statement(unit, STATEMENT_EXPRESSION, pos);
        (*list)->condition = release;
    }
}
