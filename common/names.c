/* names.c - a table from names to items.
 *
 * May call memory.h.
 */
#include "common/names.h"

#include "common/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash_name(const char *name, size_t length)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of a name, or the free one where it would go. */
static size_t find_slot(const struct name_table *table, const char *name, size_t length)
{
    size_t slot = hash_name(name, length) & (table->slot_count - 1);
    for (; table->slots[slot] != 0; slot = (slot + 1) & (table->slot_count - 1)) {
        const struct name_entry *entry = &table->entries[table->slots[slot] - 1];
        if (entry->length == length && memcmp(entry->name, name, length) == 0)
            break;
    }
    return slot;
}

static void grow(struct name_table *table)
{
    table->slot_count = table->slot_count == 0 ? 256 : table->slot_count * 2;
    free(table->slots);
    table->slots = memory_take(table->slot_count, sizeof *table->slots);
    for (size_t i = 0; i < table->count; i++)
        table->slots[find_slot(table, table->entries[i].name, table->entries[i].length)] = i + 1;
}

struct name_entry *names_find(struct name_table *table, const char *name, size_t length)
{
    if (table->count * 2 >= table->slot_count)
        grow(table);
    size_t slot = find_slot(table, name, length);
    if (table->slots[slot] == 0) {
        table->entries =
            memory_grow(table->entries, &table->capacity, table->count + 1, sizeof *table->entries);
        table->entries[table->count++] = (struct name_entry){.name = name, .length = length};
        table->slots[slot] = table->count;
    }
    return &table->entries[table->slots[slot] - 1];
}

void *names_get(const struct name_table *table, const char *name, size_t length)
{
    if (table->slot_count == 0)
        return NULL;
    size_t slot = find_slot(table, name, length);
    return table->slots[slot] == 0 ? NULL : table->entries[table->slots[slot] - 1].item;
}

void names_free(struct name_table *table)
{
    free(table->entries);
    free(table->slots);
    *table = (struct name_table){0};
}
