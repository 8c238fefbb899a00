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
    /* The text of a line of a source file, or NULL, for comments that people read; NULL: no comments. */
    const char *(*source_line)(void *context, const char *file, uint32_t line);
    void *context; /* of source_line */
};

/* Optimises every function of the unit; the unit is changed. Writes the functions to `dump` as they are after
 * the pass that the options name. Memory that is needed meanwhile comes from arenas with the limit and the
 * pool of `limits`. */
void back_optimise(struct ir_unit *unit, const struct pass_options *options, FILE *dump,
                   const struct arena *limits);

/* Prints the unit as assembly text for prasm. The unit is not changed unless options ask to optimise. */
void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options,
                  const struct arena *limits);

#endif
