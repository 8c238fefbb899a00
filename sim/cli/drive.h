/* drive.h - runs an engine to its end and shows the progress: a line on a terminal, a line a minute
 * elsewhere, and the places of the PPs on SIGUSR1. The run pauses for checkpoints.
 *
 * Knows machine, the engine's table, explain, checkpoint and stop; not the command line.
 */
#ifndef PRAM_DRIVE_H
#define PRAM_DRIVE_H

#include <stdbool.h>

#include "sim/checkpoint/keeper.h"
#include "sim/machine/machine.h"

/* How the progress is shown on standard error. */
enum drive_show {
    DRIVE_QUIET,    /* only on SIGUSR1 */
    DRIVE_TERMINAL, /* a changing line, from two seconds on */
    DRIVE_LINES     /* a line a minute */
};

/* Whether a line is due, that many seconds after the beginning of the run and after the last line (or, before
 * the first one, after the beginning). */
bool drive_is_due(enum drive_show show, double seconds, double since_line);

/* Runs `engine` to the end of the run. keeper: of checkpoints; NULL: none. */
void drive_run(struct machine *machine, const struct engine *engine, void *state, enum drive_show show,
               struct keeper *keeper);

#endif
