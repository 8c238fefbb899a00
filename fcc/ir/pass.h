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
    bool report;    /* a line for each function says which passes it got */
    enum pass dump; /* after which the intermediate code is printed; PASS_none: it is not */
};

static inline bool pass_runs(const struct pass_options *options, enum pass pass)
{
    return options->optimise && (options->off >> pass & 1) == 0;
}

/* The name of a pass as users write it: with - for _. Returns text. */
enum { PASS_NAME = 24 };
const char *pass_spell(enum pass pass, char text[PASS_NAME]);

/* The pass that a user calls so, by its name or an old one, with - or _; PASS_none: there is none. */
enum pass pass_find(const char *name);

/* Whether -fno-NAME may leave the pass out, and whether there is intermediate code after it. */
bool pass_is_optional(enum pass pass);
bool pass_leaves_ir(enum pass pass);

#endif
