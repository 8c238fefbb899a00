/* cell_name.h - memory cells by names for users: symbols of the program, stacks, private areas.
 *
 * Knows machine and its object; no engine.
 */
#ifndef PRAM_CELL_NAME_H
#define PRAM_CELL_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct object;
struct object_symbol;

enum { CELL_NAME_SIZE = 176 };

/* "total (0x00001004)"; "a[17] (0x00001015)", 17 words after the beginning of a; "word 5 of the stack of PP 3
 * (0x04000105)"; "own[2] of PP 3 (0x...)" in a private area; "address 0x01234567" if there is no name for the
 * global address. Returns `text`. */
const char *cell_name(const struct machine *machine, uint32_t address, char text[CELL_NAME_SIZE]);

/* As above for an access of the present cycle. If the machine records allocations (allocations.h), these have
 * names, too: "less of sort (0x...)", "a[17] of sort (0x...)", "word 5 of the block that shmalloc gave at
 * sort.fork:30 (0x...)"; and what is stored at ssp before a call is "a shared argument of a call (0x...)". */
const char *cell_name_at(const struct machine *machine, uint32_t pc, uint32_t address,
                         char text[CELL_NAME_SIZE]);

/* The variable that contains a word of shared memory or, with bit 31 set, of private areas, or that a guard
 * there follows; NULL: none. */
const struct object_symbol *cell_variable(const struct object *object, uint32_t address);

/* The symbol of that name, `length` characters: a global one before those of single files. *others gets the
 * number of others of its kind. NULL: none. */
const struct object_symbol *cell_find(const struct object *object, const char *name, size_t length,
                                      size_t *others);

/* Whether it is the word that fcc leaves between variables (asm/tables/guard.h). */
bool cell_is_guard(const struct object_symbol *symbol);

/* Words of a variable: up to the next variable of its section, or to the section's end. */
uint32_t cell_words(const struct object *object, const struct object_symbol *symbol);

#endif
