/* word_table.h - numbers words of memory, from 0 in the order of their first use, so that an owner can keep
 * data about a few of them in an array. No word is removed.
 */
#ifndef PRAM_CHECK_WORD_TABLE_H
#define PRAM_CHECK_WORD_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* All zero: none yet. */
struct word_table {
    uint64_t *slots; /* hash table: host index of a word, and its number + 1 in the upper half; owned */
    size_t room;     /* a power of two */
    uint32_t count;
};
#define WORD_TABLE_NONE UINT32_MAX

/* The number of the word with this host index; WORD_TABLE_NONE: it has none. */
uint32_t word_table_find(const struct word_table *table, uint32_t index);

/* As word_table_find, but adds the word if it is new: its number is count - 1. WORD_TABLE_NONE: the table is
 * full. */
uint32_t word_table_add(struct word_table *table, uint32_t index);

void word_table_free(struct word_table *table);

#endif
