/* word_table.c - see word_table.h. Calls memory that ends the run where it is short. */
#include "word_table.h"

#include <stdlib.h>

#include "common/memory.h"

enum { ROOM_FIRST = 1024, WORDS_MOST = 1 << 22 }; /* further words are not added */

/* The slot of the word, or the free slot for it. */
static uint64_t *slot_at(const struct word_table *table, uint32_t index)
{
    size_t slot = (index * 0x9e3779b97f4a7c15u >> 20) & (table->room - 1);
    while (table->slots[slot] != 0 && (uint32_t)table->slots[slot] != index)
        slot = (slot + 1) & (table->room - 1);
    return &table->slots[slot];
}

static void grow(struct word_table *table)
{
    const struct word_table old = *table;
    table->room = old.room == 0 ? ROOM_FIRST : 2 * old.room;
    table->slots = memory_take(table->room, sizeof *table->slots);
    for (size_t k = 0; k < old.room; k++)
        if (old.slots[k] != 0)
            *slot_at(table, (uint32_t)old.slots[k]) = old.slots[k];
    free(old.slots);
}

uint32_t word_table_find(const struct word_table *table, uint32_t index)
{
    const uint64_t slot = table->room == 0 ? 0 : *slot_at(table, index);
    return slot == 0 ? WORD_TABLE_NONE : (uint32_t)(slot >> 32) - 1;
}

uint32_t word_table_add(struct word_table *table, uint32_t index)
{
    if (2 * (size_t)table->count >= table->room && table->count < WORDS_MOST)
        grow(table);
    uint64_t *slot = slot_at(table, index);
    if (*slot == 0 && 2 * (size_t)table->count >= table->room)
        return WORD_TABLE_NONE;
    if (*slot == 0)
        *slot = (uint64_t)++table->count << 32 | index;
    return (uint32_t)(*slot >> 32) - 1;
}

void word_table_free(struct word_table *table)
{
    free(table->slots);
}
