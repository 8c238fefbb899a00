/* stepper.h - follows one PP, the leader of a team, from instruction to instruction: through lines, calls
 * and returns.
 *
 * Forward, it tells at once whether a step is complete. Backward, it records the leader's instructions in a
 * part of the run; stepper_find then finds the beginning of the last step. Depth counts calls, from 0 at the
 * beginning. Knows the program; no engine and no session.
 */
#ifndef PRAM_DEBUG_STEPPER_H
#define PRAM_DEBUG_STEPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct program;

enum step_kind {
    STEP_INTO,        /* to the next line of the user's code */
    STEP_OVER,        /* to the next line, but not in called functions */
    STEP_ON,          /* as STEP_OVER, but never backward in the program: leaves loops */
    STEP_OUT,         /* to the return of the function; backward: to its call */
    STEP_INSTRUCTION, /* to the next instruction */
    STEP_NEXT,        /* to the next instruction, but not in called functions */
    STEP_BARRIER,     /* to the next instruction that enters a barrier */
    STEP_GROUP /* to user code after the PP has left its group; backward: to where it enters the group */
};

/* What an instruction of the leader is to a step. */
enum stepper_mark {
    MARK_ANY = 1,
    MARK_LINE = 2, /* the first one of a line */
    MARK_CALL = 4,
    MARK_BARRIER = 8, /* enters a barrier */
    MARK_ENTRY = 16   /* enters the group in which the step begins */
};

/* A recorded instruction of the leader, with the mark at which such a step back may begin. */
struct stepper_entry {
    uint64_t cycle;
    uint32_t key;
    int32_t depth;
    unsigned marks; /* bits of enum stepper_mark */
    bool is_return; /* a line to which a called function has returned */
};

struct stepper {
    enum step_kind kind;
    uint32_t pp;
    const struct program *program;
    const uint32_t
        *keys; /* not owned; by pc: number of the line; 0: a prologue, not the user's code, or unknown */
    bool takes_down;      /* backward */
    uint32_t back, sp;    /* STEP_OUT: return address and stack pointer after the return */
    uint32_t first_pc;    /* STEP_ON: the line in which the step begins */
    uint32_t group;       /* STEP_GROUP: gp where the step begins */
    uint64_t users_cycle; /* of the last instruction in the user's code */

    struct stepper_call {
        uint32_t back, sp;
    } * calls; /* owned; calls that have not returned */
    size_t call_count, call_room;
    uint32_t *groups; /* owned; STEP_GROUP: gp of `group` and of its subgroups that the PP is in; empty: it
                         has left `group` */
    size_t group_count, group_room;
    int32_t base;     /* depth without those calls */
    int32_t depth;    /* of the previous instruction */
    uint32_t last_pc; /* of the previous instruction; UINT32_MAX: there is none */
    uint32_t last_key;
    int32_t last_depth;
    bool has_ended;                /* the leader has halted */
    struct stepper_entry *entries; /* owned */
    size_t entry_count, entry_room;
};

/* Starts again, with the same kind and leader. */
void stepper_begin(struct stepper *stepper, bool backward);
void stepper_free(struct stepper *stepper);

/* The leader is about to execute the instruction at `pc`. True: a step forward is complete, unless it
 * begins here.
 */
bool stepper_show(struct stepper *stepper, uint64_t cycle, uint32_t pc, uint32_t sp, uint32_t gp);

/* What a part of the run tells about its last step. */
enum stepper_answer {
    STEPPER_NONE,  /* no step begins in this part */
    STEPPER_FOUND, /* the step began in *cycle */
    STEPPER_UNSURE /* the step may have begun in *cycle: an earlier part must decide */
};

/* Finds the last recorded step in cycle `most` or before. The search starts from depth *level, or, if
 * `is_last`, from the depth at the end. Without a step, *level becomes the depth for the search in the
 * previous part. */
enum stepper_answer stepper_find(const struct stepper *stepper, uint64_t most, bool is_last, int32_t *level,
                                 uint64_t *cycle);

#endif
