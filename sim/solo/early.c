/* early.c - stores to shared memory that are carried out before their cycle is the present.
 *
 * Most stored words are not read by other PPs for a while. So the word goes to memory at once: the shadow of
 * the cell becomes a mark of the PP, and its log keeps the previous cell and shadow. Another PP that accesses
 * a marked cell waits until the store is certain or rolled back. A PP does not store early to cells that are
 * asked, were read in a later cycle, or have an event; there the store is an event.
 *
 * Before a cell of a calm block (calm.c) changes, all calm blocks end: PPs are rolled back to the present,
 * and everything they have done is certain. Calls rollback and step. */
#include <string.h>

#include "sim/solo/inside.h"

/* ---- cells where PPs stand */

void event_find_pending(struct event_core *core)
{
    core->pending_rest = core->pps > PENDING_STRETCHES ? core->pps : PENDING_STRETCHES;
    memset(core->pending, 0, PENDING_CELLS / 8);
    for (uint32_t number = 0; number < core->pps; number++) {
        const struct event_pp *pp = event_pp(core, number);
        if (pp->kind != EVENT_GO_ON)
            event_mark_pending(core, pp->cell);
    }
}

/* ---- stores */

void event_commit_early(struct event_core *core, struct event_pp *pp)
{
    const struct lane_early *early = event_early(core, pp), *const end = early + pp->early_count;
    event_count(core, STATS_PHASE_store, pp->early_count);
    event_depart(core, pp);
    event_go_out(core, pp, core->base + early->time);
    for (; early < end; early++)
        core->shadow[early->cell] = 0;
    pp->early_count = 0;
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
        event_open(core, event_pp(core, event_owner(core, 0, cell)), cycle);
        return;
    }
    const uint32_t shadow = core->shadow[cell];
    if (shadow == SHADOW_CALM)
        end_calm(core, cycle);
    if (shadow < SHADOW_EARLY)
        return;
    struct event_pp *pp = event_pp(core, shadow - SHADOW_EARLY);
    const bool is_ahead = pp->now.cycle > cycle;
    event_bring_back(core, pp, cycle);
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
    if (core->wanted_count < core->pps) /* otherwise the cell is wanted again */
        core->wanted[core->wanted_count++] = cell;
    return false;
}

void event_release_wanted(struct event_core *core)
{
    for (uint32_t k = 0; k < core->wanted_count; k++)
        event_release(core, core->wanted[k], core->present);
    core->wanted_count = 0;
}

/* ---- what has been stored before a cycle */

void event_end_arrivals(struct event_core *core, uint64_t cycle)
{
    for (uint32_t k = 0; k < core->changer_count; k++) {
        struct event_pp *pp = event_pp(core, core->changers[k]);
        if (pp->early_count != 0 && core->base + event_early(core, pp)->time < cycle)
            event_depart(core, pp);
    }
    core->all_arrived = core->arrived == core->running;
}

/* ---- PPs that poll */

void event_poll_calm(struct event_core *core, const struct event_pp *pp)
{
    const uint32_t pc = pp->now.reg[1];
    for (uint32_t k = 0; k < ACTION_PERIOD_MOST && k <= pc && pc < core->world->code_count; k++) {
        const struct event_action *load = &core->actions[pc - k];
        if (load->kind != ACTION_LOAD && load->kind != ACTION_POLL)
            continue;
        const uint32_t cell = pp->now.reg[load->rs] + pp->now.reg[load->rt] + load->constant;
        if (load->way > k && cell - core->machine->memory.guard < core->machine->memory.shared_span &&
            core->shadow[cell] == SHADOW_CALM)
            (void)event_want(core, cell);
        return;
    }
}
