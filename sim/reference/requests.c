/* requests.c - see requests.h. */
#include "requests.h"

#include "sim/inject/inject.h"

/* ---- sorting */

void request_order_create(struct request_order *order, struct memory_blocks *blocks, uint64_t most)
{
    order->sorted = memory_block(blocks, most, sizeof *order->sorted);
    order->spare = memory_block(blocks, most, sizeof *order->spare);
}

/* The end of the ascending run that starts at `begin`. */
static uint32_t run_end(const struct request *const *requests, uint32_t begin, uint32_t count)
{
    while (++begin < count && requests[begin - 1]->index <= requests[begin]->index)
        ;
    return begin;
}

/* Merges neighbouring runs until one is left. Stable, so that requests of a cell stay in PP order. */
static void sort_by_cell(struct request_order *order)
{
    const uint32_t count = order->count;
    while (count != 0 && run_end(order->sorted, 0, count) < count) {
        const struct request **from = order->sorted, **to = order->spare;
        for (uint32_t begin = 0, middle, end; begin < count; begin = end) {
            middle = run_end(from, begin, count);
            end = middle < count ? run_end(from, middle, count) : count;
            for (uint32_t left = begin, right = middle, k = begin; k < end; k++) {
                const bool takes_left =
                    left < middle && (right == end || from[left]->index <= from[right]->index);
                to[k] = takes_left ? from[left++] : from[right++];
            }
        }
        order->sorted = to;
        order->spare = from;
    }
}

/* The end of the requests from `begin` on to one cell. */
static uint32_t cell_end(const struct request_order *order, uint32_t begin)
{
    uint32_t end = begin + 1;
    while (end < order->count && order->sorted[end]->index == order->sorted[begin]->index)
        end++;
    return end;
}

/* ---- the requests */

/* Whether there is more than one kind, regardless of cells. */
static bool have_two_kinds(const struct requests *requests, const struct machine *machine)
{
    if (requests->combine_count == 0)
        return false;
    if (requests->store_count != 0)
        return true;
    enum system_fold first = requests_kind(machine, &requests->combines[0]);
    for (uint32_t k = 1; k < requests->combine_count; k++)
        if (requests_kind(machine, &requests->combines[k]) != first)
            return true;
    return false;
}

/* Whether the stored cells ascend, as in most synchronous code: then all are different. */
static bool are_ascending(const struct requests *requests)
{
    for (uint32_t k = 1; k < requests->store_count; k++)
        if (requests->stores[k].index <= requests->stores[k - 1].index)
            return false;
    return true;
}

/* All requests of the cycle in PP order, then sorted. */
static void order_all(struct request_order *order, const struct requests *requests)
{
    const struct request *store = requests->stores;
    const struct request *combine = requests->combines;
    const struct request *const stores_end = store + requests->store_count;
    const struct request *const combines_end = combine + requests->combine_count;
    for (order->count = 0; store < stores_end || combine < combines_end; order->count++) {
        const bool is_store = combine == combines_end || (store < stores_end && store->pp < combine->pp);
        order->sorted[order->count] = is_store ? store++ : combine++;
    }
    sort_by_cell(order);
}

/* Notes request `other` of the cell whose requests are from `begin` to `end`, if such a request exists and no
 * lower cell has a clash. */
static void note_clash(struct clash *clash, const struct machine *machine, const struct request_order *order,
                       uint32_t begin, uint32_t other, uint32_t end)
{
    const struct request *first = order->sorted[begin];
    const uint32_t address = memory_address(&machine->memory, first->index);
    if (other == end || address >= clash->address)
        return;
    const struct request *second = order->sorted[other];
    *clash = (struct clash){
        address, {first->pp, first->pc, first->value}, {second->pp, second->pc, second->value}};
}

/* Searches for a cell with two kinds of requests. False: machine->fault names the one with the lowest
 * address. */
static bool check_mixed(const struct requests *requests, struct request_order *order, struct machine *machine,
                        uint64_t cycle)
{
    struct clash clash = {.address = UINT32_MAX};
    if (!have_two_kinds(requests, machine))
        return true;
    order_all(order, requests);
    for (uint32_t begin = 0, end; begin < order->count; begin = end) {
        uint32_t other = begin + 1;
        end = cell_end(order, begin);
        while (other < end &&
               requests_kind(machine, order->sorted[other]) == requests_kind(machine, order->sorted[begin]))
            other++;
        note_clash(&clash, machine, order, begin, other, end);
    }
    if (clash.address == UINT32_MAX)
        return true;
    fault_mixed(&machine->fault, machine, &clash, cycle);
    return false;
}

/* The rank of a request under POLICY_ARBITRARY. The words of an image are decided together, by the first one:
 * they are adjacent, and a PP has one instruction a cycle. */
static uint64_t rank_of(const struct requests *requests, const struct machine *machine,
                        const struct request *request, uint64_t cycle)
{
    const struct request *first = request;
    while (first > requests->stores && first[-1].pp == request->pp)
        first--;
    uint32_t address = memory_address(&machine->memory, first->index);
    return policy_rank(machine->config.policy_seed, cycle, address, request->pp);
}

/* The one of a cell's requests that POLICY_ARBITRARY chooses. */
static const struct request *choose(const struct requests *requests, const struct request_order *order,
                                    uint32_t begin, uint32_t end, const struct machine *machine,
                                    uint64_t cycle)
{
    const struct request *winner = order->sorted[begin];
    for (uint32_t k = begin + 1; k < end; k++)
        if (rank_of(requests, machine, order->sorted[k], cycle) > rank_of(requests, machine, winner, cycle))
            winner = order->sorted[k];
    return winner;
}

/* The first request of a cell whose value differs from that of the lowest PP; `end`: none. */
static uint32_t find_other_value(const struct request_order *order, uint32_t begin, uint32_t end)
{
    uint32_t other = begin + 1;
    while (other < end && order->sorted[other]->value == order->sorted[begin]->value)
        other++;
    return other;
}

/* Counts the stores that lose against others to their cell, except those of library and runtime, and of PPs
 * in barriers (barrier_since, by PP, is not 0); leaves the winners of POLICY_ARBITRARY, one a cell, in
 * `order`. False: different values under POLICY_COMMON; machine->fault names the lowest such address. */
static bool find_conflicts(const struct requests *requests, struct request_order *order,
                           struct machine *machine, const uint64_t *barrier_since, uint64_t cycle)
{
    const enum write_policy policy = machine->config.policy;
    struct clash clash = {.address = UINT32_MAX};
    uint32_t winners = 0;
    for (order->count = 0; order->count < requests->store_count; order->count++)
        order->sorted[order->count] = &requests->stores[order->count];
    sort_by_cell(order);
    for (uint32_t begin = 0, end; begin < order->count; begin = end) {
        end = cell_end(order, begin);
        for (uint32_t k = begin + 1; k < end; k++)
            machine_count_lost(machine, order->sorted[k]->pc, barrier_since[order->sorted[k]->pp] == 0);
        if (policy == POLICY_COMMON)
            note_clash(&clash, machine, order, begin, find_other_value(order, begin, end), end);
        if (policy == POLICY_ARBITRARY) /* the winners overwrite the requests that have been handled */
            order->sorted[winners++] = choose(requests, order, begin, end, machine, cycle);
    }
    if (policy == POLICY_ARBITRARY)
        order->count = winners;
    if (clash.address == UINT32_MAX)
        return true;
    fault_conflict(&machine->fault, machine, &clash, cycle);
    return false;
}

/* ---- faults */

static bool uses_mark(struct inject *inject, const struct request *request, enum inject_kind kind)
{
    return inject_use_mark(inject, request->pp, kind, request->pc, request->index);
}

/* Drops stores and repeats additions of PPs with marks. */
static void spoil(struct requests *requests, const struct machine *machine, struct inject *inject)
{
    const uint32_t shared = machine->memory.shared_words;
    uint32_t kept = 0;
    if (!inject_has_marks(inject))
        return;
    for (uint32_t k = 0; k < requests->store_count; k++)
        if (requests->stores[k].index >= shared || !uses_mark(inject, &requests->stores[k], INJECT_omit))
            requests->stores[kept++] = requests->stores[k];
    requests->store_count = kept;
    for (uint32_t k = 0; k < requests->combine_count; k++)
        if (requests_kind(machine, &requests->combines[k]) == SYSTEM_FOLD_ADD &&
            uses_mark(inject, &requests->combines[k], INJECT_double))
            requests->combines[k].value *= 2;
}

/* ---- carrying out */

static void fold(struct requests *requests, const struct machine *machine)
{
    for (uint32_t k = 0; k < requests->combine_count; k++) {
        struct request *request = &requests->combines[k];
        uint32_t *cell = &machine->memory.cells[request->index];
        const uint32_t old = *cell;
        *cell = requests_combine(machine, request, old);
        request->value = old;
    }
}

/* Carries out the stores. False: machine->fault is set. */
static bool store(const struct requests *requests, struct request_order *order, struct machine *machine,
                  const uint64_t *barrier_since, uint64_t cycle)
{
    uint32_t *const cells = machine->memory.cells;
    const struct request *const stores = requests->stores;
    const uint32_t count = requests->store_count;
    enum write_policy policy = machine->config.policy;
    const bool is_asked =
        policy == POLICY_COMMON || policy == POLICY_ARBITRARY || machine->config.count_conflicts;
    if (is_asked && are_ascending(requests))
        policy = POLICY_HIGH; /* nothing to decide between */
    else if (is_asked && !find_conflicts(requests, order, machine, barrier_since, cycle))
        return false;
    switch (policy) {
    case POLICY_HIGH: /* in ascending order the highest comes last */
    case POLICY_COMMON:
        for (uint32_t k = 0; k < count; k++)
            cells[stores[k].index] = stores[k].value;
        break;
    case POLICY_LOW:
        for (uint32_t k = count; k-- > 0;)
            cells[stores[k].index] = stores[k].value;
        break;
    case POLICY_ARBITRARY:
        for (uint32_t k = 0; k < order->count; k++)
            cells[order->sorted[k]->index] = order->sorted[k]->value;
        break;
    }
    return true;
}

bool requests_apply(struct requests *requests, struct request_order *order, struct machine *machine,
                    const uint64_t *barrier_since, uint64_t cycle, bool may_mix)
{
    if (machine->inject != NULL)
        spoil(requests, machine, machine->inject);
    if (may_mix && machine->config.mixed == MIXED_ERROR && !check_mixed(requests, order, machine, cycle))
        return false;
    fold(requests, machine);
    return store(requests, order, machine, barrier_since, cycle);
}
