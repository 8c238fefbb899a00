/* invariant.h - invariants of the cycle engine between two cycles (invariant.def). */
#ifndef PRAM_CYCLE_INVARIANT_H
#define PRAM_CYCLE_INVARIANT_H

struct cycle_state;

/* The text of the first violated invariant; NULL: all hold. Examines every PP. */
const char *invariant_broken(struct cycle_state *state);

#endif
