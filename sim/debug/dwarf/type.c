/* type.c - what entries say: types, each read once, names, and variables. Calls libdw.
 *
 * A type gets its entry when it is first named, and types_finish fills it in. So types may refer to each
 * other in cycles and long chains. A typedef of itself, in damaged information, ends at MOST_DEPTH.
 */
#include "sim/debug/dwarf/state.h"

#include "asm/tables/dwarf.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 32, MOST_DIMENSIONS = 16 };

uint32_t number_of(Dwarf_Die *entry, unsigned name, uint32_t otherwise)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    if (dwarf_attr(entry, name, &attribute) == NULL || dwarf_formudata(&attribute, &number) != 0 ||
        number > UINT32_MAX)
        return otherwise;
    return (uint32_t)number;
}

bool flag_of(Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;
    bool flag = false;
    return dwarf_attr(entry, name, &attribute) != NULL && dwarf_formflag(&attribute, &flag) == 0 && flag;
}

bool mode_of(Dwarf_Die *entry, enum info_mode *mode)
{
    const uint32_t number = number_of(entry, DW_AT_pram_mode, UINT32_MAX);
    *mode = number <= INFO_STRAIGHT ? (enum info_mode)number : INFO_ASYNC;
    return number <= INFO_STRAIGHT;
}

struct info_line declared_at(const char *file, uint32_t line)
{
    return (struct info_line){file != NULL && strncmp(file, "./", 2) == 0 ? file + 2 : file, line};
}

struct info_line declaration_of(Dwarf_Die *entry)
{
    return declared_at(dwarf_decl_file(entry), number_of(entry, DW_AT_decl_line, 0));
}

const char *name_of(struct info *info, Dwarf_Die *entry)
{
    const char *name = dwarf_diename(entry);
    if (name == NULL || name[0] == '\0')
        return NULL;
    bool is_plain = true;
    for (const char *at = name; *at != '\0'; at++)
        is_plain &= (unsigned char)*at >= ' ' && *at != 0x7f;
    if (is_plain)
        return name;
    char *shown = arena_text(&info->arena, name, strlen(name));
    for (char *at = shown; *at != '\0'; at++)
        *at = (unsigned char)*at < ' ' || *at == 0x7f ? '?' : *at;
    return shown;
}

/* ---- children */

bool next_child(Dwarf_Die *entry, int tag, Dwarf_Die *child, uint32_t *looked)
{
    while (*looked < MOST_CHILDREN)
        if (((*looked)++ == 0 ? dwarf_child(entry, child) : dwarf_siblingof(child, child)) != 0)
            return false;
        else if (tag == 0 || dwarf_tag(child) == tag)
            return true;
    return false;
}

static void read_members(struct info *info, Dwarf_Die *entry, struct info_type *type)
{
    struct info_member *members = NULL;
    Dwarf_Die child;
    uint32_t room = 0;
    for (uint32_t looked = 0; next_child(entry, DW_TAG_member, &child, &looked);) {
        const uint32_t bit = number_of(&child, DW_AT_data_bit_offset, 0);
        const uint32_t bits = number_of(&child, DW_AT_bit_size, 0);
        *ARENA_ADD(&info->arena, members, type->member_count, room) = (struct info_member){
            .name = name_of(info, &child),
            .type = type_of(info, &child),
            .bits = bits <= WORD_BITS ? bits : WORD_BITS,
            .first_bit = bit % WORD_BITS,
            .offset = bit / WORD_BITS + number_of(&child, DW_AT_data_member_location, 0)};
    }
    type->members = members;
}

static void read_enumerators(struct info *info, Dwarf_Die *entry, struct info_type *type)
{
    struct info_enumerator *all = NULL;
    Dwarf_Die child;
    uint32_t room = 0;
    for (uint32_t looked = 0; next_child(entry, DW_TAG_enumerator, &child, &looked);) {
        Dwarf_Attribute attribute;
        Dwarf_Sword value = 0;
        if (dwarf_attr(&child, DW_AT_const_value, &attribute) != NULL)
            dwarf_formsdata(&attribute, &value);
        const char *name = name_of(info, &child);
        *ARENA_ADD(&info->arena, all, type->enumerator_count, room) =
            (struct info_enumerator){name != NULL ? name : "?", (int32_t)value};
    }
    type->enumerators = all;
}

static void read_parameters(struct info *info, Dwarf_Die *entry, struct info_type *type)
{
    const struct info_type **all = NULL;
    Dwarf_Die child;
    uint32_t room = 0;
    for (uint32_t looked = 0; next_child(entry, DW_TAG_formal_parameter, &child, &looked);)
        *ARENA_ADD(&info->arena, all, type->parameter_count, room) = type_of(info, &child);
    type->parameters = all;
    type->mode = (enum info_mode)(number_of(entry, DW_AT_pram_mode, 0) % (INFO_STRAIGHT + 1));
}

/* An array of several dimensions becomes an array of arrays. */
static void read_array(struct info *info, Dwarf_Die *entry, struct info_type *type)
{
    struct info_type *dimensions[MOST_DIMENSIONS] = {type};
    size_t count = 0;
    Dwarf_Die child;
    for (uint32_t looked = 0;
         count < MOST_DIMENSIONS && next_child(entry, DW_TAG_subrange_type, &child, &looked);) {
        Dwarf_Attribute attribute;
        if (count > 0)
            dimensions[count] = ARENA_NEW(&info->arena, struct info_type);
        struct info_type *dimension = dimensions[count++];
        dimension->kind = INFO_ARRAY;
        dimension->has_count = dwarf_attr(&child, DW_AT_count, &attribute) != NULL;
        dimension->count = number_of(&child, DW_AT_count, 0);
    }
    const struct info_type *target = type_of(info, entry);
    for (size_t i = count > 0 ? count : 1; i-- > 0;) {
        dimensions[i]->target = target;
        target = dimensions[i];
    }
}

/* ---- a type */

static enum info_kind kind_of(Dwarf_Die *entry)
{
    static const struct {
        int tag;
        uint32_t encoding; /* of base types */
        enum info_kind kind;
    } kinds[] = {{DW_TAG_base_type, DW_ATE_boolean, INFO_BOOL},
                 {DW_TAG_base_type, DW_ATE_float, INFO_FLOAT},
                 {DW_TAG_base_type, DW_ATE_signed_char, INFO_CHAR},
                 {DW_TAG_base_type, DW_ATE_unsigned, INFO_UNSIGNED},
                 {DW_TAG_base_type, DW_ATE_unsigned_char, INFO_UNSIGNED},
                 {DW_TAG_base_type, DW_ATE_pram_real, INFO_REAL},
                 {DW_TAG_pointer_type, 0, INFO_POINTER},
                 {DW_TAG_array_type, 0, INFO_ARRAY},
                 {DW_TAG_structure_type, 0, INFO_STRUCT},
                 {DW_TAG_union_type, 0, INFO_UNION},
                 {DW_TAG_enumeration_type, 0, INFO_ENUM},
                 {DW_TAG_typedef, 0, INFO_TYPEDEF},
                 {DW_TAG_const_type, 0, INFO_CONST},
                 {DW_TAG_volatile_type, 0, INFO_VOLATILE},
                 {DW_TAG_subroutine_type, 0, INFO_FUNCTION},
                 {DW_TAG_subprogram, 0, INFO_FUNCTION}};
    const int tag = dwarf_tag(entry);
    const uint32_t encoding = number_of(entry, DW_AT_encoding, 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].tag == tag && kinds[i].encoding == encoding)
            return kinds[i].kind;
    return tag == DW_TAG_base_type ? INFO_SIGNED : INFO_VOID;
}

static void fill(struct info *info, Dwarf_Die *entry, struct info_type *type)
{
    type->kind = kind_of(entry);
    type->name = name_of(info, entry);
    type->words = number_of(entry, DW_AT_byte_size, 0);
    switch (type->kind) {
    case INFO_STRUCT:
    case INFO_UNION:
        read_members(info, entry, type);
        break;
    case INFO_ENUM:
        read_enumerators(info, entry, type);
        break;
    case INFO_ARRAY:
        read_array(info, entry, type);
        break;
    case INFO_FUNCTION:
        read_parameters(info, entry, type);
        type->target = type_of(info, entry);
        break;
    case INFO_POINTER:
    case INFO_TYPEDEF:
    case INFO_CONST:
    case INFO_VOLATILE:
        type->target = type_of(info, entry);
        break;
    default:
        break;
    }
}

/* Sets the size of a type that has the size of another type. */
static uint32_t settle(struct info_type *type, unsigned depth)
{
    const bool is_other =
        type->kind == INFO_TYPEDEF || type->kind == INFO_CONST || type->kind == INFO_VOLATILE;
    if (depth >= MOST_DEPTH || (!is_other && type->kind != INFO_ARRAY))
        return type->words;
    const uint64_t words = settle((struct info_type *)type->target, depth + 1);
    const uint64_t all = is_other ? words : words * type->count;
    type->words = all <= UINT32_MAX ? (uint32_t)all : 0;
    return type->words;
}

void types_finish(struct info *info)
{
    for (size_t i = 0; i < info->pending_count; i++) { /* the list may grow in the loop */
        const Dwarf_Off offset = info->pending[i];
        Dwarf_Die entry;
        if (dwarf_offdie(info->dwarf, offset, &entry) != NULL)
            fill(info, &entry, info->known[offset]);
    }
    for (size_t i = 0; i < info->pending_count; i++)
        settle(info->known[info->pending[i]], 0);
    info->pending_count = 0;
}

const struct info_type *type_at(struct info *info, Dwarf_Die *entry)
{
    const Dwarf_Off offset = dwarf_dieoffset(entry);
    if (offset >= info->size)
        return &info->nothing;
    struct info_type *type = info->known[offset];
    if (type != NULL)
        return type;
    type = info->known[offset] = ARENA_NEW(&info->arena, struct info_type);
    type->target = &info->nothing;
    *MEMORY_ADD(info->pending, info->pending_count, info->pending_room) = offset;
    return type;
}

const struct info_type *type_of(struct info *info, Dwarf_Die *entry)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (dwarf_attr(entry, DW_AT_type, &attribute) == NULL || dwarf_formref_die(&attribute, &type) == NULL)
        return &info->nothing;
    return type_at(info, &type);
}

struct info_variable variable_of(struct info *info, Dwarf_Die *entry, uint32_t depth)
{
    const char *name = name_of(info, entry);
    return (struct info_variable){.name = name != NULL ? name : "?",
                                  .type = type_of(info, entry),
                                  .is_parameter = dwarf_tag(entry) == DW_TAG_formal_parameter,
                                  .is_shared = flag_of(entry, DW_AT_pram_shared),
                                  .depth = depth,
                                  .declared = declaration_of(entry),
                                  .id = dwarf_dieoffset(entry)};
}

const struct info_type *info_find_type(const struct info *info, const char *name)
{
    for (size_t i = 0; i < info->type_count; i++)
        if (info->types[i]->name != NULL && strcmp(info->types[i]->name, name) == 0)
            return info->types[i];
    return NULL;
}

bool info_find_enumerator(const struct info *info, const char *name, int32_t *value)
{
    for (size_t i = 0; i < info->type_count; i++)
        for (uint32_t k = 0; k < info->types[i]->enumerator_count; k++)
            if (strcmp(info->types[i]->enumerators[k].name, name) == 0) {
                *value = info->types[i]->enumerators[k].value;
                return true;
            }
    return false;
}
