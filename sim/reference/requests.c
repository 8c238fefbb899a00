/* requests.c - see requests.h. */
#include "requests.h"

#include "sim/inject/inject.h"

void requests_begin(struct requests *requests, const struct memory *memory)
{
    requests->marks = pages_make(&requests->arena, memory->host_words);
}

void requests_end(struct requests *requests)
{
    arena_release(&requests->arena);
}

/* ---- several requests to one cell */

/* The mark of the cell of request k, which gets this number if no earlier request of this kind or, with
 * any_kind, of any kind has marked the cell in this cycle. */
static uint32_t *mark(const struct requests *requests, uint32_t k, bool any_kind)
{
    const struct cell_request *request = &requests->list[k];
    uint32_t *mark = pages_at(&requests->marks, request->cell, sizeof *mark);
    const struct cell_request *earlier = &requests->list[*mark];
    if (*mark >= k || earlier->cell != request->cell || (!any_kind && earlier->fold != request->fold))
        *mark = k;
    return mark;
}

/* Notes two requests to one cell, unless a clash at the same or a lower address is known. */
static void note_clash(struct clash *clash, const struct machine *machine, const struct cell_request *first,
                       const struct cell_request *second)
{
    const uint32_t address = memory_address(&machine->memory, first->cell);
    if (address < clash->address)
        *clash = (struct clash){address, *first, *second};
}

/* Whether there is more than one kind, regardless of cells. */
static bool have_two_kinds(const struct requests *requests)
{
    for (uint32_t k = 1; k < requests->count; k++)
        if (requests->list[k].fold != requests->list[0].fold)
            return true;
    return false;
}

/* Searches for a cell with two kinds of requests. False: machine->fault names the one with the lowest
 * address. */
static bool check_mixed(const struct requests *requests, struct machine *machine, uint64_t cycle)
{
    struct clash clash = {.address = UINT32_MAX};
    for (uint32_t k = 0; k < requests->count; k++) {
        const struct cell_request *first = &requests->list[*mark(requests, k, true)];
        if (first->fold != requests->list[k].fold)
            note_clash(&clash, machine, first, &requests->list[k]);
    }
    if (clash.address == UINT32_MAX)
        return true;
    fault_mixed(&machine->fault, machine, &clash, cycle);
    return false;
}

/* The rank of a request under POLICY_ARBITRARY. The words of an image are decided together, by the first one:
 * they are adjacent, and a PP has one instruction a cycle. */
static uint64_t rank_of(const struct requests *requests, const struct machine *machine, uint32_t k,
                        uint64_t cycle)
{
    while (k > 0 && requests->list[k - 1].pp == requests->list[k].pp)
        k--;
    const struct cell_request *first = &requests->list[k];
    return policy_rank(machine->config.policy_seed, cycle, memory_address(&machine->memory, first->cell),
                       first->pp);
}

/* Counts the stores that lose against others to their cell, except those of library and runtime, and of PPs
 * in barriers (barrier_since, by PP, is not 0); finds those that POLICY_ARBITRARY does not choose. False:
 * different values under POLICY_COMMON; machine->fault names the lowest such address. */
static bool find_conflicts(const struct requests *requests, struct machine *machine,
                           const uint64_t *barrier_since, uint64_t cycle)
{
    const enum write_policy policy = machine->config.policy;
    struct clash clash = {.address = UINT32_MAX};
    for (uint32_t k = 0; k < requests->count; k++) {
        struct cell_request *request = &requests->list[k];
        if (request->fold != SYSTEM_FOLD_NONE)
            continue;
        uint32_t *const at = mark(requests, k, false);
        struct cell_request *earlier = &requests->list[*at];
        if (earlier == request)
            continue;
        machine_count_lost(machine, request->pc, barrier_since[request->pp] == 0);
        if (policy == POLICY_COMMON && earlier->value != request->value)
            note_clash(&clash, machine, earlier, request);
        if (policy == POLICY_ARBITRARY) {
            const bool wins = rank_of(requests, machine, k, cycle) > rank_of(requests, machine, *at, cycle);
            *(wins ? &earlier->loses : &request->loses) = true;
            *at = wins ? k : *at;
        }
    }
    if (clash.address == UINT32_MAX)
        return true;
    fault_conflict(&machine->fault, machine, &clash, cycle);
    return false;
}

/* ---- carrying out */

/* The value of its cell after a multiprefix request. */
static uint32_t folded(const struct cell_request *request, uint32_t cell)
{
    switch (request->fold) {
    case SYSTEM_FOLD_ADD:
        return cell + request->value;
    case SYSTEM_FOLD_MAX:
        return (int32_t)request->value > (int32_t)cell ? request->value : cell;
    case SYSTEM_FOLD_AND:
        return cell & request->value;
    default:
        return cell | request->value;
    }
}

static void fold(const struct requests *requests, const struct machine *machine)
{
    for (uint32_t k = 0; k < requests->count; k++) {
        struct cell_request *request = &requests->list[k];
        uint32_t *cell = &machine->memory.cells[request->cell];
        const uint32_t old = *cell;
        if (request->fold == SYSTEM_FOLD_NONE)
            continue;
        *cell = folded(request, old);
        request->value = old;
    }
}

/* The last store to a cell stays: in ascending order that of the highest PP. */
static void store(const struct requests *requests, const struct machine *machine)
{
    const bool is_low = machine->config.policy == POLICY_LOW;
    for (uint32_t n = 0; n < requests->count; n++) {
        const struct cell_request *request = &requests->list[is_low ? requests->count - 1 - n : n];
        if (request->fold == SYSTEM_FOLD_NONE && !request->loses)
            machine->memory.cells[request->cell] = request->value;
    }
}

bool requests_apply(struct requests *requests, struct machine *machine, const uint64_t *barrier_since,
                    uint64_t cycle)
{
    const struct machine_config *config = &machine->config;
    if (machine->inject != NULL)
        requests->count = inject_spoil(machine->inject, requests->list, requests->count);
    if (config->mixed == MIXED_ERROR && have_two_kinds(requests) && !check_mixed(requests, machine, cycle))
        return false;
    fold(requests, machine);
    if ((config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY || config->count_conflicts) &&
        !find_conflicts(requests, machine, barrier_since, cycle))
        return false;
    store(requests, machine);
    return true;
}
