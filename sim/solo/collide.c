/* collide.c - see collide.h. Few requests are compared pairwise, many through a hash table of cells. Calls
 * machine for policies and faults. */
#include "sim/solo/collide.h"

#include <stdlib.h>
#include <string.h>

/* The kind of a PP's request in this cycle: all stores are one kind, multiprefix requests one per operation.
 */
static uint32_t kind_of(const struct event_request *request)
{
    return request->kind == EVENT_FOLD ? 1u + request->kernel : 0;
}

static struct request_place place_of(const struct event_request *request)
{
    return (struct request_place){.pp = request->pp, .pc = request->pc};
}

static int by_cell(const void *a, const void *b)
{
    const struct event_request *p = a, *q = b;
    if (p->cell != q->cell)
        return p->cell < q->cell ? -1 : 1;
    return p->pp < q->pp ? -1 : p->pp > q->pp;
}

uint32_t event_sort_requests(struct event_core *core, uint32_t count, unsigned kinds)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++)
        if (kinds >> core->requests[k].kind & 1u)
            core->sorted[found++] = core->requests[k];
    qsort(core->sorted, found, sizeof *core->sorted, by_cell);
    return found;
}

/* Empties the table of places. */
static void begin_meeting(struct event_core *core)
{
    if (++core->meeting == 0) {
        memset(core->places, 0, ((size_t)core->place_mask + 1) * sizeof *core->places);
        core->meeting = 1;
    }
}

/* The place of the request's cell; *is_first: the place is new. */
static struct event_place *place_in_meeting(const struct event_core *core,
                                            const struct event_request *request, bool *is_first)
{
    uint32_t at = request->cell * 0x9e3779b1u >> 7 & core->place_mask;
    while (core->places[at].meeting == core->meeting && core->places[at].cell != request->cell)
        at = (at + 1) & core->place_mask;
    *is_first = core->places[at].meeting != core->meeting;
    return &core->places[at];
}

bool event_meet(struct event_core *core, uint32_t count, unsigned kinds, bool others_only)
{
    begin_meeting(core);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        bool is_first;
        if (!(kinds >> request->kind & 1u))
            continue;
        struct event_place *place = place_in_meeting(core, request, &is_first);
        if (!is_first && (!others_only || place->kind != kind_of(request)))
            return true;
        *place =
            (struct event_place){.cell = request->cell, .meeting = core->meeting, .kind = kind_of(request)};
    }
    return false;
}

/* The requests of the cycle are refused. Its instructions count as executed, also those of PPs without
 * requests, but have no effect on memory or host. */
static void fail(struct event_core *core)
{
    core->machine->end = END_FAULT;
    core->over = true;
    core->last = core->present - 1;
    core->reached = core->present + 1;
}

/* False: certainly no store meets a multiprefix request in a cell, and all multiprefix requests have one
 * operation. */
static bool may_be_mixed(const struct event_core *core, const struct event_batch *asked)
{
    enum { SHIFT = 20, WORDS = (1 << (32 - SHIFT)) / 64 };
    uint64_t stored[WORDS] = {0};
    if (asked->folds & (asked->folds - 1))
        return true;
    for (uint32_t k = asked->first[EVENT_STORE]; k < asked->first[EVENT_STORE + 1]; k++) {
        const uint32_t hash = event_nth(core, k)->cell * 0x9e3779b1u >> SHIFT;
        stored[hash / 64] |= (uint64_t)1 << hash % 64;
    }
    uint64_t met = 0;
    for (uint32_t k = asked->first[EVENT_FOLD]; k < asked->first[EVENT_FOLD + 1]; k++) {
        const uint32_t hash = event_nth(core, k)->cell * 0x9e3779b1u >> SHIFT;
        met |= stored[hash / 64] >> hash % 64 & 1u;
    }
    return met != 0;
}

bool event_is_mixed(struct event_core *core, uint32_t count, const struct event_batch *asked)
{
    struct machine *machine = core->machine;
    const unsigned kinds = 1u << EVENT_STORE | 1u << EVENT_FOLD;
    if (!may_be_mixed(core, asked) || !event_meet(core, count, kinds, true))
        return false;
    const uint32_t found = event_sort_requests(core, count, kinds);
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t begin = 0, end; begin < found; begin = end) {
        const struct event_request *least = &core->sorted[begin], *other = NULL;
        for (end = begin; end < found && core->sorted[end].cell == least->cell; end++)
            if (other == NULL && kind_of(&core->sorted[end]) != kind_of(least))
                other = &core->sorted[end];
        const uint32_t address = memory_address(&machine->memory, least->cell);
        if (other != NULL && address < lowest) {
            lowest = address;
            first = least;
            second = other;
        }
    }
    if (first == NULL)
        return false;
    fault_mixed(&machine->fault, machine, lowest, place_of(first), place_of(second), core->present);
    fail(core);
    return true;
}

/* The rank of a store under POLICY_ARBITRARY. All words of an image share the rank of its first word. */
static uint64_t rank_of(const struct event_core *core, const struct event_request *request)
{
    const struct machine_config *config = &core->machine->config;
    const uint32_t cell = request->is_image ? event_pp(core, request->pp)->cell : request->cell;
    const uint32_t address = memory_address(&core->machine->memory, cell);
    return policy_rank(config->policy_seed, core->present, address, request->pp);
}

/* Chooses the winner of the stores begin .. end - 1 to one cell. */
static void choose(struct event_core *core, uint32_t begin, uint32_t end)
{
    const struct machine_config *config = &core->machine->config;
    uint32_t winner = config->policy == POLICY_HIGH || config->policy == POLICY_COMMON ? end - 1 : begin;
    for (uint32_t k = begin + 1; k < end && config->policy == POLICY_ARBITRARY; k++)
        if (rank_of(core, &core->sorted[k]) > rank_of(core, &core->sorted[winner]))
            winner = k;
    for (uint32_t k = begin; k < end; k++)
        core->sorted[k].wins = k == winner;
}

bool event_settle_stores(struct event_core *core, uint32_t found)
{
    struct machine *machine = core->machine;
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t begin = 0, end; begin < found; begin = end) {
        const struct event_request *least = &core->sorted[begin], *other = NULL;
        for (end = begin; end < found && core->sorted[end].cell == least->cell; end++) {
            const struct event_request *request = &core->sorted[end];
            machine_count_lost(machine, request->pc,
                               end > begin && !request->in_barrier &&
                                   machine_counts_conflict(machine, request->pc));
            if (other == NULL && request->datum != least->datum)
                other = request;
        }
        choose(core, begin, end);
        const uint32_t address = memory_address(&machine->memory, least->cell);
        if (machine->config.policy == POLICY_COMMON && other != NULL && address < lowest) {
            lowest = address;
            first = least;
            second = other;
        }
    }
    if (first == NULL)
        return true;
    fault_conflict(&machine->fault, machine, lowest, place_of(first), first->datum, place_of(second),
                   second->datum, core->present);
    fail(core);
    return false;
}

static bool counts_if_lost(const struct event_core *core, const struct event_request *request)
{
    return request->kind == EVENT_STORE && !request->in_barrier &&
           machine_counts_conflict(core->machine, request->pc);
}

void event_count_lost(struct event_core *core, const struct event_batch *asked)
{
    const uint32_t begin = asked->first[EVENT_STORE], end = asked->first[EVENT_STORE + 1];
    bool some = false;
    for (uint32_t k = begin; k < end && !some; k++)
        some = counts_if_lost(core, event_nth(core, k));
    if (!some)
        return;
    begin_meeting(core);
    for (uint32_t k = begin; k < end; k++) {
        const struct event_request *request = event_nth(core, k);
        bool is_first;
        struct event_place *place = place_in_meeting(core, request, &is_first);
        if (is_first)
            *place = (struct event_place){.cell = request->cell, .meeting = core->meeting};
        else
            machine_count_lost(core->machine, request->pc, counts_if_lost(core, request));
    }
}
