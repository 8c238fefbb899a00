/* unit.c - functions, blocks and variables of a source as entries of DWARF. Calls type.c. */
#include "fcc/describe/type.h"

struct describer *describe_new(const struct unit *unit, struct dwarf_unit *dwarf)
{
    struct describer *d = ARENA_NEW(dwarf->arena, struct describer);
    d->unit = unit;
    d->dwarf = dwarf;
    return d;
}

struct dwarf_entry *describe_function(struct describer *d, const struct symbol *function)
{
    const struct type *type = function->type;
    struct dwarf_entry *entry = dwarf_add(d->dwarf, d->dwarf->root, DW_TAG_subprogram);
    dwarf_add_text(d->dwarf, entry, DW_AT_name, function->name->text);
    describe_position(d, entry, function->pos);
    if (function->storage != STORAGE_STATIC)
        dwarf_add_flag(d->dwarf, entry, DW_AT_external);
    describe_signature(d, entry, type);
    return entry;
}

struct dwarf_entry *describe_block(struct describer *d, struct dwarf_entry *scope)
{
    return dwarf_add(d->dwarf, scope, DW_TAG_lexical_block);
}

struct dwarf_entry *describe_variable(struct describer *d, struct dwarf_entry *scope,
                                      const struct symbol *variable)
{
    struct dwarf_entry *entry =
        dwarf_add(d->dwarf, scope, variable->is_parameter ? DW_TAG_formal_parameter : DW_TAG_variable);
    dwarf_add_text(d->dwarf, entry, DW_AT_name, variable->name->text);
    describe_position(d, entry, variable->pos);
    if (variable->shared)
        dwarf_add_flag(d->dwarf, entry, DW_AT_pram_shared);
    dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_type(d, variable->type));
    return entry;
}

void describe_object(struct describer *d, const struct symbol *object, uint32_t index)
{
    if (object->name == NULL || object->is_literal)
        return;
    struct dwarf_entry *entry = describe_variable(d, d->dwarf->root, object);
    if (object->storage != STORAGE_STATIC)
        dwarf_add_flag(d->dwarf, entry, DW_AT_external);
    entry->place = (struct dwarf_place){.kind = DWARF_SYMBOL, .number = (int32_t)index};
}

void describe_typedefs(struct describer *d)
{
    for (const struct symbol *s = d->unit->scope->symbols; s != NULL; s = s->next_in_scope) {
        if (s->kind != SYMBOL_TYPEDEF || s->is_predeclared || type_is_error(s->type))
            continue;
        struct dwarf_entry *entry = dwarf_add(d->dwarf, d->dwarf->root, DW_TAG_typedef);
        dwarf_add_text(d->dwarf, entry, DW_AT_name, s->name->text);
        describe_position(d, entry, s->pos);
        dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_type(d, s->type));
    }
}
