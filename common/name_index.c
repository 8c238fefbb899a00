/* name_index.c - a table from names to numbers; see name_index.h.
 *
 * At most three quarters of the slots are taken. May call memory.h.
 */
#include "common/name_index.h"

#include "common/hash.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 256 };

/* The slot of a name, or the free slot for it. */
static uint32_t find_slot(const struct name_index *index, const char *name, size_t length)
{
    uint32_t slot = hash_text(name, length) & (index->slot_count - 1);
    for (; index->slots[slot] != 0; slot = (slot + 1) & (index->slot_count - 1)) {
        const char *known = index->name(index->owner, index->slots[slot] - 1);
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            break;
    }
    return slot;
}

/* A free slot for a name that is not in the table. */
static uint32_t find_free_slot(const struct name_index *index, const char *name)
{
    uint32_t slot = hash_text(name, strlen(name)) & (index->slot_count - 1);
    while (index->slots[slot] != 0)
        slot = (slot + 1) & (index->slot_count - 1);
    return slot;
}

static void grow(struct name_index *index)
{
    uint32_t *const old_slots = index->slots;
    const uint32_t old_count = index->slot_count;
    index->slot_count = old_count == 0 ? FIRST_SLOTS : old_count * 2;
    index->slots = memory_take(index->slot_count, sizeof *index->slots);
    for (uint32_t i = 0; i < old_count; i++)
        if (old_slots[i] != 0)
            index->slots[find_free_slot(index, index->name(index->owner, old_slots[i] - 1))] = old_slots[i];
    free(old_slots);
}

bool name_index_find(const struct name_index *index, const char *name, uint32_t *number)
{
    return name_index_find_text(index, name, strlen(name), number);
}

bool name_index_find_text(const struct name_index *index, const char *name, size_t length, uint32_t *number)
{
    if (index->slot_count == 0)
        return false;
    uint32_t slot = find_slot(index, name, length);
    if (index->slots[slot] == 0)
        return false;
    *number = index->slots[slot] - 1;
    return true;
}

void name_index_add(struct name_index *index, uint32_t number)
{
    if (index->count >= index->slot_count / 4 * 3)
        grow(index);
    index->slots[find_free_slot(index, index->name(index->owner, number))] = number + 1;
    index->count++;
}

void name_index_free(struct name_index *index)
{
    free(index->slots);
    index->slots = NULL;
    index->slot_count = 0;
    index->count = 0;
}
