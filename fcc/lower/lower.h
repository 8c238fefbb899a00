/* lower.h - from the checked tree to the intermediate representation. */
#ifndef FCC_LOWER_H
#define FCC_LOWER_H

#include "fcc/ir/ir.h"
#include "fcc/text/unit.h"

struct lower;

/* Starts with the source `file`, of which nothing is parsed yet. */
struct lower *lower_new(struct unit *unit, const char *file);

/* A function with its body, free of errors; the trees are not looked at again. */
void lower_function(struct lower *l, struct symbol *function);

/* After the whole file, which is free of errors: its objects, and of its functions those that are wanted:
 * static ones must be reached from others or from objects. */
struct ir_unit *lower_finish(struct lower *l);

#endif
