/* stepper.h - follows one PP, the leader of a team, from instruction to instruction: lines that it begins,
 * calls that it makes and returns from.
 *
 * Forward it says at once whether a step is done. Back, it takes down what the leader does in a part of the
 * run; stepper_find then says where the last step before its end began. Depth counts calls, from 0 where the
 * stepper has begun. Knows the program; no engine and no session.
 */
#ifndef PRAM_DEBUG_STEPPER_H
#define PRAM_DEBUG_STEPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct program;

enum step_kind {
    STEP_INTO,        /* the next line of the user's that begins */
    STEP_OVER,        /* the same, but in no function that is called */
    STEP_ON,          /* .. and farther on in the program: out of loops */
    STEP_OUT,         /* the return from the function; back: its call */
    STEP_INSTRUCTION, /* the next instruction */
    STEP_NEXT,        /* the same, but in no function that is called */
    STEP_BARRIER      /* the next instruction that enters a barrier */
};

/* What the leader does, taken down to look back. */
struct stepper_entry {
    uint64_t cycle;
    uint32_t key;
    int32_t depth;
    bool is_call, is_barrier, is_line;
    bool is_return; /* a line that a function that was called has returned to */
};

struct stepper {
    enum step_kind kind;
    uint32_t pp;
    const struct program *program;
    const uint32_t *keys; /* by pc: which line; 0: not the user's, or not known. Not owned */
    bool takes_down;      /* back */
    uint32_t back, sp;    /* STEP_OUT: where the function returns to, with which stack */
    uint32_t first_pc;    /* STEP_ON: where the step begins */

    struct stepper_call {
        uint32_t back, sp;
    } * calls; /* owned; calls that have not returned */
    size_t call_count, call_room;
    int32_t base;  /* depth without them */
    int32_t depth; /* of the instruction that was shown last */
    uint32_t last_pc, last_key;
    int32_t last_depth;
    bool has_begun, has_ended;     /* has_ended: the leader has halted */
    struct stepper_entry *entries; /* owned */
    size_t entry_count, entry_room;
};

/* Begins anew, with the same kind and leader. */
void stepper_begin(struct stepper *stepper);
void stepper_free(struct stepper *stepper);

/* The leader is about to execute the instruction at `pc`. True: a step forward is done, unless it begins
 * here.
 */
bool stepper_show(struct stepper *stepper, uint64_t cycle, uint32_t pc, uint32_t sp);

/* What a part of the run says of the last step in it. */
enum stepper_answer {
    STEPPER_NONE,  /* there is none */
    STEPPER_FOUND, /* it began in *cycle */
    STEPPER_UNSURE /* perhaps in *cycle: the part has to begin earlier */
};

/* Of what was taken down: the last step at `most` or before, for a look back from depth *level, or, if
 * `is_last`, from the depth at the end. If there is none, *level becomes the depth to look back from in the
 * part of the run before this one. */
enum stepper_answer stepper_find(const struct stepper *stepper, uint64_t most, bool is_last, int32_t *level,
                                 uint64_t *cycle);

#endif
