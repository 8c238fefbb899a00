/* action.h - instructions in the form that the loop of one PP executes (loop.inc): half the size of an
 * operation, with more kinds.
 *
 * A load's result is written at once, not one instruction later, if the next instruction does not use the
 * register. */
#ifndef PRAM_EVENT_ACTION_H
#define PRAM_EVENT_ACTION_H

#include "sim/solo/event.h"

/* Arithmetic and branches have their opcodes as kinds, which are less than these. */
enum action_kind {
    ACTION_STOP = 192, /* executed by step.c */
    ACTION_CONSTANT,   /* also: the number of PPs */
    ACTION_NUMBER,
    ACTION_CYCLE,
    ACTION_NOTHING, /* also: hints that the core does not need */
    ACTION_HEAR,    /* a hint that changes the core's state of the PP */
    ACTION_JUMP,
    ACTION_CALL,
    ACTION_CALL_REGISTER,
    ACTION_LOAD,
    ACTION_POP,
    ACTION_POLL, /* an ACTION_LOAD or ACTION_POP that orders the PP after others */
    ACTION_POLL_POP,
    ACTION_STORE,
    ACTION_PUSH,
    ACTION_FOLD,
    ACTION_KINDS
};

struct event_action {
    uint8_t kind; /* an opcode, or enum action_kind */
    uint8_t rs, rt, rd, target, base;
    uint8_t run; /* instructions from this one to the end of the run: a branch, jump, call or ACTION_STOP,
                    which counts, too */
    bool lands_early;  /* a delayed result may be written at once: the next instruction does not use the
                          register, or step.c executes it */
    uint32_t constant; /* S; the value of ACTION_CONSTANT */
    uint32_t way; /* target of a branch or of ACTION_CALL; enum system_fold of ACTION_FOLD; of a load: the
                     number of instructions of its loop if that only polls the word, else 0 */
};

/* Makes the actions of a program, and an ACTION_STOP after the last. */
void event_prepare(const struct tile_world *world, struct event_action *actions);

/* From now on, a load at pc orders PPs after others, as loads of polling loops do. */
void event_make_poll(struct event_action *actions, uint32_t pc);

#endif
