/* inside.h - what the files of lone PPs (lone.h) share.
 *
 *   lone.c   PPs become lone, execute their instruction of a cycle, and join strands
 *   work.c   what a lone PP executes: a function for each instruction (lone.inc)
 *   code.c   prepares the instructions, before the run
 *   back.c   takes PPs back to an earlier cycle
 */
#ifndef PRAM_CYCLE_LONE_INSIDE_H
#define PRAM_CYCLE_LONE_INSIDE_H

#include "sim/isa/instruction.h"
#include "sim/isa/word.h"
#include "sim/cycle/state.h"

/* How an instruction accesses memory. */
enum lone_access {
    LONE_ACCESS_PLAIN, /* at Rs + S */
    LONE_ACCESS_PUSH,  /* likewise, and Rs becomes that */
    LONE_ACCESS_POP    /* at Rs, which becomes Rs + S */
};

/* How a loaded value reaches its register. */
enum lone_landing {
    LONE_LAND_LATER,  /* the next instruction waits for its cycle, too */
    LONE_LAND_FIRST,  /* before the next instruction, which does not touch the register */
    LONE_LAND_SECOND, /* after it */
    LONE_LAND_WITH    /* the next instruction does nothing, and is executed with the load */
};

/* The flags, for `flags` that may be LONE_COMPARED. */
static inline uint32_t lone_flags_now(const struct lone *lone, uint32_t flags)
{
    return flags == LONE_COMPARED ? word_flags_subs(lone->compared.a, lone->compared.b, 0) : flags;
}

/* 1: the PP is in a barrier. */
static inline unsigned lone_is_inside(const struct lone_pps *all, uint32_t pp)
{
    return all->state->barrier_since[pp] != 0;
}

/* Whether the instruction has a constant as S, and is executed ahead accordingly. */
static inline bool lone_takes_constant(const struct instruction *i)
{
    return i->rt == 0;
}

/* ---- work.c */

/* What executes the instruction in its cycle; NULL: only strands. Of a load: with LONE_LAND_LATER. */
lone_work *lone_start(const struct instruction *i);

/* What executes it ahead; NULL: nothing. */
lone_work *lone_ahead(const struct instruction *i);

/* What executes ahead the comparison or subtraction `i` and the branch `branch` after it; NULL: they are not
 * executed as one. */
lone_work *lone_compare(const struct instruction *i, const struct instruction *branch);

/* What executes a load whose value lands like that. */
lone_work *lone_load(const struct instruction *i, enum lone_landing landing);

/* The end of what a PP executes ahead: it waits for the cycle of the instruction. */
lone_work lone_stop;

/* In a PP's code after an instruction: the delayed value of lone->value lands. */
lone_work lone_land;

/* Adds to the profile that a PP jumps, in a cycle, `weight` times. */
void lone_count_leap(const struct lone_pps *all, uint32_t pp, uint32_t pc, uint32_t target, uint64_t weight,
                     uint64_t cycle);

/* The PP is no longer lone; the caller gets a strand at the instruction, which is not placed. */
struct strand *lone_join(struct lone_pps *all, struct lone *lone, const struct lone_code *i);

/* ---- code.c */

/* Prepares lone_pps.code. False if memory is short. */
bool lone_code_create(struct cycle_state *state);

#endif
