/* near.h - which of several names somebody may have meant. Its functions are in names.c. */
#ifndef PRAM_NEAR_H
#define PRAM_NEAR_H

#include <stddef.h>

/* The search for the name that looks most like a word: begun by near_start, then each name is offered.
 * `best` is the answer of all offers so far; NULL: none is near. Of names equally near it is the first in the
 * alphabet. */
struct near {
    const char *word; /* not owned, as the names */
    size_t length;
    const char *best;
    size_t least; /* insertions, deletions, replacements and exchanges of neighbours: from word to best */
};

void near_start(struct near *near, const char *word, size_t length);
void near_offer(struct near *near, const char *name);

#endif
