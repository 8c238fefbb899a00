/* json_write.h - strings of JSON for programs that write documents without a library. */
#ifndef PRAM_JSON_WRITE_H
#define PRAM_JSON_WRITE_H

#include <stdio.h>

/* Writes `text` as a string of JSON, with its quotes; a byte that is not UTF-8 becomes U+FFFD, NULL an empty
 * string. */
void json_write_text(FILE *stream, const char *text);

#endif
