/* memory.h - allocation for all programs: it succeeds or the program ends with one line.
 *
 * An arena holds what lives as long as its owner (names, symbols, source texts) and is freed in one go. Knows
 * nothing of what it holds.
 */
#ifndef PRAM_MEMORY_H
#define PRAM_MEMORY_H

#include <stddef.h>

/* Exit status of a tool that runs out of memory. */
#define MEMORY_EXIT_STATUS 3

struct arena {
    struct arena_block *blocks; /* newest first; NULL: empty */
};

/* `count` zeroed elements of `size` bytes; free() them. Never NULL. */
void *memory_take(size_t count, size_t size);

/* Makes an array hold at least `wanted` elements of `size` bytes: doubles *capacity, returns the array, which
 * may have moved. New elements are not zeroed. */
void *memory_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/* Zeroed memory from an arena, aligned for any type. */
void *arena_take(struct arena *arena, size_t size);

/* A copy of `length` bytes, ended by 0, in an arena. */
char *arena_string(struct arena *arena, const char *text, size_t length);

/* Frees everything in an arena and empties it. */
void arena_free(struct arena *arena);

#endif
