/* lines.h - instructions of one source line, since findings are distinguished by lines, and of one function.
 * Knows objects. */
#ifndef PRAM_LINES_H
#define PRAM_LINES_H

#include <stdint.h>

struct arena;
struct machine;
struct object;

/* By pc: the first instruction of its source line anywhere in the program; itself if its line is unknown.
 * Owned by the machine's arena. */
uint32_t *lines_first(struct machine *machine);

/* For program.functions. The arena owns them. */
uint32_t *functions_first(struct arena *arena, const struct object *object);

#endif
