/* explain.h - additions to the message of a stopped run: the user's call for a fault in the library; the
 * places of the PPs for a run that was stopped from outside or is too long.
 *
 * Reads the PPs through the stopped engine. Knows machine and the engine's table; nothing else.
 */
#ifndef PRAM_EXPLAIN_H
#define PRAM_EXPLAIN_H

#include "sim/machine/machine.h"

/* Completes the fault of a run that `engine` has just ended, if there is one. */
void explain_fault(struct machine *machine, const struct engine *engine, const void *state);

/* Whether a fault is not caused by one PP: a stop from outside, or a deadlock. */
bool explain_is_about_all(int code);

enum { EXPLAIN_WHERE_SIZE = 600 };

/* Writes the places of the PPs of a stopped run: "60 of 63 running PPs wait in a barrier, PP 0 since cycle 3
 * at sort.fork:6, in function main; 1 PP has ended; PP 3 at sort.fork:12, in function merge". The last one is
 * the lowest that does not wait. Returns `text`. */
const char *explain_where(const struct machine *machine, const struct engine *engine, const void *state,
                          char text[EXPLAIN_WHERE_SIZE]);

#endif
