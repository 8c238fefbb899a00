/* picture.h - the charts of a sweep as one picture: time, speedup, efficiency and work, logarithmic, with
 * their legend. */
#ifndef PRAM_SCALE_PICTURE_H
#define PRAM_SCALE_PICTURE_H

#include <stdio.h>

/* SVG. For nolink_print: context is a struct curves. */
void picture_print(const void *context, FILE *stream);

#endif
