/* page.h - the page: what a trace holds as JSON and packed numbers, put into the texts of lab/view/page/.
 *
 * page/data.js reads what is written here. Knows traces, sources and assets.
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
    const struct counts *counts;  /* NULL: there is no profile, */
    const uint32_t *counted_file; /* .. by its files' numbers: those of sources; UINT32_MAX: none */
    uint64_t most;                /* changes of PPs */
};

/* To be given to output_print with a struct page. */
void view_print(const void *context, FILE *stream);

#endif
