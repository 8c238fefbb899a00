/* page.h - the page: a trace as JSON and packed numbers, inserted into the texts of lab/view/page/.
 * page/data.js reads it.
 */
#ifndef PRAM_VIEW_PAGE_H
#define PRAM_VIEW_PAGE_H

#include "lab/view/data.h"

#include <stdio.h>

/* To be given to output_print with a struct page. */
void view_print(const void *context, FILE *stream);

#endif
