/* scope.c - scopes as stacks of meanings behind each name; see scope.h. */
#include "fcc/text/scope.h"

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
    for (struct symbol *symbol = scope->symbols; symbol != NULL; symbol = symbol->next_in_scope) {
        symbol->name->symbol = symbol->shadowed;
    }
    for (struct tag *tag = scope->tags; tag != NULL; tag = tag->next_in_scope) {
        if (tag->name != NULL) {
            tag->name->tag = tag->shadowed;
        }
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
    while (scope->outer != NULL) {
        scope = scope->outer;
    }
    struct symbol *symbol = new_symbol(unit, name, kind, type, pos, scope);
    /* below all inner meanings, above a builtin of the same name */
    struct symbol **place = &name->symbol;
    while (*place != NULL && (*place)->depth > 0) {
        place = &(*place)->shadowed;
    }
    symbol->shadowed = *place;
    *place = symbol;
    return symbol;
}

struct symbol *scope_add_outermost(struct unit *unit, struct name *name, enum symbol_kind kind,
                                   struct type *type, source_pos pos)
{
    struct scope *scope = unit->scope;
    while (scope->outer != NULL && scope->outer->outer != NULL) {
        scope = scope->outer;
    }
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
    while (symbol != NULL && symbol->depth > 0) {
        symbol = symbol->shadowed;
    }
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
    if (symbol->next_in_unit != NULL || unit->last_symbol == symbol) {
        return;
    }
    if (unit->last_symbol != NULL) {
        unit->last_symbol->next_in_unit = symbol;
    } else {
        unit->symbols = symbol;
    }
    unit->last_symbol = symbol;
}

/* ---- suggestions */

enum { LONGEST_SUGGESTION = 40 };

/* How many insertions, deletions, replacements lead from one to the other (Levenshtein). */
static uint32_t distance(const char *left, uint32_t left_length, const char *right, uint32_t right_length)
{
    uint32_t row[LONGEST_SUGGESTION + 1];
    for (uint32_t j = 0; j <= right_length; j++) {
        row[j] = j;
    }
    for (uint32_t i = 1; i <= left_length; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= right_length; j++) {
            uint32_t best = diagonal + (left[i - 1] != right[j - 1]);
            diagonal = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            row[j] = best;
        }
    }
    return row[right_length];
}

/* The search for the name that looks most like `name`. */
struct suggestion {
    const struct name *name;
    const char *best;
    uint32_t least;
};

static void suggest(void *context, const char *text)
{
    struct suggestion *s = context;
    const size_t length = strlen(text);
    if (length > LONGEST_SUGGESTION || strncmp(text, "__", 2) == 0) {
        return;
    }
    uint32_t d = distance(s->name->text, s->name->length, text, (uint32_t)length);
    if (d < s->least || (d == s->least && s->best != NULL && strcmp(text, s->best) < 0)) {
        s->least = d;
        s->best = text;
    }
}

const char *scope_suggest(const struct unit *unit, const struct name *name)
{
    if (name->length > LONGEST_SUGGESTION || name->length < 3) {
        return NULL;
    }
    struct suggestion suggestion = {.name = name, .least = name->length / 3 + 1};
    for (uint32_t i = 0; i < unit->names.size; i++) {
        for (const struct name *other = unit->names.buckets[i]; other != NULL;
             other = other->next_in_bucket) {
            if (other->symbol != NULL && other->symbol->kind != SYMBOL_TYPEDEF && !other->symbol->reported) {
                suggest(&suggestion, other->text);
            }
        }
    }
    source_macros(&unit->source, suggest, &suggestion);
    return suggestion.best;
}
