/* journal.c - see journal.h. */
#include "journal.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/machine/shint.h"

struct journal *journal_create(void)
{
    struct journal *journal = memory_take(1, sizeof *journal);
    journal->until = UINT64_MAX;
    return journal;
}

void journal_destroy(struct journal *journal)
{
    if (journal == NULL)
        return;
    free(journal->entries);
    free(journal->pps);
    free(journal);
}

static void lose(struct journal *journal, uint64_t cycle)
{
    journal->lost++;
    journal->until = cycle < journal->until ? cycle : journal->until;
}

void journal_note(struct journal *journal, const struct journal_entry *entry, const uint32_t *pps,
                  uint32_t count)
{
    const bool is_run = count > 0 && pps[count - 1] - pps[0] == count - 1;
    if (count == 0)
        return;
    if (journal->count == JOURNAL_MOST || (!is_run && journal->pp_count + count > JOURNAL_MOST)) {
        lose(journal, entry->cycle);
        return;
    }
    journal->entries =
        memory_grow(journal->entries, &journal->room, journal->count + 1, sizeof *journal->entries);
    struct journal_entry *added = &journal->entries[journal->count++];
    *added = *entry;
    added->count = count;
    added->first = pps[0];
    added->list = is_run ? UINT32_MAX : (uint32_t)journal->pp_count;
    if (is_run)
        return;
    journal->pps =
        memory_grow(journal->pps, &journal->pp_room, journal->pp_count + count, sizeof *journal->pps);
    memcpy(journal->pps + journal->pp_count, pps, count * sizeof *pps);
    journal->pp_count += count;
}

bool journal_hears(uint32_t constant)
{
    switch (shint_number(constant)) {
    case SHINT_barrier_enter:
    case SHINT_barrier_leave:
    case SHINT_async_enter:
    case SHINT_async_leave:
    case SHINT_group_enter:
    case SHINT_group_leave:
    case SHINT_region_enter:
    case SHINT_region_leave:
        return true;
    default:
        return false;
    }
}

/* The PPs of an entry as a list of their own. */
static uint32_t *list_of(const struct journal *journal, const struct journal_entry *entry)
{
    uint32_t *list = memory_take(entry->count, sizeof *list);
    for (uint32_t k = 0; k < entry->count; k++)
        list[k] = journal_pp(journal, entry, k);
    return list;
}

void journal_add(struct journal *sum, const struct journal *part)
{
    for (size_t k = 0; k < part->count; k++) {
        uint32_t *list = list_of(part, &part->entries[k]);
        journal_note(sum, &part->entries[k], list, part->entries[k].count);
        free(list);
    }
    sum->lost += part->lost;
    sum->until = part->until < sum->until ? part->until : sum->until;
}

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* What makes two entries the same. */
static int compare_kinds(const struct journal_entry *a, const struct journal_entry *b)
{
    int order = compare(a->cycle, b->cycle);
    if (order == 0)
        order = compare(a->kind, b->kind);
    if (order == 0)
        order = compare(a->pc, b->pc);
    if (order == 0)
        order = compare(a->group, b->group);
    if (order == 0)
        order = compare(a->hint, b->hint);
    return order != 0 ? order : compare(a->place, b->place);
}

static int compare_entries(const void *left, const void *right)
{
    const struct journal_entry *a = left, *b = right;
    const int order = compare_kinds(a, b);
    return order != 0 ? order : compare(a->first, b->first);
}

static int compare_numbers(const void *left, const void *right)
{
    return compare(*(const uint32_t *)left, *(const uint32_t *)right);
}

/* The entries begin .. end - 1 become one of `to`. */
static void join(struct journal *to, const struct journal *from, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t k = begin; k < end; k++)
        count += from->entries[k].count;
    uint32_t *list = memory_take(count, sizeof *list);
    count = 0;
    for (size_t k = begin; k < end; k++)
        for (uint32_t n = 0; n < from->entries[k].count; n++)
            list[count++] = journal_pp(from, &from->entries[k], n);
    if (end - begin > 1)
        qsort(list, count, sizeof *list, compare_numbers);
    journal_note(to, &from->entries[begin], list, (uint32_t)count);
    free(list);
}

void journal_sort(struct journal *journal)
{
    struct journal old = *journal;
    *journal = (struct journal){.lost = old.lost, .until = old.until};
    if (old.count > 0)
        qsort(old.entries, old.count, sizeof *old.entries, compare_entries);
    for (size_t begin = 0, end; begin < old.count; begin = end) {
        for (end = begin + 1; end < old.count && compare_kinds(&old.entries[begin], &old.entries[end]) == 0;
             end++)
            ;
        join(journal, &old, begin, end);
    }
    free(old.entries);
    free(old.pps);
}
