/* names.h - a table from names to items of its owner: hashing with open addressing.
 *
 * Names stay in the order in which they were added.
 */
#ifndef PRAM_NAMES_H
#define PRAM_NAMES_H

#include <stddef.h>

struct name_entry {
    const char *name; /* not owned */
    size_t length;
    void *item; /* the owner's; NULL at first */
};

struct name_table {
    struct name_entry *entries; /* in the order of their addition */
    size_t count;
    size_t capacity;
    size_t *slots; /* index of an entry + 1; 0: free */
    size_t slot_count;
};

/* The entry of a name, made if it is new: then its item is NULL and its name points to `name`, which has to
 * live as long as the table (the caller may put a longer-lived copy in its place). Valid until the next call.
 */
struct name_entry *names_find(struct name_table *table, const char *name, size_t length);

void names_free(struct name_table *table);

#endif
