/* coalesce.h - gives source and target of copies one register where possible. */
#ifndef FCC_COALESCE_H
#define FCC_COALESCE_H

#include "fcc/back/machine.h"

/* Renames registers and removes the copies. Temporary memory is in an arena with the limit of `scratch`. */
void coalesce_copies(const struct arena *scratch, struct machine_function *function);

#endif
