/* type.c - the types of a source as entries of DWARF, each once.
 *
 * Sizes and places of members count words, as addresses do; bits of bit-fields count from the beginning of
 * their structure, 32 a word, from the lowest one. Calls fcc/dwarf only.
 */
#include "fcc/describe/type.h"

#include <string.h>

enum { WORD_BITS = 32 };

static const struct {
    const char *name;
    uint8_t encoding;
} bases[TYPE_KIND_COUNT] = {
    [TYPE_BOOL] = {"_Bool", DW_ATE_boolean},
    [TYPE_CHAR] = {"char", DW_ATE_signed_char},
    [TYPE_SIGNED_CHAR] = {"signed char", DW_ATE_signed_char},
    [TYPE_UNSIGNED_CHAR] = {"unsigned char", DW_ATE_unsigned_char},
    [TYPE_SHORT] = {"short", DW_ATE_signed},
    [TYPE_UNSIGNED_SHORT] = {"unsigned short", DW_ATE_unsigned},
    [TYPE_INT] = {"int", DW_ATE_signed},
    [TYPE_UNSIGNED] = {"unsigned", DW_ATE_unsigned},
    [TYPE_LONG] = {"long", DW_ATE_signed},
    [TYPE_UNSIGNED_LONG] = {"unsigned long", DW_ATE_unsigned},
    [TYPE_LONG_LONG] = {"long long", DW_ATE_signed},
    [TYPE_UNSIGNED_LONG_LONG] = {"unsigned long long", DW_ATE_unsigned},
    [TYPE_FLOAT] = {"float", DW_ATE_float},
    [TYPE_DOUBLE] = {"double", DW_ATE_float},
    [TYPE_LONG_DOUBLE] = {"long double", DW_ATE_float},
    [TYPE_REAL] = {"real", DW_ATE_pram_real},
};

static struct described **bucket_of(struct describer *d, const void *what)
{
    const uint64_t hash = (uint64_t)(uintptr_t)what * 0x9e3779b97f4a7c15u;
    return &d->buckets[(hash >> 32) % DESCRIBED_BUCKETS];
}

static struct dwarf_entry *find(struct describer *d, const void *what)
{
    for (const struct described *known = *bucket_of(d, what); known; known = known->next) {
        if (known->what == what)
            return known->entry;
    }
    return NULL;
}

static struct dwarf_entry *keep(struct describer *d, const void *what, struct dwarf_entry *entry)
{
    struct described **bucket = bucket_of(d, what);
    struct described *known = ARENA_NEW(d->dwarf->arena, struct described);
    *known = (struct described){*bucket, what, entry};
    *bucket = known;
    return entry;
}

static struct dwarf_entry *add(struct describer *d, uint16_t tag)
{
    return dwarf_add(d->dwarf, d->dwarf->root, tag);
}

void describe_position(struct describer *d, struct dwarf_entry *entry, source_pos pos)
{
    uint32_t line;
    const char *file = source_where(&d->unit->source, pos, &line);
    if (line == 0)
        return;
    dwarf_add_number(d->dwarf, entry, DW_AT_decl_file, dwarf_file(d->dwarf, file));
    dwarf_add_number(d->dwarf, entry, DW_AT_decl_line, line);
}

/* A typeless object of one word counts as an int: it only occurs after errors. */
static struct dwarf_entry *describe_base(struct describer *d, const struct type *type)
{
    const void *what = type->kind == TYPE_REAL ? (const void *)d->unit->real : &type_basic[type->kind];
    struct dwarf_entry *known = find(d, what);
    if (known || !bases[type->kind].name)
        return known;
    struct dwarf_entry *entry = keep(d, what, add(d, DW_TAG_base_type));
    dwarf_add_text(d->dwarf, entry, DW_AT_name, bases[type->kind].name);
    dwarf_add_number(d->dwarf, entry, DW_AT_byte_size, type_words(type));
    dwarf_add_number(d->dwarf, entry, DW_AT_encoding, bases[type->kind].encoding);
    return entry;
}

static void add_members(struct describer *d, struct dwarf_entry *entry, const struct tag *tag)
{
    for (const struct member *m = tag->members; m; m = m->next) {
        if (!m->name && !type_is_record(m->type))
            continue; /* padding */
        struct dwarf_entry *member = dwarf_add(d->dwarf, entry, DW_TAG_member);
        if (m->name)
            dwarf_add_text(d->dwarf, member, DW_AT_name, m->name->text);
        dwarf_add_reference(d->dwarf, member, DW_AT_type, describe_type(d, m->type));
        if (m->is_bit_field) {
            dwarf_add_number(d->dwarf, member, DW_AT_bit_size, m->bits);
            dwarf_add_number(d->dwarf, member, DW_AT_data_bit_offset,
                             (int64_t)m->offset * WORD_BITS + m->first_bit);
        } else {
            dwarf_add_number(d->dwarf, member, DW_AT_data_member_location, m->offset);
        }
    }
}

static void add_enumerators(struct describer *d, struct dwarf_entry *entry, const struct enumerator *e)
{
    const struct enumerator *shown = NULL;
    while (shown != e) { /* the last one comes first in the list */
        const struct enumerator *at = e;
        while (at->next != shown)
            at = at->next;
        struct dwarf_entry *child = dwarf_add(d->dwarf, entry, DW_TAG_enumerator);
        dwarf_add_text(d->dwarf, child, DW_AT_name, at->name->text);
        dwarf_add_signed(d->dwarf, child, DW_AT_const_value, (int32_t)at->value);
        shown = at;
    }
}

static struct dwarf_entry *describe_tag(struct describer *d, const struct tag *tag)
{
    struct dwarf_entry *known = find(d, tag);
    if (known)
        return known;
    struct dwarf_entry *entry = add(d, tag->kind == TYPE_ENUM    ? DW_TAG_enumeration_type
                                       : tag->kind == TYPE_UNION ? DW_TAG_union_type
                                                                 : DW_TAG_structure_type);
    if (tag->complete) /* an incomplete one may be completed later */
        keep(d, tag, entry);
    if (tag->name)
        dwarf_add_text(d->dwarf, entry, DW_AT_name, tag->name->text);
    if (!tag->complete) {
        dwarf_add_flag(d->dwarf, entry, DW_AT_declaration);
        return entry;
    }
    dwarf_add_number(d->dwarf, entry, DW_AT_byte_size, tag->words);
    describe_position(d, entry, tag->pos);
    if (tag->kind == TYPE_ENUM) {
        dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_base(d, &type_basic[TYPE_INT]));
        add_enumerators(d, entry, tag->enumerators);
    } else {
        add_members(d, entry, tag);
    }
    return entry;
}

/* All dimensions of an array are one entry. */
static struct dwarf_entry *describe_array(struct describer *d, const struct type *type)
{
    struct dwarf_entry *entry = keep(d, type, add(d, DW_TAG_array_type));
    const struct type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_type(d, element));
    for (; type->kind == TYPE_ARRAY; type = type->base) {
        struct dwarf_entry *range = dwarf_add(d->dwarf, entry, DW_TAG_subrange_type);
        dwarf_add_reference(d->dwarf, range, DW_AT_type, describe_base(d, &type_basic[TYPE_INT]));
        if (!type->variable && !type->incomplete_array)
            dwarf_add_number(d->dwarf, range, DW_AT_count, type->length);
    }
    return entry;
}

void describe_signature(struct describer *d, struct dwarf_entry *entry, const struct type *type)
{
    if (!type->no_prototype)
        dwarf_add_flag(d->dwarf, entry, DW_AT_prototyped);
    dwarf_add_number(d->dwarf, entry, DW_AT_pram_mode, type->mode);
    if (type->shared_result)
        dwarf_add_flag(d->dwarf, entry, DW_AT_pram_shared_result);
    dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_type(d, type->base));
}

static struct dwarf_entry *describe_function_type(struct describer *d, const struct type *type)
{
    struct dwarf_entry *entry = keep(d, type, add(d, DW_TAG_subroutine_type));
    describe_signature(d, entry, type);
    for (const struct parameter *p = type->parameters; p; p = p->next) {
        struct dwarf_entry *parameter = dwarf_add(d->dwarf, entry, DW_TAG_formal_parameter);
        dwarf_add_reference(d->dwarf, parameter, DW_AT_type, describe_type(d, p->type));
        if (p->shared)
            dwarf_add_flag(d->dwarf, parameter, DW_AT_pram_shared);
    }
    if (type->variadic)
        dwarf_add(d->dwarf, entry, DW_TAG_unspecified_parameters);
    return entry;
}

/* The unqualified type: qualifiers are entries around it. */
static struct dwarf_entry *describe_plain(struct describer *d, const struct type *type)
{
    switch (type->kind) {
    case TYPE_STRUCT:
    case TYPE_UNION:
    case TYPE_ENUM:
        return describe_tag(d, type->tag);
    case TYPE_ARRAY:
        return describe_array(d, type);
    case TYPE_FUNCTION:
        return describe_function_type(d, type);
    case TYPE_POINTER: {
        struct dwarf_entry *entry = keep(d, type, add(d, DW_TAG_pointer_type));
        dwarf_add_number(d->dwarf, entry, DW_AT_byte_size, 1);
        dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_type(d, type->base));
        return entry;
    }
    default:
        return describe_base(d, type);
    }
}

struct dwarf_entry *describe_type(struct describer *d, const struct type *type)
{
    struct dwarf_entry *known = find(d, type);
    if (known)
        return known;
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION || (!type->is_const && !type->is_volatile))
        return describe_plain(d, type);
    struct type plain = *type;
    plain.is_const = false;
    plain.is_volatile = type->is_const && type->is_volatile;
    struct dwarf_entry *entry =
        keep(d, type, add(d, type->is_const ? DW_TAG_const_type : DW_TAG_volatile_type));
    /* the plain one is not kept: it lives here only */
    struct type *lasting = ARENA_NEW(d->dwarf->arena, struct type);
    *lasting = plain;
    dwarf_add_reference(d->dwarf, entry, DW_AT_type, describe_type(d, lasting));
    return entry;
}
