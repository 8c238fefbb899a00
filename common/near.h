/* near.h - which of several names a user probably meant. Its functions are in names.c. */
#ifndef PRAM_NEAR_H
#define PRAM_NEAR_H

#include <stddef.h>

/* A search for the name most similar to a word: call near_start, then offer each name. `best` is the best
 * name so far; NULL: none is similar. Of equally similar names it is the first in the alphabet. */
struct near {
    const char *word; /* not owned, as the names */
    size_t length;
    const char *best;
    size_t least; /* insertions, deletions, replacements and exchanges of neighbours: from word to best,
                     letters of either case alike */
};

void near_start(struct near *near, const char *word, size_t length);
void near_offer(struct near *near, const char *name);

#endif
