/* run.h - --debug: a run under the debugger in the terminal (sim/debug).
 *
 * Knows options, engines and what messages say of a run; the session core knows none of these.
 */
#ifndef PRAM_DEBUG_RUN_H
#define PRAM_DEBUG_RUN_H

#include "sim/options.h"

/* Debugs the program of a machine that has not run, until the user quits. Returns the exit status: 0, or that
 * of what could not be done; of --batch also that of a command that was wrong. */
int debug_run(const struct options *options, struct machine *machine);

#endif
