/* requests.c - requests of a cycle's instructions to memory and host, carried out in PP order.
 *
 * Strands and lone PPs add their requests to one list. The list is sorted if it is not in order, and two of
 * its requests may go to one cell: otherwise any order gives the same memory.
 */
#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "sim/inject/inject.h"
#include "sim/isa/system.h"
#include "state.h"

/* ---- the requests of a cycle */

void requests_create(struct cycle_state *range)
{
    struct cycle_requests *requests = &range->requests;
    const size_t pps = range->machine->config.pps, words = pps / 64 + 1;
    requests->pps = memory_block(&range->memory, words, sizeof *requests->pps);
    requests->words = memory_block(&range->memory, words / 64 + 1, sizeof *requests->words);
    requests->places = memory_block(&range->memory, pps, sizeof *requests->places);
    requests->stamps = memory_block(&range->memory, (size_t)1 << STAMPS_SHIFT, sizeof *requests->stamps);
    requests->collide.machine = range->machine;
}

void requests_destroy(struct cycle_state *range)
{
    collide_destroy(&range->requests.collide);
    free(range->requests.unsorted);
}

void requests_add(struct cycle_state *state, const struct strand *strand, enum system_fold kind,
                  const uint32_t *values)
{
    struct collide *const list = &state->requests.collide;
    const uint32_t *const members = strand->members, *const cells = state->scratch;
    const uint32_t count = strand->count, pc = strand->pc;
    requests_announce(&state->requests, kind, count);
    collide_extend(list, count);
    struct cell_request *const added = list->requests + list->count;
    for (uint32_t k = 0; k < count; k++)
        added[k] = (struct cell_request){
            .pp = members[k], .pc = pc, .cell = cells[k], .value = values[members[k]], .fold = (uint8_t)kind};
    list->count += count;
}

void requests_return(struct cycle_state *whole, const struct cycle_state *range)
{
    const struct collide *from = &range->requests.collide;
    struct collide *list = &whole->requests.collide;
    if (range == whole)
        return;
    collide_extend(list, from->count);
    memcpy(list->requests + list->count, from->requests, from->count * sizeof *from->requests);
    list->count += from->count;
    whole->requests.folds += range->requests.folds;
    whole->requests.stores += range->requests.stores;
    whole->requests.kinds |= range->requests.kinds;
}

/* ---- their order */

static bool is_in_order(const struct collide *list)
{
    for (uint32_t k = 1; k < list->count; k++)
        if (list->requests[k - 1].pp > list->requests[k].pp)
            return false;
    return true;
}

/* Whether several requests may have the same cell. */
static bool may_meet(const struct cycle_state *state)
{
    const struct collide *const list = &state->requests.collide;
    const uint32_t now = (uint32_t)state->cycle;
    bool may_meet = state->inject != NULL || list->count > MEET_MOST;
    for (uint32_t k = 0; !may_meet && k < list->count; k++) {
        uint32_t *const stamp =
            &state->requests.stamps[list->requests[k].cell * 0x9e3779b1u >> (32 - STAMPS_SHIFT)];
        may_meet = *stamp == now;
        *stamp = now;
    }
    return may_meet;
}

/* Moves the requests to `unsorted`, and notes where those of each PP begin. */
static void note_places(struct cycle_requests *requests)
{
    struct collide *const list = &requests->collide;
    struct cell_request *const unsorted = list->requests;
    list->requests = requests->unsorted;
    requests->unsorted = unsorted;
    const size_t room = list->room;
    list->room = requests->room;
    requests->room = room;
    for (uint32_t k = list->count; k-- > 0;) {
        const uint32_t pp = unsorted[k].pp;
        requests->pps[pp / 64] |= UINT64_C(1) << pp % 64;
        requests->words[pp / 4096] |= UINT64_C(1) << pp / 64 % 64;
        requests->places[pp] = k;
    }
}

/* Walks the bits of the set, and clears them: that gives the PPs in order. */
static void sort_by_set(struct cycle_requests *requests)
{
    const uint32_t count = requests->collide.count;
    note_places(requests);
    collide_begin(&requests->collide, count);
    uint64_t *const words = requests->words, *const pps = requests->pps;
    struct cell_request *sorted = requests->collide.requests;
    for (uint32_t group = 0; group <= requests->collide.machine->config.pps / 4096; group++) {
        for (uint64_t left = words[group]; left != 0; left &= left - 1) {
            const uint32_t word = group * 64 + (uint32_t)__builtin_ctzll(left);
            for (uint64_t bits = pps[word]; bits != 0; bits &= bits - 1) {
                const uint32_t pp = word * 64 + (uint32_t)__builtin_ctzll(bits);
                for (uint32_t k = requests->places[pp]; k < count && requests->unsorted[k].pp == pp; k++)
                    *sorted++ = requests->unsorted[k];
            }
            pps[word] = 0;
        }
        words[group] = 0;
    }
    requests->collide.count = count;
}

void requests_list(struct cycle_state *state)
{
    struct cycle_requests *const requests = &state->requests;
    requests->may_meet = may_meet(state);
    if (requests->may_meet && !is_in_order(&requests->collide))
        sort_by_set(requests);
}

/* ---- carrying out */

/* Wakes the PPs that poll a cell which the cycle changes. */
static void wake_pollers(struct cycle_state *state)
{
    const struct collide *list = &state->requests.collide;
    const uint32_t *const cells = state->machine->memory.cells;
    for (uint32_t k = 0; k < list->count; k++) {
        const struct cell_request *request = &list->requests[k];
        const uint32_t cell = request->cell;
        if (sleep_watches(&state->sleepers, cell) && requests_result(request, cells[cell]) != cells[cell])
            sleep_end(state, cell);
    }
}

static void fold(struct cycle_state *state)
{
    const struct collide *const list = &state->requests.collide;
    uint32_t *const cells = state->machine->memory.cells, *const values = state->late[state->cycle & 1];
    for (uint32_t k = 0; k < list->count; k++) {
        const struct cell_request *request = &list->requests[k];
        if (request->fold == SYSTEM_FOLD_NONE)
            continue;
        const uint32_t old = cells[request->cell];
        values[request->pp] = old;
        cells[request->cell] = requests_result(request, old);
    }
}

/* Of several stores to a cell, the last one stays. */
static void store(const struct cycle_state *state)
{
    const struct collide *const list = &state->requests.collide;
    uint32_t *const cells = state->machine->memory.cells;
    const bool is_low = state->machine->config.policy == POLICY_LOW;
    for (uint32_t n = 0; n < list->count; n++) {
        const struct cell_request *request = &list->requests[is_low ? list->count - 1 - n : n];
        if (request->fold == SYSTEM_FOLD_NONE && !request->loses)
            cells[request->cell] = request->value;
    }
}

/* Counts lost stores, and applies the write policy. */
static bool settle(struct cycle_state *state)
{
    struct collide *list = &state->requests.collide;
    for (uint32_t k = 0; k < list->count; k++)
        list->requests[k].in_barrier = state->presence.barrier_since[list->requests[k].pp] != 0;
    return collide_settle(list, state->cycle);
}

bool requests_carry_out(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    struct collide *list = &state->requests.collide;
    const struct machine *machine = state->machine;
    state->stats->multiprefix += requests->folds;
    state->stats->stores += requests->stores;
    if (state->sleepers.count != 0)
        wake_pollers(state);
    if (state->inject != NULL)
        list->count = inject_spoil(state->inject, list->requests, list->count);
    if (requests->may_meet && requests_may_mix(machine, requests->kinds) &&
        collide_is_mixed(list, state->cycle))
        return false;
    if (requests->folds != 0)
        fold(state);
    if (requests->may_meet && requests->stores != 0 && collide_matters(&machine->config) && !settle(state))
        return false;
    if (requests->stores != 0)
        store(state);
    return true;
}

/* ---- host calls */

bool requests_ask_host(struct cycle_state *state)
{
    qsort(state->calls, state->call_count, sizeof *state->calls, compare_words);
    for (uint32_t k = 0; k < state->call_count; k++) {
        struct hostcall_request *call = &state->calls[k];
        if (!hostcall_serve(state->machine, call->number, call->pp, call->pc, state->cycle, &call->registers))
            return false;
        if (state->sleepers.count != 0 && hostcall_access(call->number) == HOSTCALL_WRITES)
            sleep_end_all(state);
        for (unsigned n = 0; n < 3; n++)
            if (call->late != 3 + n)
                cycle_row(state, 3 + n)[call->pp] = call->registers.word[n];
    }
    return true;
}
