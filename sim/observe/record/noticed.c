/* noticed.c - see noticed.h. */
#include "sim/observe/record/noticed.h"

#include "sim/machine/cell_name.h"
#include "sim/machine/machine.h"

enum { PLACE_SIZE = 120 };

static const char race[] = "race_noticed";

void noticed_add(struct machine *machine, const uint32_t *places, enum noticed_kind kind, uint32_t cell,
                 struct warning_other access, struct warning_other other)
{
    static const char *const did[] = {[NOTICED_LOAD] = "stored to",
                                      [NOTICED_STORE] = "stored another value to",
                                      [NOTICED_STORE_LOADED] = "loaded",
                                      [NOTICED_STORE_KEPT] = "stored the old value to"};
    const uint32_t here = places[access.pc], there = places[other.pc];
    const uint32_t low = here < there ? here : there, high = here < there ? there : here;
    char name[CELL_NAME_SIZE], place[PLACE_SIZE];
    struct warning *warning =
        warnings_add_late(&machine->arena, &machine->noticed, race, low, high, access.cycle, cell);
    if (warning == NULL)
        return;
    warning->address = cell;
    warning->has_other = true;
    warning->other = other;
    fault_place(&machine->object, other.pc, place, sizeof place);
    fault_set(
        &warning->what, FAULT_check, access.pp, access.pc, access.cycle,
        "the outcome of a %s %s depends on timing, since PP %u %s it in cycle %llu%s%s (--check says more)",
        kind == NOTICED_LOAD ? "load from" : "store to", cell_name(machine, cell, name), other.pp, did[kind],
        (unsigned long long)other.cycle, place[0] != '\0' ? " at " : "", place);
}
