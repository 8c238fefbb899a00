/* names.c - a table from names to items, and the name nearest to a word.
 *
 * May call memory.h.
 */
#include "common/names.h"

#include "common/hash.h"
#include "common/memory.h"
#include "common/near.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The slot of a name, or the free slot for it. */
static size_t find_slot(const struct name_table *table, const char *name, size_t length)
{
    size_t slot = hash_text(name, length) & (table->slot_count - 1);
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

void names_free(struct name_table *table)
{
    free(table->entries);
    free(table->slots);
    *table = (struct name_table){0};
}

/* ---- which name was meant */

enum { NEAR_LONGEST = 40, NEAR_SHORTEST = 3, NEAR_PART = 3 };

static bool is_same_letter(char left, char right)
{
    return tolower((unsigned char)left) == tolower((unsigned char)right);
}

/* The number of insertions, deletions, replacements, and exchanges of neighbours between two words; upper and
 * lower case are the same. */
static size_t distance(const char *left, size_t left_length, const char *right, size_t right_length)
{
    size_t rows[3][NEAR_LONGEST + 1]; /* of `left` so far, of one letter less, of two less; in turn */
    for (size_t j = 0; j <= right_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= left_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= right_length; j++) {
            size_t best = last[j - 1] + !is_same_letter(left[i - 1], right[j - 1]);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && is_same_letter(left[i - 1], right[j - 2]) &&
                is_same_letter(left[i - 2], right[j - 1]) && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[left_length % 3][right_length];
}

/* A word that is too short or too long is similar to nothing. */
void near_start(struct near *near, const char *word, size_t length)
{
    const bool is_asked = length >= NEAR_SHORTEST && length <= NEAR_LONGEST;
    *near = (struct near){.word = word, .length = length, .least = is_asked ? length / NEAR_PART + 1 : 0};
}

void near_offer(struct near *near, const char *name)
{
    const size_t length = strlen(name);
    if (near->least == 0 || length > NEAR_LONGEST)
        return;
    const size_t found = distance(near->word, near->length, name, length);
    if (found < near->least || (found == near->least && near->best != NULL && strcmp(name, near->best) < 0)) {
        near->least = found;
        near->best = name;
    }
}
