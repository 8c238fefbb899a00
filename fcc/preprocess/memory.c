/* memory.c - lists of tokens and growing arrays of the preprocessor, counted against its limit.
 *
 * Lists are recycled: an expansion returns its list when it has been read, so memory depends on the nesting
 * of expansions, not on their number.
 */
#include "fcc/preprocess/state.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_TOKENS = 16 };

static void count_bytes(struct preprocessor *pp, size_t bytes)
{
    pp->bytes_in_lists += bytes;
    if (pp->bytes_in_lists > pp_limit(pp, PREPROCESS_MEMORY_LIMIT))
        pp_fatal(pp, NULL, "preprocessing takes more than %u MiB of memory; do macros multiply each other?",
                 PREPROCESS_MEMORY_LIMIT / PREPROCESS_MEGABYTE);
}

static void *resize(void *array, size_t bytes)
{
    void *larger = realloc(array, bytes);
    if (larger == NULL)
        memory_is_short();
    return larger;
}

void *pp_grow(struct preprocessor *pp, void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    uint32_t larger = *capacity == 0 ? 64 : *capacity * 2;
    count_bytes(pp, (size_t)(larger - *capacity) * size);
    array = resize(array, larger * size);
    *capacity = larger;
    return array;
}

struct pp_list *pp_list_new(struct preprocessor *pp)
{
    struct pp_list *list = pp->free_lists;
    if (list != NULL)
        pp->free_lists = list->next;
    else
        list = ARENA_NEW(&pp->arena, struct pp_list);
    list->count = 0;
    list->previous = NULL;
    list->next = pp->lists;
    if (pp->lists != NULL)
        pp->lists->previous = list;
    pp->lists = list;
    return list;
}

void pp_list_add(struct preprocessor *pp, struct pp_list *list, const struct pp_token *token)
{
    if (list->count == list->capacity) {
        uint32_t larger = list->capacity == 0 ? FIRST_TOKENS : list->capacity * 2;
        count_bytes(pp, (larger - list->capacity) * sizeof *list->tokens);
        list->tokens = resize(list->tokens, larger * sizeof *list->tokens);
        list->capacity = larger;
    }
    list->tokens[list->count++] = *token;
}

void pp_list_free(struct preprocessor *pp, struct pp_list *list)
{
    enum { WORTH_KEEPING = 4096 };
    if (list->previous != NULL)
        list->previous->next = list->next;
    else
        pp->lists = list->next;
    if (list->next != NULL)
        list->next->previous = list->previous;
    if (list->capacity > WORTH_KEEPING) {
        pp->bytes_in_lists -= list->capacity * sizeof *list->tokens;
        free(list->tokens);
        list->tokens = NULL;
        list->capacity = 0;
    }
    list->next = pp->free_lists;
    pp->free_lists = list;
}
