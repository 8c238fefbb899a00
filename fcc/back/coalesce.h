/* coalesce.h - gives source and target of copies one register where nothing forbids it. */
#ifndef FCC_COALESCE_H
#define FCC_COALESCE_H

#include "fcc/back/machine.h"

/* Renames registers and removes the copies that have become empty. What is needed meanwhile lies in an arena
 * with the limit of `scratch`.
 */
void coalesce_copies(const struct arena *scratch, struct machine_function *function);

#endif
