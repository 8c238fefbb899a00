/* collide.c - see collide.h. A table of the cells of the cycle's requests finds the first request of each.
 * Calls machine for policies and faults. */
#include "sim/solo/collide.h"

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

/* Empties the table of places. */
static void begin_meeting(struct event_core *core)
{
    if (++core->meeting == 0) {
        memset(core->places, 0, ((size_t)core->place_mask + 1) * sizeof *core->places);
        core->meeting = 1;
    }
}

/* The place of the cell of request k; a new one gets the request. */
static struct event_place *place_in_meeting(const struct event_core *core, uint32_t k)
{
    const uint32_t cell = core->requests[k].cell;
    for (uint32_t at = cell * 0x9e3779b1u >> 7;; at++) {
        struct event_place *place = &core->places[at & core->place_mask];
        if (place->meeting != core->meeting) {
            *place = (struct event_place){.cell = cell, .meeting = core->meeting, .first = k, .winner = k};
            return place;
        }
        if (place->cell == cell)
            return place;
    }
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

bool event_is_mixed(struct event_core *core, uint32_t count)
{
    struct machine *machine = core->machine;
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    begin_meeting(core);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        if (request->kind != EVENT_STORE && request->kind != EVENT_FOLD)
            continue;
        const struct event_request *earlier = &core->requests[place_in_meeting(core, k)->first];
        const uint32_t address = memory_address(&machine->memory, request->cell);
        if (kind_of(earlier) != kind_of(request) && address < lowest) {
            lowest = address;
            first = earlier;
            second = request;
        }
    }
    if (first == NULL)
        return false;
    fault_mixed(&machine->fault, machine, lowest, place_of(first), place_of(second), core->present);
    fail(core);
    return true;
}

/* The rank of a store under POLICY_ARBITRARY. */
static uint64_t rank_of(const struct event_core *core, const struct event_request *request)
{
    const struct machine_config *config = &core->machine->config;
    const uint32_t address = memory_address(&core->machine->memory, request->cell);
    return policy_rank(config->policy_seed, core->present, address, request->pp);
}

static bool counts_if_lost(const struct event_core *core, const struct event_request *request)
{
    return !request->in_barrier && machine_counts_conflict(core->machine, request->pc);
}

/* Whether it matters which stores meet others. */
static bool is_to_settle(const struct event_core *core, uint32_t count)
{
    const struct machine_config *config = &core->machine->config;
    bool some = config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY;
    for (uint32_t k = 0; config->count_conflicts && k < count && !some; k++)
        some = core->requests[k].kind == EVENT_STORE && counts_if_lost(core, &core->requests[k]);
    return some;
}

/* Chooses between request k and the present winner of its cell; the order of stores decides otherwise. */
static void choose(struct event_core *core, struct event_place *place, uint32_t k)
{
    const enum write_policy policy = core->machine->config.policy;
    struct event_request *const request = &core->requests[k], *const winner = &core->requests[place->winner];
    if (policy != POLICY_COMMON && policy != POLICY_ARBITRARY)
        return;
    const bool wins = policy == POLICY_COMMON || rank_of(core, request) > rank_of(core, winner);
    request->wins = wins;
    winner->wins = !wins;
    place->winner = wins ? k : place->winner;
}

bool event_settle_stores(struct event_core *core, uint32_t count)
{
    struct machine *machine = core->machine;
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    if (!is_to_settle(core, count))
        return true;
    begin_meeting(core);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        if (request->kind != EVENT_STORE)
            continue;
        struct event_place *place = place_in_meeting(core, k);
        if (place->first == k)
            continue;
        const struct event_request *earlier = &core->requests[place->first];
        const uint32_t address = memory_address(&machine->memory, request->cell);
        machine_count_lost(machine, request->pc, counts_if_lost(core, request));
        if (machine->config.policy == POLICY_COMMON && request->datum != earlier->datum && address < lowest) {
            lowest = address;
            first = earlier;
            second = request;
        }
        choose(core, place, k);
    }
    if (first == NULL)
        return true;
    fault_conflict(&machine->fault, machine, lowest, place_of(first), first->datum, place_of(second),
                   second->datum, core->present);
    fail(core);
    return false;
}
