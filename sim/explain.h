/* explain.h - what a stopped run's message says beyond the fault itself: the user's call where the library
 * has met the fault; of a run that was stopped from outside or that is too long, where the PPs were.
 *
 * Looks at the PPs through the engine when it has stopped, so that engines need not. Knows machine and the
 * engine's table; nothing else.
 */
#ifndef PRAM_EXPLAIN_H
#define PRAM_EXPLAIN_H

#include "sim/machine/machine.h"

/* Completes the fault of a run that `engine` has just ended, if it is one. */
void explain_fault(struct machine *machine, const struct engine *engine, const void *state);

/* Whether a fault is not about what one PP has done: a run that is stopped on its way, or a deadlock. */
bool explain_is_about_all(int code);

enum { EXPLAIN_WHERE_SIZE = 600 };

/* Writes where the PPs of a run are that has stopped on its way: "60 of 63 running PPs wait in a barrier, PP
 * 0 since cycle 3 at sort.fork:6, in function main; 1 PP has ended; PP 3 at sort.fork:12, in function merge".
 * The last one is the lowest that does not wait. Returns `text`. */
const char *explain_where(const struct machine *machine, const struct engine *engine, const void *state,
                          char text[EXPLAIN_WHERE_SIZE]);

#endif
