/* json.h - pieces of JSON that the formats in JSON share. Calls jansson; ends the process when memory runs
 * out. */
#ifndef PRAM_GRADE_JSON_H
#define PRAM_GRADE_JSON_H

#include <jansson.h>
#include <stdio.h>

/* A text; bytes that are no UTF-8 become what messages show for them. */
json_t *json_make_text(const char *text);

/* Sets a key, and takes the value over. */
void json_set(json_t *object, const char *key, json_t *value);

/* Appends, and takes the value over. */
void json_append(json_t *array, json_t *value);

/* Prints the value, indented, and frees it. */
void json_print(json_t *root, FILE *stream);

#endif
