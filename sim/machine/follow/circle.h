/* circle.h - runs that never end because all PPs repeat loops: a lock that is never released, a flag that no
 * PP sets. When a run is tested for that, and the test of a PP.
 *
 * The test depends on nothing but the state of the machine at the start of a cycle, and its cycles are fixed.
 * So all engines end a run in the same cycle, wherever it was stopped, moved or continued. Knows the machine;
 * no engine.
 */
#ifndef PRAM_CIRCLE_H
#define PRAM_CIRCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/follow/follow.h"

/* The first cycle of the test that is not before `cycle`: 65,536, then four for each doubling. A run that
 * ends soon is never tested, and the time of tests is a small part of a longer one. Each is a cycle of the
 * test of barriers, too (deadlock.h). */
uint64_t circle_next(uint64_t cycle);

static inline bool circle_is_asked(uint64_t cycle)
{
    return circle_next(cycle) == cycle;
}

/* The test before a cycle: whether the PP returns to an earlier state, as long as no other PP changes
 * anything, and changes nothing on the way that another PP could see. If that holds for all running PPs, the
 * run never ends. The longer the run, the longer the loop may be. cells: as for follow_repeats. */
bool circle_holds(const struct machine *machine, const struct follow *from, struct follow_cells *cells,
                  bool in_barrier, uint64_t cycle);

#endif
