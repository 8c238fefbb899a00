/* invariant.h - what is true of the event core between two cycles (invariant.def), and when that is looked
 * at.
 */
#ifndef PRAM_EVENT_INVARIANT_H
#define PRAM_EVENT_INVARIANT_H

#include <stdbool.h>

struct event_core;

/* The text of the first invariant that does not hold; NULL: all hold. Looks at every PP and its logs;
 * `whole`: at every shared cell, too. */
const char *event_invariant_broken(const struct event_core *core, bool whole);

/* Aborts if an invariant does not hold. Of machines with many PPs or cells, only some cycles are looked at.
 */
void event_demand_invariants(const struct event_core *core);

/* What the core does after each cycle. A test may define it otherwise. */
#ifndef EVENT_AFTER_CYCLE
#ifdef PRAM_HOSTILE
#define EVENT_AFTER_CYCLE(core) event_demand_invariants(core)
#else
#define EVENT_AFTER_CYCLE(core) ((void)0)
#endif
#endif

#endif
