/* host.c - host calls of a PP in the event core: the host sees memory as it is in the cycle of the call.
 *
 * Calls machine's host, and rollback: for PPs that have changed memory speculatively, and for what the call
 * changes. */
#include "sim/solo/inside.h"

/* A host call of the PP at work changes a cell, after all stores of the cycle. */
static void store(void *context, uint32_t cell, uint32_t word)
{
    struct event_core *core = context;
    const struct event_pp *pp = core->at_work;
    uint32_t *const at = &core->machine->memory.cells[cell];
    if (event_is_shared(core, cell) ? event_is_kept(core->shadow[cell])
                                    : event_owner(core, pp->number, cell) != pp->number)
        event_release(core, cell, pp->now.cycle + 1);
    const uint32_t before = *at;
    *at = word;
    event_written(core, cell, pp->now.cycle, before, EVENT_NO_WRITER);
}

bool event_call_host(struct event_core *core, struct event_pp *pp)
{
    struct event_state *now = &pp->now;
    const uint32_t pc = now->reg[1], number = event_operation(core, pc)->i.constant, late = now->late_target;
    if (hostcall_access(number) != HOSTCALL_KEEPS_AWAY)
        event_bring_changers_back(core, now->cycle + 1);
    core->at_work = pp;
    core->machine->host_store = store;
    core->machine->host_store_context = core;
    event_count(core, STATS_PHASE_hostcall, 1);
    union hostcall_registers registers = {{now->reg[3], now->reg[4], now->reg[5]}};
    const bool goes_on = hostcall_serve(core->machine, number, pp->number, pc, now->cycle, &registers);
    core->machine->host_store = NULL;
    event_finish(core, pp, 0);
    if (!goes_on) {
        core->over = true;
        core->outcome.last = now->cycle - 1;
        core->reached = now->cycle;
        return false;
    }
    for (uint32_t n = 0; n < 3; n++)
        if (late != 3 + n)
            now->reg[3 + n] = registers.word[n];
    return true;
}
