/* unit.c - opening debug information: its functions, global variables and named types. Calls libelf and
 * libdw. */
#include "sim/debug/dwarf/state.h"

#include "asm/tables/dwarf.h"
#include "common/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports damage, with libdw's reason; returns false. */
static bool refuse(struct info_error *error, const char *what)
{
    const char *reason = dwarf_errmsg(-1);
    snprintf(error->text, sizeof error->text, "%s%s%s: compile and link it again", what,
             reason != NULL ? ": " : "", reason != NULL ? reason : "");
    return false;
}

static void add_function(struct info *info, Dwarf_Die *entry)
{
    Dwarf_Addr low, high;
    const char *name = name_of(info, entry);
    if (name == NULL || dwarf_lowpc(entry, &low) != 0 || dwarf_highpc(entry, &high) != 0 || low >= high ||
        high > UINT32_MAX)
        return;
    struct info_function *function = MEMORY_ADD(info->functions, info->function_count, info->function_room);
    *function = (struct info_function){.name = name,
                                       .low = (uint32_t)low,
                                       .high = (uint32_t)high,
                                       .declared = declaration_of(entry),
                                       .result = type_of(info, entry),
                                       .id = dwarf_dieoffset(entry)};
    function->has_mode = mode_of(entry, &function->mode);
}

static void read_entries(struct info *info, Dwarf_Die *unit)
{
    Dwarf_Die entry;
    for (uint32_t looked = 0; next_child(unit, 0, &entry, &looked);) {
        switch (dwarf_tag(&entry)) {
        case DW_TAG_subprogram:
            add_function(info, &entry);
            break;
        case DW_TAG_variable:
            *MEMORY_ADD(info->globals, info->global_count, info->global_room) = variable_of(info, &entry, 0);
            break;
        case DW_TAG_typedef:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
        case DW_TAG_enumeration_type:
        case DW_TAG_base_type:
            if (!flag_of(&entry, DW_AT_declaration))
                *MEMORY_ADD(info->types, info->type_count, info->type_room) = type_at(info, &entry);
            break;
        default:
            break;
        }
    }
}

static int compare_functions(const void *left, const void *right)
{
    const struct info_function *a = left, *b = right;
    return compare_numbers(a->low, b->low);
}

static bool read_units(struct info *info, struct info_error *error)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die entry;
    int state;
    while ((state = dwarf_get_units(info->dwarf, unit, &unit, NULL, NULL, &entry, NULL)) == 0) {
        if (dwarf_tag(&entry) != DW_TAG_compile_unit)
            return refuse(error, "a unit of the debug information is damaged");
        read_entries(info, &entry);
    }
    if (state < 0)
        return refuse(error, "the debug information is damaged");
    types_finish(info);
    if (info->function_count > 1)
        qsort(info->functions, info->function_count, sizeof *info->functions, compare_functions);
    return true;
}

/* Finds the size of the debug information; 0: there is none. False: the file is damaged. */
static bool find_information(Elf *elf, size_t *size)
{
    size_t names;
    *size = 0;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section != NULL; section = elf_nextscn(elf, section)) {
        const Elf32_Shdr *header = elf32_getshdr(section);
        const char *known = header != NULL ? elf_strptr(elf, names, header->sh_name) : NULL;
        if (known == NULL)
            return false;
        if (strcmp(known, ".debug_info") == 0)
            *size = header->sh_size;
    }
    return true;
}

static bool open_elf(struct info *info, const void *bytes, size_t size, struct info_error *error)
{
    /* libelf takes a pointer to char, but does not write through it */
    info->elf = elf_memory((char *)bytes, size);
    if (info->elf == NULL || elf_kind(info->elf) != ELF_K_ELF || elf32_getehdr(info->elf) == NULL) {
        snprintf(error->text, sizeof error->text, "this is no ELF file");
        return false;
    }
    const Elf32_Ehdr *header = elf32_getehdr(info->elf);
    const uint64_t end = header->e_shoff + (uint64_t)header->e_shnum * sizeof(Elf32_Shdr);
    const bool is_aligned = header->e_shoff % _Alignof(Elf32_Shdr) == 0; /* libelf reads headers in place */
    if (end > size || !is_aligned || !find_information(info->elf, &info->size) || info->size > size) {
        snprintf(error->text, sizeof error->text, "the file is cut short or damaged: link it again");
        return false;
    }
    if (info->size == 0)
        return true;
    info->known = memory_take(info->size, sizeof(struct info_type *));
    info->dwarf = dwarf_begin_elf(info->elf, DWARF_C_READ, NULL);
    return info->dwarf != NULL ? read_units(info, error) : refuse(error, "the debug information is damaged");
}

struct info *info_open(const void *bytes, size_t size, struct info_error *error)
{
    struct info *info = memory_take(1, sizeof *info);
    elf_version(EV_CURRENT);
    info->nothing.target = &info->nothing;
    if (open_elf(info, bytes, size, error))
        return info;
    info_close(info);
    return NULL;
}

void info_close(struct info *info)
{
    if (info == NULL)
        return;
    dwarf_end(info->dwarf);
    elf_end(info->elf);
    free(info->functions);
    free(info->globals);
    free(info->types);
    free(info->known);
    free(info->pending);
    arena_release(&info->arena);
    free(info);
}

bool info_is_there(const struct info *info)
{
    return info->dwarf != NULL;
}

const struct info_variable *info_globals(const struct info *info, size_t *count)
{
    *count = info->global_count;
    return info->globals;
}

const struct info_function *info_function_at(const struct info *info, uint32_t pc)
{
    size_t low = 0, high = info->function_count;
    while (low < high) { /* finds the first function after pc */
        const size_t middle = (low + high) / 2;
        if (info->functions[middle].low <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low != 0 && pc < info->functions[low - 1].high ? &info->functions[low - 1] : NULL;
}
