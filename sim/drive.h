/* drive.h - lets an engine run to its end, and shows meanwhile how far the run is: a line on a terminal, a
 * line a minute elsewhere, and where the PPs are when SIGUSR1 asks for it. If there are checkpoints, they are
 * written between two slices of the run.
 *
 * Knows machine, the engine's table, explain, checkpoint and stop; not the command line.
 */
#ifndef PRAM_DRIVE_H
#define PRAM_DRIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/checkpoint/keeper.h"
#include "sim/machine/machine.h"

/* How a run is shown. */
enum drive_show {
    DRIVE_QUIET,    /* only when asked */
    DRIVE_TERMINAL, /* a line that changes, from two seconds on */
    DRIVE_LINES     /* a line a minute */
};

/* The state of what is shown; all zero except for the first three; `machine` is set by drive_run. */
struct drive_progress {
    enum drive_show show;
    FILE *stream;
    struct keeper *keeper; /* of checkpoints; NULL: there are none */
    struct machine *machine;
    double start; /* seconds of stats_clock */
    double last;  /* when a line was last written; 0: never */
    uint64_t instructions;
    bool is_shown; /* a line stands on the terminal */
};

/* Whether a line is due at `now`. */
bool drive_is_due(const struct drive_progress *progress, double now);

/* Runs `engine` to the end of the run. Nothing of what comes of it depends on what is shown. `progress`:
 * show, stream and keeper are set. */
void drive_run(struct machine *machine, const struct engine *engine, void *state,
               struct drive_progress *progress);

#endif
