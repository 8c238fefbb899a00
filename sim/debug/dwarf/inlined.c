/* inlined.c - the scopes of an instruction: its function, inlined functions, and blocks. Calls libdw. */
#include "sim/debug/dwarf/state.h"

#include "asm/tables/dwarf.h"

static struct info_inlined describe(struct info *info, Dwarf_Die *entry)
{
    struct info_inlined inlined = {.id = dwarf_dieoffset(entry), .name = "?"};
    Dwarf_Attribute attribute;
    Dwarf_Die origin, unit;
    Dwarf_Files *files;
    size_t count;
    if (dwarf_attr(entry, DW_AT_abstract_origin, &attribute) != NULL &&
        dwarf_formref_die(&attribute, &origin) != NULL && name_of(info, &origin) != NULL) {
        inlined.name = name_of(info, &origin);
        inlined.has_mode = mode_of(&origin, &inlined.mode);
    }
    const uint32_t number = number_of(entry, DW_AT_call_file, 0);
    const bool has_file = number != 0 && dwarf_diecu(entry, &unit, NULL, NULL) != NULL &&
                          dwarf_getsrcfiles(&unit, &files, &count) == 0 && number < count;
    inlined.call = declared_at(has_file ? dwarf_filesrc(files, number, NULL, NULL) : NULL,
                               number_of(entry, DW_AT_call_line, 0));
    return inlined;
}

/* Finds the inner scope that contains the pc. False: there is none. */
static bool find_inner(Dwarf_Die *scope, uint32_t pc, Dwarf_Die *inner)
{
    for (uint32_t looked = 0; next_child(scope, 0, inner, &looked);) {
        const int tag = dwarf_tag(inner);
        if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) && dwarf_haspc(inner, pc) == 1)
            return true;
    }
    return false;
}

size_t scopes_at(const struct info *info, uint32_t pc, Dwarf_Die scopes[MOST_DEPTH])
{
    const struct info_function *function = info_function_at(info, pc);
    size_t count = 0;
    if (function == NULL || dwarf_offdie(info->dwarf, function->id, &scopes[0]) == NULL)
        return 0;
    while (++count < MOST_DEPTH && find_inner(&scopes[count - 1], pc, &scopes[count]))
        ;
    return count;
}

size_t info_inlined_at(struct info *info, uint32_t pc, struct info_inlined *list, size_t room)
{
    Dwarf_Die scopes[MOST_DEPTH];
    size_t count = 0;
    for (size_t k = scopes_at(info, pc, scopes); k-- > 0;) {
        if (dwarf_tag(&scopes[k]) != DW_TAG_inlined_subroutine)
            continue;
        if (count < room)
            list[count] = describe(info, &scopes[k]);
        count++;
    }
    return count;
}
