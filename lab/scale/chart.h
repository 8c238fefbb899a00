/* chart.h - one chart of a sweep as SVG: axes with units, curves of runs with marks, and computed curves.
 * Knows no page.
 */
#ifndef PRAM_SCALE_CHART_H
#define PRAM_SCALE_CHART_H

#include "lab/scale/curve.h"

#include <stdbool.h>
#include <stdio.h>

enum { CHART_WIDTH = 640, CHART_HEIGHT = 384 };

/* Prints the chart: its upper left corner is at 0, 0. */
void chart_print(FILE *stream, const struct curves *curves, enum quantity quantity, bool is_log);

/* The sample of a curve in a legend: a line with its mark, or a computed curve. */
struct chart_sample {
    size_t curve;
    bool is_computed; /* then: */
    enum computed computed;
    bool is_common; /* it belongs to several curves and has no curve's colour */
};

/* Prints it as a group with its upper left corner at 0, 0, SAMPLE_WIDTH wide and SAMPLE_HEIGHT high. */
enum { SAMPLE_WIDTH = 36, SAMPLE_HEIGHT = 14 };
void chart_print_sample(FILE *stream, const struct chart_sample *sample);

#endif
