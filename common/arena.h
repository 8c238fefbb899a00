/* arena.h - memory that is freed all at once, for one compilation, one object or one link.
 *
 * Nodes, types, symbols and names live as long as their owner, so nothing is freed singly. When an arena
 * reaches its limit it calls `full`, which must not return; so a hostile input cannot exhaust memory. An
 * arena of zeros is empty and without limit. If the host has no memory left, the program ends
 * (memory_is_short).
 */
#ifndef PRAM_ARENA_H
#define PRAM_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct arena_block;

/* The memory of several arenas: it can be freed after a longjmp past their owners. All 0: empty. */
struct arena_pool {
    struct arena_block *blocks;
};

struct arena {
    struct arena_block *blocks;  /* newest first */
    size_t used;                 /* bytes in all blocks */
    size_t limit;                /* bytes; 0: none */
    void (*full)(void *context); /* if there is a limit */
    void *context;
    struct arena_pool *pool; /* the pool that its memory also belongs to; NULL: none */
};

/* Starts an empty arena. `full` is called when more than `limit` bytes are asked for; it must not return
 * (longjmp or exit). */
void arena_init(struct arena *arena, size_t limit, void (*full)(void *context), void *context);

/* Starts an empty arena with limit, pool and `full` of another arena. */
void arena_within(struct arena *arena, const struct arena *limits);

/* `size` bytes, zeroed, aligned for any object. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);

/* A copy of `length` characters, ended by '\0'. */
char *arena_text(struct arena *arena, const char *text, size_t length);

/* A formatted string. */
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* `array` with room for one more element of `size` bytes: itself if there is room, else a copy of twice the
 * capacity. */
void *arena_grow(struct arena *arena, void *array, uint32_t count, uint32_t *capacity, size_t size);

/* Moves the contents of `source` to `target` without changing addresses; empties `source`. */
void arena_join(struct arena *target, struct arena *source);

/* Frees everything. The arena can be used again. */
void arena_release(struct arena *arena);

/* Frees the memory of all arenas of a pool; they must not be used again. */
void arena_pool_release(struct arena_pool *pool);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

/* The new last element of an array with `count` elements and room for `capacity`, three variables that
 * change; its value is undefined. */
#define ARENA_ADD(arena, array, count, capacity)                                                             \
    ((array) = arena_grow((arena), (array), (count), &(capacity), sizeof *(array)), &(array)[(count)++])

#endif
