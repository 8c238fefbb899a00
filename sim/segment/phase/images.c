/* images.c - splits stores of images into their words, where each cell is decided separately. Calls tiles,
 * and machine (a fault if the host has no memory for the words). */
#include <stdlib.h>

#include "sim/segment/phase/single.h"

/* Room for `words` words in the list. */
static bool make_room(struct commit *commit, uint64_t words)
{
    if (words <= commit->word_room)
        return true;
    free(commit->words);
    commit->words = words <= UINT32_MAX / 2 ? calloc(words, sizeof *commit->words) : NULL;
    commit->word_room = commit->words != NULL ? (uint32_t)words : 0;
    return commit->words != NULL;
}

/* Writes the words of an item to the list of words from `at` on. */
static uint32_t write_words(const struct commit *commit, const struct item *item, uint32_t at)
{
    struct item *words = &commit->words[at];
    if (!item->is_image || item->kind != REQUEST_STORE) {
        *words = *item;
        return 1;
    }
    const struct tile *tile = tile_of(commit, item);
    const struct strand *strand = &tile->strands[item->strand];
    const uint32_t lane = item->pp - tile->first_pp, count = strand->request.words;
    uint32_t image[REAL_MAX_WORDS];
    tile_image_words(tile, strand, lane, image);
    for (uint32_t word = 0; word < count; word++) {
        words[word] = *item;
        words[word].is_image = false;
        words[word].index = tile_image_cell(tile, strand, lane, word);
        words[word].value = image[word];
    }
    return count;
}

/* Splits the stores of images among the items of a cycle: commit->words has *count words then. */
bool images_take_apart(struct commit *commit, uint32_t begin, uint32_t end, uint32_t *count)
{
    uint64_t words = 0;
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        words += item->is_image ? tile_of(commit, item)->strands[item->strand].request.words : 1;
    }
    *count = 0;
    if (!make_room(commit, words)) {
        fault_set(&commit->world->machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, 0,
                  "the host has not enough memory");
        return false;
    }
    for (uint32_t k = begin; k < end; k++)
        *count += write_words(commit, &commit->items[k], *count);
    return true;
}
