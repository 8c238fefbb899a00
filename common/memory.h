/* memory.h - allocation for all programs: it succeeds, or the program ends with a message.
 *
 * For blocks that are freed singly and for growing arrays; use an arena (arena.h) for blocks that live as
 * long as their owner.
 */
#ifndef PRAM_MEMORY_H
#define PRAM_MEMORY_H

#include "common/processor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit status of a tool that runs out of memory. */
#define MEMORY_EXIT_STATUS 3

/* Prints that memory ran out and ends the program, with MEMORY_EXIT_STATUS unless memory_when_short set
 * another act. */
__attribute__((visibility("default"))) _Noreturn void memory_is_short(void); /* plugins call it */

/* The same with another message, a line that says what to do. */
_Noreturn void memory_end(const char *reason);

/* The act of memory_is_short in place of exit, once. */
struct memory_last_act {
    int (*end)(void *context); /* abandons unfinished work and returns the exit status, without allocating;
                                  NULL: exit */
    void *context;
};

/* Sets the act and returns the previous one, so that a caller can restore it. */
struct memory_last_act memory_when_short(struct memory_last_act act);

/* `count` zeroed elements of `size` bytes; free() them. Never NULL. */
void *memory_take(size_t count, size_t size);

/* A copy of `length` characters, ended by 0; free() it. Never NULL. */
char *memory_text(const char *text, size_t length);

/* Makes an array hold at least `wanted` elements of `size` bytes: doubles *capacity, returns the array, which
 * may have moved. New elements are not zeroed. */
void *memory_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/* The new last element of such an array of `count` elements, three variables that change; its value is
 * undefined. */
#define MEMORY_ADD(array, count, capacity)                                                                   \
    ((array) = memory_grow((array), &(capacity), (count) + 1, sizeof *(array)), &(array)[(count)++])

/* As memory_grow, for optional memory: NULL if memory is short; the array is unchanged. */
void *memory_try_to_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/* Blocks that live as long as their owner, where it may fail for lack of memory; starts as all zero. */
struct memory_blocks {
    void **blocks;
    size_t count, room;
    bool is_short; /* a block is missing */
};

/* `count` zeroed elements of `size` bytes, until memory_free_blocks. NULL: blocks->is_short is set. */
void *memory_block(struct memory_blocks *blocks, size_t count, size_t size);
void memory_free_blocks(struct memory_blocks *blocks);

/* The largest number of bytes of host memory that the process has used so far. */
uint64_t memory_peak(void);

#endif
