/* legend.h - names of the curves of a sweep: runs, fits with their formulas, model, ideal. */
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
