/* caller.h - the user's call that led into library and runtime, for messages.
 *
 * From a PP that stands in the library one goes back from frame to frame (docs/internals/abi.md, section 2)
 * until an instruction is the user's. Where a function keeps its return address is read off its instructions,
 * once for each program. Knows machine and its memory; no engine.
 */
#ifndef PRAM_CALLER_H
#define PRAM_CALLER_H

#include <stdbool.h>
#include <stdint.h>

struct machine;
struct object;
struct program;

/* The registers of a PP that tell where it came from. */
struct caller_registers {
    uint32_t pp;
    uint32_t pc; /* where it stands, or an instruction that it has been called from, directly or not */
    uint32_t a1, sp, fp, ra;
};

struct caller {
    uint32_t pc; /* the user's call; the PP's own instruction if that is the user's, or nothing is known */
    uint32_t inside; /* where the PP was in what has been called there; pc if that is nothing */
};

/* By pc: where the return address is at that instruction; to be freed by the caller.
 */
uint8_t *caller_survey(const struct object *object, const struct program *program);

/* Goes back to the call of the function that `at` stands in: pc becomes that of the call, the other registers
 * those of the caller. is_innermost: `at` is a PP's registers, not what a call of this has made of them.
 * False: the call is not known; *at is then of no use. */
bool caller_step(const struct machine *machine, struct caller_registers *at, bool is_innermost);

struct caller caller_find(const struct machine *machine, const struct caller_registers *at);

/* The same; *by_registers: it depends on pc, a1 and ra only, not on what lies in the PP's own areas. */
struct caller caller_find_by(const struct machine *machine, const struct caller_registers *at,
                             bool *by_registers);

/* The name of what has been called, if it is one for users; NULL else. Owned by the machine's object. */
const char *caller_routine(const struct machine *machine, const struct caller *caller);

#endif
