/* run.h - a run of pramsim, from its command line to its exit status: main.c creates it, drive.c runs its
 * engine, keeper.c writes its checkpoints, conclude.c ends it.
 */
#ifndef PRAM_RUN_H
#define PRAM_RUN_H

#include "documents.h"
#include "players.h"
#include "sim/checkpoint/checkpoint.h"
#include "sim/observe/findings/findings.h"
#include "source.h"

/* Checkpoints of a run. */
struct keeper {
    struct checkpoint_place place; /* folder -1: there are none, or another rank writes them */
    bool goes_on;                  /* the run resumes from the file in that place */
    double last;                   /* seconds of stats_clock at the start of the last one, or of the run */
    uint64_t cycle;                /* of the last written one */
    bool has_one;                  /* this process has written one */
    bool has_said;                 /* writing one failed; until one succeeds */
    bool has_ended;                /* the run, here */
    struct checkpoint_writing *writing; /* under construction; NULL: none; else: */
    uint64_t writing_cycle;
    double still;   /* seconds until the run could continue */
    bool was_asked; /* requested by a signal */
};

struct run {
    struct options *options;
    struct ranks *ranks; /* of one process if mpirun has started no others */
    struct source_program compiled;
    struct suppressions suppressions;
    struct documents documents;
    struct keeper keeper;
    struct machine machine; /* without a host: there is none */
    struct players players;
};

/* How the progress is shown. */
enum drive_show {
    DRIVE_QUIET,    /* only on SIGUSR1 */
    DRIVE_TERMINAL, /* a changing line, from two seconds on */
    DRIVE_LINES     /* a line a minute */
};

/* Whether a line is due, that many seconds after the beginning of the run and after the last line (or, before
 * the first one, after the beginning). */
bool drive_is_due(enum drive_show show, double seconds, double since_line);

/* Runs the engine to the end of the run, and shows the progress on standard error: a line on a terminal, a
 * line a minute elsewhere, and the places of the PPs on SIGUSR1. The run pauses for checkpoints. */
void drive_run(struct run *run);

/* Everything after a run: files of the program appear; findings, profile, timeline and statistics are
 * written; messages are printed. Returns the exit status. */
int conclude(struct run *run);

/* ---- checkpoints: at intervals, on SIGUSR2, and before a requested stop */

/* Finds the place, if there are any. Returns 0, or the exit status after a message. */
int keeper_place(struct run *run);

/* Before the run. From now on a request to stop waits until a checkpoint is written, at most two seconds. */
void keeper_begin(struct run *run);

/* Whether keeper_step is due. */
bool keeper_is_due(const struct run *run);

/* The run pauses: begins a checkpoint, or notes that one is written. If the run was asked to stop, waits for
 * it. If that, or a waiting file that cannot appear, ends the run, the machine's end is END_FAULT, and the
 * counters are right. */
void keeper_step(struct run *run);

/* The run has ended: waits for the checkpoint under construction. If a waiting file cannot appear, the
 * machine's end is END_FAULT. */
void keeper_wait(struct run *run);

/* The last files of the run are about to appear (host_finish): a run resumed from the last checkpoint must
 * find the present ones. If they cannot be saved, a warning says so. */
void keeper_finish(const struct run *run);

/* After the run: if it was stopped before a checkpoint could be written, says so. */
void keeper_end(const struct run *run);

#endif
