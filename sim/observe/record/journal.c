/* journal.c - see journal.h. */
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/memory.h"
#include "sim/machine/shint.h"

struct journal *journal_create(bool only_regions)
{
    struct journal *journal = memory_take(1, sizeof *journal);
    journal->only_regions = only_regions;
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

/* Appends PPs in ascending order, not yet counted. Returns them. */
static const uint32_t *put_pps(struct journal *journal, const uint32_t *pps, uint32_t count)
{
    journal->pps =
        memory_grow(journal->pps, &journal->pp_room, journal->pp_count + count, sizeof *journal->pps);
    uint32_t *list = journal->pps + journal->pp_count;
    memcpy(list, pps, count * sizeof *list);
    for (uint32_t k = 1; k < count; k++)
        if (list[k] < list[k - 1]) {
            qsort(list, count, sizeof *list, compare_words);
            break;
        }
    return list;
}

void journal_note(struct journal *journal, const struct journal_entry *entry, const uint32_t *pps,
                  uint32_t count)
{
    if (count == 0 || (journal->only_regions && entry->kind == JOURNAL_HOST))
        return;
    const uint32_t *list = put_pps(journal, pps, count);
    const bool is_run = list[count - 1] - list[0] == count - 1;
    if (journal->count == JOURNAL_MOST || (!is_run && journal->pp_count + count > JOURNAL_MOST)) {
        journal->lost++;
        journal->until = entry->cycle < journal->until ? entry->cycle : journal->until;
        return;
    }
    struct journal_entry *whole = MEMORY_ADD(journal->entries, journal->count, journal->room);
    *whole = *entry;
    whole->count = count;
    whole->first = list[0];
    whole->list = is_run ? UINT32_MAX : (uint32_t)journal->pp_count;
    journal->pp_count += is_run ? 0 : count;
}

void journal_cut(struct journal *journal, uint64_t cycle)
{
    size_t kept = 0;
    for (size_t k = 0; k < journal->count; k++)
        if (journal->entries[k].cycle < cycle)
            journal->entries[kept++] = journal->entries[k];
    journal->count = kept;
}

void journal_note_conflict(struct journal *journal, uint64_t cycle, const char *text, uint32_t address,
                           struct journal_side one, struct journal_side other)
{
    const struct journal_side first = one.pp < other.pp ? one : other;
    const struct journal_side second = one.pp < other.pp ? other : one;
    const uint32_t pps[] = {first.pp, second.pp};
    if (journal->conflicts == JOURNAL_CONFLICTS_MOST)
        return;
    journal->conflicts++;
    journal_note(journal,
                 &(struct journal_entry){.cycle = cycle,
                                         .pc = second.pc,
                                         .place = first.pc,
                                         .group = address,
                                         .text = text,
                                         .kind = JOURNAL_CONFLICT},
                 pps, 2);
}

void journal_put_cell(const char *text, const char *cell, char *copy, size_t size)
{
    const char *mark = strstr(text, "%s");
    snprintf(copy, size, "%.*s%s%s", (int)(mark - text), text, cell, mark + strlen("%s"));
}

bool journal_wants(const struct journal *journal, uint32_t constant)
{
    static const bool is_of_groups[SHINT_NUMBERS] = {
        [SHINT_barrier_enter] = true, [SHINT_barrier_leave] = true, [SHINT_async_enter] = true,
        [SHINT_async_leave] = true,   [SHINT_group_enter] = true,   [SHINT_group_leave] = true};
    const uint32_t hint = shint_number(constant);
    return hint == SHINT_region_enter || hint == SHINT_region_leave ||
           (is_of_groups[hint] && !journal->only_regions);
}

/* By what makes two entries the same. */
static int compare_kinds(const struct journal_entry *a, const struct journal_entry *b)
{
    const uint64_t left[] = {a->cycle, a->kind, a->pc, a->group, a->hint, a->place},
                   right[] = {b->cycle, b->kind, b->pc, b->group, b->hint, b->place};
    int order = 0;
    for (size_t k = 0; order == 0 && k < sizeof left / sizeof *left; k++)
        order = compare_numbers(left[k], right[k]);
    return order == 0 && a->text != b->text ? strcmp(a->text, b->text) : order;
}

static int compare_entries(const void *left, const void *right)
{
    const struct journal_entry *a = left, *b = right;
    const int order = compare_kinds(a, b);
    return order != 0 ? order : compare_numbers(a->first, b->first);
}

/* Merges the entries begin .. end - 1, which differ only in their PPs, into one of `to`. */
static void join(struct journal *to, const struct journal *from, const struct journal_entry *begin,
                 const struct journal_entry *end)
{
    size_t count = 0;
    for (const struct journal_entry *entry = begin; entry < end; entry++)
        count += entry->count;
    uint32_t *list = memory_take(count, sizeof *list);
    count = 0;
    for (const struct journal_entry *entry = begin; entry < end; entry++)
        for (uint32_t n = 0; n < entry->count; n++)
            list[count++] = journal_pp(from, entry, n);
    journal_note(to, begin, list, (uint32_t)count);
    free(list);
}

/* Sorts and merges the entries of one cycle. */
static void join_cycle(struct journal *to, const struct journal *from, struct journal_entry *entries,
                       size_t count)
{
    if (count > 1)
        qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && compare_kinds(&entries[begin], &entries[end]) == 0; end++)
            ;
        join(to, from, entries + begin, entries + end);
    }
}

void journal_sort(struct journal *journal)
{
    struct journal old = *journal;
    *journal = (struct journal){.lost = old.lost, .until = old.until};
    for (size_t begin = 0, end; begin < old.count; begin = end) {
        for (end = begin + 1; end < old.count && old.entries[end].cycle == old.entries[begin].cycle; end++)
            ;
        join_cycle(journal, &old, old.entries + begin, end - begin);
    }
    free(old.entries);
    free(old.pps);
}
