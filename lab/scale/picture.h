/* picture.h - the curves of a sweep: cycles and speedup over PPs, both scales logarithmic. Drawn by gnuplot.
 */
#ifndef PRAM_SCALE_PICTURE_H
#define PRAM_SCALE_PICTURE_H

#include "lab/scale/plan.h"

/* An SVG in new memory; NULL: there is no gnuplot here, or nothing that can be drawn; then *why says so. */
char *picture_draw(const struct plan *plan, const char **why);

#endif
