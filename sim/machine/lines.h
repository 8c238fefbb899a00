/* lines.h - instructions of one source line, since findings are distinguished by lines, and of one function.
 * Knows objects. */
#ifndef PRAM_LINES_H
#define PRAM_LINES_H

#include <stdint.h>

struct object;

/* By pc, for `count` instructions: the first instruction of its source line anywhere in the program; itself
 * if its line is unknown. The caller frees it. */
uint32_t *lines_first(const struct object *object, uint32_t count);

/* By pc, for `count` instructions: the first instruction of its function, as object_find_function has it;
 * UINT32_MAX: unknown. The caller frees it. */
uint32_t *functions_first(const struct object *object, uint32_t count);

#endif
