/* odd_hints.h - unusual hints of barriers: PPs enter one several times, leave one that they have not entered,
 * count down or wait for a word in it, store, call the host, halt or fault there; so some wait for ever, and
 * some only seem to.
 *
 * Knows engines.h for the text of a program.
 */
#ifndef PRAM_TEST_ODD_HINTS_H
#define PRAM_TEST_ODD_HINTS_H

#include "tests/sim/engines.h"

/* Registers: the PP's number, which does not change, and three that do. */
struct odd_registers {
    unsigned number, word, count, base;
};

/* Appends some of that. `cells`: the address of eight shared words that PPs wait for, and some store to. */
void odd_hints(struct program_text *text, const struct odd_registers *registers, uint32_t cells);

#endif
