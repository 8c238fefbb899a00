/* back.h - the whole back end as one call: intermediate representation in, assembly text out. */
#ifndef FCC_BACK_H
#define FCC_BACK_H

#include <stdbool.h>
#include <stdio.h>

#include "fcc/ir/ir.h"
#include "fcc/ir/pass.h"

struct back_options {
    struct pass_options passes;
    bool lines; /* write .loc */
    /* The text of a line of a source file, or NULL, for comments; NULL: no comments. */
    const char *(*source_line)(void *context, const char *file, uint32_t line);
    void *context; /* of source_line */
};

/* Optimises every function of the unit, in place. Writes the functions to `dump` after the pass that the
 * options name. Temporary memory comes from arenas with the limit and the pool of `limits`. */
void back_optimise(struct ir_unit *unit, const struct pass_options *options, FILE *dump,
                   const struct arena *limits);

/* Prints the unit as assembly text for prasm. The unit changes only if the options enable the optimiser. */
void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options,
                  const struct arena *limits);

#endif
