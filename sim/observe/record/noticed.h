/* noticed.h - a race that a run has come across by itself (docs/check.md), as a finding: once
 * for each pair of places in the source, whichever PP came first, by the earliest time that is known.
 *
 * The event core says what happened; this file words and keeps the finding. Knows machine; no engine.
 */
#ifndef PRAM_NOTICED_H
#define PRAM_NOTICED_H

#include "sim/observe/record/warning.h"

struct machine;

/* What a PP did, and what another one had done to the cell before. */
enum noticed_kind {
    NOTICED_LOAD,         /* loads; stored */
    NOTICED_STORE,        /* stores something else; stored */
    NOTICED_STORE_LOADED, /* stores something else; loaded, */
    NOTICED_STORE_KEPT    /* stores something else; stored the same value */
};

/* Counts it in machine.noticed. places: of lines_first. */
void noticed_add(struct machine *machine, const uint32_t *places, enum noticed_kind kind, uint32_t cell,
                 struct warning_other access, struct warning_other other);

#endif
