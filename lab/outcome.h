/* outcome.h - what one run of pramsim came to, as its --stats-json says it.
 *
 * Knows the keys of the statistics (docs/statistics.md) and nothing of why a run was made.
 */
#ifndef PRAM_LAB_OUTCOME_H
#define PRAM_LAB_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

enum { OUTCOME_WORD = 32 };

struct outcome {
    uint64_t cycles, work, instructions, write_conflicts;
    double seconds;         /* of executing instructions, on this host */
    char end[OUTCOME_WORD]; /* "halted", "exit", or the name of a fault */
    int status;             /* the exit status */
};

/* Reads a file that pramsim has written. False if it is none: the run was killed, or ended before it began.
 */
bool outcome_read(struct outcome *outcome, const char *path);

/* Whether the program itself came to its end with status 0. */
bool outcome_is_good(const struct outcome *outcome);

#endif
