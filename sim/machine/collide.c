/* collide.c - see collide.h. A table of the cells of the cycle's requests finds the first request of each. */
#include "sim/machine/collide.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* An entry of the table. */
struct collide_cell {
    uint32_t cell;
    uint32_t stamp;         /* in use if it is the table's */
    uint32_t first, winner; /* requests */
};

void collide_destroy(struct collide *collide)
{
    free(collide->requests);
    free(collide->cells);
}

static void make_table(struct collide *collide, uint32_t count)
{
    size_t size = 4;
    while (size < 2 * (size_t)count)
        size *= 2;
    if (collide->cells != NULL && size <= (size_t)collide->mask + 1)
        return;
    free(collide->cells);
    collide->cells = memory_take(size, sizeof *collide->cells);
    collide->mask = (uint32_t)(size - 1);
    collide->stamp = UINT32_MAX;
}

void collide_begin(struct collide *collide, uint32_t count)
{
    collide->requests =
        memory_grow(collide->requests, &collide->room, (size_t)count + 1, sizeof *collide->requests);
    collide->count = 0;
    make_table(collide, count);
}

/* Also clears the table before its first use: if a page is read before it is written, the write makes the
 * kernel interrupt all other threads of the team. */
static void forget_cells(struct collide *collide)
{
    if (++collide->stamp == 0) {
        memset(collide->cells, 0, ((size_t)collide->mask + 1) * sizeof *collide->cells);
        collide->stamp = 1;
    }
}

/* The entry of the cell of request k; a new one gets the request. */
static struct collide_cell *find_cell(struct collide *collide, uint32_t k)
{
    const uint32_t cell = collide->requests[k].cell;
    for (uint32_t at = cell * 0x9e3779b1u >> 7;; at++) {
        struct collide_cell *entry = &collide->cells[at & collide->mask];
        if (entry->stamp != collide->stamp) {
            *entry = (struct collide_cell){.cell = cell, .stamp = collide->stamp, .first = k, .winner = k};
            return entry;
        }
        if (entry->cell == cell)
            return entry;
    }
}

/* Notes the one with the lowest address. */
static void note_clash(const struct collide *collide, struct clash *clash,
                       const struct collide_request *first, const struct collide_request *second)
{
    const uint32_t address = memory_address(&collide->machine->memory, second->cell);
    if (address < clash->address)
        *clash = (struct clash){
            address, {first->pp, first->pc, first->datum}, {second->pp, second->pc, second->datum}};
}

bool collide_is_mixed(struct collide *collide, uint64_t cycle)
{
    struct machine *machine = collide->machine;
    struct clash clash = {.address = UINT32_MAX};
    forget_cells(collide);
    for (uint32_t k = 0; k < collide->count; k++) {
        const struct collide_request *request = &collide->requests[k];
        if (request->kind == COLLIDE_NOTHING)
            continue;
        const struct collide_request *earlier = &collide->requests[find_cell(collide, k)->first];
        if (earlier->kind != request->kind)
            note_clash(collide, &clash, earlier, request);
    }
    if (clash.address == UINT32_MAX)
        return false;
    fault_mixed(&machine->fault, machine, &clash, cycle);
    return true;
}

/* The rank of a store under POLICY_ARBITRARY. The words of an image have the rank of its first one. */
static uint64_t rank_of(const struct collide *collide, uint32_t k, uint64_t cycle)
{
    const struct collide_request *first = &collide->requests[k];
    while (first > collide->requests && first[-1].pp == first->pp)
        first--;
    return policy_rank(collide->machine->config.policy_seed, cycle,
                       memory_address(&collide->machine->memory, first->cell), first->pp);
}

/* Chooses between store k and the present winner of its cell. */
static void choose(struct collide *collide, struct collide_cell *entry, uint32_t k, uint64_t cycle)
{
    const enum write_policy policy = collide->machine->config.policy;
    if (policy != POLICY_COMMON && policy != POLICY_ARBITRARY)
        return;
    const bool wins =
        policy == POLICY_COMMON || rank_of(collide, k, cycle) > rank_of(collide, entry->winner, cycle);
    collide->requests[k].wins = wins;
    collide->requests[entry->winner].wins = !wins;
    entry->winner = wins ? k : entry->winner;
}

bool collide_settle(struct collide *collide, uint64_t cycle)
{
    struct machine *machine = collide->machine;
    struct clash clash = {.address = UINT32_MAX};
    forget_cells(collide);
    for (uint32_t k = 0; k < collide->count; k++) {
        const struct collide_request *request = &collide->requests[k];
        if (request->kind != COLLIDE_STORE)
            continue;
        struct collide_cell *entry = find_cell(collide, k);
        if (entry->first == k)
            continue;
        const struct collide_request *earlier = &collide->requests[entry->first];
        /* when a PP that waits in a barrier stores there depends on the level */
        machine_count_lost(machine, request->pc, !request->in_barrier);
        if (machine->config.policy == POLICY_COMMON && request->datum != earlier->datum)
            note_clash(collide, &clash, earlier, request);
        choose(collide, entry, k, cycle);
    }
    if (clash.address == UINT32_MAX)
        return true;
    fault_conflict(&machine->fault, machine, &clash, cycle);
    return false;
}
