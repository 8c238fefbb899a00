/* present.h - the cycle engine shows its listeners each cycle before it is executed (sim/machine/observer.h).
 *
 * Strands are shown as PPs in lockstep; steps in the order of PPs are made only for a listener that wants
 * them. Knows strands, rows and sleepers.
 */
#ifndef PRAM_CYCLE_PRESENT_H
#define PRAM_CYCLE_PRESENT_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;
struct observer_access;
struct observer_lockstep;
struct observer_step;

/* Buffers for a shown cycle. */
struct present {
    struct observer_lockstep *lockstep; /* room for one a PP */
    uint32_t lockstep_count;
    struct observer_access *accesses; /* room for one a PP, and one more */
    uint32_t access_count;
    uint32_t awake;              /* steps */
    struct observer_step *steps; /* by PP, then without gaps; NULL: not wanted */
    uint8_t *is_here;            /* by PP: it has a step; all 0 between two calls */
    uint32_t *ready;             /* members that are shown, of strands whose other members are busy */
    bool sees_asleep;
    bool skips; /* cycles in which no PP is shown */
};

/* Does nothing for a run without listeners. */
void present_create(struct cycle_state *state);

/* Shows the cycle. False: a listener has ended the run. */
bool present_cycle(struct cycle_state *state);

#endif
