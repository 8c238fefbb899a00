/* profile.c - costs of each instruction, from its number of executions. See profile.h. Calls machine. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/shint.h"
#include "sim/machine/waits.h"
#include "sim/isa/flow.h"
#include "sim/isa/instruction.h"

enum { MOST_ISLANDS = 64 }; /* of a way: as many as the longest program needs */

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
    uint32_t of_function = 0, of_file = 0;
    const char *last_file = NULL;
    const uint32_t first = program_has_trap(&profile->machine->program); /* the trap belongs to no function */
    for (uint32_t pc = first; pc < profile->count; pc++) {
        struct profile_row *row = &profile->rows[pc];
        uint32_t offset = 0, line;
        if (pc == first || profile->begins[pc] != profile->begins[pc - 1]) {
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
        const char *written_in = object_find_source_function(object, pc);
        if (written_in != NULL && written_in != function)
            row->written_in = number_of(arena, written_in, &profile->functions);
        row->file = of_file;
        row->line = line;
    }
}

/* ---- costs */

/* Words that an instruction loads or stores. */
static uint64_t words_of(const struct counts *counts, uint32_t pc)
{
    return counts->words[pc] != 0 ? counts->words[pc] : 1;
}

static void price(const struct counts *counts, uint32_t pc, bool waits, struct profile_row *row)
{
    const uint64_t outside = counts->executed[0][pc], all = outside + counts->executed[1][pc];
    const uint64_t own = outside * (counts->cost[pc] != 0 ? counts->cost[pc] : 1);
    row->cost[COST_cycles] = own + counts->waited[pc];
    row->cost[COST_barriers] = counts->waited[pc];
    row->cost[COST_spinning] = waits ? own : 0;
    row->cost[COST_instructions] = all;
    row->cost[COST_host_calls] = counts->served[pc];
    row->cost[COST_lost] = counts->lost[pc];
    row->cost[COST_foreign] = counts->foreign[pc];
    switch (instruction_access(&counts->code[pc])) {
    case INSTRUCTION_LOADS:
        row->cost[COST_loads] = all * words_of(counts, pc);
        break;
    case INSTRUCTION_STORES:
        row->cost[COST_stores] = all * words_of(counts, pc);
        break;
    case INSTRUCTION_FOLDS:
        row->cost[COST_multiprefix] = all;
        break;
    case INSTRUCTION_NO_ACCESS:
        break;
    }
}

static void price_all(struct profile *profile)
{
    const struct counts *counts = profile->machine->counts;
    uint8_t *waits = memory_take((size_t)profile->count + 1, sizeof *waits);
    waits_find(&profile->machine->program, waits);
    for (uint32_t pc = 0; pc < profile->count; pc++) {
        struct profile_row *row = &profile->rows[pc];
        price(counts, pc, (waits[pc] & WAITS_LOOP) != 0, row);
        for (int cost = 0; cost < COSTS; cost++)
            profile->total.cost[cost] += row->cost[cost];
    }
    free(waits);
}

/* ---- calls and regions */

/* The target of a call, over islands (asm/prlink/island.c), at which no function begins. */
static uint32_t find_target(const struct profile *profile, uint32_t pc)
{
    const struct instruction *code = profile->machine->program.code;
    for (int islands = 0; islands < MOST_ISLANDS && pc < profile->count && profile->begins[pc] != pc;
         islands++) {
        if (system_rows[code[pc].opcode].row == SYSTEM_ROW_ALWAYS)
            pc = code[pc].constant;
        else if (!flow_jumps_far(code, profile->count, pc, &pc))
            break;
    }
    return pc < profile->count ? pc : UINT32_MAX;
}

/* The function that an instruction calls; UINT32_MAX: known at run time only. */
static uint32_t find_callee(const struct profile *profile, uint32_t pc)
{
    const struct instruction *at = &profile->machine->program.code[pc];
    uint32_t to = at->constant;
    if (instruction_leaps(at) && !flow_calls_far(profile->machine->program.code, pc, &to))
        return UINT32_MAX;
    return find_target(profile, to);
}

/* PPs that had not returned at the end of the run count as inside until then. */
static void find_calls(struct profile *profile)
{
    const struct counts *counts = profile->machine->counts;
    for (uint32_t pc = 0; pc < profile->count; pc++) {
        const struct instruction *i = &counts->code[pc];
        const uint64_t count = counts->executed[0][pc] + counts->executed[1][pc];
        if (count == 0 || !instruction_calls(i))
            continue;
        const uint64_t inside = count - counts->returned[pc];
        *ARENA_ADD(&profile->machine->arena, profile->calls, profile->call_count, profile->call_room) =
            (struct profile_call){.pc = pc,
                                  .target = find_callee(profile, pc),
                                  .count = count,
                                  .cycles = counts->within[pc] + inside * profile->machine->stats.cycles};
    }
}

/* The first place where the program enters a region; UINT32_MAX: none. */
static uint32_t find_mark(const struct program *program, uint32_t number)
{
    for (uint32_t pc = 0; pc < program->count; pc++) {
        const struct instruction *i = &program->code[pc];
        if (system_rows[i->opcode].work == SYSTEM_HINT && shint_number(i->constant) == SHINT_region_enter &&
            shint_argument(i->constant) == number)
            return pc;
    }
    return UINT32_MAX;
}

static void find_regions(struct profile *profile)
{
    const struct machine *machine = profile->machine;
    for (uint32_t number = 0; number < MARKS_REGIONS; number++) {
        const struct marks_region *region = &machine->marks->regions[number];
        if (region->entered == 0)
            continue;
        const uint64_t inside = region->entered - region->left;
        *ARENA_ADD(&profile->machine->arena, profile->regions, profile->region_count, profile->region_room) =
            (struct profile_region){.number = number,
                                    .pc = find_mark(&machine->program, number),
                                    .entered = region->entered,
                                    .cycles = region->cycles + inside * machine->stats.cycles,
                                    .open = inside,
                                    .barriers = inside == 0 ? region->waited : 0};
    }
}

void profile_make(struct profile *profile, struct machine *machine)
{
    const uint32_t count = machine->program.count;
    *profile = (struct profile){.machine = machine, .count = count};
    profile->rows = ARENA_ARRAY(&machine->arena, struct profile_row, (size_t)count + 1);
    profile->begins = machine->program.functions;
    name_places(profile);
    if (machine->counts != NULL) {
        counts_settle(machine->counts);
        price_all(profile);
        find_calls(profile);
    } else {
        profile->total.cost[COST_cycles] = machine->stats.work + machine->stats.barrier_wait_cycles;
        profile->total.cost[COST_barriers] = machine->stats.barrier_wait_cycles;
    }
    find_regions(profile);
}
