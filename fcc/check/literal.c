/* literal.c - expressions with objects without a name: compound literals, statements in expressions, kept
 * values.
 *
 * A compound literal is `(made, object)`, a COMMA that is an lvalue. An operation on the lvalue is applied to
 * the object, after its initialisation: `(made, &object)`, `(made, object.member)`. So no other file has to
 * know these objects.
 */
#include <string.h>

#include "fcc/check/check.h"
#include "fcc/text/scope.h"

struct symbol *check_new_local(struct unit *unit, const char *name, struct type *type, source_pos pos)
{
    struct symbol *symbol = ARENA_NEW(unit_nodes(unit), struct symbol);
    symbol->name = lex_name(unit->arena, &unit->names, name, strlen(name));
    symbol->kind = SYMBOL_OBJECT;
    symbol->type = type;
    symbol->pos = pos;
    symbol->depth = unit->scope->depth;
    symbol->lives_in_memory = !type_is_scalar(type) || type_is_long_long(type) || type->is_volatile;
    symbol->defined = true;
    symbol->used = true;
    return symbol;
}

struct symbol *check_literal_symbol(struct unit *unit, source_pos pos, struct type *type)
{
    struct arena *nodes = unit->nodes;
    const bool lasts = unit->function == NULL;
    unit->nodes = lasts ? NULL : nodes;
    struct symbol *symbol = check_new_local(unit, "literal", type, pos);
    unit->nodes = nodes;
    symbol->is_literal = true;
    if (lasts) {
        symbol->is_static = true;
        symbol->lives_in_memory = true;
        symbol->storage = STORAGE_STATIC;
        symbol->assembly_name = arena_format(unit->arena, "literal.%u", ++unit->local_statics);
        scope_keep(unit, symbol);
    }
    return symbol;
}

struct expression *check_made(struct unit *unit, const struct expression *place, struct expression *e,
                              bool is_place)
{
    if (check_failed(e))
        return e;
    struct expression *whole = check_new(unit, EXPRESSION_COMMA, e->pos, e->type);
    check_attach(unit, whole, place->left, e, NULL);
    whole->shared = e->shared;
    whole->is_place = is_place;
    return whole;
}

/* Gives an object its values; no value. */
static struct expression *initialise(struct unit *unit, struct symbol *symbol, struct expression *values,
                                     bool clears)
{
    struct expression *made = check_new(unit, EXPRESSION_INITIALISE, symbol->pos, &type_basic[TYPE_VOID]);
    made->symbol = symbol;
    made->value = clears;
    made->has_effect = true;
    made->arguments = values;
    for (const struct expression *e = values; e != NULL; e = e->next)
        made->height = e->height >= made->height ? e->height + 1 : made->height;
    return made;
}

struct expression *check_literal(struct unit *unit, source_pos pos, struct symbol *symbol,
                                 struct expression *values, bool clears)
{
    struct expression *object = check_object(unit, pos, symbol);
    if (symbol->is_static)
        return object;
    const struct expression place = {.left = initialise(unit, symbol, values, clears)};
    return check_made(unit, &place, object, true);
}

struct expression *check_statement_value(struct unit *unit, source_pos pos, struct statement *body,
                                         struct expression *value)
{
    value = value != NULL ? check_rvalue(unit, value) : NULL;
    if (value != NULL && check_failed(value))
        return value;
    struct type *type = value != NULL ? type_unqualified(unit->arena, value->type) : &type_basic[TYPE_VOID];
    struct expression *e = check_new(unit, EXPRESSION_STATEMENTS, pos, type);
    check_attach(unit, e, value, NULL, NULL);
    e->body = body;
    e->shared = false;
    e->has_effect = true;
    return e;
}

struct expression *check_keep(struct unit *unit, struct expression *e, struct expression **kept)
{
    struct symbol *symbol = check_new_local(unit, "kept", type_unqualified(unit->arena, e->type), e->pos);
    struct expression *assign = check_new(unit, EXPRESSION_ASSIGN, e->pos, symbol->type);
    check_attach(unit, assign, check_object(unit, e->pos, symbol), e, NULL);
    assign->has_effect = true;
    *kept = check_object(unit, e->pos, symbol);
    return initialise(unit, symbol, assign, false);
}
