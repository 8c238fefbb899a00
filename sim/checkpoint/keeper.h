/* keeper.h - when a run writes its checkpoints: every so often, when SIGUSR2 asks for one, and before it
 * stops because it was asked to.
 *
 * Looked at between two slices of a run (sim/drive.h). Knows checkpoint, machine, stop; no command line.
 */
#ifndef PRAM_CHECKPOINT_KEEPER_H
#define PRAM_CHECKPOINT_KEEPER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/checkpoint/checkpoint.h"

/* All zero but for the first four. */
struct keeper {
    struct checkpoint_place place;
    struct checkpoint_words words;
    double every;   /* seconds; 0: only when asked */
    FILE *stream;   /* for messages */
    double last;    /* seconds of stats_clock, when the last one was written, or the run began */
    uint64_t cycle; /* of the last one */
    bool has_one;   /* this process has written one */
    bool has_said;  /* that one could not be written; until the next one could */
    bool has_ended; /* the run, here */
};

/* Before the run. From now on a request to stop waits until a checkpoint is written, for two seconds at most.
 */
void keeper_begin(struct keeper *keeper);

/* Seconds that a slice of the run may take, at most `usual`. */
double keeper_slice(const struct keeper *keeper, double usual);

/* Whether it is time for a checkpoint. */
bool keeper_is_due(const struct keeper *keeper, const struct machine *machine);

/* The run has stopped on its way: writes a checkpoint. If the run was asked to stop, or a file that has
 * waited for the checkpoint cannot appear, it ends here: machine->end is END_FAULT then, and the counters are
 * right.
 */
void keeper_look(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                 const void *state);

/* After the run: if it was stopped before a checkpoint could be written, says so. */
void keeper_end(struct keeper *keeper, const struct machine *machine);

#endif
