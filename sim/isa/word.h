/* word.h - the effect of an instruction on the registers of one PP: asm/tables/alu.def and
 * asm/tables/system.def as functions.
 *
 * For analyses of single PPs, and for values that are equal in all PPs. Knows registers and flags; no memory,
 * no machine.
 */
#ifndef PRAM_WORD_H
#define PRAM_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "asm/tables/alu.h"
#include "sim/isa/decode.h"

/* The result of an instruction that computes (system_computes), 0 of a comparison of floats, for Rs = a and
 * S = b. *status has the flags before it, and gets N Z C V if the instruction sets them. A divisor must not
 * be 0. */
uint32_t word_compute(uint8_t opcode, uint32_t a, uint32_t b, uint32_t *status);

/* Whether a branch is taken with this status word. False for an instruction that is no branch. */
bool word_branches(uint8_t opcode, uint32_t status);

/* The flags after the instruction NAMEs, as word_flags_subs(a, b, c): c is the carry before it, 0 or 1. */
#define ALU_INTEGER(name, result, carry, overflow)                                                           \
    static inline uint32_t word_flags_##name##s(uint32_t a, uint32_t b, uint32_t c)                          \
    {                                                                                                        \
        const uint32_t r = (result);                                                                         \
        (void)a, (void)b, (void)c;                                                                           \
        return alu_flags(r, (carry), (overflow));                                                            \
    }
#include "asm/tables/alu.def"

/* One PP at an instruction. */
struct word_pp {
    uint32_t *reg; /* R0 to R31 and the sink; reg[1] is the address after the instruction */
    uint32_t *status;
    uint32_t number, pps;
    uint32_t cycle; /* lower half of the cycle counter */
};

/* Executes the immediate part of an instruction for Rs = a and S = b: results, flags, and the next pc in
 * reg[1]. Accesses to memory, host calls, hints, halt and the precision unit change nothing here. A divisor
 * must not be 0. */
void word_execute(const struct instruction *i, uint32_t a, uint32_t b, const struct word_pp *pp);

#endif
