/* page.h - the page: a trace as JSON and packed numbers, inserted into the texts of lab/view/page/.
 * page/data.js reads it.
 */
#ifndef PRAM_VIEW_PAGE_H
#define PRAM_VIEW_PAGE_H

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

/* To be given to output_print with a struct page. */
void view_print(const void *context, FILE *stream);

#endif
