/* warning.h - what a checked run finds without being stopped by it, once for each place in the program.
 *
 * A warning is a fault value that only gets printed. Knows faults; no machine, no engine.
 */
#ifndef PRAM_WARNING_H
#define PRAM_WARNING_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/fault.h"

enum { WARNINGS_KEPT = 20 };

struct warning {
    struct fault what;
    unsigned kind;               /* together with the two below: one place in the program */
    uint32_t place, other_place; /* that tell places apart */
    uint64_t times;              /* how often it happened */
};

/* All zero: none yet. */
struct warnings {
    struct warning kept[WARNINGS_KEPT]; /* the first places, in the order in which they were found */
    uint32_t count;
    uint64_t total; /* how often anything was found, in places that are not kept too */
};

/* Counts a finding. Returns the new entry, whose `what` the caller fills with fault_set, if it is the first
 * at its place and there is room; else NULL. */
struct warning *warnings_add(struct warnings *warnings, unsigned kind, uint32_t place, uint32_t other_place);

#endif
