/* word.c - words of memory that hold addresses with an aim (aim.h), in pages made on demand.
 *
 * A word has its aim as long as it holds the value stored with it. Values from the host, a multiprefix, or
 * another PP's winning store are not reported here, but are recognised as different values. Multiprefix
 * requests are reported in the order in which the machine serves them.
 */
#include "aim.h"

struct word {
    struct aim aim;
    uint32_t value;
    bool is_of_host;   /* written by the host, with any value */
    uint64_t combined; /* 1 + the cycle of the requests that made that value; 0: a store did */
};

void aim_words_store(const struct pages *words, uint32_t index, uint32_t value, struct aim aim)
{
    struct word *word = pages_find(words, index, sizeof *word);
    if (word == NULL && aim.object == AIM_NONE && !aim.has_code)
        return;
    word = pages_at(words, index, sizeof *word);
    *word = (struct word){.aim = aim, .value = value};
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

struct aim aim_words_combine(const struct pages *words, const struct aim_request *request)
{
    struct word *word = pages_find(words, request->index, sizeof *word);
    if (word == NULL && request->aim.object == AIM_NONE)
        return request->aim;
    word = pages_at(words, request->index, sizeof *word);
    if (word->value != request->present && word->combined != request->cycle + 1)
        *word = (struct word){.value = request->present};
    const struct aim before = word->aim;
    combine(word, request);
    word->combined = request->cycle + 1;
    return before;
}

void aim_words_give_host(const struct pages *words, uint32_t index)
{
    struct word *word = pages_at(words, index, sizeof *word);
    *word = (struct word){.is_of_host = true};
}

bool aim_words_is_of_host(const struct pages *words, uint32_t index)
{
    const struct word *word = pages_find(words, index, sizeof *word);
    return word != NULL && word->is_of_host;
}

struct aim aim_words_load(const struct pages *words, uint32_t index, uint32_t value)
{
    const struct word *word = pages_find(words, index, sizeof *word);
    if (word == NULL || word->value != value)
        return (struct aim){0};
    return word->aim;
}
