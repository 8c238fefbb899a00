/* attempt.h - one submission on one case and one number of PPs: the run, and the verdict on it.
 *
 * The program runs under pramsim --safe in a folder of its own with copies of the files of the case; it can
 * read nothing else of the host. Knows pramsim's options.
 */
#ifndef PRAM_GRADE_ATTEMPT_H
#define PRAM_GRADE_ATTEMPT_H

#include "lab/grade/assignment.h"
#include "lab/outcome.h"

enum verdict {
#define VERDICT(name, text) VERDICT_##name,
#include "lab/grade/verdict.def"
};

enum { ATTEMPT_MESSAGE = 1200 };

struct attempt {
    const struct trial *trial;
    uint64_t p;

    enum verdict verdict;
    struct outcome outcome;          /* all 0 if there was no run */
    double cycles_bound, work_bound; /* NaN: none */
    char message[ATTEMPT_MESSAGE];   /* the error, for people; empty: none */
};

/* Runs the compiled program at `program`. */
void attempt_run(struct attempt *attempt, const char *pramsim, const char *program);

/* "right", "wrong", ... */
const char *verdict_name(enum verdict verdict);

#endif
