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

/* Which passes run. */
struct pass_options {
    bool verify;    /* the invariants are checked after every pass, not only at the end */
    bool optimise;  /* -O1; false: none but those that are part of making code */
    uint32_t off;   /* bit p: enum pass p is left out */
    bool near;      /* `constants` leaves a constant in loops that call, if it is wanted in one within them */
    enum pass dump; /* after which the intermediate code is printed; PASS_none: it is not */
};

/* The passes that may be left out, a bit each. */
static inline uint32_t pass_optional(void)
{
    enum { LOWER = 1, OPT = 1, FIXED = 0, BACK = 1 };
    return 0
#define PASS(name, stage, text) | (uint32_t)stage << PASS_##name
#include "fcc/ir/pass.def"
        ;
}

static inline bool pass_runs(const struct pass_options *options, enum pass pass)
{
    return options->optimise && (options->off >> pass & 1) == 0;
}

#endif
