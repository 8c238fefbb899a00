/* memory.c - allocation that succeeds or ends the program, and arenas.
 *
 * May call only the C library.
 */
#include "common/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)16384)

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    max_align_t bytes[];
};

static _Noreturn void out_of_memory(void)
{
    fputs("error: out of memory\n", stderr);
    exit(MEMORY_EXIT_STATUS);
}

void *memory_take(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (memory == NULL)
        out_of_memory();
    return memory;
}

void *memory_grow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity)
        return array;
    size_t grown = *capacity < 8 ? 16 : *capacity * 2;
    if (grown < wanted)
        grown = wanted;
    if (grown > SIZE_MAX / size)
        out_of_memory();
    void *moved = realloc(array, grown * size);
    if (moved == NULL)
        out_of_memory();
    *capacity = grown;
    return moved;
}

void *arena_take(struct arena *arena, size_t size)
{
    size_t units = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t);
    size_t bytes = units * sizeof(max_align_t);
    struct arena_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < bytes) {
        size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        block = memory_take(1, sizeof *block + room);
        block->size = room;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *memory = (char *)block->bytes + block->used;
    block->used += bytes;
    return memory;
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_take(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void arena_free(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}
