/* run.h - a run of pramsim, from its command line to its exit status.
 *
 * main.c creates it, drive.c runs its engine, conclude.c ends it.
 */
#ifndef PRAM_RUN_H
#define PRAM_RUN_H

#include "documents.h"
#include "players.h"
#include "sim/checkpoint/keeper.h"
#include "sim/machine/ranks.h"
#include "sim/observe/findings/findings.h"
#include "source.h"

struct run {
    struct options *options;
    struct ranks *ranks; /* of one process if mpirun has started no others */
    struct source_program compiled;
    struct suppressions suppressions;
    struct documents documents;
    struct keeper keeper; /* of checkpoints, if it has a place for them */
    struct machine machine;
    bool has_machine; /* with a host */
    struct players players;
};

/* Everything after a run: files of the program appear; findings, profile, timeline and statistics are
 * written; messages are printed. Returns the exit status. */
int conclude(struct run *run);

#endif
