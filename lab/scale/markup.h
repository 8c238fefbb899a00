/* markup.h - untrusted text in HTML and SVG. */
#ifndef PRAM_SCALE_MARKUP_H
#define PRAM_SCALE_MARKUP_H

#include <stdio.h>

/* Prints the text so that nothing in it is a tag or ends an attribute; control characters are left out. */
void markup_print_text(FILE *stream, const char *text);

#endif
