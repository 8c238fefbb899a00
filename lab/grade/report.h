/* report.h - what came of a submission, as text for people. Reports for other programs: format/. */
#ifndef PRAM_GRADE_REPORT_H
#define PRAM_GRADE_REPORT_H

#include "lab/grade/submission.h"

#include <stdio.h>

void report_print(FILE *stream, const struct submission *submission);

#endif
