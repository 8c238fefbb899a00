/* lower.h - from the checked tree to the intermediate representation. */
#ifndef FCC_LOWER_H
#define FCC_LOWER_H

#include "fcc/ir/ir.h"
#include "fcc/text/unit.h"

/* The whole file; the tree must be free of errors. */
struct ir_unit *lower_unit(struct unit *unit);

#endif
