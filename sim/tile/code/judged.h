/* judged.h - which instructions may race, and which order a PP after others (docs/check.md): the user's
 * instructions may race, except loads of polling loops (waits.h). All other accesses to shared memory count
 * as ordering. Found once, before the run; by pc. Knows programs. */
#ifndef PRAM_CODE_JUDGED_H
#define PRAM_CODE_JUDGED_H

#include <stdint.h>

struct machine;
struct operation;

/* By pc, 1 if it may race; 0 for the place after the program. The caller frees; NULL if memory is short. Sets
 * operation.looks. */
uint8_t *judged_find(const struct machine *machine, struct operation *code);

#endif
