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
    free(table->entries);
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

bool barrier_latest(const struct barrier_table *table, uint32_t group, uint64_t *latest)
{
    for (uint32_t slot = first_slot(table, group);; slot = (slot + 1) & table->mask) {
        const struct barrier_group *entry = &table->groups[slot];
        if (never_used(entry))
            return false;
        if (entry->group == group) {
            *latest = entry->latest - 1;
            return entry->waiting != 0;
        }
    }
}

static struct barrier_group *claim(struct barrier_table *table, uint32_t group)
{
    for (uint32_t slot = first_slot(table, group);; slot = (slot + 1) & table->mask) {
        struct barrier_group *entry = &table->groups[slot];
        if (never_used(entry)) {
            table->used++;
            entry->group = group;
            return entry;
        }
        if (entry->group == group)
            return entry;
    }
}

/* Keeps the table at most half full; removes groups without waiting PPs. */
static bool make_room(struct barrier_table *table)
{
    if (2 * table->used <= table->mask)
        return true;
    struct barrier_table larger = {.mask = 2 * table->mask + 1};
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

static bool note(struct barrier_notes *notes, struct barrier_note new)
{
    struct barrier_note *larger =
        memory_try_to_grow(notes->note, &notes->room, notes->count + 1, sizeof *larger);
    if (larger == NULL)
        return false;
    notes->note = larger;
    notes->note[notes->count++] = new;
    return true;
}

bool barrier_note_enter(struct barrier_notes *notes, uint32_t group, uint32_t count, uint64_t latest)
{
    return note(notes, (struct barrier_note){.group = group, .entering = count, .latest = latest});
}

bool barrier_note_leave(struct barrier_notes *notes, uint32_t group, uint32_t count)
{
    return note(notes, (struct barrier_note){.group = group, .leaving = count});
}

void barrier_notes_destroy(struct barrier_notes *notes)
{
    free(notes->note);
    *notes = (struct barrier_notes){0};
}

static void forget_entries(struct barrier_table *table, uint64_t segment)
{
    size_t old = 0;
    while (old < table->entry_count && table->entries[old].segment + BARRIER_SEGMENTS < segment)
        old++;
    table->entry_count -= old;
    if (old)
        memmove(table->entries, table->entries + old, table->entry_count * sizeof *table->entries);
}

/* Members of one group come one after the other. */
static bool remember_entry(struct barrier_table *table, uint32_t group, uint64_t segment)
{
    size_t count = table->entry_count;
    if (count > 0 && table->entries[count - 1].group == group && table->entries[count - 1].segment == segment)
        return true;
    if (count == table->entry_room) {
        forget_entries(table, segment);
        count = table->entry_count;
    }
    struct barrier_entry *larger =
        memory_try_to_grow(table->entries, &table->entry_room, count + 1, sizeof *larger);
    if (larger == NULL)
        return false;
    table->entries = larger;
    table->entries[table->entry_count++] = (struct barrier_entry){.group = group, .segment = segment};
    return true;
}

uint64_t barrier_departure(struct barrier_table *table, uint64_t segment)
{
    uint64_t departure = UINT64_MAX, latest;
    forget_entries(table, segment);
    for (size_t k = 0; k < table->entry_count; k++)
        if (barrier_latest(table, table->entries[k].group, &latest) && latest + BARRIER_LENGTH < departure)
            departure = latest + BARRIER_LENGTH;
    return departure;
}

bool barrier_take_notes(struct barrier_table *table, struct barrier_notes *const *notes, size_t count,
                        uint64_t segment)
{
    for (size_t n = 0; n < count; n++)
        for (size_t k = 0; k < notes[n]->count; k++) {
            const struct barrier_note *new = &notes[n]->note[k];
            uint64_t latest;
            if (new->leaving && barrier_latest(table, new->group, &latest)) {
                struct barrier_group *entry = claim(table, new->group);
                entry->waiting -= new->leaving < entry->waiting ? new->leaving : entry->waiting;
            }
        }
    for (size_t n = 0; n < count; n++) {
        for (size_t k = 0; k < notes[n]->count; k++) {
            const struct barrier_note *new = &notes[n]->note[k];
            if (!new->entering)
                continue;
            if (!make_room(table) || !remember_entry(table, new->group, segment))
                return false;
            struct barrier_group *entry = claim(table, new->group);
            /* kept as cycle + 1: a used entry is never all 0 */
            if (entry->waiting == 0 || entry->latest < new->latest + 1)
                entry->latest = new->latest + 1;
            entry->waiting += new->entering;
        }
        notes[n]->count = 0;
    }
    return true;
}
