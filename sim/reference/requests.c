/* requests.c - see requests.h. */
#include "requests.h"

#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"

#ifdef PRAM_HOSTILE
#define FIRST_STAMP 0xfffffff0u /* wraps soon */
#else
#define FIRST_STAMP 0u
#endif

struct cell_entry {
    const struct request *holder;
    uint32_t index;
    uint32_t stamp;
};

/* ---- the set */

bool cell_set_create(struct cell_set *set, uint64_t cells)
{
    uint64_t size = 4;
    while (size < 2 * cells)
        size *= 2;
    set->mask = (uint32_t)(size - 1);
    set->stamp = FIRST_STAMP;
    set->entries = size - 1 <= UINT32_MAX ? calloc(size, sizeof *set->entries) : NULL;
    return set->entries != NULL;
}

void cell_set_destroy(struct cell_set *set)
{
    free(set->entries);
    set->entries = NULL;
}

static void empty_set(struct cell_set *set)
{
    if (++set->stamp == 0) { /* wrapped: old stamps would look new */
        memset(set->entries, 0, (set->mask + 1ull) * sizeof *set->entries);
        set->stamp = 1;
    }
}

/* The entry of the cell, or the free one where it belongs. */
static struct cell_entry *find_entry(const struct cell_set *set, uint32_t index)
{
    uint32_t slot = (index * 0x9e3779b1u) >> 7;
    for (;; slot++) {
        struct cell_entry *entry = &set->entries[slot & set->mask];
        if (entry->stamp != set->stamp || entry->index == index)
            return entry;
    }
}

/* Puts the request's cell into the set, held by it; or returns the entry of the cell if it is in there
 * already. */
static struct cell_entry *put_or_find(struct cell_set *set, const struct request *request)
{
    struct cell_entry *entry = find_entry(set, request->index);
    if (entry->stamp == set->stamp)
        return entry;
    *entry = (struct cell_entry){request, request->index, set->stamp};
    return NULL;
}

const struct request *cell_set_holder(struct cell_set *set, uint32_t index)
{
    return find_entry(set, index)->holder;
}

/* ---- the requests */

static struct request_place place_of(const struct request *request)
{
    return (struct request_place){request->pp, request->pc};
}

/* 0 add, 1 max, 2 and, 3 or; 4 plain store. */
static unsigned kind_of(const struct machine *machine, const struct request *request)
{
    const struct instruction *instruction = &machine->program.code[request->pc];
    bool is_combine = instruction->kind == ISA_KIND_MULTIPREFIX || instruction->kind == ISA_KIND_SYNC;
    return is_combine ? (instruction->opcode - OP_mpadd) & 3u : 4u;
}

/* Whether there is more than one kind, to whatever cells. */
static bool have_two_kinds(const struct requests *requests, const struct machine *machine)
{
    if (requests->combine_count == 0)
        return false;
    if (requests->store_count != 0)
        return true;
    unsigned first = kind_of(machine, &requests->combines[0]);
    for (uint32_t k = 1; k < requests->combine_count; k++)
        if (kind_of(machine, &requests->combines[k]) != first)
            return true;
    return false;
}

bool requests_are_ascending(const struct requests *requests)
{
    for (uint32_t k = 1; k < requests->store_count; k++)
        if (requests->stores[k].index <= requests->stores[k - 1].index)
            return false;
    return true;
}

bool requests_check_mixed(const struct requests *requests, struct cell_set *set, struct machine *machine,
                          uint64_t cycle)
{
    if (!have_two_kinds(requests, machine))
        return true;
    const struct request *first = NULL;
    const struct request *second = NULL;
    uint32_t lowest = UINT32_MAX;
    const struct request *store = requests->stores;
    const struct request *combine = requests->combines;
    const struct request *const stores_end = store + requests->store_count;
    const struct request *const combines_end = combine + requests->combine_count;
    empty_set(set);
    while (store < stores_end || combine < combines_end) {
        /* in PP order over both, so that the holder of a cell is its lowest requester */
        bool is_store = combine == combines_end || (store < stores_end && store->pp < combine->pp);
        const struct request *request = is_store ? store++ : combine++;
        const struct cell_entry *other = put_or_find(set, request);
        if (other == NULL || kind_of(machine, other->holder) == kind_of(machine, request))
            continue;
        uint32_t address = memory_address(&machine->memory, request->index);
        if (address < lowest) {
            lowest = address;
            first = other->holder;
            second = request;
        }
    }
    if (first == NULL)
        return true;
    fault_mixed(&machine->fault, machine, lowest, place_of(first), place_of(second), cycle);
    return false;
}

/* The rank of a request under POLICY_ARBITRARY. The words of an image are decided together, by its first one:
 * they lie side by side, and a PP has one instruction a cycle. */
static uint64_t rank_of(const struct requests *requests, const struct machine *machine,
                        const struct request *request, uint64_t cycle)
{
    const struct request *first = request;
    while (first > requests->stores && first[-1].pp == request->pp)
        first--;
    uint32_t address = memory_address(&machine->memory, first->index);
    return policy_rank(machine->config.policy_seed, cycle, address, request->pp);
}

bool requests_find_conflicts(const struct requests *requests, struct cell_set *set, struct machine *machine,
                             const uint64_t *barrier_since, uint64_t cycle)
{
    const enum write_policy policy = machine->config.policy;
    const struct request *first = NULL;
    const struct request *second = NULL;
    uint32_t lowest = UINT32_MAX;
    empty_set(set);
    for (uint32_t k = 0; k < requests->store_count; k++) {
        const struct request *request = &requests->stores[k];
        struct cell_entry *entry = put_or_find(set, request);
        if (entry == NULL)
            continue;
        machine->stats.write_conflicts +=
            barrier_since[request->pp] == 0 && machine_counts_conflict(machine, request->pc);
        uint32_t address = memory_address(&machine->memory, request->index);
        if (policy == POLICY_COMMON && request->value != entry->holder->value && address < lowest) {
            lowest = address;
            first = entry->holder;
            second = request;
        }
        if (policy == POLICY_ARBITRARY &&
            rank_of(requests, machine, request, cycle) > rank_of(requests, machine, entry->holder, cycle))
            entry->holder = request;
    }
    if (first == NULL)
        return true;
    fault_conflict(&machine->fault, machine, lowest, place_of(first), first->value, place_of(second),
                   second->value, cycle);
    return false;
}
