/* pass.h - the passes that make code better, and the options about them; rows in pass.def. */
#ifndef FCC_PASS_H
#define FCC_PASS_H

#include <stdbool.h>
#include <stdint.h>

enum pass {
    PASS_none,
#define PASS(name, stage, text) PASS_##name,
#include "fcc/ir/pass.def"
    PASS_COUNT
};

/* Levels of optimisation. */
enum pass_level {
    PASS_LEVEL_NONE,  /* -O0: only passes that code generation needs */
    PASS_LEVEL_DEBUG, /* -Og: without the passes of debug_level.def; variables keep their values */
    PASS_LEVEL_ALL    /* -O1 */
};

/* Which passes run. */
struct pass_options {
    bool verify;   /* check the invariants after every pass, not only at the end */
    bool optimise; /* false: only passes that code generation needs */
    bool keep;     /* lowering puts an IR_KEEP where a variable no longer needs its value */
    uint32_t off;  /* bit p: enum pass p is left out */
    bool near;   /* `constants` leaves a constant in loops with calls, if it is used in a loop within them */
    bool report; /* print a line with the passes of each function */
    enum pass dump; /* print the intermediate code after this pass; PASS_none: do not */
};

static inline bool pass_runs(const struct pass_options *options, enum pass pass)
{
    return options->optimise && (options->off >> pass & 1) == 0;
}

/* Sets the fields for a level, which leaves out no pass of the set `wanted` (a bit each). */
void pass_set_level(struct pass_options *options, enum pass_level level, uint32_t wanted);

/* The name of a pass for users: with - for _. Returns text. */
enum { PASS_NAME = 24 };
const char *pass_spell(enum pass pass, char text[PASS_NAME]);

/* The pass of this name, present or old, with - or _; PASS_none: none. */
enum pass pass_find(const char *name);

/* Whether -fno-NAME may leave the pass out, and whether intermediate code exists after it. */
bool pass_is_optional(enum pass pass);
bool pass_leaves_ir(enum pass pass);

#endif
