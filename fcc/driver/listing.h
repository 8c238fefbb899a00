/* listing.h - lines of source files, for the comments of -S. */
#ifndef FCC_LISTING_H
#define FCC_LISTING_H

#include <stdint.h>

struct listing;

/* An empty one; NULL if memory is short. Files are read when their lines are first needed, and kept. */
struct listing *listing_new(void);
void listing_free(struct listing *listing);

/* The text of a line (from 1) of a file, without leading blanks and newline. NULL: the file is not regular,
 * cannot be read, or has fewer lines. Valid until the next call. `context` is a struct listing. */
const char *listing_line(void *context, const char *file, uint32_t line);

#endif
