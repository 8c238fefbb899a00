/* endless.h - runs that do not end by themselves: in a deadlock, in an endless loop.
 *
 * For engines that execute cycle by cycle: all PPs wait in barriers for ever (sim/machine/deadlock.h), or all
 * repeat loops (sim/machine/follow/follow.h). Knows the machine and views of PPs; no engine.
 */
#ifndef PRAM_ENDLESS_H
#define PRAM_ENDLESS_H

#include <stdbool.h>
#include <stdint.h>

#include "precision.h"
#include "sim/inject/inject.h"
#include "sim/machine/deadlock.h"
#include "sim/machine/follow/follow.h"

/* A run between two cycles. */
struct endless_run {
    struct machine *machine;
    const struct precision *precision;
    void (*view)(const void *engine, uint32_t pp, struct pp_view *view);
    const void *engine;
    uint64_t cycle;            /* the next one */
    uint32_t running, waiting; /* PPs that have not halted; those of them in barriers */
    uint32_t *first;           /* the PP that is tested first; kept for the next test */
};

/* Whether loops are tested before this cycle. Not if --faults will still change something. */
static inline bool endless_looks_for_loops(const struct endless_run *run)
{
    return circle_is_asked(run->cycle) && !inject_goes_on(run->machine->inject);
}

/* Whether endless_is_over has to be called. If a PP stands still (--faults), it will go on. */
static inline bool endless_is_asked(const struct endless_run *run)
{
    return deadlock_is_asked(run->cycle) && inject_asleep(run->machine->inject) == 0 &&
           (run->waiting == run->running || endless_looks_for_loops(run));
}

/* Whether the running PP repeats a loop in this cycle, in which it changes nothing. */
bool endless_goes_round(const struct endless_run *run, uint32_t pp);

/* Whether no PP can make progress. Then machine->fault and machine->end are set. */
bool endless_is_over(const struct endless_run *run);

#endif
