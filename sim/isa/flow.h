/* flow.h - where a PP may go from an instruction, for every analysis of a
 * program.
 *
 * A delayed value for R1 is a jump that is over one instruction later: the instruction where the PP is
 * meanwhile is the slot of the jump. The slot need not stand after the jump: if the slot is a delayed jump,
 * too, the instruction at the first target is the slot of the second jump. So a place is a pc and whether a
 * jump is on its way. Knows instructions; no operations.
 */
#ifndef PRAM_FLOW_H
#define PRAM_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/isa/decode.h"

struct flow_place {
    uint32_t pc;
    bool jumps; /* a delayed value for R1 is on its way: the instruction at pc is its slot */
};

enum { FLOW_MOST = 2, FLOW_ANYWHERE = FLOW_MOST + 1 };

/* Where a PP goes on after it has executed the instruction `i` at a place, in a program of `count`
 * instructions: next[0] .. next[answer - 1]; the pc after the last instruction is a place. 0: it stops.
 * FLOW_ANYWHERE: that is not known; then next[0].jumps is true if a jump is on its way there. */
unsigned flow_next(const struct instruction *i, uint32_t count, struct flow_place at,
                   struct flow_place next[FLOW_MOST]);

/* The same within a function: a call goes on at the instruction after it. */
unsigned flow_next_inside(const struct instruction *i, uint32_t count, struct flow_place at,
                          struct flow_place next[FLOW_MOST]);

/* Whether three instructions from pc on are a far jump as prlink writes it: an address is made in a register,
 * and a jump leads there. Then *to becomes that address. */
bool flow_leads_far(const struct instruction *code, uint32_t count, uint32_t pc, uint32_t *to);

/* The same of the call at pc and the two instructions before it. */
bool flow_calls_far(const struct instruction *code, uint32_t pc, uint32_t *to);

/* slots[pc] becomes 1 for each pc, the one after the program included, where a PP may be while a jump is on
 * its way; else 0. */
void flow_find_slots(const struct instruction *code, uint32_t count, uint8_t *slots);

#endif
