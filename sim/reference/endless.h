/* endless.h - runs that do not end by themselves: in a deadlock, in an endless loop.
 *
 * For engines that execute cycle by cycle: all PPs wait in barriers for ever, or all repeat loops
 * (sim/machine/follow/deadlock.h). Knows the machine and views of PPs; no engine.
 */
#ifndef PRAM_ENDLESS_H
#define PRAM_ENDLESS_H

#include "presence.h"
#include "sim/machine/follow/deadlock.h"

/* Whether a test is due before the cycle of a run of all PPs. If a PP stands still (--faults), it will go on.
 * running: PPs that have not halted. */
bool endless_is_asked(const struct deadlock_run *run, const struct presence *presence, uint32_t running);

/* Then: whether no PP can make progress. Then machine->fault and machine->end are set. *refuter: the PP that
 * is tested first; kept for the next test. */
bool endless_is_over(const struct deadlock_run *run, const struct presence *presence, uint32_t running,
                     uint32_t *refuter);

#endif
