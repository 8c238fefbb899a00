/* word_table.h - words of memory that something is known of: each gets a number, from 0 on in the order in
 * which they come, by which their owner keeps what is known. No word is forgotten. Knows memory only by
 * numbers.
 */
#ifndef PRAM_CHECK_WORD_TABLE_H
#define PRAM_CHECK_WORD_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* All zero: none yet. */
struct word_table {
    uint64_t *slots; /* a table of hashes: host index of a word, and its number + 1 above that; owned */
    size_t room;     /* a power of two */
    uint32_t count;
};
#define WORD_TABLE_NONE UINT32_MAX

/* The number of the word with this host index; WORD_TABLE_NONE: it has none. */
uint32_t word_table_find(const struct word_table *table, uint32_t index);

/* The same; it gets one if it has none, count - 1 then; WORD_TABLE_NONE: there are too many already. */
uint32_t word_table_add(struct word_table *table, uint32_t index);

void word_table_free(struct word_table *table);

#endif
