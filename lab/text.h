/* text.h - what something prints, as a text in memory. */
#ifndef PRAM_LAB_TEXT_H
#define PRAM_LAB_TEXT_H

#include <stdio.h>

/* What print(stream, context) prints, in new memory. Ends the process when memory runs out. */
char *text_print(void (*print)(FILE *stream, const void *context), const void *context);

#endif
