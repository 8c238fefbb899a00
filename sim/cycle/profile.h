/* profile.h - what the cycle engine counts for --profile, instruction by instruction.
 *
 * What strands execute is noted, and counted when the cycle has ended: a cycle with a fault does not count.
 * Uses sim/machine/counts.h; called while strands are executed.
 */
#ifndef PRAM_CYCLE_PROFILE_H
#define PRAM_CYCLE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cycle_state;
struct strand;

/* An instruction that PPs have executed in this cycle. */
struct profile_note {
    uint32_t pc, target; /* of a call or jump: its target; else UINT32_MAX */
    uint32_t pps;        /* their number */
    bool is_inside;      /* they are in barriers */
};

struct profile_notes {
    struct profile_note *notes; /* owned; of this cycle */
    size_t count, room;
};

/* The strand has executed the instruction at strand->pc. `target`: the next pc; UINT32_MAX: each member
 * continues at its R1 (calls and jumps). */
void profile_strand(struct cycle_state *state, const struct strand *strand, uint32_t target);

/* A PP has executed the instruction at `pc` and continues at its R1. */
void profile_pp(struct cycle_state *state, uint32_t pp, uint32_t pc);

/* Counts what was noted in this cycle. */
void profile_finish(struct cycle_state *state);

#endif
