/* name_index.h - a table from names to numbers, for an owner that stores the names: 6 to 11 bytes per name.
 *
 * For millions of names, for which names.h needs too much memory: hashing with open addressing over 32-bit
 * numbers. A function of the owner returns the name for a number.
 */
#ifndef PRAM_NAME_INDEX_H
#define PRAM_NAME_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct name_index {
    const char *(*name)(const void *owner,
                        uint32_t number); /* `owner` must not change while it is in the table */
    const void *owner;
    uint32_t *slots; /* number + 1; 0: free */
    uint32_t slot_count;
    uint32_t count;
};

/* Whether the name is in the table; *number is then its number. */
bool name_index_find(const struct name_index *index, const char *name, uint32_t *number);

/* As above for a name of `length` characters without a final 0. */
bool name_index_find_text(const struct name_index *index, const char *name, size_t length, uint32_t *number);

/* Adds a number below 2^31 whose name is not in the table yet. */
void name_index_add(struct name_index *index, uint32_t number);

/* Frees the table and empties it; its owner stays. */
void name_index_free(struct name_index *index);

#endif
