/* word.c - words of memory that hold addresses with an aim (aim.h), in pages made on demand.
 *
 * A word has its aim as long as it holds the value stored with it. Values from the host, a multiprefix, or
 * another PP's winning store are not reported here, but are recognised as different values. Multiprefix
 * requests are reported in the order in which the machine serves them.
 */
#include <stdlib.h>

#include "aim.h"
#include "common/memory.h"

enum { PAGE_SHIFT = 10, PAGE_WORDS = 1 << PAGE_SHIFT };

struct word {
    struct aim aim;
    uint32_t value;
    bool is_of_host;   /* written by the host, with any value */
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
        if (aim.object == AIM_NONE && !aim.has_code)
            return;
        *page = memory_take(PAGE_WORDS, sizeof **page);
    }
    (*page)[index % PAGE_WORDS] = (struct word){.aim = aim, .value = value};
}

/* The aim of a sum: that of the operand with an aim. Of a maximum: that of the largest. Of `and` and `or`:
 * that of an operand that passes unchanged, because the other one changes no bit or is the same address. */
static void combine(struct word *word, const struct aim_request *request)
{
    const uint32_t neutral = system_neutral(request->fold);
    const uint32_t value = system_folded(request->fold, word->value, request->value);
    const bool has_aim = request->aim.object != AIM_NONE;
    switch (request->fold) {
    case SYSTEM_FOLD_ADD:
        if (has_aim)
            word->aim = word->aim.object == AIM_NONE ? request->aim : aim_make(AIM_MIXED, 0, 0);
        break;
    case SYSTEM_FOLD_MAX:
        if (value != word->value)
            word->aim = request->aim;
        break;
    default:
        if (word->value == neutral)
            word->aim = request->aim;
        else if (request->value != neutral &&
                 (request->value != word->value || !aim_is_same(request->aim, word->aim)))
            word->aim = (struct aim){0};
    }
    word->value = value;
}

struct aim aim_words_combine(struct aim_words *words, const struct aim_request *request)
{
    struct word **page = &words->pages[request->index >> PAGE_SHIFT];
    if (*page == NULL && request->aim.object == AIM_NONE)
        return request->aim;
    if (*page == NULL)
        *page = memory_take(PAGE_WORDS, sizeof **page);
    struct word *word = &(*page)[request->index % PAGE_WORDS];
    if (word->value != request->present && word->combined != request->cycle + 1)
        *word = (struct word){.value = request->present};
    const struct aim before = word->aim;
    combine(word, request);
    word->combined = request->cycle + 1;
    return before;
}

void aim_words_give_host(struct aim_words *words, uint32_t index)
{
    struct word **page = &words->pages[index >> PAGE_SHIFT];
    if (*page == NULL)
        *page = memory_take(PAGE_WORDS, sizeof **page);
    (*page)[index % PAGE_WORDS] = (struct word){.is_of_host = true};
}

bool aim_words_is_of_host(const struct aim_words *words, uint32_t index)
{
    const struct word *page = words->pages[index >> PAGE_SHIFT];
    return page != NULL && page[index % PAGE_WORDS].is_of_host;
}

struct aim aim_words_load(const struct aim_words *words, uint32_t index, uint32_t value)
{
    const struct word *page = words->pages[index >> PAGE_SHIFT];
    const struct word *word = page == NULL ? NULL : &page[index % PAGE_WORDS];
    if (word == NULL || word->value != value)
        return (struct aim){0};
    return word->aim;
}
