/* invariant.h - invariants of the event core between two cycles (invariant.def), and when they are checked.
 */
#ifndef PRAM_EVENT_INVARIANT_H
#define PRAM_EVENT_INVARIANT_H

#include <stdbool.h>

struct event_core;

/* The text of the first broken invariant; NULL: all hold. Checks every PP and its logs; `whole`: every shared
 * cell, too. */
const char *event_invariant_broken(const struct event_core *core, bool whole);

/* Aborts if an invariant is broken. With many PPs or cells, only some cycles are checked. */
void event_demand_invariants(const struct event_core *core);

/* Called after each cycle. A test may define it differently. */
#ifndef EVENT_AFTER_CYCLE
#ifdef PRAM_HOSTILE
#define EVENT_AFTER_CYCLE(core) event_demand_invariants(core)
#else
#define EVENT_AFTER_CYCLE(core) ((void)0)
#endif
#endif

#endif
