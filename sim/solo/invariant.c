/* invariant.c - see invariant.h: a function for each row of invariant.def. Reads the core, changes nothing.
 */
#include "sim/solo/invariant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/solo/inside.h"

/* The cycle up to which all events have been carried out: a lone PP may be beyond core.present. */
static uint64_t present_of(const struct event_core *core)
{
    const uint64_t next = queue_first(&core->queue, core->present);
    return next == UINT64_MAX || next < core->present ? core->present : next;
}

static bool runs(const struct event_pp *pp)
{
    return pp->activity != PP_HALTED;
}

/* ---- of each PP */

static bool is_idle(const struct event_core *core, const struct event_pp *pp)
{
    (void)core;
    return pp->activity != PP_AT_WORK;
}

static bool is_zero(const struct event_core *core, const struct event_pp *pp)
{
    (void)core;
    return pp->now.reg[0] == 0 && pp->committed.reg[0] == 0;
}

static bool is_ordered(const struct event_core *core, const struct event_pp *pp)
{
    (void)core;
    return pp->committed.cycle <= pp->now.cycle;
}

static bool is_bucket(const struct event_core *core, const struct event_pp *pp)
{
    return pp->activity != PP_QUEUED || pp->now.cycle >= core->present;
}

static bool is_rooms(const struct event_core *core, const struct event_pp *pp)
{
    return pp->read_count <= core->room.reads && pp->write_count <= core->room.writes &&
           pp->early_count <= core->room.early;
}

static bool is_reads_ordered(const struct event_core *core, const struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->read_count; k++) {
        const uint64_t cycle = core->base + pp->reads[k].time;
        if (cycle < pp->committed.cycle || cycle > pp->now.cycle ||
            (k > 0 && pp->reads[k].time < pp->reads[k - 1].time))
            return false;
    }
    return true;
}

static bool has_stored_early(const struct event_core *core, const struct event_pp *pp, uint32_t cell)
{
    for (unsigned k = 0; k < pp->early_count; k++)
        if (event_early(core, pp)[k].cell == cell)
            return true;
    return false;
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

static bool is_reads_unchanged(const struct event_core *core, const struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->read_count; k++) {
        const struct lane_read *read = &pp->reads[k];
        if (core->base + read->time > core->present &&
            cell_before(core, read->cell, read->time).before != read->value)
            return false;
    }
    return true;
}

static bool is_reads_shadowed(const struct event_core *core, const struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->read_count; k++) {
        const struct lane_read *read = &pp->reads[k];
        const uint32_t shadow = cell_before(core, read->cell, read->time).shadow;
        if (core->base + read->time > core->present && shadow != SHADOW_CALM && shadow != event_mark(pp) &&
            (shadow >= SHADOW_EARLY || (shadow & ~SHADOW_ASKED) < read->time))
            return false;
    }
    return true;
}

static bool is_reads_filtered(const struct event_core *core, const struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->read_count; k++)
        if (!(core->filters[pp->number] & event_filter(pp->reads[k].cell)))
            return false;
    return true;
}

static bool is_early_marked(const struct event_core *core, const struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->early_count; k++)
        if (core->shadow[event_early(core, pp)[k].cell] != event_mark(pp))
            return false;
    return true;
}

static bool is_early_uncommitted(const struct event_core *core, const struct event_pp *pp)
{
    for (unsigned k = 0; k < pp->early_count; k++)
        if (core->base + event_early(core, pp)[k].time < pp->committed.cycle)
            return false;
    return true;
}

static bool is_stood(const struct event_core *core, uint32_t cell)
{
    return (core->pending[cell % PENDING_CELLS / 64] >> cell % 64 & 1) != 0;
}

static bool is_pending(const struct event_core *core, const struct event_pp *pp)
{
    const bool is_access = pp->kind == EVENT_LOAD || pp->kind == EVENT_STORE || pp->kind == EVENT_FOLD;
    return !event_is_early(core) || pp->activity != PP_QUEUED || !is_access || is_stood(core, pp->cell);
}

static bool is_open(const struct event_core *core, const struct event_pp *pp)
{
    (void)core;
    return !pp->is_open || pp->write_count == 0;
}

static bool is_sleeper_kept(const struct event_core *core, const struct event_pp *pp)
{
    (void)core;
    return pp->activity != PP_ASLEEP || (pp->read_count == 0 && pp->write_count == 0 && pp->early_count == 0);
}

static bool is_sleeper_waits(const struct event_core *core, const struct event_pp *pp)
{
    return pp->activity != PP_ASLEEP || core->all_arrived ||
           !event_goes_on(&core->waits[pp->number], core->machine->memory.cells[pp->cell]);
}

/* ---- of all together */

static bool is_calendar(const struct event_core *core)
{
    uint32_t queued = 0, found = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        queued += event_pp(core, number)->activity == PP_QUEUED;
    for (uint32_t at = 0; at < QUEUE_CYCLES; at++) {
        const bool is_filled = (core->queue.filled[at / 64] >> at % 64 & 1) != 0;
        if (is_filled && (core->queue.some >> at / 64 & 1) == 0)
            return false;
        uint32_t before = QUEUE_NONE;
        for (uint32_t number = is_filled ? core->queue.head[at] : QUEUE_NONE; number != QUEUE_NONE;
             number = core->queue.links[number].next) {
            const struct queue_link *link = &core->queue.links[number];
            const struct event_pp *pp = event_pp(core, number);
            if (pp->activity != PP_QUEUED || pp->now.cycle % QUEUE_CYCLES != at || link->before != before ||
                ++found > queued)
                return false;
            before = number;
        }
    }
    return found == queued;
}

static bool is_running_counted(const struct event_core *core)
{
    uint32_t running = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        running += runs(event_pp(core, number));
    return core->running == running;
}

static bool is_sleepers_counted(const struct event_core *core)
{
    uint32_t asleep = 0, listed = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        asleep += event_pp(core, number)->activity == PP_ASLEEP;
    for (uint32_t at = 0; at < core->watched_mask + WATCHED_PLACES; at++) {
        uint32_t number = core->watched_cells[at] != 0 ? core->watched[at].first : QUEUE_NONE;
        for (; number != QUEUE_NONE; number = core->queue.links[number].next, listed++)
            if (event_pp(core, number)->activity != PP_ASLEEP || listed > asleep ||
                event_pp(core, number)->cell + 1 != core->watched_cells[at])
                return false;
    }
    return core->sleeping == asleep && listed == asleep;
}

static bool is_sleepers_asked(const struct event_core *core)
{
    for (uint32_t number = 0; number < core->pps; number++) {
        const struct event_pp *pp = event_pp(core, number);
        if (pp->activity == PP_ASLEEP && !(core->shadow[pp->cell] & SHADOW_ASKED))
            return false;
    }
    return true;
}

static bool is_arrivals_counted(const struct event_core *core)
{
    uint32_t arrived = 0;
    for (uint32_t number = 0; number < core->pps; number++)
        arrived += event_pp(core, number)->has_arrived;
    return core->arrived == arrived;
}

static bool is_sorted_away(const struct event_core *core)
{
    for (uint32_t word = 0; word < core->pps / 64 + 1; word++)
        if (core->member[word] != 0)
            return false;
    return true;
}

static bool is_marks_owned(const struct event_core *core)
{
    for (uint32_t cell = 0; cell < core->machine->memory.shared_words; cell++) {
        const uint32_t shadow = core->shadow[cell];
        if (shadow >= SHADOW_EARLY && (shadow - SHADOW_EARLY >= core->pps ||
                                       !has_stored_early(core, event_pp(core, shadow - SHADOW_EARLY), cell)))
            return false;
    }
    return true;
}

static bool is_calm(const struct event_core *core)
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

static const char *broken_by(const struct event_core *core, const struct event_pp *pp)
{
#define OF_PP(name, text)                                                                                    \
    if (!is_##name(core, pp))                                                                                \
        return text;
#include "sim/solo/invariant.def"
    return NULL;
}

const char *event_invariant_broken(const struct event_core *core, bool whole)
{
    for (uint32_t number = 0; number < core->pps; number++) {
        const char *text = broken_by(core, event_pp(core, number));
        if (text != NULL)
            return text;
    }
    const struct {
        bool (*holds)(const struct event_core *core);
        const char *text;
    } rows[] = {
#define OF_CORE(name, text) {is_##name, text},
#include "sim/solo/invariant.def"
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if ((whole || (rows[k].holds != is_marks_owned && rows[k].holds != is_calm)) && !rows[k].holds(core))
            return rows[k].text;
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
    const char *broken = event_invariant_broken(core, turn / every % rest == 0);
    if (broken == NULL)
        return;
    fprintf(stderr, "event core, cycle %" PRIu64 ": does not hold: %s\n", present_of(core), broken);
    abort();
}
