/* requests.c - requests of a cycle's instructions to memory and host, carried out in PP order.
 *
 * A PP has at most one request. A set has a bit for each PP with one: walking the bits gives a list in PP
 * order without sorting.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/inject/inject.h"
#include "sim/isa/system.h"
#include "state.h"

/* ---- the requests of a cycle */

void requests_create_set(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    const size_t words = (size_t)state->machine->config.pps / 64 + 1;
    requests->pps = memory_block(&state->memory, words, sizeof *requests->pps);
    requests->words = memory_block(&state->memory, words / 64 + 1, sizeof *requests->words);
    requests->collide.machine = state->machine;
}

void requests_create(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    const uint32_t pps = state->machine->config.pps;
    requests->by_pp = memory_block(&state->memory, pps, sizeof *requests->by_pp);
    if (state->machine->program.uses_real)
        requests->images = memory_block(&state->memory, (size_t)pps * state->precision.most_stores,
                                        sizeof *requests->images);
}

void requests_add(struct cycle_state *state, const struct strand *strand, enum system_fold kind,
                  const uint32_t *values)
{
    const struct cycle_requests requests = state->requests;
    const uint32_t *const members = strand->members, *const cells = state->scratch;
    const uint32_t count = strand->count, pc = strand->pc;
    requests_announce(&state->requests, kind, count);
    for (uint32_t k = 0; k < count; k++)
        *requests_place(&requests, members[k]) = (struct cell_request){
            .pp = members[k], .pc = pc, .cell = cells[k], .value = values[members[k]], .fold = (uint8_t)kind};
}

void requests_return(struct cycle_state *whole, const struct cycle_state *range)
{
    const struct collide *list = &range->requests.collide;
    for (uint32_t k = 0; k < list->count; k++)
        *requests_place(&whole->requests, list->requests[k].pp) = list->requests[k];
    if (range == whole)
        return;
    whole->requests.folds += range->requests.folds;
    whole->requests.stores += range->requests.stores;
    whole->requests.kinds |= range->requests.kinds;
}

/* Copies the request of a PP to the list at `to`. Returns its number of words. */
static inline uint32_t list_one(const struct cycle_state *state, const struct cell_request *request,
                                struct cell_request *to)
{
    if (request->fold != COLLIDE_NOTHING) {
        *to = *request;
        return 1;
    }
    memcpy(to, state->requests.images + (size_t)request->pp * state->precision.most_stores,
           request->value * sizeof *to);
    return request->value;
}

/* Walks the bits of the set, and clears them. */
void requests_list(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    uint64_t *const words = requests->words, *const pps = requests->pps;
    const uint32_t all = requests->folds + requests->stores;
    collide_begin(&requests->collide, all);
    struct cell_request *fold = requests->collide.requests, *store = fold + requests->folds;
    for (uint32_t group = 0; all != 0 && group <= state->machine->config.pps / 4096; group++) {
        for (uint64_t left = words[group]; left != 0; left &= left - 1) {
            const uint32_t word = group * 64 + (uint32_t)__builtin_ctzll(left);
            for (uint64_t bits = pps[word]; bits != 0; bits &= bits - 1) {
                const struct cell_request *request =
                    &requests->by_pp[word * 64 + (uint32_t)__builtin_ctzll(bits)];
                const bool is_store = request->fold == SYSTEM_FOLD_NONE || request->fold == COLLIDE_NOTHING;
                const uint32_t count = list_one(state, request, is_store ? store : fold);
                store += is_store ? count : 0;
                fold += is_store ? 0 : 1;
            }
            pps[word] = 0;
        }
        words[group] = 0;
    }
    requests->collide.count = all;
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
    const struct cell_request *const requests = state->requests.collide.requests;
    uint32_t *const cells = state->machine->memory.cells, *const values = state->late[state->cycle & 1];
    const uint32_t count = state->requests.folds;
    for (uint32_t k = 0; k < count; k++) {
        const struct cell_request *request = &requests[k];
        const uint32_t old = cells[request->cell];
        values[request->pp] = old;
        cells[request->cell] = requests_result(request, old);
    }
}

/* Of several stores to a cell, the last one stays. */
static void store(const struct cycle_state *state)
{
    const struct cell_request *const stores = state->requests.collide.requests + state->requests.folds;
    uint32_t *const cells = state->machine->memory.cells;
    const uint32_t count = state->requests.collide.count - state->requests.folds;
    const bool is_low = state->machine->config.policy == POLICY_LOW;
    for (uint32_t n = 0; n < count; n++) {
        const struct cell_request *request = &stores[is_low ? count - 1 - n : n];
        if (!request->loses)
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
    if (requests_may_mix(machine, requests->kinds) && collide_is_mixed(list, state->cycle))
        return false;
    fold(state);
    if (requests->stores != 0 && collide_matters(&machine->config) && !settle(state))
        return false;
    store(state);
    return true;
}

/* ---- host calls */

bool requests_ask_host(struct cycle_state *state)
{
    qsort(state->calls, state->call_count, sizeof *state->calls, pps_compare);
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
