/* lockstep.h - what the checker need not examine PP by PP.
 *
 *   sift.c   steps that concern only the PP's own registers
 *   rest.c   PPs that poll a cell
 *
 * For check.c, where an engine shows PPs in lockstep.
 */
#ifndef PRAM_CHECK_LOCKSTEP_H
#define PRAM_CHECK_LOCKSTEP_H

#include "sim/check/words.h"

/* The last round of a loop that a PP has begun where it may rest. */
struct round {
    uint32_t head;
    uint64_t cycle; /* registers before the round */
    uint64_t found; /* number of findings before the round */
};

/* ---- sift.c */

/* Call it after all other parts have surveyed the program. */
void sift_survey(struct check *check);

/* A cycle of PPs in lockstep: carries out the steps that concern only the PP's own registers, and returns the
 * cycle with all other steps in the order of PPs. sift_end must follow. */
const struct observer_cycle *sift_cycle(struct check *check, const struct observer_cycle *cycle);
void sift_end(struct check *check);

/* ---- rest.c */

/* observer.rests. */
bool rest_allows(void *context, const struct observer_rest *rest);

#endif
