/* ranks.h - pramsim under mpirun: whether it is, joining the others, and agreeing with them.
 *
 * The environment says that there are ranks; the plugin pram-mpi.so connects them (sim/machine/ranks.h). Only
 * rank 0 is heard: the others' standard output and standard error lead nowhere. Knows plugins and messages;
 * no engine.
 */
#ifndef PRAM_RANKS_H
#define PRAM_RANKS_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/machine/ranks.h"
#include "sim/options.h"

/* Whether something like mpirun has started several processes. Those that are not the first one are silent
 * from now on. Once, early. */
bool ranks_begin(void);

/* Connects this process with the others, and takes over the threads of those of its host that become one rank
 * with it, as the options say. False with one line in `error`. */
bool ranks_join(struct ranks *ranks, struct options *options, char *error, size_t error_size);

/* The option that this number of ranks cannot serve; NULL: none. */
const char *ranks_refuse(const struct options *options, const struct ranks *ranks);

/* All ranks say how they fared, an exit status or 0, and how many threads they have, at least one; *threads
 * becomes the least. Returns the status of the first rank that has another than 0, or 0. */
int ranks_agree(struct ranks *ranks, int status, unsigned *threads);

/* Whether several ranks are no use for the machine: its segments take less time than a message does. */
bool ranks_do_not_pay(const struct machine *machine);

/* What the run's statistics say of the ranks. */
void ranks_count(const struct ranks *ranks, struct stats *stats);

/* For a rank that cannot go on while the others can: says why, and ends all. */
_Noreturn void ranks_fail(struct ranks *ranks, int status, const char *text);

#endif
