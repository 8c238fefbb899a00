/* flags.h - flags of random programs: what sets them, what PPs execute before they use them, and by which
 * condition.
 *
 * What is compared are registers, one of them twice, constants, R0; an instruction may overwrite what it
 * compares. In between registers change, those that have been compared, too, or a word is loaded into one.
 */
#ifndef PRAM_TEST_FLAGS_H
#define PRAM_TEST_FLAGS_H

#include "tests/sim/engines.h"

/* What may be used: values in R4 to R9, the PP's number in the register `number`, and four words of own
 * memory at the register `base` plus `offset`. */
struct flag_ground {
    unsigned number, base;
    int32_t offset;
};

/* Appends an instruction that sets flags, and up to three that do not change them. */
void text_set_flags(struct program_text *text, const struct flag_ground *ground);

/* The opcode of a branch that tests flags. */
unsigned text_condition(struct program_text *text);

#endif
