/* memory.h - memory of the libraries that the precision unit's formats come from.
 *
 * GMP and MPFR abort the process when they get none; told so here, they end it as the rest of pramsim does
 * (common/memory.h). arf.c tells FLINT. Knows no format.
 */
#ifndef SIM_REAL_MEMORY_H
#define SIM_REAL_MEMORY_H

/* Once, before any number is made. */
void real_guard_memory(void);

#endif
