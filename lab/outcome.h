/* outcome.h - the result of one run of pramsim, read from its --stats-json (docs/statistics.md).
 */
#ifndef PRAM_LAB_OUTCOME_H
#define PRAM_LAB_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

enum { OUTCOME_WORD = 32 };

struct outcome {
    uint64_t cycles, work, instructions, write_conflicts;
    double seconds;         /* of execution, on this host */
    char end[OUTCOME_WORD]; /* "halted", "exit", or the name of a fault */
    int status;             /* the exit status */
};

/* Reads a file written by pramsim. False if it is missing or incomplete: the run was killed or did not start.
 */
bool outcome_read(struct outcome *outcome, const char *path);

/* Whether the program itself ended with status 0. */
bool outcome_is_good(const struct outcome *outcome);

#endif
