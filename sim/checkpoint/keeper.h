/* keeper.h - when a run writes its checkpoints: every so often, when SIGUSR2 asks for one, and before it
 * stops because it was asked to.
 *
 * Looked at between two slices of a run (sim/drive.h). The run stands still while a snapshot is taken; a
 * thread writes it while the run goes on, one at a time. Knows checkpoint, machine, stop; no command line.
 */
#ifndef PRAM_CHECKPOINT_KEEPER_H
#define PRAM_CHECKPOINT_KEEPER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/checkpoint/checkpoint.h"

#define KEEPER_ROOM ((size_t)512 << 20) /* usual */

/* All zero except for the first six. */
struct keeper {
    struct checkpoint_place place;
    struct checkpoint_words words;
    double every;   /* seconds; 0: only when asked */
    size_t room;    /* bytes of memory for what is not yet written */
    FILE *stream;   /* for messages */
    bool goes_on;   /* the run goes on with what lies in that place */
    double last;    /* seconds of stats_clock, when the last one was begun, or the run was */
    uint64_t cycle; /* of the last one that is written */
    bool has_one;   /* this process has written one */
    bool has_said;  /* that one could not be written; until the next one could */
    bool has_ended; /* the run, here */
    struct checkpoint_writing *writing; /* NULL: none is being written; else: */
    uint64_t writing_cycle;
    double still;   /* seconds that it took until the run could go on */
    bool was_asked; /* by a signal */
};

/* Before the run. From now on a request to stop waits until a checkpoint is written, for two seconds at most.
 */
void keeper_begin(struct keeper *keeper);

/* Seconds that a slice of the run may take, at most `usual`. */
double keeper_slice(const struct keeper *keeper, double usual);

/* Whether it is time to look. */
bool keeper_is_due(const struct keeper *keeper, const struct machine *machine);

/* The run has stopped on its way: begins a checkpoint, or takes note that one is written. If the run was
 * asked to stop, waits until it is; if that, or a file that has waited for the checkpoint and cannot appear,
 * ends the run, machine->end is END_FAULT then, and the counters are right.
 */
void keeper_look(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                 const void *state);

/* The run has ended: waits for the checkpoint that is being written. If a file that has waited for it cannot
 * appear, machine->end is END_FAULT. */
void keeper_wait(struct keeper *keeper, struct machine *machine);

/* The last files of the run are about to appear (host_finish(machine, whole)): a run that goes on with the
 * last checkpoint all the same has to find what lies there now. If that cannot be noted, a warning says so.
 */
void keeper_finish(const struct keeper *keeper, const struct machine *machine, bool whole);

/* After the run: if it was stopped before a checkpoint could be written, says so. */
void keeper_end(struct keeper *keeper, const struct machine *machine);

#endif
