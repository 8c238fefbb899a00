/* json.h - what the programs write for other programs: jansson's objects, made of any text and any number.
 *
 * Names of files, symbols and arguments are a stranger's bytes, and JSON is UTF-8. Memory that is short ends
 * the program as everywhere (memory.h). Knows no document.
 */
#ifndef PRAM_JSON_H
#define PRAM_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* To be called before the first object is made: jansson takes its memory as we do, and asks the system for
 * nothing else. */
void json_begin(void);

/* A string; a byte that is no UTF-8 becomes U+FFFD, NULL an empty one. */
json_t *json_text(const char *text);

/* A count; one of 2^63 and more, which jansson's integers do not hold, becomes a real number. */
json_t *json_number(uint64_t number);

/* Writes the document and the end of the line. False if the stream takes no more. */
bool json_print(const json_t *document, FILE *stream);

#endif
