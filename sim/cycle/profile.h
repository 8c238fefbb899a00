/* profile.h - what the cycle engine counts for --profile, instruction by instruction.
 *
 * What is counted of a cycle is noted, so that it can be taken back if the cycle ends with a fault: the cycle
 * then does not count. Stands on sim/machine/counts.h; called while strands are executed.
 */
#ifndef PRAM_CYCLE_PROFILE_H
#define PRAM_CYCLE_PROFILE_H

#include <stddef.h>
#include <stdint.h>

struct cycle_state;
struct strand;

/* An instruction that PPs have executed. */
struct profile_note {
    uint32_t pc, target;      /* of a call or jump: where it led; else UINT32_MAX */
    uint32_t outside, inside; /* PPs in no barrier, in a barrier */
};

struct profile_notes {
    struct profile_note *notes; /* owned; of this cycle */
    size_t count, room;
};

/* The strand has executed the instruction at strand->pc. `target`: where it goes on; UINT32_MAX: each member
 * at its R1, if the instruction is a call or jump. */
void profile_strand(struct cycle_state *state, const struct strand *strand, uint32_t target);

/* `count` PPs have executed the instruction at `pc` and go on at their R1. */
void profile_members(struct cycle_state *state, const uint32_t *members, uint32_t count, uint32_t pc);

/* PPs asleep have executed an instruction of their loop. */
void profile_poll(struct cycle_state *state, const uint32_t *members, uint32_t count, uint32_t pc,
                  uint64_t times);

/* The cycle counts; it does not. */
void profile_keep(struct cycle_state *state);
void profile_take_back(struct cycle_state *state);

#endif
