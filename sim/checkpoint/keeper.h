/* keeper.h - schedule of checkpoints: at intervals, on SIGUSR2, and before a requested stop.
 *
 * Called when a run pauses (sim/cli/drive.h). The run stops while a snapshot is taken; a thread
 * writes it while the run continues, one at a time. Knows checkpoint, machine, stop; no command line.
 */
#ifndef PRAM_CHECKPOINT_KEEPER_H
#define PRAM_CHECKPOINT_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/checkpoint/checkpoint.h"

#define KEEPER_ROOM ((size_t)512 << 20) /* usual */

/* All zero except for the first five. */
struct keeper {
    struct checkpoint_place place;
    struct checkpoint_words words;
    double every;   /* seconds; 0: only on request */
    size_t room;    /* bytes of memory for unwritten data */
    bool goes_on;   /* the run resumes from the file in that place */
    double last;    /* seconds of stats_clock at the start of the last one, or of the run */
    uint64_t cycle; /* of the last written one */
    bool has_one;   /* this process has written one */
    bool has_said;  /* writing one failed; until one succeeds */
    bool has_ended; /* the run, here */
    struct checkpoint_writing *writing; /* under construction; NULL: none; else: */
    uint64_t writing_cycle;
    double still;   /* seconds until the run could continue */
    bool was_asked; /* requested by a signal */
};

/* Before the run. From now on a request to stop waits until a checkpoint is written, at most two seconds. */
void keeper_begin(struct keeper *keeper);

/* Whether keeper_step is due. */
bool keeper_is_due(const struct keeper *keeper, const struct machine *machine);

/* The run pauses: begins a checkpoint, or notes that one is written. If the run was asked
 * to stop, waits for it. If that, or a waiting file that cannot appear, ends the run, machine->end is
 * END_FAULT, and the counters are right. */
void keeper_step(struct keeper *keeper, struct machine *machine, const struct engine *engine,
                 const void *state);

/* The run has ended: waits for the checkpoint under construction. If a waiting file cannot appear,
 * machine->end is END_FAULT. */
void keeper_wait(struct keeper *keeper, struct machine *machine);

/* The last files of the run are about to appear (host_finish(machine, whole)): a run resumed from the last
 * checkpoint must find the present ones. If they cannot be saved, a warning says so. */
void keeper_finish(const struct keeper *keeper, const struct machine *machine, bool whole);

/* After the run: if it was stopped before a checkpoint could be written, says so. */
void keeper_end(struct keeper *keeper, const struct machine *machine);

#endif
