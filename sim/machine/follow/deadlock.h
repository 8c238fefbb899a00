/* deadlock.h - runs in which no running PP can make progress: the tests of all engines, and the report of
 * which PPs wait, where, since when.
 *
 * The place of a waiting PP is the user's call of the library. Knows the machine and views of PPs; no engine.
 */
#ifndef PRAM_DEADLOCK_H
#define PRAM_DEADLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

/* When barriers are checked: before each cycle that DEADLOCK_EVERY divides. All running PPs wait forever if
 * each has been in its barrier for more than DEADLOCK_WAITED cycles and repeats a loop there (follow.h).
 * docs/ends.md says the same; all engines agree on it. */
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

/* PPs before a cycle. */
struct deadlock_run {
    struct machine *machine;
    void (*view)(const void *state, uint32_t pp, struct pp_view *view);
    const void *state;
    uint64_t cycle;
    uint32_t first, end; /* PPs first .. end - 1 */
};

/* Whether all running PPs have been in barriers for long enough. */
bool deadlock_have_waited(const struct deadlock_run *run);

/* Whether all running PPs repeat loops, in which they change nothing. for_long: loops of up to circle_steps
 * instructions. The test begins with PP *refuter, and leaves there a PP that repeats none. */
bool deadlock_all_repeat(const struct deadlock_run *run, bool for_long, uint32_t *refuter);

/* All PPs of the machine: makes the report its fault. */
void deadlock_end(const struct deadlock_run *run);

#endif
