/* profile.c - costs of each instruction, from its number of executions. See profile.h. Calls machine. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/waits.h"
#include "sim/isa/instruction.h"

/* ---- names */

/* The number of a name; equal names are usually one pointer into the object. */
static uint32_t number_of(struct arena *arena, const char *name, struct profile_names *names)
{
    for (uint32_t k = names->count; k-- > 0;)
        if (names->list[k] == name || strcmp(names->list[k], name) == 0)
            return k;
    *ARENA_ADD(arena, names->list, names->count, names->room) = name;
    return names->count - 1;
}

static void name_places(struct profile *profile)
{
    struct arena *arena = &profile->machine->arena;
    const struct object *object = &profile->machine->object;
    const char *function = "(unknown)", *file = "(unknown)";
    const uint32_t *begins = profile->machine->program.functions;
    uint32_t of_function = 0, of_file = 0;
    const char *last_file = NULL;
    const uint32_t first = program_has_trap(&profile->machine->program); /* the trap belongs to no function */
    for (uint32_t pc = first; pc < profile->count; pc++) {
        struct profile_row *row = &profile->rows[pc];
        uint32_t offset = 0, line;
        if (pc == first || begins[pc] != begins[pc - 1]) {
            const char *name = object_find_function(object, pc, &offset);
            function = name != NULL ? name : "(unknown)";
            of_function = number_of(arena, function, &profile->functions);
        }
        if (!object_find_line(object, pc, &file, &line)) {
            file = "(unknown)";
            line = 0;
        }
        if (file != last_file)
            of_file = number_of(arena, file, &profile->files);
        last_file = file;
        row->function = row->written_in = of_function;
        const char *copied = object_find_copied(object, pc);
        if (copied != NULL)
            row->written_in = number_of(arena, copied, &profile->functions);
        row->file = of_file;
        row->line = line;
    }
}

/* ---- costs */

static void price(const struct counts *counts, uint32_t pc, bool waits, struct profile_row *row)
{
    const uint64_t outside = counts->executed[0][pc], all = outside + counts->executed[1][pc];
    const uint64_t own = outside * (counts->cost[pc] != 0 ? counts->cost[pc] : 1);
    const uint64_t words = all * (counts->words[pc] != 0 ? counts->words[pc] : 1); /* loaded or stored */
    const enum instruction_access access = instruction_access(&counts->code[pc]);
    row->cost[COST_cycles] = own + counts->waited[pc];
    row->cost[COST_barriers] = counts->waited[pc];
    row->cost[COST_spinning] = waits ? own : 0;
    row->cost[COST_instructions] = all;
    row->cost[COST_host_calls] = counts->served[pc];
    row->cost[COST_lost] = counts->lost[pc];
    row->cost[COST_foreign] = counts->foreign[pc];
    row->cost[COST_loads] = access == INSTRUCTION_LOADS ? words : 0;
    row->cost[COST_stores] = access == INSTRUCTION_STORES ? words : 0;
    row->cost[COST_multiprefix] = access == INSTRUCTION_FOLDS ? all : 0;
}

static void price_all(struct profile *profile)
{
    const struct counts *counts = profile->machine->counts;
    uint8_t *waits = memory_take((size_t)profile->count + 1, sizeof *waits);
    waits_find(&profile->machine->program, waits);
    for (uint32_t pc = 0; pc < profile->count; pc++) {
        struct profile_row *row = &profile->rows[pc];
        price(counts, pc, (waits[pc] & WAITS_LOOP) != 0, row);
        profile_add(&profile->total, row);
    }
    free(waits);
}

void profile_make(struct profile *profile, struct machine *machine)
{
    const uint32_t count = machine->program.count;
    *profile = (struct profile){.machine = machine, .count = count};
    profile->rows = ARENA_ARRAY(&machine->arena, struct profile_row, (size_t)count + 1);
    name_places(profile);
    if (machine->counts != NULL) {
        counts_settle(machine->counts);
        price_all(profile);
    } else {
        profile->total.cost[COST_cycles] = machine->stats.work + machine->stats.barrier_wait_cycles;
        profile->total.cost[COST_barriers] = machine->stats.barrier_wait_cycles;
    }
}
