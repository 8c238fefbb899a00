/* reference.c - a hash table of the groups that have members in a barrier. Calls common/memory. */
#include "sim/segment/time/reference.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

enum { FIRST_SIZE = 64 };

bool barrier_table_create(struct barrier_table *table)
{
    *table = (struct barrier_table){.mask = FIRST_SIZE - 1};
    table->groups = calloc(FIRST_SIZE, sizeof *table->groups);
    return table->groups != NULL;
}

void barrier_table_destroy(struct barrier_table *table)
{
    free(table->groups);
    *table = (struct barrier_table){.groups = NULL};
}

static uint32_t first_slot(const struct barrier_table *table, uint32_t group)
{
    return (group * 0x9e3779b1u >> 8) & table->mask;
}

/* Whether a slot was never used: then `latest` and `waiting` are 0. Entries without waiting PPs stay, so that
 * chains are not broken; they are removed when the table grows. */
static bool never_used(const struct barrier_group *entry)
{
    return entry->waiting == 0 && entry->latest == 0;
}

/* The group's entry; if it has none, the free one where it belongs. */
static struct barrier_group *find(const struct barrier_table *table, uint32_t group)
{
    uint32_t slot = first_slot(table, group);
    while (!never_used(&table->groups[slot]) && table->groups[slot].group != group)
        slot = (slot + 1) & table->mask;
    return &table->groups[slot];
}

bool barrier_latest(const struct barrier_table *table, uint32_t group, uint64_t *latest)
{
    const struct barrier_group *entry = find(table, group);
    *latest = entry->latest - 1;
    return entry->waiting != 0;
}

static struct barrier_group *claim(struct barrier_table *table, uint32_t group)
{
    struct barrier_group *entry = find(table, group);
    table->used += never_used(entry);
    entry->group = group;
    return entry;
}

/* Keeps the table at most half full; removes groups without waiting PPs. */
static bool make_room(struct barrier_table *table)
{
    if (2 * table->used <= table->mask)
        return true;
    uint32_t live = 0;
    for (uint32_t slot = 0; slot <= table->mask; slot++)
        live += table->groups[slot].waiting != 0;
    struct barrier_table larger = {.mask = 4 * live > table->mask ? 2 * table->mask + 1 : table->mask};
    larger.groups = calloc((size_t)larger.mask + 1, sizeof *larger.groups);
    if (!larger.groups)
        return false;
    for (uint32_t slot = 0; slot <= table->mask; slot++) {
        const struct barrier_group *old = &table->groups[slot];
        if (old->waiting != 0)
            *claim(&larger, old->group) = *old;
    }
    free(table->groups);
    table->groups = larger.groups;
    table->mask = larger.mask;
    table->used = larger.used;
    return true;
}

bool barrier_note(struct barrier_notes *notes, struct barrier_note new)
{
    struct barrier_note *larger =
        memory_try_to_grow(notes->note, &notes->room, notes->count + 1, sizeof *larger);
    if (larger == NULL)
        return false;
    notes->note = larger;
    notes->note[notes->count++] = new;
    return true;
}

void barrier_notes_destroy(struct barrier_notes *notes)
{
    free(notes->note);
    *notes = (struct barrier_notes){0};
}

uint64_t barrier_departure(const struct barrier_table *table, uint64_t segment)
{
    uint64_t departure = UINT64_MAX;
    if (table->last_entry + BARRIER_SEGMENTS < segment)
        return departure;
    for (uint32_t slot = 0; slot <= table->mask; slot++) {
        const struct barrier_group *entry = &table->groups[slot];
        const uint64_t leaves = entry->latest - 1 + BARRIER_LENGTH;
        if (entry->waiting != 0 && entry->segment + BARRIER_SEGMENTS >= segment && leaves < departure)
            departure = leaves;
    }
    return departure;
}

bool barrier_take_notes(struct barrier_table *table, struct barrier_notes *const *notes, size_t count,
                        uint64_t segment)
{
    for (size_t n = 0; n < count; n++)
        for (size_t k = 0; k < notes[n]->count; k++) {
            const struct barrier_note *new = &notes[n]->note[k];
            struct barrier_group *entry = find(table, new->group);
            entry->waiting -= new->leaving < entry->waiting ? new->leaving : entry->waiting;
        }
    for (size_t n = 0; n < count; n++) {
        for (size_t k = 0; k < notes[n]->count; k++) {
            const struct barrier_note *new = &notes[n]->note[k];
            if (!new->entering)
                continue;
            if (!make_room(table))
                return false;
            struct barrier_group *entry = claim(table, new->group);
            /* kept as cycle + 1: a used entry is never all 0 */
            if (entry->waiting == 0 || entry->latest < new->latest + 1)
                entry->latest = new->latest + 1;
            entry->waiting += new->entering;
            entry->segment = table->last_entry = segment;
        }
        notes[n]->count = 0;
    }
    return true;
}
