/* word.c - words of memory that hold addresses with an aim (aim.h), in pages that are made when a word is
 * told of.
 *
 * A word has its aim for as long as it holds the value that was stored to it: what others store that nobody
 * tells of here (the host, a multiprefix, a store that wins over this one) is another one. Requests of
 * multiprefix are told of in the order in which the machine serves those of a cycle.
 */
#include <stdlib.h>

#include "aim.h"
#include "common/memory.h"

enum { PAGE_SHIFT = 10, PAGE_WORDS = 1 << PAGE_SHIFT };

struct word {
    struct aim aim;
    uint32_t value;
    uint64_t combined; /* 1 + the cycle of the requests that made that value; 0: a store did */
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
    (*page)[index % PAGE_WORDS] = (struct word){aim, value, 0};
}

struct aim aim_words_combine(struct aim_words *words, uint32_t index, uint32_t present, uint64_t cycle,
                             bool is_max, uint32_t value, struct aim aim)
{
    struct word **page = &words->pages[index >> PAGE_SHIFT];
    if (*page == NULL && aim.object == AIM_NONE)
        return aim;
    if (*page == NULL)
        *page = memory_take(PAGE_WORDS, sizeof **page);
    struct word *word = &(*page)[index % PAGE_WORDS];
    if (word->value != present && word->combined != cycle + 1)
        *word = (struct word){.value = present};
    const struct aim before = word->aim;
    word->combined = cycle + 1;
    if (is_max && (int32_t)value > (int32_t)word->value)
        *word = (struct word){aim, value, cycle + 1};
    else if (!is_max && aim.object != AIM_NONE)
        word->aim = before.object == AIM_NONE ? aim : aim_make(AIM_MIXED, 0, 0);
    if (!is_max)
        word->value += value;
    return before;
}

struct aim aim_words_load(const struct aim_words *words, uint32_t index, uint32_t value)
{
    const struct word *page = words->pages[index >> PAGE_SHIFT];
    const struct word *word = page == NULL ? NULL : &page[index % PAGE_WORDS];
    if (word == NULL || word->value != value)
        return (struct aim){0};
    return word->aim;
}
