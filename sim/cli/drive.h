/* drive.h - runs an engine to its end and shows the progress: a line on a terminal, a line a minute
 * elsewhere, and the places of the PPs on SIGUSR1. The run pauses for checkpoints.
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

/* How the progress is shown. */
enum drive_show {
    DRIVE_QUIET,    /* only on SIGUSR1 */
    DRIVE_TERMINAL, /* a changing line, from two seconds on */
    DRIVE_LINES     /* a line a minute */
};

/* The state of the progress; all zero except for the first three; `machine` is set by drive_run. */
struct drive_progress {
    enum drive_show show;
    FILE *stream;
    struct keeper *keeper; /* of checkpoints; NULL: none */
    struct machine *machine;
    double start; /* seconds of stats_clock */
    double last;  /* time of the last line; 0: none */
    uint64_t instructions;
    bool is_shown; /* the terminal shows a line */
};

/* Whether a line is due at `now`. */
bool drive_is_due(const struct drive_progress *progress, double now);

/* Runs `engine` to the end of the run. `progress`: the caller sets show, stream and keeper; they do not
 * change results. */
void drive_run(struct machine *machine, const struct engine *engine, void *state,
               struct drive_progress *progress);

#endif
