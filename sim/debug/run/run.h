/* run.h - --debug and --dap: a run under the debugger, in the terminal or for an editor (sim/debug).
 *
 * Knows options, engines and what messages say of a run; the session core knows none of these.
 */
#ifndef PRAM_DEBUG_RUN_H
#define PRAM_DEBUG_RUN_H

#include "sim/options.h"

/* Debugs the program of a machine that has not run, until the user quits. Returns the exit status: 0, or that
 * of what could not be done; of --batch also that of a command that was wrong. */
int debug_run(const struct options *options, struct machine *machine);

/* Serves editors by the Debug Adapter Protocol, on standard input and output, or on a port of the loopback
 * device for the first client that connects. Programs are those that clients ask for. Returns the exit
 * status. */
int debug_serve(const struct options *options);

#endif
