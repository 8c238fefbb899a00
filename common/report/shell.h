/* shell.h - words as a shell takes them, for commands that messages offer. */
#ifndef PRAM_REPORT_SHELL_H
#define PRAM_REPORT_SHELL_H

#include <stdio.h>

/* Writes a space and the word, in single quotes where a shell would change it. Bytes that would steer a
 * terminal are escaped (common/message.h). */
void shell_word(FILE *stream, const char *word);

#endif
