/* step.h - a strand's instruction under execution: what execute.c has for each, and sleep.c for a trial. */
#ifndef PRAM_CYCLE_STEP_H
#define PRAM_CYCLE_STEP_H

#include "state.h"

/* Where the members continue. */
enum step_next {
    STEP_ON,      /* at the next instruction */
    STEP_LABEL,   /* at the instruction's constant */
    STEP_BRANCH,  /* at either of these, by their flags */
    STEP_REGISTER /* each at its R1 */
};

/* A strand's instruction under execution. Rows of a span begin at its first member. */
struct step {
    struct cycle_state *state;
    struct strand *strand;
    const struct instruction *instruction;
    const struct kernels *kernels;
    struct kernel_members members;
    struct kernel_operands operands;
    uint32_t landing; /* the register that gets a delayed value in this cycle */
    uint32_t leaving; /* the register that gets a delayed value in the next cycle */
    enum step_next next;
    bool is_deferred;
};

static inline uint32_t *step_row(const struct step *step, unsigned r)
{
    return cycle_row(step->state, r) + step->members.first;
}

static inline void step_begin(struct step *step, struct cycle_state *state, struct strand *strand)
{
    const struct instruction *const i = &state->machine->program.code[strand->pc];
    step->state = state;
    step->strand = strand;
    step->instruction = i;
    step->kernels = state->kernels;
    step->members = strand_members(strand);
    step->landing = strand->late;
    step->leaving = DECODE_SINK;
    step->next = STEP_ON;
    step->is_deferred = false;
    step->operands.a = step_row(step, i->rs);
    step->operands.b = step_row(step, i->rt);
    step->operands.constant = i->constant;
    step->operands.target = step_row(step, i->target);
    step->operands.flags = state->flags + step->members.first;
}

#endif
