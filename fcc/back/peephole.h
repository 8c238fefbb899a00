/* peephole.h - small improvements of neighbouring instructions. */
#ifndef FCC_PEEPHOLE_H
#define FCC_PEEPHOLE_H

#include "fcc/back/machine.h"

/* After select: replaces a comparison with 0 by the flags of the instruction that computes the value. */
void peephole_fold_compare(struct machine_function *function);

/* After finish: an access and the step of its pointer become a pop or push. */
void peephole_post_increment(struct machine_function *function);

#endif
