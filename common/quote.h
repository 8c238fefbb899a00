/* quote.h - text in double quotes, as line markers, __FILE__ and the assembler's .loc have names of files.
 *
 * Whatever bytes a name has, its quoted form is one line. Pure; knows no language.
 */
#ifndef PRAM_QUOTE_H
#define PRAM_QUOTE_H

#include <stddef.h>

/* How many bytes a byte of a name becomes at most. */
#define QUOTE_MOST 2

/* What stands for a byte between the quotes; NULL: the byte itself. */
const char *quote_escape(char byte);

/* Reads what stands for one byte at the start of `size` > 0 bytes: the byte itself, or an escape sequence of
 * C. Returns how many bytes it takes. A backslash that begins no such sequence stands for itself. */
size_t quote_read(const char *text, size_t size, char *byte);

#endif
