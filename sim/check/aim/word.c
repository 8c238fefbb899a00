/* word.c - words of memory that hold addresses with an aim (aim.h), in pages that are made when a word is
 * told of.
 *
 * A word has its aim for as long as it holds the value that was stored to it: what others store that nobody
 * tells of here (the host, a multiprefix, a store that wins over this one) is another one.
 */
#include <stdlib.h>

#include "aim.h"
#include "common/memory.h"

enum { PAGE_SHIFT = 10, PAGE_WORDS = 1 << PAGE_SHIFT };

struct word {
    struct aim aim;
    uint32_t value;
};

struct aim_words {
    struct word **pages;
    size_t page_count;
};

struct aim_words *aim_words_create(const struct machine *machine)
{
    struct aim_words *words = calloc(1, sizeof *words);
    if (words == NULL)
        return NULL;
    words->page_count = (machine->memory.host_words >> PAGE_SHIFT) + 1;
    words->pages = calloc(words->page_count, sizeof(struct word *));
    if (words->pages == NULL) {
        free(words);
        return NULL;
    }
    return words;
}

void aim_words_free(struct aim_words *words)
{
    if (words == NULL)
        return;
    for (size_t page = 0; page < words->page_count; page++)
        free(words->pages[page]);
    free(words->pages);
    free(words);
}

void aim_words_store(struct aim_words *words, uint32_t index, uint32_t value, struct aim aim)
{
    struct word **page = &words->pages[index >> PAGE_SHIFT];
    if (*page == NULL) {
        if (aim.object == AIM_NONE)
            return;
        *page = memory_take(PAGE_WORDS, sizeof **page);
    }
    (*page)[index % PAGE_WORDS] = (struct word){aim, value};
}

struct aim aim_words_load(const struct aim_words *words, uint32_t index, uint32_t value)
{
    const struct word *page = words->pages[index >> PAGE_SHIFT];
    const struct word *word = page == NULL ? NULL : &page[index % PAGE_WORDS];
    if (word == NULL || word->value != value)
        return (struct aim){0};
    return word->aim;
}
