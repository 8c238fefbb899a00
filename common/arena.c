/* arena.c - blocks of growing size, handed out from their front; see arena.h.
 *
 * May call memory.h, when memory is short.
 */
#include "common/arena.h"
#include "common/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *older;
    struct arena_block **link; /* the pointer to it in its pool; NULL: it is in none */
    struct arena_block *next;  /* in its pool */
    size_t size;               /* bytes after this header */
    size_t used;
    bool is_zeroed; /* all of it, from the start */
    max_align_t bytes[];
};

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 1024 * 1024 };

void arena_init(struct arena *arena, size_t limit, void (*full)(void *context), void *context)
{
    *arena = (struct arena){.limit = limit, .full = full, .context = context};
}

void arena_within(struct arena *arena, const struct arena *limits)
{
    arena_init(arena, limits->limit, limits->full, limits->context);
    arena->pool = limits->pool;
}

/* ---- pools */

static void enter_pool(struct arena_pool *pool, struct arena_block *block)
{
    block->link = NULL;
    if (pool == NULL)
        return;
    block->next = pool->blocks;
    if (block->next != NULL)
        block->next->link = &block->next;
    block->link = &pool->blocks;
    pool->blocks = block;
}

static void free_block(struct arena_block *block)
{
    if (block->link != NULL) {
        *block->link = block->next;
        if (block->next != NULL)
            block->next->link = block->link;
    }
    free(block);
}

void arena_pool_release(struct arena_pool *pool)
{
    struct arena_block *block = pool->blocks;
    pool->blocks = NULL;
    while (block != NULL) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
}

/* ---- blocks */

static _Noreturn void refuse(struct arena *arena)
{
    arena->full(arena->context);
    abort(); /* `full` has returned against its contract */
}

static struct arena_block *add_block(struct arena *arena, size_t wanted)
{
    size_t size = FIRST_BLOCK;
    if (arena->blocks != NULL)
        size = arena->blocks->size < LARGEST_BLOCK ? arena->blocks->size * 2 : LARGEST_BLOCK;
    if (size < wanted)
        size = wanted;
    /* only used parts are cleared; the system clears large blocks, page by page */
    const bool is_large = size > LARGEST_BLOCK;
    struct arena_block *block = NULL;
    if (size <= SIZE_MAX - sizeof *block)
        block = is_large ? calloc(1, sizeof *block + size) : malloc(sizeof *block + size);
    if (block == NULL) {
        memory_is_short();
        abort(); /* not reached; cppcheck cannot know that */
    }
    block->size = size;
    block->used = 0;
    block->is_zeroed = is_large;
    block->older = arena->blocks;
    arena->blocks = block;
    enter_pool(arena->pool, block);
    return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    const size_t unit = sizeof(max_align_t);
    size_t rounded = (size + unit - 1) / unit * unit;
    if (rounded < size)
        memory_is_short();
    if (arena->limit != 0 && rounded > arena->limit - arena->used)
        refuse(arena);
    struct arena_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < rounded)
        block = add_block(arena, rounded);
    void *memory = (char *)block->bytes + block->used;
    block->used += rounded;
    arena->used += rounded;
    return block->is_zeroed ? memory : memset(memory, 0, rounded);
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = arena_alloc(arena, (size_t)length + 1);
    va_start(list, format);
    vsnprintf(text, (size_t)length + 1, format, list);
    va_end(list);
    return text;
}

void *arena_grow(struct arena *arena, void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    enum { FIRST_CAPACITY = 4 };
    if (count < *capacity)
        return array;
    *capacity = *capacity == 0 ? FIRST_CAPACITY : *capacity * 2;
    void *larger = arena_alloc(arena, *capacity * size);
    if (count != 0)
        memcpy(larger, array, count * size);
    return larger;
}

void arena_join(struct arena *target, struct arena *source)
{
    struct arena_block **oldest = &source->blocks;
    while (*oldest != NULL)
        oldest = &(*oldest)->older;
    *oldest = target->blocks;
    target->blocks = source->blocks;
    target->used += source->used;
    source->blocks = NULL;
    source->used = 0;
}

void arena_release(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *older = arena->blocks->older;
        free_block(arena->blocks);
        arena->blocks = older;
    }
    arena->used = 0;
}
