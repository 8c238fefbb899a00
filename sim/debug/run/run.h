/* run.h - --debug and --dap: a run under the debugger, in the terminal or for an editor (sim/debug).
 *
 * Knows options, engines and messages; the session core knows none of these.
 */
#ifndef PRAM_DEBUG_RUN_H
#define PRAM_DEBUG_RUN_H

#include "sim/cli/options.h"

/* Debugs the program of a machine that has not run, until the user quits. `object`: the path of the program
 * that was compiled for the run; NULL: none was. Returns the exit status: 0, or that of an error; with
 * --batch also that of a wrong command. */
int debug_run(const struct options *options, const char *object, struct machine *machine);

/* Serves an editor by the Debug Adapter Protocol on standard input and output, or the first client at a
 * port of the loopback device. The client names the program. Returns the exit status. */
int debug_serve(const struct options *options);

#endif
