/* endless.h - runs that do not end by themselves: too long, in a deadlock, in an endless loop.
 *
 * For engines that execute cycle by cycle: all PPs have waited in barriers for a number of cycles without a
 * request, or each PP returns to an earlier state and nothing visible has changed meanwhile
 * (sim/machine/follow/circle.h). Knows the machine and views of PPs; no engine.
 */
#ifndef PRAM_ENDLESS_H
#define PRAM_ENDLESS_H

#include <stdbool.h>
#include <stdint.h>

#include "precision.h"
#include "sim/inject/inject.h"
#include "sim/machine/deadlock.h"
#include "sim/machine/follow/circle.h"

/* A run between two cycles. */
struct endless_run {
    struct machine *machine;
    const struct precision *precision;
    struct circle_watch *watch;
    void (*view)(const void *engine, uint32_t pp, struct pp_view *view);
    const void *engine;
    uint64_t cycle;            /* the next one */
    uint32_t running, waiting; /* PPs that have not halted; those of them in barriers */
};

/* Whether endless_is_over has to be called. If a PP stands still (--faults), it will go on. */
static inline bool endless_is_asked(const struct endless_run *run)
{
    const struct inject *inject = run->machine->inject;
    if (inject_asleep(inject) != 0)
        return false;
    return run->watch->cycles != 0 || (run->waiting == run->running && deadlock_is_asked(run->cycle)) ||
           (run->cycle >= run->watch->clock.due && !inject_goes_on(inject));
}

/* Whether no PP can make progress. Then machine->fault and machine->end are set. Begins and ends watches. */
bool endless_is_over(const struct endless_run *run);

/* The run has reached --max-cycles: sets machine->fault and machine->end. */
void endless_stop(const struct endless_run *run);

#endif
