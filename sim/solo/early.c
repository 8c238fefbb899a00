/* early.c - stores to shared memory that are carried out before their cycle is the present.
 *
 * Most stored words are not read by other PPs for a while. So the word goes to memory at once: the shadow of
 * the cell becomes a mark of the PP, and its log keeps the previous cell and shadow. Another PP that accesses
 * a marked cell waits until the store is certain or rolled back. A PP does not store early to cells that are
 * asked, were read in a later cycle, or have an event; there the store is an event. */
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
