/* submission.h - one submission: compiled so that it can read no other file, then run on every case.
 *
 * The source is opened once, without following a link on the way to it (nolink.h), and copied into a folder
 * of its own, beside what the assignment provides, and compiled by fcc
 * --safe: it can include no other file. Knows fcc's options.
 */
#ifndef PRAM_GRADE_SUBMISSION_H
#define PRAM_GRADE_SUBMISSION_H

#include "lab/grade/attempt.h"
#include "lab/grade/inbox.h"

/* No submission may be larger, in bytes. */
enum { SUBMISSION_MOST = 1 << 20 };

struct submission {
    const struct assignment *assignment;
    const char *path;
    bool compiled;
    char *messages;  /* first part of the compiler's messages, or why it is no source; NULL: none */
    char *trouble;   /* owned: why it could not be tried; NULL: it was */
    bool is_refused; /* caused by the submission: it is not a regular file with one name, or too large */
    struct attempt *attempts; /* of all cases, each on all its numbers of PPs; empty without a program */
    size_t count;
};

/* Paths of fcc and pramsim. */
struct tools {
    const char *fcc, *pramsim;
};

void submission_grade(struct submission *submission, const struct assignment *assignment,
                      const struct inbox_entry *entry, const struct tools *tools);
void submission_free(struct submission *submission);

/* Points of one case: all if every number of PPs is right, else none, or a share if the case is partial; and
 * of all cases. */
double submission_trial_points(const struct submission *submission, size_t trial);
double submission_points(const struct submission *submission);
double assignment_points(const struct assignment *assignment);

/* Whether it compiled and every run is right. */
bool submission_is_right(const struct submission *submission);

#endif
