/* compare.h - compares an output with the expected one, and finds the first difference. Texts only. */
#ifndef PRAM_GRADE_COMPARE_H
#define PRAM_GRADE_COMPARE_H

#include "lab/grade/assignment.h"

struct text_part {
    const char *text;
    size_t size;
};

/* Where two texts first differ. */
struct difference {
    size_t line;                    /* from 1 */
    struct text_part expected, got; /* those lines, without their newlines */
    bool expected_ends, got_ends;   /* that text has no such line */
};

/* The default tolerances of COMPARE_FLOATS. Two numbers are equal if they differ by at most one of the
 * tolerances; the relative one is a fraction of the expected number. */
#define COMPARE_ABSOLUTE 1e-6
#define COMPARE_RELATIVE 1e-5

/* Whether the texts are equal by the comparison; else *difference is the first difference. */
bool compare_texts(const struct comparison *comparison, struct text_part expected, struct text_part got,
                   struct difference *difference);

#endif
