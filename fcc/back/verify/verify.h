/* verify.h - checks the invariants of machine code: the rows of invariant.def. */
#ifndef FCC_BACK_VERIFY_H
#define FCC_BACK_VERIFY_H

#include "fcc/back/machine.h"

/* The stages of a function, each left by a step of the back end. */
enum machine_stage {
    MACHINE_VIRTUAL,   /* after select: virtual registers, no delays */
    MACHINE_ALLOCATED, /* after register allocation: machine registers */
    MACHINE_FRAMED,    /* after frame_build: prologue, epilogues, words of the frame from fp */
    MACHINE_FINISHED,  /* after finish_blocks: ends of blocks are branches */
    MACHINE_CLOSED     /* after delay_slots_close: correct in order, with delays */
};

enum machine_invariant {
    MACHINE_INVARIANT_none,
#define MACHINE_INVARIANT(name, from, to, sentence) MACHINE_INVARIANT_##name,
#include "fcc/back/verify/invariant.def"
    MACHINE_INVARIANT_COUNT
};

/* The name of a row. */
const char *machine_invariant_name(enum machine_invariant invariant);

/* Where an invariant is broken. */
struct machine_breach {
    enum machine_invariant invariant;
    char text[400]; /* function, block, instruction, error, the row's name and sentence */
};

/* Checks a function; symbol_count: the number of symbols of its unit. False: `breach` describes the error. */
bool machine_verify(const struct machine_function *function, enum machine_stage stage, uint32_t symbol_count,
                    struct machine_breach *breach);

/* Ends fcc with a message if a function is invalid after the step of that name. */
void machine_verify_after(const struct machine_function *function, enum machine_stage stage,
                          uint32_t symbol_count, const char *step);

/* Checks a register allocation before virtual registers are replaced: every read finds its value. `place`: by
 * virtual register, its machine register. False: `breach` says what is wrong. */
bool machine_verify_places(const struct machine_function *function, const uint32_t *place,
                           struct machine_breach *breach);

/* A function as it is before register allocation, in the arena. */
struct machine_original;
struct machine_original *machine_keep_original(struct arena *arena, const struct machine_function *function);

/* Checks an allocation like machine_verify_places, against the function of before: spills, reloads, copies
 * that are gone and values that are computed again leave each instruction the values that it read. */
bool machine_verify_values(const struct machine_original *original, const struct machine_function *function,
                           const uint32_t *place, struct machine_breach *breach);

/* Ends fcc with a message if an allocation is wrong; of type regalloc_watch. original: the function of
 * before, a struct machine_original. */
void machine_verify_allocation(const struct machine_function *function, const uint32_t *place,
                               void *original);

/* The order of accesses to memory before a step, in the arena. */
struct machine_order;
struct machine_order *machine_keep_order(struct arena *arena, const struct machine_function *function);

/* Checks that a step has kept that order where it matters. `stage`: that the step leaves. False: `breach`
 * describes the error. */
bool machine_verify_order(const struct machine_order *order, const struct machine_function *function,
                          enum machine_stage stage, struct machine_breach *breach);

/* Checks that the function that select has made has the control flow of its source. */
struct ir_function;
bool machine_verify_control(const struct ir_function *source, const struct machine_function *function,
                            struct machine_breach *breach);

/* Ends fcc with a message if the step of that name, which leaves `stage`, has not kept the order; without an
 * order (NULL), if it has not kept the source's control flow. */
void machine_verify_step(const struct machine_order *order, const struct ir_function *source,
                         const struct machine_function *function, enum machine_stage stage, const char *step);

/* ---- between verify.c, flow.c and breach.c */

struct machine_verifier {
    const struct machine_function *function;
    enum machine_stage stage;
    uint32_t symbol_count;
    const struct machine_block *block; /* under examination, or NULL */
    const struct machine_instr *instr; /* under examination, or NULL */
    struct machine_breach *breach;
};

/* Whether the row applies in the stage of the function. */
bool machine_invariant_holds(const struct machine_verifier *v, enum machine_invariant invariant);

/* Notes a breach at the place under examination; returns false. */
bool machine_breach_here(const struct machine_verifier *v, enum machine_invariant invariant,
                         const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The invariants of values, of a function whose form is valid. */
bool machine_verify_flow(struct machine_verifier *v);

#endif
