/* chains.h - chains of delayed jumps for random programs: a jump in the slot of another one, so that the slot
 * of the second stands at the target of the first, and so on.
 *
 * The targets lie in a table in the PP's own memory, which the program fills first. Flags are set before the
 * chain and in its slots, read after it, and set by instructions after the slots that are never executed.
 * Jumps are loads, pops and multiprefix; a slot is anything of one instruction. */
#ifndef PRAM_TEST_CHAINS_H
#define PRAM_TEST_CHAINS_H

#include "tests/sim/engines.h"

/* What a chain may use: CHAIN_WORDS words of own memory at the register `base` plus `offset`; values in R4 to
 * R9; `scratch` and the register after it. parts: PPs, by their number in register `number`, may jump to
 * different places, and branch by their flags. */
struct chain_ground {
    unsigned base, scratch, number;
    int32_t offset;
    bool parts;
};
enum { CHAIN_WORDS = 8 };

/* Appends a chain of two to four jumps; nothing if the text is nearly full. */
void text_chain(struct program_text *text, const struct chain_ground *ground);

#endif
