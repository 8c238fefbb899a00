/* chart.h - one chart of a sweep as SVG: axes with units, a curve of runs with a mark for each, and the
 * curves that are computed. Knows no page.
 */
#ifndef PRAM_SCALE_CHART_H
#define PRAM_SCALE_CHART_H

#include "lab/scale/curve.h"

#include <stdbool.h>
#include <stdio.h>

enum { CHART_WIDTH = 640, CHART_HEIGHT = 384 };

/* Prints the chart: its upper left corner is at 0, 0. */
void chart_print(FILE *stream, const struct curves *curves, enum quantity quantity, bool is_log);

/* What a legend shows of a curve: a line with its mark, or a computed one. */
struct chart_sample {
    size_t curve;
    bool is_computed; /* then: */
    enum computed computed;
    bool is_common; /* it stands for several curves, and has the colour of none */
};

/* Prints it as a group with its upper left corner at 0, 0, SAMPLE_WIDTH wide and SAMPLE_HEIGHT high. */
enum { SAMPLE_WIDTH = 36, SAMPLE_HEIGHT = 14 };
void chart_print_sample(FILE *stream, const struct chart_sample *sample);

#endif
