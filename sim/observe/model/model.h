/* model.h - --model: accesses to shared memory that a weaker PRAM forbids.
 *
 * A PRAM model (model.def) says how several PPs may access one cell in one cycle. Violations are noted in
 * machine->findings: once for each pair of places in the program, with a count. The run itself is not
 * changed. docs/models.md explains it to users.
 *
 * A listener of the machine (observer.h). Knows the machine; no engine, no command line.
 */
#ifndef PRAM_MODEL_H
#define PRAM_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/machine/machine.h"

/* The user's choice. */
struct model_choice {
    int number;          /* of the row of model.def; MODEL_NONE: no model */
    bool counts_groups;  /* :strict - simultaneous accesses of a whole group to one cell collide, too */
    bool counts_runtime; /* :runtime - so do the runtime's accesses to its own cells */
};
#define MODEL_NONE (-1)

/* Parses "crew", "erew:strict", ... False: no such model; `error` gets a text with all models. */
bool model_choose(struct model_choice *choice, const char *text, char *error, size_t error_size);

/* Writes the model's name, as the user writes it, into `text`; returns `text`. */
const char *model_name(const struct model_choice *choice, char text[40]);

/* Registers it with `machine`, which owns it. It counts collisions in the user's cells (MODEL in
 * stats.def) in machine->stats. With MODEL_NONE nothing is forbidden; accesses are only counted. */
void model_create(struct machine *machine, const struct model_choice *choice);

#endif
