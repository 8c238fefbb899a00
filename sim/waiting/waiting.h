/* waiting.h - which PP waits for what, when a run has stopped on its way: locks of locks.h and their holders,
 * circles of waiting, barriers and the PPs that are missing in them.
 *
 * Read from the PPs' registers and from memory, where the library's locks say it (asm/tables/lock.def): a run
 * that does not stop pays nothing, and every engine has the same text. Knows machine and the engine's table;
 * no engine.
 */
#ifndef PRAM_WAITING_H
#define PRAM_WAITING_H

#include <stdio.h>

#include "sim/machine/machine.h"

/* Prints the lines, "pramsim: WORD: lock a (fair_lock): ..." each; none if no PP waits. `state` is that of
 * the engine, which has stopped. */
void waiting_print(const struct machine *machine, const struct engine *engine, const void *state,
                   const char *word, FILE *stream);

#endif
