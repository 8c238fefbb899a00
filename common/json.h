/* json.h - JSON output of the programs: jansson's objects from any text and any number.
 *
 * Names of files, symbols and arguments may contain any bytes, but JSON is UTF-8. If memory is short, the
 * program ends (memory.h).
 */
#ifndef PRAM_JSON_H
#define PRAM_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Call it before the first object is made: sets jansson's allocation functions. */
void json_begin(void);

/* A string; a byte that is not UTF-8 becomes U+FFFD, NULL an empty string. */
json_t *json_text(const char *text);

/* A count; 2^63 and more, which jansson's integers cannot hold, becomes a real number. */
json_t *json_number(uint64_t number);

/* Writes the document and a newline. False if writing fails. */
bool json_print(const json_t *document, FILE *stream);

#endif
