/* notice.c - loads of which the outcome depends on timing, as far as the core comes across them: a PP loads
 * in asynchronous code what another one has stored there, and has done nothing since that could put it after
 * that store.
 *
 * Only cells that PPs have to ask for are looked at, so that all others cost nothing; that misses races. It
 * blames no program that is right: whoever has waited for the other PP has since asked for a multiprefix,
 * has loaded in a barrier, or in code that waits, of the library or of the user (docs/simulator.md). Calls
 * machine's warnings.
 */
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/object.h"
#include "sim/bsp/event/inside.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/lines.h"
#include "sim/machine/origin.h"

enum { PLACE_SIZE = 120 };

/* Where functions begin; in assembly without functions, global labels. */
static void mark_beginnings(const struct machine *machine, uint8_t *begins)
{
    const struct object *object = &machine->object;
    bool some_are_functions = false;
    for (size_t k = 0; k < object->symbol_count; k++)
        some_are_functions |= object->symbols[k].function;
    for (size_t k = 0; k < object->symbol_count; k++) {
        const struct object_symbol *symbol = &object->symbols[k];
        if (symbol->section == SECTION_TEXT && symbol->value < machine->program.count &&
            (some_are_functions ? symbol->function : symbol->global))
            begins[symbol->value] = 1;
    }
}

/* Functions with the hint yield wait for others: what they load puts a PP after what it has found. By pc;
 * NULL if memory is short: then nothing is told. */
static uint8_t *find_waiting(const struct machine *machine)
{
    const struct program *program = &machine->program;
    uint8_t *marks = calloc((size_t)program->count + 1, 1);
    uint32_t first = 0;
    bool waits = false;
    if (marks == NULL)
        return NULL;
    mark_beginnings(machine, marks);
    for (uint32_t pc = 0; pc <= program->count; pc++) {
        if (pc == program->count || marks[pc] != 0) { /* the function before ends here */
            memset(marks + first, waits, pc - first);
            first = pc;
            waits = false;
        }
        const struct instruction *i = &program->code[pc < program->count ? pc : 0];
        waits |= i->opcode == OP_shint && shint_number(i->constant) == SHINT_yield;
    }
    return marks;
}

/* Whether an instruction is the user's, and not part of what waits: only such ones are told of. */
static bool is_plain(struct event_core *core, uint32_t pc)
{
    const struct machine *machine = core->machine;
    if (pc >= machine->program.count || machine->program.origins[pc] != ORIGIN_USER)
        return false;
    if (core->notices->waits == NULL)
        core->notices->waits = find_waiting(machine);
    return core->notices->waits != NULL && !core->notices->waits[pc];
}

static struct event_stored *stored_at(const struct event_core *core, uint32_t cell)
{
    return &core->notices->stored[(cell ^ cell / STORED_CELLS) % STORED_CELLS];
}

static bool is_folded(const struct event_core *core, uint32_t cell)
{
    const struct event_notices *notices = core->notices;
    bool is_in = (notices->folded[cell / 64 % (FOLDED_CELLS / 64)] >> cell % 64 & 1) != 0;
    for (uint32_t k = 0; k < notices->ranges_used && !is_in; k++)
        is_in = cell >= notices->ranges[k].low && cell < notices->ranges[k].end;
    return is_in;
}

static void unite(struct tile_folded *range, const struct tile_folded *with)
{
    range->low = with->low < range->low ? with->low : range->low;
    range->end = with->end > range->end ? with->end : range->end;
}

void event_notice_folds(struct event_core *core, const struct tile_folded ranges[TILE_FOLDS])
{
    struct event_notices *notices = core->notices;
    for (unsigned k = 0; k < TILE_FOLDS; k++) {
        if (ranges[k].end == 0)
            continue;
        if (notices->ranges_used == TILE_FOLDS)
            unite(&notices->ranges[TILE_FOLDS - 1], &ranges[k]);
        else
            notices->ranges[notices->ranges_used++] = ranges[k];
    }
}

void event_notice_store(struct event_core *core, uint32_t cell, uint64_t cycle, struct event_writer writer)
{
    struct event_stored *stored = stored_at(core, cell);
    if (writer.pp != NULL && writer.pp->sure.in_async && is_plain(core, writer.pc)) {
        *stored =
            (struct event_stored){.cycle = cycle, .cell = cell, .pp = writer.pp->number, .pc = writer.pc};
        core->notices->some = true;
    } else if (stored->cell == cell) {
        stored->cycle = 0;
    }
}

/* The first of its kind: what is said of it. Returns its index + 1, or 0 if there is no room. */
static uint32_t tell(struct event_core *core, const struct event_pp *pp, const struct event_stored *stored)
{
    struct machine *machine = core->machine;
    struct event_notices *notices = core->notices;
    const uint32_t pc = pp->now.reg[1];
    char cell[CELL_NAME_SIZE], place[PLACE_SIZE];
    if (notices->places == NULL)
        notices->places = lines_first(&machine->object, machine->program.count);
    struct warning *warning =
        warnings_add(&machine->noticed, "race_noticed", notices->places[pc], notices->places[stored->pc]);
    if (warning == NULL)
        return 0;
    fault_place(&machine->object, stored->pc, place, sizeof place);
    warning->address = stored->cell;
    warning->has_other = true;
    warning->other = (struct warning_other){.pp = stored->pp, .pc = stored->pc, .cycle = stored->cycle};
    fault_set(&warning->what, FAULT_check, pp->number, pc, pp->now.cycle,
              "the outcome of a load from %s depends on timing, since PP %u stored to it in cycle %llu%s%s "
              "(--check says more)",
              cell_name(machine, stored->cell, cell), stored->pp, (unsigned long long)stored->cycle,
              place[0] != '\0' ? " at " : "", place);
    return machine->noticed.count;
}

static void notice(struct event_core *core, const struct event_pp *pp, const struct event_stored *stored)
{
    const uint32_t pc = pp->now.reg[1];
    struct event_pair *pair = &core->notices->pairs[(pc * 31 + stored->pc) % NOTICED_PAIRS];
    if (pair->index != 0 && pair->load == pc && pair->store == stored->pc) {
        core->machine->noticed.kept[pair->index - 1].times++;
        core->machine->noticed.total++;
        return;
    }
    const uint32_t index = tell(core, pp, stored);
    if (index != 0)
        *pair = (struct event_pair){.load = pc, .store = stored->pc, .index = index};
}

void event_weigh_load(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    const struct event_stored *stored = stored_at(core, cell);
    uint64_t *ordered = &core->histories[pp->number].ordered;
    if (pp->now.in_barrier || !is_plain(core, pp->now.reg[1]))
        *ordered = pp->now.cycle;
    else if (stored->cell == cell && stored->cycle > *ordered && stored->pp != pp->number &&
             pp->now.in_async && !is_folded(core, cell))
        notice(core, pp, stored);
    else if (is_folded(core, cell)) /* a lock that the user has made */
        *ordered = pp->now.cycle;
}

void event_forget_notices(struct event_core *core)
{
    if (core->notices != NULL) {
        free(core->notices->waits);
        free(core->notices->places);
    }
    free(core->notices);
}
