/* describe.c - see describe.h. */
#include "fcc/server/describe.h"

#include <stdio.h>
#include <string.h>

#include "fcc/check/check.h"

static const char *const builtin_texts[] = {
#define BUILTIN(name, result, arguments, kind, operation, text) text,
#include "fcc/check/builtin.def"
};

/* The type that a letter of builtin.def stands for. */
static const char *letter_text(char letter)
{
    static const struct {
        char letter;
        const char *text;
    } rows[] = {{'v', "void"},  {'i', "int"},    {'u', "unsigned"}, {'f', "float"}, {'r', "real"},
                {'p', "int *"}, {'q', "real *"}, {'k', "constant"}, {'w', "word"},  {'g', "float or real"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].letter == letter)
            return rows[i].text;
    }
    return "?";
}

static void describe_builtin(struct entity *entity, struct arena *arena, const struct symbol *symbol)
{
    const struct check_builtin *row = check_builtin_row(symbol->value);
    const char *text = arena_format(arena, "%s %s(", letter_text(row->result), row->name);
    entity->parameter_count = strlen(row->arguments);
    entity->parameters = ARENA_ARRAY(arena, const char *, entity->parameter_count + 1);
    for (size_t i = 0; row->arguments[i] != '\0'; i++) {
        entity->parameters[i] = letter_text(row->arguments[i]);
        text = arena_format(arena, "%s%s%s", text, i > 0 ? ", " : "", entity->parameters[i]);
    }
    entity->text = arena_format(arena, "%s)", text);
    entity->about = builtin_texts[symbol->value];
    entity->kind = ENTITY_BUILTIN;
}

const char *describe_parameter(struct arena *arena, const struct unit *unit,
                               const struct parameter *parameter)
{
    const char *name = parameter->name != NULL ? parameter->name->text : "";
    return arena_format(arena, "%s%s", parameter->shared ? "sh " : "",
                        type_declaration(unit->arena, parameter->type, name));
}

static void describe_function(struct entity *entity, struct arena *arena, const struct unit *unit,
                              const struct symbol *symbol)
{
    const struct type *type = symbol->type;
    size_t count = 0;
    for (const struct parameter *p = type->parameters; p != NULL; p = p->next)
        count++;
    entity->parameters = ARENA_ARRAY(arena, const char *, count + 1);
    entity->parameter_count = 0;
    const char *list = "";
    for (const struct parameter *p = type->parameters; p != NULL; p = p->next) {
        const char *text = describe_parameter(arena, unit, p);
        list = arena_format(arena, "%s%s%s", list, *list != '\0' ? ", " : "", text);
        entity->parameters[entity->parameter_count++] = text;
    }
    if (type->variadic)
        list = arena_format(arena, "%s, ...", list);
    else if (count == 0 && !type->no_prototype)
        list = "void";
    const char *head = type_declaration(unit->arena, type->base, symbol->name->text);
    entity->text =
        arena_format(arena, "%s%s%s%s%s(%s)", symbol->storage == STORAGE_STATIC ? "static " : "",
                     type->mode != MODE_ASYNC ? mode_text(type->mode) : "",
                     type->mode != MODE_ASYNC ? " " : "", type->shared_result ? "sh " : "", head, list);
    entity->kind = ENTITY_FUNCTION;
}

void describe_place(struct entity *entity, struct arena *arena, const struct unit *unit,
                    const struct type *type)
{
    (void)arena;
    (void)unit;
    while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION)
        type = type->base;
    entity->record = type->tag;
}

void describe_symbol(struct entity *entity, struct arena *arena, const struct unit *unit,
                     const struct symbol *symbol)
{
    const char *name = symbol->name->text;
    describe_place(entity, arena, unit, symbol->type);
    switch (symbol->kind) {
    case SYMBOL_OBJECT:
        entity->kind = symbol->is_parameter ? ENTITY_PARAMETER : ENTITY_VARIABLE;
        entity->text =
            arena_format(arena, "%s%s%s",
                         symbol->storage == STORAGE_STATIC   ? "static "
                         : symbol->storage == STORAGE_EXTERN ? "extern "
                                                             : "",
                         symbol->shared ? "sh " : "", type_declaration(unit->arena, symbol->type, name));
        entity->about = symbol->shared ? "shared: one for all PPs of the group" : "private: one for each PP";
        break;
    case SYMBOL_FUNCTION:
        describe_function(entity, arena, unit, symbol);
        entity->about = arena_format(arena, "%s function", mode_adjective(symbol->type->mode));
        break;
    case SYMBOL_TYPEDEF:
        entity->kind = ENTITY_TYPE;
        entity->text = arena_format(arena, "typedef %s", type_declaration(unit->arena, symbol->type, name));
        break;
    case SYMBOL_ENUMERATOR:
        entity->kind = ENTITY_ENUMERATOR;
        entity->text = arena_format(arena, "enum { %s = %d }", name, (int)symbol->value);
        break;
    case SYMBOL_BUILTIN:
        describe_builtin(entity, arena, symbol);
        break;
    }
}

/* "struct node"; an anonymous one has no name. */
static const char *tag_name(struct arena *arena, const struct tag *tag)
{
    const char *word = tag->kind == TYPE_ENUM ? "enum" : tag->kind == TYPE_UNION ? "union" : "struct";
    return arena_format(arena, "%s%s%s", word, tag->name != NULL ? " " : "",
                        tag->name != NULL ? tag->name->text : "");
}

const char *describe_member_text(struct arena *arena, const struct unit *unit, const struct tag *tag,
                                 const struct member *member)
{
    const char *text = type_declaration(unit->arena, member->type, member->name->text);
    if (member->is_bit_field)
        text = arena_format(arena, "%s : %u", text, member->bits);
    return arena_format(arena, "%s; in %s", text, tag_name(arena, tag));
}

const char *describe_tag(struct arena *arena, const struct unit *unit, const struct tag *tag)
{
    (void)unit;
    const char *name = tag_name(arena, tag);
    return tag->complete && tag->kind != TYPE_ENUM
               ? arena_format(arena, "%s, %u word%s", name, tag->words, tag->words == 1 ? "" : "s")
               : name;
}
