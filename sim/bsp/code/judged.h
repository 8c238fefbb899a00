/* judged.h - which instructions may race, and which put a PP after what others have done (docs/check.md): the
 * user's instructions may race, except loads that wait for other PPs (waits.h). All other accesses to
 * shared memory are taken for ones that order. Found once, before the run; by pc. Knows programs.
 */
#ifndef PRAM_CODE_JUDGED_H
#define PRAM_CODE_JUDGED_H

#include <stdint.h>

struct machine;
struct operation;

/* By pc, 1 if it may race, and 0 for the place after the program. To be freed by the caller; NULL if memory
 * is short. Sets operation.looks. */
uint8_t *judged_find(const struct machine *machine, struct operation *code);

#endif
