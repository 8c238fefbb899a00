/* collisions.h - PPs of random programs that access one shared cell in one cycle.
 *
 * Some PPs, or all, wait for a cycle with the same remainder by 16. Then two ways of equal length lead them
 * to requests of one kind or two: stores of different words, loads beside stores, multiprefix of two
 * operations. */
#ifndef PRAM_TEST_COLLISIONS_H
#define PRAM_TEST_COLLISIONS_H

#include "tests/sim/engines.h"

/* What may be used: values in R4 to R9, the PP's number in the register `number`, the register `scratch`. */
struct collision_ground {
    unsigned number, scratch;
};

/* What PPs ask of the cell. */
enum collision {
    COLLISION_ANY,      /* whatever there is */
    COLLISION_ONE_KIND, /* never two operations, or an operation and a store: --mixed=error finds nothing */
    COLLISION_FOLDS     /* multiprefix, mostly of two operations */
};

/* Appends a meeting at the cell that register `base` plus `offset` names. */
void text_collide(struct program_text *text, const struct collision_ground *ground, enum collision collision,
                  unsigned base, int32_t offset);

#endif
