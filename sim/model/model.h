/* model.h - --model: what a run does in the cells of shared memory that a weaker PRAM would not allow.
 *
 * A PRAM model (model.def) says what several PPs may do to one cell in one cycle. What it does not allow is
 * found, cycle by cycle, and noted in machine->findings: once for each pair of places in the program, with
 * its number. The run itself goes on and is not changed. docs/models.md explains it to users.
 *
 * A listener of the machine (observer.h). Knows the machine; no engine, no command line.
 */
#ifndef PRAM_MODEL_H
#define PRAM_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"
#include "sim/machine/observer.h"

/* What the user asked for. */
struct model_choice {
    int number;          /* of the row of model.def; MODEL_NONE: no model */
    bool counts_groups;  /* :strict - what a whole group does at once to one cell collides, too */
    bool counts_runtime; /* :runtime - so does what the runtime does with its own cells */
};
#define MODEL_NONE (-1)

/* Reads "crew", "erew:strict", ... False, with a list of the models in `error`, if there is none of that
 * name. */
bool model_choose(struct model_choice *choice, const char *text, char *error, size_t error_size);

/* The model's name as the user writes it, into `text`; returns it. */
const char *model_name(const struct model_choice *choice, char text[40]);

struct model;

/* What collides, in the user's cells: STATS_CONCURRENT of stats.def. */
struct model_counts {
    uint64_t reads, equal_writes, different_writes;
};

/* `machine` outlives it. With MODEL_NONE it forbids nothing, and only counts. */
struct model *model_create(struct machine *machine, const struct model_choice *choice);

/* To be registered with the machine that it was created for. Lives as long as `model`. */
struct observer *model_observer(struct model *model);

/* What it has counted so far: of listeners that are shown all cycles, up to the one that it was shown last.
 */
const struct model_counts *model_counts(const struct model *model);

/* After the run: its counts go to machine->stats. */
void model_finish(const struct model *model);

void model_destroy(struct model *model);

#endif
