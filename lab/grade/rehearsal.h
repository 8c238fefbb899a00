/* rehearsal.h - pramgrade --dry-run: whether right submissions can pass all cases of an assignment, before
 * students see it. Knows what grading knows. */
#ifndef PRAM_GRADE_REHEARSAL_H
#define PRAM_GRADE_REHEARSAL_H

#include "lab/grade/submission.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Says which cases none of the solutions, which have been graded, passes, and which cases any output passes.
 * Whether all cases can be passed. */
bool rehearsal_report(FILE *stream, const struct assignment *assignment, const struct submission *solutions,
                      size_t count);

#endif
