/* notice.c - accesses of which the outcome depends on timing, as far as the core comes across them: a PP does
 * something in asynchronous code with what another one has loaded or stored there, one of the two changes the
 * cell, and the PP has done nothing since that could put it after the other.
 *
 * Only cells that PPs have to ask for are looked at, so that all others cost nothing; that misses races. It
 * blames no program that is right: whoever has waited for the other PP has since asked for a multiprefix,
 * has loaded in a barrier, or in code that waits, of the library or of the user (docs/simulator.md). Tiles
 * look at PPs in step (tile/lookout.h). Calls noticed.
 */
#include <stdlib.h>

#include "sim/bsp/event/inside.h"
#include "sim/machine/lines.h"
#include "sim/machine/record/noticed.h"

/* Whether an instruction is the user's, and not part of what waits: only such ones are told of. */
static bool is_judged(const struct event_core *core, uint32_t pc)
{
    return pc < core->machine->program.count && core->world->judged[pc] != 0;
}

static struct event_seen *seen_at(const struct event_core *core, uint32_t cell)
{
    return &core->notices->seen[(cell ^ cell / SEEN_CELLS) % SEEN_CELLS];
}

static struct event_seen *take_cell(struct event_core *core, uint32_t cell)
{
    struct event_seen *seen = seen_at(core, cell);
    if (seen->cell != cell)
        *seen = (struct event_seen){.cell = cell};
    core->notices->some = true;
    return seen;
}

static bool is_in_ranges(const struct event_notices *notices, uint32_t cell)
{
    bool is_in = false;
    for (uint32_t k = 0; k < TILE_FOLDS && !is_in; k++)
        is_in = cell >= notices->ranges[k].low && cell < notices->ranges[k].end;
    return is_in;
}

static inline bool is_folded(const struct event_core *core, uint32_t cell)
{
    const struct event_notices *notices = core->notices;
    return (notices->folded[cell / 64 % (FOLDED_CELLS / 64)] >> cell % 64 & 1) != 0 ||
           (cell >= notices->all_ranges.low && cell < notices->all_ranges.end && is_in_ranges(notices, cell));
}

void event_notice_folds(struct event_core *core, const struct tile_folded ranges[TILE_FOLDS])
{
    struct event_notices *notices = core->notices;
    tile_add_folded(notices->ranges, ranges);
    for (uint32_t k = 0; k < TILE_FOLDS; k++)
        tile_folded_unite(&notices->all_ranges, &ranges[k]);
}

/* Counts a finding; the first one of its pair is told. */
static void notice(struct event_core *core, enum noticed_kind kind, uint32_t cell,
                   const struct event_past *now, const struct event_past *past)
{
    struct machine *machine = core->machine;
    struct event_notices *notices = core->notices;
    struct event_pair *pair = &notices->pairs[(now->pc * 31 + past->pc) % NOTICED_PAIRS];
    const bool stays = machine->noticed.count < WARNINGS_KEPT; /* else places give way to earlier ones */
    if (stays && pair->index != 0 && pair->access == now->pc && pair->other == past->pc) {
        machine->noticed.kept[pair->index - 1].times++;
        machine->noticed.total++;
        return;
    }
    if (notices->places == NULL)
        notices->places = lines_first(&machine->object, machine->program.count);
    const uint32_t index =
        noticed_add(machine, notices->places, kind, cell,
                    (struct noticed_access){.pp = now->pp, .pc = now->pc, .cycle = now->cycle},
                    (struct noticed_access){.pp = past->pp, .pc = past->pc, .cycle = past->cycle}, 1);
    if (index != 0)
        *pair = (struct event_pair){.access = now->pc, .other = past->pc, .index = index};
}

/* Whether another PP did that, before now, and nothing has put this one after it. */
static bool races(const struct event_core *core, const struct event_past *past, const struct event_past *now)
{
    return past->cycle != 0 && past->pp != now->pp && past->cycle <= now->cycle &&
           past->cycle > core->histories[now->pp].ordered;
}

void event_notice_store(struct event_core *core, uint32_t cell, uint64_t cycle, struct event_writer writer)
{
    if (writer.pp == NULL || !writer.pp->sure.in_async || !is_judged(core, writer.pc)) {
        struct event_seen *seen = seen_at(core, cell);
        if (seen->cell == cell)
            seen->store.cycle = 0;
        return;
    }
    const struct event_past now = {.cycle = cycle, .pp = writer.pp->number, .pc = writer.pc};
    struct event_seen *seen = take_cell(core, cell);
    if (!is_folded(core, cell)) {
        if (races(core, &seen->store, &now))
            notice(core, NOTICED_STORE, cell, &now, &seen->store);
        else if (races(core, &seen->loads[0], &now))
            notice(core, NOTICED_STORE_LOADED, cell, &now, &seen->loads[0]);
        else if (races(core, &seen->loads[1], &now))
            notice(core, NOTICED_STORE_LOADED, cell, &now, &seen->loads[1]);
    }
    seen->store = now;
}

void event_weigh_load(struct event_core *core, struct event_pp *pp, uint32_t cell)
{
    const struct event_past now = {.cycle = pp->now.cycle, .pp = pp->number, .pc = pp->now.reg[1]};
    if (is_folded(core, cell)) { /* a lock that the user has made */
        core->histories[pp->number].ordered = now.cycle;
        return;
    }
    struct event_seen *seen = take_cell(core, cell);
    if (seen->store.cycle != 0 && races(core, &seen->store, &now))
        notice(core, NOTICED_LOAD, cell, &now, &seen->store);
    if (seen->loads[0].cycle != 0 && seen->loads[0].pp != now.pp)
        seen->loads[1] = seen->loads[0];
    seen->loads[0] = now;
}

void event_forget_notices(struct event_core *core)
{
    if (core->notices != NULL)
        free(core->notices->places);
    free(core->notices);
}
