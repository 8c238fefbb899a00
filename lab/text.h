/* text.h - printed output as a text in memory. */
#ifndef PRAM_LAB_TEXT_H
#define PRAM_LAB_TEXT_H

#include <stdio.h>

/* The output of print(stream, context), in new memory. Ends the process if memory runs out. */
char *text_print(void (*print)(FILE *stream, const void *context), const void *context);

#endif
