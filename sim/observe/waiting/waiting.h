/* waiting.h - waiting PPs of a stopped run: locks of locks.h and their holders, circles of waiting, barriers
 * and the PPs that are missing in them.
 *
 * It reads registers and the records of the library's locks in memory (asm/tables/lock.def): other runs pay
 * nothing, and every engine gives the same text. Knows machine and the engine's table; no engine.
 */
#ifndef PRAM_WAITING_H
#define PRAM_WAITING_H

#include "sim/machine/machine.h"

/* Prints the lines, "pramsim: WORD: lock a (fair_lock): ..." each; none if no PP waits. `state` is that of
 * the stopped engine. */
void waiting_print(const struct machine *machine, const struct engine *engine, const void *state,
                   const char *word, FILE *stream);

#endif
