/* scope.c - scopes: a stack of meanings for each name; see scope.h. */
#include "fcc/text/scope.h"

#include "fcc/text/watch.h"

#include <string.h>

void scope_enter(struct unit *unit)
{
    struct scope *scope = ARENA_NEW(unit->arena, struct scope);
    scope->outer = unit->scope;
    scope->depth = unit->scope == NULL ? 0 : unit->scope->depth + 1;
    unit->scope = scope;
}

void scope_leave(struct unit *unit)
{
    struct scope *scope = unit->scope;
    const struct front_watch *watch = unit->options->watch;
    if (watch != NULL)
        watch->scope(watch->context, unit, scope);
    for (struct symbol *symbol = scope->symbols; symbol != NULL; symbol = symbol->next_in_scope)
        symbol->name->symbol = symbol->shadowed;
    for (struct tag *tag = scope->tags; tag != NULL; tag = tag->next_in_scope) {
        if (tag->name != NULL)
            tag->name->tag = tag->shadowed;
    }
    unit->scope = scope->outer;
}

void scope_adopt(struct unit *unit, struct scope *from)
{
    struct scope *to = unit->scope;
    for (struct tag *tag = from->tags, *next; tag != NULL; tag = next) {
        next = tag->next_in_scope;
        tag->next_in_scope = to->tags;
        tag->depth = to->depth;
        to->tags = tag;
        if (tag->name != NULL) {
            tag->shadowed = tag->name->tag;
            tag->name->tag = tag;
        }
    }
    for (struct symbol *symbol = from->symbols, *next; symbol != NULL; symbol = next) {
        next = symbol->next_in_scope;
        if (symbol->kind == SYMBOL_ENUMERATOR) {
            symbol->next_in_scope = to->symbols;
            symbol->depth = to->depth;
            symbol->shadowed = symbol->name->symbol;
            symbol->name->symbol = symbol;
            to->symbols = symbol;
        }
    }
    from->tags = NULL;
    from->symbols = NULL;
}

static struct symbol *new_symbol(struct unit *unit, struct name *name, enum symbol_kind kind,
                                 struct type *type, source_pos pos, struct scope *scope)
{
    struct symbol *symbol = ARENA_NEW(scope->depth == 0 ? unit->arena : unit_nodes(unit), struct symbol);
    symbol->name = name;
    symbol->kind = kind;
    symbol->type = type;
    symbol->pos = pos;
    symbol->depth = scope->depth;
    symbol->next_in_scope = scope->symbols;
    scope->symbols = symbol;
    return symbol;
}

struct symbol *scope_add(struct unit *unit, struct name *name, enum symbol_kind kind, struct type *type,
                         source_pos pos)
{
    struct symbol *symbol = new_symbol(unit, name, kind, type, pos, unit->scope);
    symbol->shadowed = name->symbol;
    name->symbol = symbol;
    return symbol;
}

struct symbol *scope_add_lasting(struct unit *unit, struct name *name, enum symbol_kind kind,
                                 struct type *type, source_pos pos)
{
    struct arena *nodes = unit->nodes;
    unit->nodes = NULL;
    struct symbol *symbol = scope_add(unit, name, kind, type, pos);
    unit->nodes = nodes;
    return symbol;
}

struct symbol *scope_add_global(struct unit *unit, struct name *name, enum symbol_kind kind,
                                struct type *type, source_pos pos)
{
    struct scope *scope = unit->scope;
    while (scope->outer != NULL)
        scope = scope->outer;
    struct symbol *symbol = new_symbol(unit, name, kind, type, pos, scope);
    /* below all inner meanings, above a builtin of the same name */
    struct symbol **place = &name->symbol;
    while (*place != NULL && (*place)->depth > 0)
        place = &(*place)->shadowed;
    symbol->shadowed = *place;
    *place = symbol;
    return symbol;
}

struct symbol *scope_add_outermost(struct unit *unit, struct name *name, enum symbol_kind kind,
                                   struct type *type, source_pos pos)
{
    struct scope *scope = unit->scope;
    while (scope->outer != NULL && scope->outer->outer != NULL)
        scope = scope->outer;
    struct symbol *symbol = new_symbol(unit, name, kind, type, pos, scope);
    symbol->shadowed = name->symbol;
    name->symbol = symbol;
    return symbol;
}

struct symbol *scope_here(const struct unit *unit, const struct name *name)
{
    struct symbol *symbol = name->symbol;
    bool here = symbol != NULL && symbol->depth == unit->scope->depth && !symbol->is_predeclared;
    return here ? symbol : NULL;
}

struct symbol *scope_global(const struct name *name)
{
    struct symbol *symbol = name->symbol;
    while (symbol != NULL && symbol->depth > 0)
        symbol = symbol->shadowed;
    return symbol != NULL && !symbol->is_predeclared ? symbol : NULL;
}

struct tag *scope_add_tag(struct unit *unit, struct name *name, enum type_kind kind, source_pos pos)
{
    struct tag *tag = ARENA_NEW(unit->arena, struct tag);
    struct type *type = ARENA_NEW(unit->arena, struct type);
    tag->name = name;
    tag->kind = kind;
    tag->pos = pos;
    tag->type = type;
    tag->depth = unit->scope->depth;
    type->kind = kind;
    type->tag = tag;
    tag->next_in_scope = unit->scope->tags;
    unit->scope->tags = tag;
    if (name != NULL) {
        tag->shadowed = name->tag;
        name->tag = tag;
    }
    return tag;
}

void scope_keep(struct unit *unit, struct symbol *symbol)
{
    if (symbol->next_in_unit != NULL || unit->last_symbol == symbol)
        return;
    if (unit->last_symbol != NULL)
        unit->last_symbol->next_in_unit = symbol;
    else
        unit->symbols = symbol;
    unit->last_symbol = symbol;
}
