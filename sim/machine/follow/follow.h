/* follow.h - what becomes of a PP if no cell changes: whether it goes round for ever, and where it is in a
 * later cycle.
 *
 * The machine is deterministic. Where no PP stores, asks for a multiprefix or the host, or looks at the
 * clock, what a PP does depends on its own state alone: registers, flags, the delayed value on its way, the
 * parity of its cycle counter. A PP that comes back to a state goes round for ever. If each of the running
 * PPs does so, no cell ever changes, and the run never ends.
 *
 * All engines ask here, so they find the same. Knows the machine and its memory; no engine.
 */
#ifndef PRAM_FOLLOW_H
#define PRAM_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

/* A PP between two instructions. reg[1]: the pc; reg[DECODE_SINK] takes what is written to R0. late_target:
 * the register that late_value reaches after the next instruction; DECODE_SINK: none does. */
struct follow {
    uint32_t reg[DECODE_SINK + 1];
    uint32_t flags; /* N Z C V as in the status word */
    uint32_t late_target, late_value;
    uint32_t pp;
    uint64_t cycle; /* of the next instruction */
};

/* A PP is followed for so many instructions at most. */
enum { FOLLOW_MOST = 512 };

/* Whether the PP comes back to a state in which it was, and on its way there has done nothing but to compute,
 * to branch and to load from shared memory and its own areas. False also if that takes too long. */
bool follow_finds_circle(const struct machine *machine, const struct follow *from);

/* Leads a PP of whom follow_finds_circle is true to the cycle, or, if it is beyond that, on to where its
 * circle has it in the state that it had in the cycle. */
void follow_to(const struct machine *machine, struct follow *follow, uint64_t cycle);

#endif
