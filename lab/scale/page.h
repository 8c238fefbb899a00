/* page.h - a sweep as one HTML file that needs nothing else: picture, table, formula, how it was made. */
#ifndef PRAM_SCALE_PAGE_H
#define PRAM_SCALE_PAGE_H

#include "lab/scale/plan.h"

#include <stdio.h>

struct page {
    const struct plan *plan;
    const char *svg; /* NULL: none */
    char **command;  /* the words of the command line; ends in NULL */
};

/* For output_print: context is a struct page. */
void page_print(const void *context, FILE *stream);

#endif
