/* caller.h - the user's call that led into library and runtime, for messages.
 *
 * Starting from a PP in the library, it walks back from frame to frame (docs/internals/abi.md, section 2) to
 * the first instruction of the user's code. The place of each function's return address is derived from its
 * instructions, once for each program. Knows machine and its memory; no engine.
 */
#ifndef PRAM_CALLER_H
#define PRAM_CALLER_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct machine;
struct observer_cycle;
struct observer_step;
struct program;

/* The registers of a PP that identify its callers. */
struct caller_registers {
    uint32_t pp;
    uint32_t pc; /* the present instruction, or the call of an inner frame */
    uint32_t a1, sp, fp, ra;
};

/* The same of a PP at `pc` with registers R0 .. R31, and of a PP that an observer sees. */
struct caller_registers caller_registers(uint32_t pp, uint32_t pc, const uint32_t *reg);
struct caller_registers caller_observed(const struct observer_cycle *cycle, const struct observer_step *step);

struct caller {
    uint32_t pc;     /* the user's call; the PP's own instruction if it is the user's, or the call unknown */
    uint32_t inside; /* the place of the PP inside that call; pc if it is in no call */
};

/* The place of the return address at an instruction. */
struct caller_place {
    uint8_t place;
    bool has_frame; /* the function has set fp */
    int pushed;     /* words on the stack from the return address on */
};

/* By pc. The arena owns it. */
struct caller_place *caller_survey(struct arena *arena, const struct program *program);

/* Walks back to the call of the function that contains `at`: pc becomes that of the call, the other registers
 * those of the caller. is_innermost: `at` has a PP's registers, not the result of an earlier call of this
 * function. False: the call is unknown; *at is then invalid. */
bool caller_step(const struct machine *machine, struct caller_registers *at, bool is_innermost);

/* The user's call of a PP with these registers. A pc outside the program is its own place. */
struct caller caller_find(const struct machine *machine, struct caller_registers at);

/* The name of the called function, if it is one for users; else NULL. Owned by the machine's object. */
const char *caller_routine(const struct machine *machine, const struct caller *caller);

#endif
