/* pages.h - data for words of memory, by host index or memory_slot, in pages made on demand. An element is
 * all zero until it is written. Knows no element.
 */
#ifndef PRAM_PAGES_H
#define PRAM_PAGES_H

#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"

enum { PAGE_WORDS = 1 << 10 };

struct pages {
    void **page; /* by index / PAGE_WORDS; NULL: not made yet */
    struct arena *arena;
};

/* For indices below `words`; the arena owns everything. */
static inline struct pages pages_make(struct arena *arena, uint64_t words)
{
    return (struct pages){.page = ARENA_ARRAY(arena, void *, words / PAGE_WORDS + 1), .arena = arena};
}

/* The element, of `size` bytes, of a word; NULL: it is all zero, like its page. */
static inline void *pages_find(const struct pages *pages, uint32_t index, size_t size)
{
    char *const page = pages->page[index / PAGE_WORDS];
    return page != NULL ? page + index % PAGE_WORDS * size : NULL;
}

/* As above, but makes the page. */
static inline void *pages_at(const struct pages *pages, uint32_t index, size_t size)
{
    void **const page = &pages->page[index / PAGE_WORDS];
    if (*page == NULL)
        *page = arena_alloc(pages->arena, PAGE_WORDS * size);
    return (char *)*page + index % PAGE_WORDS * size;
}

#endif
