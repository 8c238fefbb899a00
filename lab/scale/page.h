/* page.h - a sweep as one self-contained HTML file: charts, table, formulas, command line. */
#ifndef PRAM_SCALE_PAGE_H
#define PRAM_SCALE_PAGE_H

#include "lab/scale/curve.h"

#include <stdio.h>

struct page {
    const struct plan *plan;
    const struct curves *curves; /* NULL: there are no charts */
    char **command;              /* the words of the command line; ends in NULL */
};

/* For output_print: context is a struct page. */
void page_print(const void *context, FILE *stream);

#endif
