/* rollback.c - rolls back PPs that have speculated: because a word that they have read has changed, because
 * another PP accesses their areas, because the core stops, or because the stores of a cycle are refused.
 *
 * A PP restarts from its last certain state, and takes shared words from its log: up to the cycle in question
 * they are unchanged. Before a cell of a calm block (calm.c) changes, all calm blocks end: PPs are rolled
 * back to the present, and everything they have done is certain. Calls step, sleep, early. */
#include "sim/solo/inside.h"

/* Restores cells and registers to the last certain state. */
static void restore_committed(struct event_core *core, struct event_pp *pp)
{
    uint32_t *const cells = core->machine->memory.cells;
    while (pp->write_count > 0) {
        const struct event_write *write = &pp->writes[--pp->write_count];
        cells[write->cell] = write->before;
    }
    while (pp->early_count > 0) {
        const struct lane_early *early = &event_early(core, pp)[--pp->early_count];
        cells[early->cell] = early->before;
        core->shadow[early->cell] = early->shadow;
    }
    pp->read_count = 0;
    pp->now = pp->committed;
}

static void roll_back(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    if (pp->reach > STRETCH_CYCLES_LEAST)
        pp->reach /= 2;
    queue_remove(&core->queue, pp->number, pp->now.cycle);
    event_become(&pp->activity, PP_AT_WORK);
    core->read_end = pp->read_count;
    restore_committed(core, pp);
    pp->kind = EVENT_GO_ON;
    while (pp->now.cycle < cycle)
        (void)event_step(core, pp, STEP_REPLAY);
    core->filters[pp->number] = 0;
    for (unsigned k = 0; k < pp->read_count; k++)
        core->filters[pp->number] |= event_filter(pp->reads[k].cell);
    event_queue(core, pp);
}

/* Brings a PP back to the start of a cycle, or to its last certain state if that is later, and queues it
 * there: one that is beyond the cycle is rolled back, one that sleeps wakes. */
static void bring_back(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    if (pp->activity == PP_ASLEEP)
        event_wake_one(core, pp, cycle);
    else if (pp->activity == PP_QUEUED && pp->now.cycle > cycle)
        roll_back(core, pp, cycle);
}

static void bring_back_and_commit(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    bring_back(core, pp, cycle);
    event_commit(core, pp);
}

void event_bring_changers_back(struct event_core *core, uint64_t cycle)
{
    for (uint32_t k = 0; k < core->changer_count; k++) {
        struct event_pp *pp = event_pp(core, core->changers[k]);
        if ((pp->write_count | pp->early_count) != 0)
            bring_back_and_commit(core, pp, cycle);
        pp->is_changer = false;
    }
    core->changer_count = 0;
}

void event_bring_all_back(struct event_core *core, uint64_t cycle)
{
    event_bring_changers_back(core, cycle);
    for (uint32_t number = 0; number < core->pps; number++)
        bring_back_and_commit(core, event_pp(core, number), cycle);
    event_forget_calm(core);
}

/* ---- words read speculatively */

/* The first time after `time` at which a PP has read the cell; 0: it has not. */
static uint32_t time_of_read(const struct event_pp *pp, uint32_t cell, uint32_t time)
{
    for (unsigned k = 0; k < pp->read_count; k++)
        if (pp->reads[k].cell == cell && pp->reads[k].time > time)
            return pp->reads[k].time;
    return 0;
}

/* Rolls back the PPs of a group that have read the cell after `now`. False: none has read such a cell. */
static bool invalidate_in_group(struct event_core *core, uint32_t group, uint32_t cell, uint32_t now)
{
    const uint64_t filter = event_filter(cell), end = (uint64_t)(group + 1) << core->group_shift;
    bool is_found = false;
    for (uint32_t number = group << core->group_shift; number < end && number < core->pps; number++) {
        struct event_pp *pp = event_pp(core, number);
        if (!(core->filters[number] & filter))
            continue;
        is_found = true;
        const uint32_t time = time_of_read(pp, cell, now);
        if (time != 0)
            bring_back(core, pp, core->base + time);
    }
    return is_found;
}

void event_invalidate_reads(struct event_core *core, uint32_t cell, uint64_t cycle, uint32_t before,
                            struct event_writer writer)
{
    const uint32_t shadow = core->shadow[cell], now = event_time(core, cycle);
    core->shadow[cell] = SHADOW_ASKED;
    event_notice_store(core, cell, cycle, before, writer);
    if (shadow & SHADOW_ASKED)
        event_wake(core, cell, cycle, before);
    if ((shadow & ~SHADOW_ASKED) <= now)
        return;
    uint64_t *const readers = event_readers(core, cell);
    for (uint64_t rest = *readers; rest != 0; rest &= rest - 1)
        if (!invalidate_in_group(core, (uint32_t)__builtin_ctzll(rest), cell, now))
            *readers &= ~(rest & -rest);
}

/* ---- areas that other PPs access */

static void open_areas(struct event_core *core, struct event_pp *pp, uint64_t cycle)
{
    if (pp->is_open)
        return;
    bring_back(core, pp, cycle);
    pp->is_open = true;
    event_commit(core, pp);
}

/* ---- cells that other PPs access */

/* Ends all calm blocks because a PP accesses a cell of one by something other than a load. */
static void end_calm(struct event_core *core, uint64_t cycle)
{
    event_bring_all_back(core, cycle);
    core->calm_rest = core->calm_pause + core->pps; /* the accessing PP must make progress first */
    core->calm_pause = core->calm_pause < CALM_PAUSE_MOST / 2 ? 2 * core->calm_pause : CALM_PAUSE_MOST;
}

void event_release(struct event_core *core, uint32_t cell, uint64_t cycle)
{
    if (!event_is_shared(core, cell)) {
        open_areas(core, event_pp(core, event_owner(core, 0, cell)), cycle);
        return;
    }
    const uint32_t shadow = core->shadow[cell];
    if (shadow == SHADOW_CALM)
        end_calm(core, cycle);
    if (shadow < SHADOW_EARLY)
        return;
    struct event_pp *pp = event_pp(core, shadow - SHADOW_EARLY);
    const bool is_ahead = pp->now.cycle > cycle;
    bring_back(core, pp, cycle);
    event_commit(core, pp);
    if (is_ahead) /* next time the PP waits until others have been there */
        core->shadow[cell] |= SHADOW_ASKED;
}

bool event_want(struct event_core *core, uint32_t cell)
{
    if (event_is_shared(core, cell) && core->shadow[cell] != SHADOW_CALM) {
        struct event_pp *pp = event_pp(core, core->shadow[cell] - SHADOW_EARLY);
        if (pp->now.cycle <= core->present) {
            event_commit(core, pp);
            return true;
        }
    }
    event_want_soon(core, cell);
    return false;
}

void event_release_wanted(struct event_core *core)
{
    for (uint32_t k = 0; k < core->wanted_count; k++)
        event_release(core, core->wanted[k], core->present);
    core->wanted_count = 0;
}
