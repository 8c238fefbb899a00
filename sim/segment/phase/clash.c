/* clash.c - requests of one cycle to the same cell: mixed kinds are refused, and stores have one winner.
 *
 * A table of the cells of the cycle's requests finds the first request of each. Calls machine (faults,
 * policies). */
#include <string.h>

#include "sim/segment/phase/single.h"

/* Also clears the table before its first use: if a page is read before it is written, the write makes the
 * kernel interrupt all other threads of the team. */
static void forget_cells(struct commit *commit)
{
    if (++commit->stamp == 0) {
        memset(commit->cells, 0, ((size_t)commit->mask + 1) * sizeof *commit->cells);
        commit->stamp = 1;
    }
}

/* The entry of an item's cell; a new one gets the item. */
static struct cell_entry *find_cell(struct commit *commit, uint32_t item)
{
    const uint32_t index = commit->items[item].index;
    for (uint32_t slot = index * 0x9e3779b1u >> 7;; slot++) {
        struct cell_entry *entry = &commit->cells[slot & commit->mask];
        if (entry->stamp != commit->stamp) {
            *entry = (struct cell_entry){.index = index, .stamp = commit->stamp, .item = item};
            return entry;
        }
        if (entry->index == index)
            return entry;
    }
}

static struct request_place place_of(const struct item *item)
{
    return (struct request_place){.pp = item->pp, .pc = item->pc};
}

static bool same_kind(const struct item *a, const struct item *b)
{
    return a->kind == b->kind && (a->kind != REQUEST_FOLD || a->fold == b->fold);
}

static bool is_write(const struct item *item)
{
    return item->kind == REQUEST_STORE || item->kind == REQUEST_FOLD;
}

/* Looks for two kinds of requests to one cell within the items of one cycle; false: found, and the fault
 * names the lowest address. */
bool clash_check_mixed(struct commit *commit, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const struct item *some = NULL, *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    bool kinds_differ = false;
    for (uint32_t k = begin; k < end && !kinds_differ; k++) {
        if (!is_write(&commit->items[k]))
            continue;
        kinds_differ = some && !same_kind(some, &commit->items[k]);
        some = &commit->items[k];
    }
    if (!kinds_differ)
        return true;
    forget_cells(commit);
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        if (!is_write(item))
            continue;
        const struct item *earlier = &commit->items[find_cell(commit, k)->item];
        const uint32_t address = memory_address(&machine->memory, item->index);
        if (!same_kind(earlier, item) && address < lowest) {
            lowest = address;
            first = earlier;
            second = item;
        }
    }
    if (!first)
        return true;
    fault_mixed(&machine->fault, machine, lowest, place_of(first), place_of(second), first->cycle);
    return false;
}

/* Of the items of one cycle from `begin` on, the rank of a store under POLICY_ARBITRARY. The words of an
 * image have the rank of its first one: they are next to each other, and a PP has one request per cycle. */
static uint64_t rank_of(const struct commit *commit, uint32_t begin, uint32_t item)
{
    const struct machine *machine = commit->world->machine;
    const struct item *first = &commit->items[item];
    while (first > &commit->items[begin] && first[-1].pp == first->pp)
        first--;
    return policy_rank(machine->config.policy_seed, first->cycle,
                       memory_address(&machine->memory, first->index), first->pp);
}

/* Counts stores that meet others, and finds the winners of POLICY_ARBITRARY (they are in the table then);
 * false: different values under POLICY_COMMON. */
bool clash_find(struct commit *commit, uint32_t begin, uint32_t end)
{
    struct machine *machine = commit->world->machine;
    const enum write_policy policy = machine->config.policy;
    const struct item *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    forget_cells(commit);
    for (uint32_t k = begin; k < end; k++) {
        const struct item *item = &commit->items[k];
        if (item->kind != REQUEST_STORE)
            continue;
        struct cell_entry *entry = find_cell(commit, k);
        const struct item *earlier = &commit->items[entry->item];
        if (entry->item == k)
            continue;
        /* when PPs that wait in a barrier store there depends on the level */
        machine_count_lost(machine, item->pc,
                           !tile_of(commit, item)->strands[item->strand].in_barrier &&
                               machine_counts_conflict(machine, item->pc));
        const uint32_t address = memory_address(&machine->memory, item->index);
        if (policy == POLICY_COMMON && item->value != earlier->value && address < lowest) {
            lowest = address;
            first = earlier;
            second = item;
        }
        if (policy == POLICY_ARBITRARY && rank_of(commit, begin, k) > rank_of(commit, begin, entry->item))
            entry->item = k;
    }
    if (!first)
        return true;
    fault_conflict(&machine->fault, machine, lowest, place_of(first), first->value, place_of(second),
                   second->value, first->cycle);
    return false;
}

bool clash_is_winner(struct commit *commit, uint32_t item)
{
    return find_cell(commit, item)->item == item;
}
