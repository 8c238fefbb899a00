/* lower.h - from the checked tree to the intermediate representation. */
#ifndef FCC_LOWER_H
#define FCC_LOWER_H

#include "fcc/ir/ir.h"
#include "fcc/text/unit.h"

struct lower;

/* Starts with the source `file`, before anything is parsed. */
struct lower *lower_new(struct unit *unit, const char *file);

/* A function with its body, free of errors; its tree is not used afterwards. */
void lower_function(struct lower *l, struct symbol *function);

/* After the whole file, free of errors: lowers its objects, and keeps the functions that are used: static
 * ones must be reachable from others or from objects. */
struct ir_unit *lower_finish(struct lower *l);

#endif
