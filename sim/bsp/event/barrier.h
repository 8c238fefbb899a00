/* barrier.h - who is in barriers: whether all PPs have come to one, and when all wait there.
 *
 * What is said is true of the machine in a cycle, however far PPs have gone ahead. Part of inside.h.
 */
#ifndef PRAM_EVENT_BARRIER_H
#define PRAM_EVENT_BARRIER_H

#include "sim/bsp/event/state.h"
#include "sim/machine/deadlock.h"

/* .. when it stores, or ends; stores that are early are asked for when the last PP comes. */
static inline void event_depart(struct event_core *core, struct event_pp *pp)
{
    core->come -= pp->has_come;
    pp->has_come = false;
}

/* Before a cycle all have come, but for those that have stored early since: core->all_come, if that is none.
 */
void event_end_coming(struct event_core *core, uint64_t cycle);

/* When it is to be asked next whether all wait in barriers. */
static inline uint64_t event_next_scan(const struct event_core *core)
{
    return core->scanned - core->scanned % DEADLOCK_EVERY + DEADLOCK_EVERY;
}

/* Finds out what PPs have changed early before a cycle, up to which nothing is left to be carried out. */
void event_note_changes(struct event_core *core, uint64_t cycle);

#endif
