/* markup.h - untrusted text in HTML, SVG and other XML. */
#ifndef PRAM_LAB_MARKUP_H
#define PRAM_LAB_MARKUP_H

#include <stdio.h>

/* Prints the text so that no part of it is a tag or ends an attribute; drops characters that XML forbids. */
void markup_print_text(FILE *stream, const char *text);

#endif
