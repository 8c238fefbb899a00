/* deadlock.h - the report of a run in which no running PP can make progress: which PPs wait, where, since
 * when. All engines report their PPs to it; it writes the text.
 *
 * The place of a waiting PP is the user's call of the library. Knows machine and faults, no engine.
 */
#ifndef PRAM_DEADLOCK_H
#define PRAM_DEADLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "caller.h"
#include "machine.h"

enum { DEADLOCK_PLACES = 3 }; /* places named in the report; others are counted */

/* A PP that waits. */
struct deadlock_pp {
    struct caller_registers at;
    uint32_t gp;
    bool in_barrier; /* otherwise it repeats a loop */
    uint64_t since;  /* cycle of its barrier_enter, if it is in a barrier */
};

/* PPs that wait in the barrier of one group, or loop, entered from one place. */
struct deadlock_place {
    struct deadlock_pp first; /* the lowest; its pc is the place */
    uint32_t count;
};

struct deadlock {
    struct deadlock_place place[DEADLOCK_PLACES];
    unsigned places;
    uint32_t others;       /* PPs at further places */
    uint32_t looping;      /* PPs that are in no barrier */
    uint32_t lowest_ended; /* the lowest PP that was not reported */
    const uint32_t *lines; /* lines_first, set by the first report */
};

/* When barriers are checked: before each cycle that DEADLOCK_EVERY divides. All running PPs wait forever if
 * each has been in its barrier for more than DEADLOCK_WAITED cycles and repeats a loop there
 * (follow/follow.h). docs/ends.md says the same; all engines agree on it. */
enum { DEADLOCK_EVERY = 256, DEADLOCK_WAITED = 256 };

static inline bool deadlock_is_asked(uint64_t cycle)
{
    return cycle % DEADLOCK_EVERY == 0;
}

/* Whether a PP that entered its barrier in the cycle `since` has waited long enough by `cycle`. */
static inline bool deadlock_has_waited(uint64_t since, uint64_t cycle)
{
    return since + DEADLOCK_WAITED < cycle;
}

/* The first such cycle for PPs, the last of which entered in the cycle `since`. */
static inline uint64_t deadlock_cycle(uint64_t since)
{
    return ((since + DEADLOCK_WAITED) / DEADLOCK_EVERY + 1) * DEADLOCK_EVERY;
}

/* Reports a waiting PP; in ascending order of PPs. The report starts as all zero. */
void deadlock_add(struct deadlock *report, struct machine *machine, const struct deadlock_pp *pp);

/* Makes the report the fault of the machine: all `running` PPs wait; `cycle` is the present one. */
void deadlock_end(const struct deadlock *report, struct machine *machine, uint32_t running, uint64_t cycle);

#endif
