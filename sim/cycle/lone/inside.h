/* inside.h - what the files of lone PPs (lone.h) share.
 *
 *   lone.c   PPs become lone, execute their instruction of a cycle, and join strands
 *   work.c   what a lone PP executes: a function for each instruction (lone.inc)
 *   code.c   prepares the instructions, before the run
 *   back.c   takes PPs back to the cycle in which the run stops
 */
#ifndef PRAM_CYCLE_LONE_INSIDE_H
#define PRAM_CYCLE_LONE_INSIDE_H

#include "sim/isa/instruction.h"
#include "sim/isa/word.h"
#include "sim/cycle/state.h"

/* 1: the PP is in a barrier. */
static inline unsigned lone_is_inside(const struct lone_pps *all, uint32_t pp)
{
    return all->state->presence.barrier_since[pp] != 0;
}

/* The flags of the PP; `flags` may be LONE_COMPARED. */
static inline uint32_t lone_flags_now(const struct lone *lone, uint32_t flags)
{
    return flags != LONE_COMPARED
               ? flags
               : word_flags_subs((uint32_t)(lone->compared >> 32), (uint32_t)lone->compared, 0);
}

/* The address that the PP accesses by the instruction, if that accesses one word. */
static inline uint32_t lone_address(const struct lone_code *code, const uint32_t *registers)
{
    return registers[code->a] + registers[code->other] + code->offset;
}

/* Removes all PPs of a day. Returns their list. */
static inline struct lone *lone_empty(struct lone_day *day)
{
    struct lone *const first = day->first;
    *day = (struct lone_day){.first = NULL};
    return first;
}

/* ---- work.c */

/* The function that executes the instruction in its cycle. After a load the PP does not run ahead: the value
 * lands in its cycle. lone_leave: only strands execute it. */
lone_work *lone_start(const struct instruction *i);

/* The function that executes it ahead; NULL: none. */
lone_work *lone_work_ahead(const struct instruction *i);

/* The function that executes ahead, as one, a comparison and the branch after it; NULL: none. */
lone_work *lone_compare(const struct instruction *comparison, const struct instruction *branch);

/* The function that executes a load, and runs ahead from the next instruction, which does not use the loaded
 * register: the value lands before it. */
lone_work *lone_load_ahead(const struct instruction *i);

/* Ends running ahead: the PP waits for the cycle of this instruction. */
lone_work lone_stop;

/* Leaves the instruction of this cycle to execute.c, with nothing changed: only strands execute it, it may
 * fault, or the PP may fall asleep. */
lone_work lone_leave;

/* Adds `weight` jumps of a PP in this cycle to the profile. */
void lone_count_leap(const struct lone_pps *all, uint32_t pp, uint32_t pc, uint32_t target, uint64_t weight,
                     uint64_t cycle);

/* Ends that the PP is lone. Returns its new strand at the instruction, which the caller has to place. */
struct strand *lone_join(struct lone *lone, const struct lone_code *i);

/* ---- code.c */

/* Prepares lone_pps.code. */
void lone_code_create(struct cycle_state *state);

#endif
