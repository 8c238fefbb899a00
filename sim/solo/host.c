/* host.c - host calls of a PP in the event core: the host sees memory as it is in the cycle of the call.
 *
 * Calls machine's host, and rollback for PPs that have changed memory speculatively. */
#include "sim/solo/inside.h"

/* Called before the first host call of a cycle that accesses memory: brings memory to that cycle. */
static void settle(struct event_core *core, enum hostcall_access access, uint64_t cycle)
{
    if (access == HOSTCALL_KEEPS_AWAY || core->settled_all == cycle ||
        (access == HOSTCALL_READS && core->settled == cycle))
        return;
    event_bring_all_back(core, cycle + 1, access == HOSTCALL_WRITES);
    core->settled = cycle;
    if (access == HOSTCALL_WRITES)
        core->settled_all = cycle;
}

bool event_call_host(struct event_core *core, struct event_pp *pp)
{
    struct event_state *now = &pp->now;
    const uint32_t pc = now->reg[1], number = event_operation(core, pc)->i.constant, late = now->late_target;
    settle(core, hostcall_access(number), now->cycle);
    event_count(core, STATS_PHASE_hostcall, 1);
    union hostcall_registers registers = {{now->reg[3], now->reg[4], now->reg[5]}};
    const bool goes_on = hostcall_serve(core->machine, number, pp->number, pc, now->cycle, &registers);
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
