/* lockstep.h - what the checker need not examine PP by PP.
 *
 *   sift.c   steps that concern only the PP's own registers
 *   rest.c   PPs that poll a cell
 *
 * For check.c.
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

/* The cycle check->now: carries out the steps that concern only the PP's own registers, and fills
 * check->steps with all others. sift_end must follow, when these have been examined. */
void sift_cycle(struct check *check);
void sift_end(struct check *check);

/* ---- rest.c */

/* observer.rests. */
bool rest_allows(void *context, const struct observer_rest *rest);

#endif
