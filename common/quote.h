/* quote.h - text in double quotes, for names of files in line markers, __FILE__ and the assembler's .loc.
 *
 * Whatever bytes a name has, its quoted form is one line. Pure; knows no language.
 */
#ifndef PRAM_QUOTE_H
#define PRAM_QUOTE_H

#include <stddef.h>

/* Longest quoted form of a byte. */
#define QUOTE_MOST 2

/* The quoted form of a byte; NULL: the byte itself. */
const char *quote_escape(char byte);

/* Reads the quoted form of one byte at the start of `size` > 0 bytes: the byte itself, or an escape sequence
 * of C. Returns its length. A backslash that begins no such sequence is an ordinary byte. */
size_t quote_read(const char *text, size_t size, char *byte);

#endif
