/* collide.c - see collide.h. A table of the cells of the cycle's requests finds the first request of each. */
#include "sim/machine/collide.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/memory.h"

/* An entry of the table. */
struct collide_cell {
    uint32_t cell;
    uint32_t stamp;                     /* in use if it is the table's */
    const struct cell_request *request; /* the first one, or the winner so far */
};

void collide_destroy(struct collide *collide)
{
    free(collide->requests);
    free(collide->cells);
}

void collide_extend(struct collide *collide, uint32_t count)
{
    const size_t wanted = (size_t)collide->count + count;
    if (collide->room < wanted)
        collide->requests = memory_grow(collide->requests, &collide->room, wanted, sizeof *collide->requests);
}

/* ---- the table */

/* Also clears the table before its first use: if a page is read before it is written, the write makes the
 * kernel interrupt all other threads of the team. */
void collide_forget(struct collide *collide, uint32_t count)
{
    size_t size = 4;
    while (size < 2 * (size_t)count)
        size *= 2;
    if (size > collide->cell_room) {
        free(collide->cells);
        collide->cells = memory_take(size, sizeof *collide->cells);
        collide->cell_room = size;
        collide->stamp = UINT32_MAX;
    }
    collide->mask = (uint32_t)(size - 1);
    if (++collide->stamp == 0) {
        memset(collide->cells, 0, collide->cell_room * sizeof *collide->cells);
        collide->stamp = 1;
    }
}

/* The entry of the cell, or the one that it would get. */
static inline struct collide_cell *find_cell(const struct collide *collide, uint32_t cell)
{
    for (uint32_t at = cell * 0x9e3779b1u >> 7;; at++) {
        struct collide_cell *entry = &collide->cells[at & collide->mask];
        if (entry->stamp != collide->stamp || entry->cell == cell)
            return entry;
    }
}

/* The entry of the request's cell; a new one gets the request. */
static inline struct collide_cell *take_cell(const struct collide *collide,
                                             const struct cell_request *request)
{
    struct collide_cell *entry = find_cell(collide, request->cell);
    if (entry->stamp != collide->stamp)
        *entry = (struct collide_cell){.cell = request->cell, .stamp = collide->stamp, .request = request};
    return entry;
}

const struct cell_request *collide_meet(struct collide *collide, const struct cell_request *request)
{
    return take_cell(collide, request)->request;
}

/* ---- refused requests */

/* Notes the pair with the lowest address. */
static void note_clash(const struct collide *collide, struct clash *clash, const struct cell_request *first,
                       const struct cell_request *second)
{
    const uint32_t address = memory_address(&collide->machine->memory, second->cell);
    if (address < clash->address)
        *clash = (struct clash){address, *first, *second};
}

static bool is_fold(const struct cell_request *request)
{
    return request->fold != SYSTEM_FOLD_NONE && request->fold != COLLIDE_NOTHING;
}

/* Whether a store, or another operation, meets a multiprefix request. Most requests are stores. */
static bool meets_fold(struct collide *collide)
{
    collide_forget(collide, collide->count);
    for (uint32_t k = 0; k < collide->count; k++) {
        const struct cell_request *request = &collide->requests[k];
        if (is_fold(request) && take_cell(collide, request)->request->fold != request->fold)
            return true;
    }
    for (uint32_t k = 0; k < collide->count; k++)
        if (collide->requests[k].fold == SYSTEM_FOLD_NONE &&
            find_cell(collide, collide->requests[k].cell)->stamp == collide->stamp)
            return true;
    return false;
}

bool collide_is_mixed(struct collide *collide, uint64_t cycle)
{
    struct machine *machine = collide->machine;
    struct clash clash = {.address = UINT32_MAX};
    if (!meets_fold(collide))
        return false;
    qsort(collide->requests, collide->count, sizeof *collide->requests, compare_words);
    collide_forget(collide, collide->count);
    for (uint32_t k = 0; k < collide->count; k++) {
        const struct cell_request *request = &collide->requests[k];
        if (request->fold == COLLIDE_NOTHING)
            continue;
        const struct cell_request *first = take_cell(collide, request)->request;
        if (first->fold != request->fold)
            note_clash(collide, &clash, first, request);
    }
    fault_mixed(&machine->fault, machine, &clash, cycle);
    return true;
}

/* ---- stores */

/* The rank of a store under POLICY_ARBITRARY. The words of an image have the rank of its first one. */
static uint64_t rank_of(const struct collide *collide, const struct cell_request *request, uint64_t cycle)
{
    const struct cell_request *first = request;
    while (first > collide->requests && first[-1].pp == first->pp)
        first--;
    return policy_rank(collide->machine->config.policy_seed, cycle,
                       memory_address(&collide->machine->memory, first->cell), first->pp);
}

/* Chooses between a store and the winner so far of its cell. */
static void choose(const struct collide *collide, struct collide_cell *entry, struct cell_request *request,
                   uint64_t cycle)
{
    const uint32_t winner = (uint32_t)(entry->request - collide->requests);
    request->loses = rank_of(collide, request, cycle) < rank_of(collide, entry->request, cycle);
    collide->requests[winner].loses = !request->loses;
    entry->request = request->loses ? entry->request : request;
}

bool collide_settle(struct collide *collide, uint64_t cycle)
{
    struct machine *machine = collide->machine;
    struct clash clash = {.address = UINT32_MAX};
    collide_forget(collide, collide->count);
    for (uint32_t k = 0; k < collide->count; k++) {
        struct cell_request *request = &collide->requests[k];
        if (request->fold != SYSTEM_FOLD_NONE)
            continue;
        struct collide_cell *entry = take_cell(collide, request);
        if (entry->request == request)
            continue;
        /* when a PP that waits in a barrier stores there depends on the level */
        machine_count_lost(machine, request->pc, !request->in_barrier);
        if (machine->config.policy == POLICY_COMMON && request->value != entry->request->value)
            note_clash(collide, &clash, entry->request, request);
        if (machine->config.policy == POLICY_ARBITRARY)
            choose(collide, entry, request, cycle);
    }
    if (clash.address == UINT32_MAX)
        return true;
    fault_conflict(&machine->fault, machine, &clash, cycle);
    return false;
}
