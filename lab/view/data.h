/* data.h - what a page shows, as JSON and packed numbers; lab/view/page/data.js reads both. The page of
 * pramview and the browser lab have them.
 */
#ifndef PRAM_VIEW_DATA_H
#define PRAM_VIEW_DATA_H

#include "lab/view/counts.h"
#include "lab/view/source.h"
#include "lab/view/trace.h"

#include <stdio.h>

struct page {
    const struct trace *trace;
    const struct sources *sources;
    const struct counts *counts; /* NULL: there is no profile, */
    const uint32_t
        *counted_file; /* for each file of the profile the number of the source; UINT32_MAX: none */
    uint64_t most;     /* changes of PPs */
};

/* Prints the JSON, which has neither newlines nor the sign "<", then the packed numbers in base64; `before`
 * and `between` stand before these two. */
void view_print_data(const struct page *page, const char *before, const char *between, FILE *stream);

#endif
