/* entry.c - making the entries of a unit. Calls nothing. */
#include "fcc/dwarf/dwarf.h"

#include <string.h>

struct dwarf_unit *dwarf_unit_new(struct arena *arena, const char *file)
{
    struct dwarf_unit *unit = ARENA_NEW(arena, struct dwarf_unit);
    unit->arena = arena;
    unit->root = dwarf_add(unit, NULL, DW_TAG_compile_unit);
    dwarf_add_text(unit, unit->root, DW_AT_producer, DWARF_PRODUCER_FCC);
    dwarf_add_number(unit, unit->root, DW_AT_language, DW_LANG_C11);
    dwarf_add_text(unit, unit->root, DW_AT_name, file);
    dwarf_add_text(unit, unit->root, DW_AT_comp_dir, ".");
    dwarf_file(unit, file);
    return unit;
}

uint32_t dwarf_file(struct dwarf_unit *unit, const char *name)
{
    for (const struct dwarf_file *file = unit->files; file; file = file->next) {
        if (strcmp(file->name, name) == 0)
            return file->number;
    }
    struct dwarf_file *file = ARENA_NEW(unit->arena, struct dwarf_file);
    file->name = name;
    file->number = unit->last_file ? unit->last_file->number + 1 : 1;
    if (unit->last_file)
        unit->last_file->next = file;
    else
        unit->files = file;
    unit->last_file = file;
    return file->number;
}

struct dwarf_entry *dwarf_add(struct dwarf_unit *unit, struct dwarf_entry *parent, uint16_t tag)
{
    struct dwarf_entry *entry = ARENA_NEW(unit->arena, struct dwarf_entry);
    entry->tag = tag;
    entry->parent = parent;
    entry->number = unit->entry_count++;
    if (!parent)
        return entry;
    if (parent->last)
        parent->last->next = entry;
    else
        parent->first = entry;
    parent->last = entry;
    return entry;
}

static struct dwarf_attribute *add_attribute(struct dwarf_unit *unit, struct dwarf_entry *entry,
                                             uint16_t name, uint8_t form)
{
    struct dwarf_attribute *attribute = ARENA_NEW(unit->arena, struct dwarf_attribute);
    attribute->name = name;
    attribute->form = form;
    if (entry->last_attribute)
        entry->last_attribute->next = attribute;
    else
        entry->attributes = attribute;
    entry->last_attribute = attribute;
    return attribute;
}

void dwarf_add_text(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name, const char *text)
{
    add_attribute(unit, entry, name, DW_FORM_string)->text = text;
}

void dwarf_add_number(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name, int64_t number)
{
    enum { MOST_BYTE = 0xff };
    const uint8_t form = number <= MOST_BYTE ? DW_FORM_data1 : DW_FORM_udata;
    add_attribute(unit, entry, name, form)->number = number;
}

void dwarf_add_signed(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name, int64_t number)
{
    add_attribute(unit, entry, name, DW_FORM_sdata)->number = number;
}

void dwarf_add_flag(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name)
{
    add_attribute(unit, entry, name, DW_FORM_flag_present);
}

void dwarf_add_reference(struct dwarf_unit *unit, struct dwarf_entry *entry, uint16_t name,
                         struct dwarf_entry *to)
{
    if (to)
        add_attribute(unit, entry, name, DW_FORM_ref4)->entry = to;
}

static bool is_same_place(const struct dwarf_place *a, const struct dwarf_place *b)
{
    return a->kind == b->kind && a->number == b->number && a->offset == b->offset;
}

void dwarf_add_range(struct dwarf_unit *unit, struct dwarf_entry *entry, uint32_t from, uint32_t to,
                     struct dwarf_place place)
{
    struct dwarf_range *last = entry->last_range;
    if (last && last->to == from && is_same_place(&last->place, &place)) {
        last->to = to;
        return;
    }
    struct dwarf_range *range = ARENA_NEW(unit->arena, struct dwarf_range);
    *range = (struct dwarf_range){.from = from, .to = to, .place = place};
    if (last)
        last->next = range;
    else
        entry->ranges = range;
    entry->last_range = range;
}
