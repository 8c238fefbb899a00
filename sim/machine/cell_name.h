/* cell_name.h - memory cells by the names that a user knows: symbols of the program, stacks, private areas.
 *
 * Knows machine and its object; no engine.
 */
#ifndef PRAM_CELL_NAME_H
#define PRAM_CELL_NAME_H

#include <stdint.h>

struct machine;

enum { CELL_NAME_SIZE = 112 };

/* "total (0x00001004)"; "a+17 (0x00001015)", 17 words behind the beginning of a; "word 5 of the stack of PP 3
 * (0x04000105)"; "own+2 of PP 3 (0x...)" in a private area; "address 0x01234567" if there is no name for the
 * global address. Returns `text`. */
const char *cell_name(const struct machine *machine, uint32_t address, char text[CELL_NAME_SIZE]);

#endif
