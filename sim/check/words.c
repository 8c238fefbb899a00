/* words.c - see words.h: the states of words, in pages made on demand; and the blocks.
 */
#include "words.h"

#include <stdlib.h>

#include "common/memory.h"

enum { PAGE_SHIFT = 10, PAGE_WORDS = 1 << PAGE_SHIFT, STATE_BITS = 3 };

/* A word: its state, and above that the number of its block. Initially words of a stack are unwritten and all
 * others plain; the stored value is the difference from that, so a new page is all zero. */
struct words {
    uint32_t **pages;
    size_t page_count;
    struct block *blocks; /* number 0 is none */
    size_t block_capacity;
    uint32_t block_count;
};

struct words *words_create(const struct machine *machine)
{
    struct words *words = calloc(1, sizeof *words);
    if (words == NULL)
        return NULL;
    words->page_count = (machine->memory.host_words >> PAGE_SHIFT) + 1;
    words->pages = calloc(words->page_count, sizeof *words->pages);
    words->blocks = memory_grow(NULL, &words->block_capacity, 1, sizeof *words->blocks);
    words->blocks[0] = (struct block){0};
    words->block_count = 1;
    if (words->pages == NULL) {
        free(words->blocks);
        free(words);
        return NULL;
    }
    return words;
}

void words_destroy(struct words *words)
{
    if (words == NULL)
        return;
    for (size_t page = 0; page < words->page_count; page++)
        free(words->pages[page]);
    free(words->pages);
    free(words->blocks);
    free(words);
}

enum word_state words_state(const struct words *words, uint32_t index, bool is_stack, uint32_t *block)
{
    const uint32_t *page = words->pages[index >> PAGE_SHIFT];
    const uint32_t word = page == NULL ? 0 : page[index % PAGE_WORDS];
    *block = word >> STATE_BITS;
    return (enum word_state)((word % WORD_STATES) ^ (is_stack ? WORD_UNWRITTEN : WORD_PLAIN));
}

void words_set(struct words *words, uint32_t index, bool is_stack, enum word_state state, uint32_t block)
{
    uint32_t **page = &words->pages[index >> PAGE_SHIFT];
    const uint32_t kept = (uint32_t)state ^ (is_stack ? WORD_UNWRITTEN : WORD_PLAIN);
    if (*page == NULL) {
        if (kept == 0 && block == 0)
            return;
        *page = memory_take(PAGE_WORDS, sizeof **page);
    }
    (*page)[index % PAGE_WORDS] = block << STATE_BITS | kept;
}

uint32_t words_add_block(struct words *words)
{
    words->blocks =
        memory_grow(words->blocks, &words->block_capacity, words->block_count + 1, sizeof *words->blocks);
    words->blocks[words->block_count] = (struct block){0};
    return words->block_count++;
}

struct block *words_block(const struct words *words, uint32_t number)
{
    return &words->blocks[number];
}
