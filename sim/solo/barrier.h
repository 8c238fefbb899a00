/* barrier.h - which PPs are in barriers: whether all have arrived at one, and when all wait there.
 *
 * The answers are those of the machine in a cycle, however far PPs have speculated. Part of inside.h. */
#ifndef PRAM_EVENT_BARRIER_H
#define PRAM_EVENT_BARRIER_H

#include "sim/solo/state.h"
#include "sim/machine/deadlock.h"

/* A PP leaves its barrier by a store, or by ending. Early stores are considered when the last PP arrives. */
static inline void event_depart(struct event_core *core, struct event_pp *pp)
{
    core->arrived -= pp->has_arrived;
    pp->has_arrived = false;
}

/* No longer counts PPs that have stored early before a cycle as arrived; sets core->all_arrived. */
void event_end_arrivals(struct event_core *core, uint64_t cycle);

/* The cycle of the next test whether all PPs wait in barriers. */
static inline uint64_t event_next_scan(const struct event_core *core)
{
    return core->scanned - core->scanned % DEADLOCK_EVERY + DEADLOCK_EVERY;
}

#endif
