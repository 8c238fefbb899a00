/* action.h - instructions as the loop of one PP executes them (loop.inc): half as long as an operation, told
 * apart by what matters there.
 *
 * What computes keeps the names of asm/tables/alu.def. A comparison and the branch after it are one action, a
 * load and the nop in its slot, too. A load's result is written at once, not one instruction later, where the
 * instruction between cannot tell the difference.
 */
#ifndef PRAM_EVENT_ACTION_H
#define PRAM_EVENT_ACTION_H

#include "sim/bsp/tile/tile.h"

enum action_kind {
    ACTION_STOP, /* left to step.c */
#define ALU_INTEGER(name, result, carry, overflow) ACTION_##name, ACTION_##name##s,
#define ALU_DIVIDE(name, result, overflow) ACTION_##name, ACTION_##name##s,
#define ALU_FLOAT2(name, result) ACTION_##name,
#define ALU_FLOAT1(name, result) ACTION_##name,
#define ALU_BITS1(name, result) ACTION_##name,
#define ALU_BRANCH(name, condition) ACTION_##name, ACTION_subs_##name, ACTION_ands_##name,
#include "asm/tables/alu.def"
    ACTION_DIVIDE_SHIFTING, /* `div` by 1 << constant */
    ACTION_FCMP,
    ACTION_CONSTANT, /* also: the number of PPs */
    ACTION_NUMBER,
    ACTION_CYCLE,
    ACTION_NOTHING, /* also: hints that the core does not need */
    ACTION_HEAR,    /* a hint that changes what it knows of the PP */
    ACTION_MARK,    /* .. that is noted or counted, and changes nothing; rs is the register that is noted */
    ACTION_JUMP,
    ACTION_CALL,
    ACTION_CALL_REGISTER,
    ACTION_REAL, /* of the precision unit: its registers alone, or set from rs; flags; the target */
    ACTION_REAL_COMPARE,
    ACTION_REAL_OUT,
    /* first those after which the loop cannot stop, then those after which it can, then those with a nop in
     * their slot, all in one order. OWN: the address is likely to lie in the own stack. */
    ACTION_LOAD,
    ACTION_LOAD_OWN,
    ACTION_POP,
    ACTION_LOAD_CAREFULLY,
    ACTION_LOAD_OWN_CAREFULLY,
    ACTION_POP_CAREFULLY,
    ACTION_LOAD_NOP,
    ACTION_LOAD_OWN_NOP,
    ACTION_POP_NOP,
    ACTION_LOOK, /* ACTION_LOAD_CAREFULLY that puts the PP after others */
    ACTION_LOOK_POP,
    ACTION_STORE,
    ACTION_STORE_OWN,
    ACTION_PUSH,
    ACTION_FOLD,
    ACTION_KINDS
};

/* A loop is not longer, if its PPs are to sleep. */
enum { ACTION_PERIOD_MOST = 16 };

/* Where PPs come from a load that is in no loop of ACTION_WAY_PLAIN instructions or more. */
enum action_way {
    ACTION_GOES_ON,       /* they do not come to it again within ACTION_PERIOD_MOST cycles */
    ACTION_MAY_COME_BACK, /* .. they may */
    ACTION_SPUN_ON,       /* .. by a branch a few instructions later */
    ACTION_WAY_PLAIN
};

struct event_action {
    uint8_t kind; /* enum action_kind */
    uint8_t rs, rt, rd, target, base;
    uint8_t
        run; /* instructions from here on to the next branch, jump, call or ACTION_STOP, itself included */
    bool lands_early;  /* a delayed result may be written at once: the next instruction does not touch the
                          register, or is left to step.c, which knows */
    uint32_t constant; /* S; the value of ACTION_CONSTANT */
    uint32_t way; /* where a branch, or ACTION_CALL, leads; of ACTION_FOLD: enum rows_fold; of ACTION_REAL and
                     those after it: its cost in cycles; of a load: of how many instructions the loop
                     is that does nothing but to compare the word with another one, or enum action_way */
};

/* Makes the actions of a program, one more than it has instructions: that is an ACTION_STOP. care: what
 * listeners want to be told of accesses, by pc, as bits of ENCOUNTER; NULL: there are none. */
void event_prepare(const struct tile_world *world, struct event_action *actions, const uint8_t *care);

/* A copy of all of them, to be freed by the caller; NULL if memory is short. */
struct event_action *event_copy_actions(const struct event_action *actions, uint32_t count);

/* The loop stops before that instruction from now on, unless it comes there within an action that is two
 * instructions. */
void event_stop_before(struct event_action *actions, uint32_t pc);

/* .. it does not any more, and what it does there is the action that was made. */
void event_pass(struct event_action *actions, const struct event_action *made, uint32_t pc);

/* A load at pc puts PPs after others from now on, as those of loops that wait do. */
void event_look_at(struct event_action *actions, uint32_t pc);

#endif
