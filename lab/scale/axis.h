/* axis.h - an axis of a chart: positions of values, and ticks. Numbers only. */
#ifndef PRAM_SCALE_AXIS_H
#define PRAM_SCALE_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum { AXIS_TICKS = 40, AXIS_LABEL = 32 };

struct axis {
    bool is_log;
    double low, high;  /* the values at its ends */
    double start, end; /* positions of its ends in the picture */
    double ticks[AXIS_TICKS];
    size_t tick_count;
};

/* An axis for the values least..most (0 < least <= most; a linear axis begins at 0), with round numbers as
 * ticks. The caller sets start and end. */
void axis_fit(struct axis *axis, bool is_log, double least, double most);

/* Makes the `count` ascending values the ticks of a logarithmic axis; if they are many, only every second,
 * third or so. A linear axis keeps its round numbers. */
void axis_tick_values(struct axis *axis, const double *values, size_t count);

/* The position of a value; outside start..end if the axis does not reach it. */
double axis_place(const struct axis *axis, double value);

/* A number as a label of the axis: "0.25", "16 384", "2·10⁶", "2²⁰". */
void axis_label(const struct axis *axis, double value, char label[AXIS_LABEL]);

#endif
