/* invariant.c - checks the rows of invariant.def. Reads the core, changes nothing. */

#include "sim/solo/inside.h"

/* The cycle up to which all events have been carried out: a lone PP may be beyond core.present. */
static uint64_t present_of(const struct event_core *core)
{
    const uint64_t next = queue_first(&core->queue, core->present);
    return next == UINT64_MAX || next < core->present ? core->present : next;
}

/* ---- of each PP */

static bool is_access(const struct event_pp *pp)
{
    return pp->kind == EVENT_LOAD || pp->kind == EVENT_STORE || pp->kind == EVENT_FOLD;
}

static bool is_ordered(const struct event_core *core, const struct event_pp *pp, const struct lane_read *read)
{
    const uint64_t cycle = core->base + read->time;
    return cycle >= pp->committed.cycle && cycle <= pp->now.cycle &&
           (read == pp->reads || read[-1].time <= read->time);
}

static bool is_later(const struct event_core *core, const struct lane_read *read)
{
    return core->base + read->time > core->present;
}

/* A cell and its shadow before a cycle, undoing a PP's early store to it. */
static struct lane_early cell_before(const struct event_core *core, uint32_t cell, uint32_t time)
{
    const uint32_t shadow = core->shadow[cell];
    if (shadow >= SHADOW_EARLY) {
        const struct event_pp *owner = event_pp(core, shadow - SHADOW_EARLY);
        for (unsigned k = 0; k < owner->early_count; k++)
            if (event_early(core, owner)[k].cell == cell && event_early(core, owner)[k].time >= time)
                return event_early(core, owner)[k];
    }
    return (struct lane_early){.cell = cell, .before = core->machine->memory.cells[cell], .shadow = shadow};
}

static bool is_shadowed(const struct event_core *core, const struct event_pp *pp,
                        const struct lane_read *read)
{
    const uint32_t shadow = cell_before(core, read->cell, read->time).shadow;
    return shadow == SHADOW_CALM || shadow == event_mark(pp) ||
           (shadow < SHADOW_EARLY && (shadow & ~SHADOW_ASKED) >= read->time);
}

/* ---- of all together */

static uint32_t number_of(const struct event_core *core, enum event_activity activity)
{
    uint32_t count = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        count += event_pp(core, number)->activity == activity;
    return count;
}

static uint32_t number_arrived(const struct event_core *core)
{
    uint32_t count = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        count += event_pp(core, number)->has_arrived;
    return count;
}

static bool has_all_queued(const struct event_core *core)
{
    const uint32_t queued = number_of(core, PP_QUEUED);
    uint32_t found = 0;
    for (uint32_t at = 0; at < QUEUE_CYCLES; at++) {
        const bool is_filled = (core->queue.filled[at / 64] >> at % 64 & 1) != 0;
        if (is_filled && (core->queue.some >> at / 64 & 1) == 0)
            return false;
        uint32_t before = QUEUE_NONE;
        for (uint32_t number = is_filled ? core->queue.head[at] : QUEUE_NONE; number != QUEUE_NONE;
             number = core->queue.links[number].next) {
            const struct event_pp *pp = event_pp(core, number);
            if (pp->activity != PP_QUEUED || pp->now.cycle % QUEUE_CYCLES != at ||
                core->queue.links[number].before != before || ++found > queued)
                return false;
            before = number;
        }
    }
    return found == queued;
}

static bool has_all_sleepers(const struct event_core *core)
{
    uint32_t listed = 0;
    for (uint32_t at = 0; at < core->watched_mask + WATCHED_PLACES; at++) {
        uint32_t number = core->watched_cells[at] != 0 ? core->watched[at].first : QUEUE_NONE;
        for (; number != QUEUE_NONE; number = core->queue.links[number].next)
            if (event_pp(core, number)->activity != PP_ASLEEP || ++listed > core->sleeping ||
                event_pp(core, number)->cell + 1 != core->watched_cells[at])
                return false;
    }
    return listed == core->sleeping;
}

static bool has_all_changers(const struct event_core *core)
{
    uint32_t marked = 0, listed = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        marked += event_pp(core, number)->is_changer;
    for (uint32_t k = 0; k < core->changer_count; k++)
        listed += event_pp(core, core->changers[k])->is_changer;
    return marked == core->changer_count && listed == core->changer_count;
}

static bool is_empty(const uint64_t *set, uint32_t words)
{
    uint64_t some = 0;
    for (uint32_t word = 0; word < words; word++)
        some |= set[word];
    return some == 0;
}

static bool has_stored_early(const struct event_core *core, const struct event_pp *pp, uint32_t cell)
{
    for (unsigned k = 0; k < pp->early_count; k++)
        if (event_early(core, pp)[k].cell == cell)
            return true;
    return false;
}

static bool are_marks_owned(const struct event_core *core)
{
    for (uint32_t cell = 0; cell < core->machine->memory.shared_words; cell++) {
        const uint32_t shadow = core->shadow[cell];
        if (shadow >= SHADOW_EARLY && (shadow - SHADOW_EARLY >= core->pps ||
                                       !has_stored_early(core, event_pp(core, shadow - SHADOW_EARLY), cell)))
            return false;
    }
    return true;
}

static bool are_blocks_calm(const struct event_core *core)
{
    uint32_t calm = 0;
    for (uint32_t cell = 0; cell < core->machine->memory.shared_words; cell++)
        calm += core->shadow[cell] == SHADOW_CALM;
    for (uint32_t k = 0; k < core->calm_count; k++)
        if (core->calm[core->calm_blocks[k]] != CALM_IS)
            return false;
    return calm == core->calm_count << CALM_SHIFT;
}

/* ---- all rows */

#define DEMAND(text, holds)                                                                                  \
    if (!(holds))                                                                                            \
        return text;

static const char *broken_by(const struct event_core *core, const struct event_pp *pp)
{
#define OF_PP(name, text, holds) DEMAND(text, holds)
#include "sim/solo/invariant.def"
    for (const struct lane_read *read = pp->reads; read < pp->reads + pp->read_count; read++) {
#define OF_READ(name, text, holds) DEMAND(text, holds)
#include "sim/solo/invariant.def"
    }
    for (const struct lane_early *early = event_early(core, pp), *end = early + pp->early_count; early < end;
         early++) {
#define OF_EARLY(name, text, holds) DEMAND(text, holds)
#include "sim/solo/invariant.def"
    }
    return NULL;
}

const char *event_invariant_broken(const struct event_core *core, bool whole)
{
    for (uint32_t number = 0; number < core->pps; number++) {
        const char *text = broken_by(core, event_pp(core, number));
        if (text != NULL)
            return text;
    }
#define OF_CORE(name, text, holds) DEMAND(text, holds)
#define OF_CELLS(name, text, holds) DEMAND(text, !whole || (holds))
#include "sim/solo/invariant.def"
    return NULL;
}

/* Machines of up to DEMAND_PPS PPs are checked in each cycle, those of up to DEMAND_CELLS cells cell by cell.
 * Larger machines are checked in proportionally fewer cycles. */
enum { DEMAND_PPS = 64, DEMAND_CELLS = 8192 };

void event_demand_invariants(const struct event_core *core)
{
    const uint64_t turn = core->present * 0x9e3779b97f4a7c15u >> 32;
    const uint64_t every = core->pps / DEMAND_PPS + 1,
                   rest = core->machine->memory.shared_words / DEMAND_CELLS + 1;
    if (core->over || turn % every != 0)
        return;
    machine_demand("event core, cycle", present_of(core),
                   event_invariant_broken(core, turn / every % rest == 0));
}
