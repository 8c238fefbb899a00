/* deadlock.h - the report of a run in which every running PP waits in a barrier that cannot complete: who
 * waits, where, since when. Both engines tell it their PPs and leave the words to it.
 *
 * Where a PP waits is the call that brought it into the runtime's barrier. Knows machine and faults, no
 * engine.
 */
#ifndef PRAM_DEADLOCK_H
#define PRAM_DEADLOCK_H

#include <stdint.h>

#include "machine.h"

enum { DEADLOCK_PLACES = 3 }; /* named in the report; the others are counted */

/* PPs that wait in the barrier of one group, entered from one place. */
struct deadlock_place {
    uint32_t group; /* the group pointer */
    uint32_t pc;
    uint32_t count;
    uint32_t first; /* the lowest PP, */
    uint64_t since; /* and the cycle in which it entered */
};

struct deadlock {
    struct deadlock_place place[DEADLOCK_PLACES];
    unsigned places;
    uint32_t others; /* PPs at further places */
};

/* Takes down a waiting PP; in ascending order of PPs. `pc` is the instruction it stands at, `link` its
 * register ra, `group` its gp, `since` the cycle of its barrier_enter. The report begins as all zero. */
void deadlock_add(struct deadlock *report, const struct machine *machine, uint32_t pp, uint32_t pc,
                  uint32_t link, uint32_t group, uint64_t since);

/* Makes it the fault of the machine: all `running` PPs wait. */
void deadlock_end(const struct deadlock *report, struct machine *machine, uint32_t running);

#endif
