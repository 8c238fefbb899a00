/* lockstep.h - native code for tiles: entries of the runners' table (tile/runner.h) that execute a block of
 * the program for all PPs of a tile (native/block.h).
 *
 * At each place where a block may begin an entry counts how often tiles come there. When that is often, the
 * block is translated for the forms that registers have there, by a thread in the background, or at once with
 * --native=on; from then on it is offered. Blocks are kept on disk, and those of an earlier run are offered
 * as soon as this one has lasted a moment. Where an entry does not fit, it hands the tile on to what was
 * offered before, at last to the straight runs. What is computed is the same in each case. Knows tiles,
 * runners, and the plugin for native code; neither segments nor phases.
 */
#ifndef PRAM_LOCKSTEP_H
#define PRAM_LOCKSTEP_H

#include "sim/bsp/tile/runner.h"
#include "sim/machine/machine.h"

struct lockstep;

/* Entries for a program are put into `runners`, with --native=auto when the run has lasted for a while
 * (lockstep_attend); they last until lockstep_destroy, which comes after the run. `code` stays until then.
 * NULL if there is to be no native code, or memory is short: both are no failure. */
struct lockstep *lockstep_create(const struct machine *machine, const struct operation *code,
                                 struct runners *runners);
void lockstep_destroy(struct lockstep *lockstep);

/* When the run is over: no more blocks; those that are new are kept for the next run. NULL is no failure. */
void lockstep_conclude(struct lockstep *lockstep);

/* To be called after each segment, by one thread at a time. NULL is no failure. */
void lockstep_attend(struct lockstep *lockstep);

/* What has been done, added to the statistics. NULL is no failure. */
void lockstep_count(struct lockstep *lockstep, struct machine *machine);

#endif
