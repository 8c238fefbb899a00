/* back.h - the whole back end as one call: intermediate representation in, assembly text out. */
#ifndef FCC_BACK_H
#define FCC_BACK_H

#include <stdbool.h>
#include <stdio.h>

#include "fcc/ir/ir.h"

struct back_options {
    bool optimise; /* -O1 */
    bool lines;    /* write .loc */
};

/* Optimises every function of the unit, if asked to; the unit is changed. Memory that is needed meanwhile
 * comes from an arena of `limit` bytes (0: no limit) that calls `full`, which must not return. */
void back_optimise(struct ir_unit *unit, size_t limit, void (*full)(void *context), void *context);

/* Prints the unit as assembly text for prasm. The unit is not changed unless options ask to optimise. */
void back_compile(FILE *out, struct ir_unit *unit, const struct back_options *options, size_t limit,
                  void (*full)(void *context), void *context);

#endif
