/* lines.h - instructions of one source line, since findings are distinguished by lines, and of one function.
 * Knows objects. */
#ifndef PRAM_LINES_H
#define PRAM_LINES_H

#include <stdint.h>

struct machine;

/* By pc: the first instruction of its source line anywhere in the program; itself if its line is unknown.
 * Owned by the machine's arena, as the next one. */
uint32_t *lines_first(struct machine *machine);

/* By pc: the first instruction of its function, as object_find_function has it; UINT32_MAX: unknown. */
uint32_t *functions_first(struct machine *machine);

#endif
