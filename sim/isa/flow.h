/* flow.h - where a PP may go from an instruction, for every analysis of a
 * program.
 *
 * A delayed value for R1 is a jump that takes effect one instruction later. The instruction in between is the
 * slot of the jump. If the slot is itself a delayed jump, the instruction at the first target is the slot of
 * the second jump. So a place is a pc plus whether a jump is pending. Knows instructions; no operations.
 */
#ifndef PRAM_FLOW_H
#define PRAM_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/isa/decode.h"

struct flow_place {
    uint32_t pc;
    bool jumps; /* a delayed value for R1 is pending: the instruction at pc is its slot */
};

enum { FLOW_MOST = 2, FLOW_ANYWHERE = FLOW_MOST + 1 };

/* The places that may follow an execution of the instruction `i`, in a program of `count` instructions:
 * next[0] .. next[answer - 1]; the pc after the last instruction is a place. 0: the PP stops. FLOW_ANYWHERE:
 * the target is unknown; next[0].jumps is true if a jump is pending there. */
unsigned flow_next(const struct instruction *i, uint32_t count, struct flow_place at,
                   struct flow_place next[FLOW_MOST]);

/* As flow_next, within a function: a call continues at the instruction after it. */
unsigned flow_next_inside(const struct instruction *i, uint32_t count, struct flow_place at,
                          struct flow_place next[FLOW_MOST]);

/* Whether the three instructions from pc on are a far jump as prlink writes it: they make an address in a
 * register and jump there. Then *to becomes that address. */
bool flow_jumps_far(const struct instruction *code, uint32_t count, uint32_t pc, uint32_t *to);

/* As above, for the call at pc and the two instructions before it. */
bool flow_calls_far(const struct instruction *code, uint32_t pc, uint32_t *to);

/* Sets slots[pc] to 1 for each pc, including the one after the program, that may be the slot of a jump; else
 * to 0. */
void flow_find_slots(const struct instruction *code, uint32_t count, uint8_t *slots);

#endif
