/* body.h - where the body of a function begins, for debuggers. */
#ifndef FCC_DWARF_BODY_H
#define FCC_DWARF_BODY_H

#include "fcc/back/machine.h"

/* Sets function->body. Stores and copies of the prologue that stand behind it in its block get the place of
 * the instruction before them, so that a step does not lead from the first statement back to the function's
 * line.
 */
void body_find(struct machine_function *function);

#endif
