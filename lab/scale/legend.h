/* legend.h - what the curves of a sweep are called: the runs, the fits with their formulas, the model, the
 * ideal. */
#ifndef PRAM_SCALE_LEGEND_H
#define PRAM_SCALE_LEGEND_H

#include "lab/scale/chart.h"

#include <stddef.h>

struct legend_entry {
    struct chart_sample sample;
    char *text; /* owned */
};

struct legend {
    struct legend_entry *entries;
    size_t count, capacity;
};

void legend_make(struct legend *legend, const struct curves *curves);
void legend_free(struct legend *legend);

#endif
