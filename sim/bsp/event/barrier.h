/* barrier.h - who is in barriers: whether all PPs have come to one, and when all wait there.
 *
 * What is said is true of the machine in a cycle, however far PPs have gone ahead. Part of inside.h.
 */
#ifndef PRAM_EVENT_BARRIER_H
#define PRAM_EVENT_BARRIER_H

#include "sim/bsp/event/state.h"

/* .. when it stores, or ends; stores that are early are asked for when the last PP comes. */
static inline void event_depart(struct event_core *core, struct event_pp *pp)
{
    core->come -= pp->has_come;
    pp->has_come = false;
}

/* Before a cycle all have come, but for those that have stored early since: core->all_come, if that is none.
 */
void event_end_coming(struct event_core *core, uint64_t cycle);

/* When it is to be asked next whether all wait in barriers: in every SCAN_CYCLES-th cycle of the machine,
 * when nobody has written for some time; so it does not depend on when it was asked before. */
enum { SCAN_CYCLES = 64, SCAN_QUIET = 2 * SCAN_CYCLES };
static inline uint64_t event_next_scan(const struct event_core *core)
{
    const uint64_t written = core->written + SCAN_QUIET, scanned = core->scanned + 1;
    const uint64_t first = written > scanned ? written : scanned;
    return (first + (SCAN_CYCLES - 1)) / SCAN_CYCLES * SCAN_CYCLES;
}

/* Finds out what PPs have changed early before a cycle, up to which nothing is left to be carried out. */
void event_note_changes(struct event_core *core, uint64_t cycle);

#endif
