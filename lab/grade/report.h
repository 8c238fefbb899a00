/* report.h - what came of submissions: text for people, JSON for machines. */
#ifndef PRAM_GRADE_REPORT_H
#define PRAM_GRADE_REPORT_H

#include "lab/grade/submission.h"

#include <stdio.h>

void report_print(FILE *stream, const struct submission *submission);

struct report_json {
    const struct assignment *assignment;
    const struct submission *submissions;
    size_t count;
};

/* For output_print: context is a struct report_json. */
void report_print_json(const void *context, FILE *stream);

#endif
