/* variable.c - variables and their locations. Calls libdw.
 *
 * A location is an expression of few operations. This file knows the operations that fcc writes
 * (fcc/dwarf/write.c); any other operation is damage.
 */
#include "sim/debug/dwarf/state.h"

#include "asm/tables/dwarf.h"

struct info_variable *info_variables(struct info *info, uint32_t pc, size_t level, size_t *count)
{
    Dwarf_Die scopes[MOST_DEPTH], entry;
    struct info_variable *list = NULL;
    size_t room = 0, left = 0; /* left: inlined functions that lie inside the scope */
    *count = 0;
    for (size_t k = scopes_at(info, pc, scopes); k-- > 0 && left <= level;) {
        for (uint32_t looked = 0; left == level && next_child(&scopes[k], 0, &entry, &looked);)
            if (dwarf_tag(&entry) == DW_TAG_variable || dwarf_tag(&entry) == DW_TAG_formal_parameter)
                *MEMORY_ADD(list, *count, room) = variable_of(info, &entry, (uint32_t)k);
        left += dwarf_tag(&scopes[k]) == DW_TAG_inlined_subroutine;
    }
    types_finish(info);
    return list;
}

/* ---- locations */

enum { LAST_REGISTER = 47 };

/* A location under evaluation. fcc's locations begin with the only value that they have, so there is no
 * stack. */
struct evaluation {
    const struct info *info;
    const struct info_machine *machine;
    uint32_t pc;
    uint32_t value;
    bool has_value;
    struct info_location *location;
    bool is_done; /* the location is complete: a register or a value */
};

static bool begin(struct evaluation *e, uint64_t value)
{
    if (e->has_value)
        return false;
    e->value = (uint32_t)value;
    e->has_value = true;
    return true;
}

static bool begin_register(struct evaluation *e, uint64_t number, uint64_t offset)
{
    if (number > LAST_REGISTER)
        return false;
    return begin(e, e->machine->read_register(e->machine->context, (uint32_t)number) + offset);
}

static bool finish(struct evaluation *e, enum info_place place, uint64_t number)
{
    if (place == INFO_REGISTER && number > LAST_REGISTER)
        return false;
    *e->location = (struct info_location){place, (uint32_t)number};
    e->is_done = true;
    return true;
}

/* Begins with fp, as the frame base of the function defines it. */
static bool begin_frame(struct evaluation *e, uint64_t offset)
{
    const struct info_function *function = info_function_at(e->info, e->pc);
    Dwarf_Die entry;
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (function == NULL || dwarf_offdie(e->info->dwarf, function->id, &entry) == NULL ||
        dwarf_attr(&entry, DW_AT_frame_base, &attribute) == NULL ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1 ||
        operations->atom < DW_OP_breg0 || operations->atom > DW_OP_breg0 + 31)
        return false;
    return begin_register(e, operations->atom - DW_OP_breg0, operations->number + offset);
}

static bool perform(struct evaluation *e, const Dwarf_Op *op)
{
    const bool changes =
        op->atom == DW_OP_deref || op->atom == DW_OP_plus_uconst || op->atom == DW_OP_stack_value;
    if (changes && !e->has_value)
        return false;
    if (op->atom >= DW_OP_reg0 && op->atom < DW_OP_breg0)
        return finish(e, INFO_REGISTER, op->atom - DW_OP_reg0);
    if (op->atom >= DW_OP_breg0 && op->atom < DW_OP_regx)
        return begin_register(e, op->atom - DW_OP_breg0, op->number);
    switch (op->atom) {
    case DW_OP_addr:
    case DW_OP_const4s:
    case DW_OP_consts:
        return begin(e, op->number);
    case DW_OP_regx:
        return finish(e, INFO_REGISTER, op->number);
    case DW_OP_bregx:
        return begin_register(e, op->number, op->number2);
    case DW_OP_fbreg:
        return begin_frame(e, op->number);
    case DW_OP_deref:
        return e->machine->read_word(e->machine->context, e->value, &e->value);
    case DW_OP_plus_uconst:
        e->value += (uint32_t)op->number;
        return true;
    case DW_OP_stack_value:
        return finish(e, INFO_CONSTANT, e->value);
    default: /* fcc does not write it */
        return false;
    }
}

bool info_locate(const struct info *info, uint64_t id, uint32_t pc, const struct info_machine *machine,
                 struct info_location *location)
{
    struct evaluation e = {.info = info, .machine = machine, .pc = pc, .location = location};
    Dwarf_Die entry;
    Dwarf_Attribute attribute;
    Dwarf_Op *operations = NULL;
    size_t count = 0;
    *location = (struct info_location){INFO_OPTIMISED_OUT, 0};
    if (dwarf_offdie(info->dwarf, id, &entry) == NULL)
        return false;
    if (dwarf_attr(&entry, DW_AT_location, &attribute) == NULL)
        return true;
    const int found = dwarf_getlocation_addr(&attribute, pc, &operations, &count, 1);
    if (found < 0)
        return false;
    if (found == 0 || count == 0)
        return true;
    for (size_t i = 0; i < count && !e.is_done; i++)
        if (!perform(&e, &operations[i]))
            return false;
    return e.is_done || (e.has_value && finish(&e, INFO_ADDRESS, e.value));
}
