/* present.h - the cycle engine shows its listeners each cycle before it is executed (sim/machine/observer.h).
 *
 * Knows strands, rows and sleepers.
 */
#ifndef PRAM_CYCLE_PRESENT_H
#define PRAM_CYCLE_PRESENT_H

#include <stdbool.h>
#include <stdint.h>

struct cycle_state;
struct observer_access;
struct observer_strand;

/* Buffers for a shown cycle. */
struct present {
    struct observer_strand *strands; /* room for one a PP */
    uint32_t strand_count;
    struct observer_access *loads, *changes; /* room for one a PP, and one more */
    uint32_t load_count, change_count;
    uint32_t *sorted; /* members of strands whose busy members are shown one by one */
    bool skips;       /* cycles in which no PP is shown */
};

/* Does nothing for a run without listeners. */
void present_create(struct cycle_state *state);

/* Shows the cycle. False: a listener has ended the run. */
bool present_cycle(struct cycle_state *state);

#endif
