/* style.h - the colours of palette.def and the texts of page/, which are part of the program. */
#ifndef PRAM_SCALE_STYLE_H
#define PRAM_SCALE_STYLE_H

#include <stdio.h>

enum { STYLE_COLOURS = 7 }; /* classes of curves: c1, c2, ... of chart.css; c0: of no curve */

/* For a page: the colours as variables, light and dark, then the rules for page and charts. */
void style_print_page(FILE *stream);

/* For a separate picture: the rules for charts with the light colours in place of variables, which programs
 * that convert pictures do not support. */
void style_print_picture(FILE *stream);

/* The script of a page. */
void style_print_script(FILE *stream);

#endif
