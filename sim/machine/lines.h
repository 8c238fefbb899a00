/* lines.h - which instructions belong to one source line: findings are told apart by lines. Knows objects. */
#ifndef PRAM_LINES_H
#define PRAM_LINES_H

#include <stdint.h>

struct object;

/* By pc, for `count` instructions: the first instruction of its source line, wherever in the program the line
 * has made more of them; itself if its line is not known. To be freed by the caller. */
uint32_t *lines_first(const struct object *object, uint32_t count);

#endif
