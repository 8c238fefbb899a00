/* warning.h - what a watched run (--check, --model) finds without being stopped by it, once for each place or
 * pair of places in the program.
 *
 * A warning is a fault value that only gets printed, with a second place where two PPs meet. Knows faults; no
 * machine, no engine.
 */
#ifndef PRAM_WARNING_H
#define PRAM_WARNING_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "sim/machine/cell_name.h"
#include "sim/machine/fault.h"

enum { WARNINGS_KEPT = 1000, WARNING_SLOTS = 4096 }; /* slots: a power of two, well over WARNINGS_KEPT */

/* The other PP of a warning about two. */
struct warning_other {
    uint32_t pp, pc;
    uint64_t cycle;
    const char *routine; /* as fault.routine */
};

struct warning {
    struct fault what;
    const char *kind; /* "race"; together with the two below: one place in the program. Not owned */
    uint32_t place, other_place; /* that tell places apart */
    uint32_t address;            /* global address of the cell that it is about; */
    bool has_no_cell;            /* the warning concerns no cell, or a variable in a register */
    char cell[CELL_NAME_SIZE];   /* its name as it was then; empty: what it is in the end, if it has a cell */
    bool has_other;
    struct warning_other other;
    uint64_t times;  /* how often it happened */
    uint64_t number; /* number of findings that were reported before this one */
};

/* All zero: none yet. */
struct warnings {
    struct warning *kept; /* the first places, in the order in which they were found */
    uint32_t count, room;
    uint64_t total;                /* how often anything was found, in places that are not kept too */
    uint16_t slots[WARNING_SLOTS]; /* a table of hashes: index in `kept` + 1; 0: free */
};

/* Counts a finding. `kind` is a string that lives as long as the run, always the same pointer for one kind.
 * Returns the new entry, whose `what` the caller fills with fault_set, if it is the first at its place and
 * there is room; else NULL. The entry may move when the next one is added. The arena owns the entries. */
struct warning *warnings_add(struct arena *arena, struct warnings *warnings, const char *kind, uint32_t place,
                             uint32_t other_place);

/* As warnings_add, of a finding in a cycle, about a cell, where later ones may be known already; all are
 * about cells. The entry is also returned if it was of a later one, of which it is empty now except for how
 * often. Then warnings_order puts all into the order of cycles and cells, when none come any more. */
struct warning *warnings_add_late(struct arena *arena, struct warnings *warnings, const char *kind,
                                  uint32_t place, uint32_t other_place, uint64_t cycle, uint32_t address);
void warnings_order(struct warnings *warnings);

#endif
