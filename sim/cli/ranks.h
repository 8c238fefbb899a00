/* ranks.h - pramsim under mpirun: detecting it, joining the other processes, agreeing with them.
 *
 * The environment says that there are ranks; the plugin pram-mpi.so connects them (sim/machine/ranks.h). Only
 * rank 0 prints: standard output and standard error of the others are discarded. Knows plugins and messages;
 * no engine.
 */
#ifndef PRAM_RANKS_H
#define PRAM_RANKS_H

#include "sim/machine/ranks.h"
#include "sim/cli/options.h"

/* Whether mpirun or a similar program has started several processes. All processes except the first one are
 * silent from now on. Call it once, early. */
bool ranks_begin(void);

/* Connects this process with the others, and takes over the threads of processes on its host that become one
 * rank with it. False with one line in `error`. */
bool ranks_join(struct ranks *ranks, struct options *options, char *error, size_t error_size);

/* An option that is impossible with several ranks; NULL: none. */
const char *ranks_refuse(const struct options *options, const struct ranks *ranks);

/* All ranks exchange their exit status, or 0, and their number of threads, at least one; *threads becomes the
 * minimum. Returns the status of the first rank with a status other than 0, or 0. */
int ranks_agree(struct ranks *ranks, int status, unsigned *threads);

/* For a rank that cannot continue: prints the reason, and ends all ranks. */
_Noreturn void ranks_fail(struct ranks *ranks, int status, const char *text);

#endif
