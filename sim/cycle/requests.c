/* requests.c - requests of a cycle's instructions to memory and host, carried out in PP order.
 *
 * A PP has at most one request. A set has a bit for each PP with one: walking the bits gives PP order without
 * sorting, which suffices for the highest-PP rule. Images, --faults, and cells with requests of two kinds or,
 * if that matters, with several stores, need the list of sim/reference/requests.h.
 */
#include <stdlib.h>

#include "sim/isa/instruction.h"
#include "sim/isa/system.h"
#include "state.h"

/* ---- memory of the requests */

/* The mask of a hash table that is at most half full with `count` marks. */
static uint32_t mask_for(uint32_t count)
{
    uint32_t size = 64;
    while (size < 2 * count)
        size *= 2;
    return size - 1;
}

void requests_create_sets(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    struct memory_blocks *const memory = &state->memory;
    const uint32_t pps = state->machine->config.pps;
    const size_t words = (size_t)pps / 64 + 1;
    for (unsigned stage = 0; stage < REQUEST_STAGES; stage++) {
        struct request_set *set = &requests->sets[stage];
        set->pps = memory_block(memory, words, sizeof *set->pps);
        set->words = memory_block(memory, words / 64 + 1, sizeof *set->words);
    }
    requests->marks = memory_block(memory, (size_t)mask_for(pps) + 1, sizeof *requests->marks);
}

void requests_create(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    struct memory_blocks *const memory = &state->memory;
    const uint32_t pps = state->machine->config.pps;
    const uint64_t most = (uint64_t)pps * state->precision.most_stores;
    requests->by_pp = memory_block(memory, pps, sizeof *requests->by_pp);
    requests->list.stores = memory_block(memory, most, sizeof *requests->list.stores);
    requests->list.combines = memory_block(memory, pps, sizeof *requests->list.combines);
    if (state->machine->program.uses_real)
        requests->images = memory_block(memory, most, sizeof *requests->images);
    request_order_create(&requests->order, memory, most + pps);
}

/* ---- the requests of a cycle */

void requests_add(struct cycle_state *state, const struct strand *strand, enum system_fold kind,
                  const uint32_t *values)
{
    const struct request_set *const set = requests_begin(&state->requests, kind, strand->count);
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t pp = strand->members[k];
        requests_put(
            &state->requests, set,
            (struct request){.index = state->scratch[k], .value = values[pp], .pp = pp, .pc = strand->pc});
    }
}

static void clear_set(struct request_set *set, uint32_t pps)
{
    for (uint32_t group = 0; group <= pps / 4096; group++) {
        for (uint64_t left = set->words[group]; left != 0; left &= left - 1)
            set->pps[group * 64 + (uint32_t)__builtin_ctzll(left)] = 0;
        set->words[group] = 0;
    }
    set->count = 0;
}

void requests_forget(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
        if (requests->sets[stage].count != 0)
            clear_set(&requests->sets[stage], state->machine->config.pps);
    requests->kinds = 0;
    requests->has_images = false;
}

void requests_move(struct cycle_state *whole, struct cycle_state *range)
{
    for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
        EACH_REQUEST(&range->requests.sets[stage], whole->machine->config.pps, {
            const struct request request = range->requests.by_pp[pp];
            requests_put(&whole->requests,
                         requests_begin(&whole->requests, requests_kind(whole->machine, &request), 1),
                         request);
        })
    requests_forget(range);
}

/* ---- several requests to one cell */

void requests_clear_marks(struct cycle_requests *requests, uint32_t count)
{
    requests->mark_mask = mask_for(count);
}

/* What requests of the cycle meet at a cell; not CLASH_NONE if that may matter. */
static enum request_clash find_clash(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    const struct request_set *const folds = &requests->sets[REQUEST_FOLDS];
    const struct request_set *const stores = &requests->sets[REQUEST_STORES];
    const struct machine_config *config = &state->machine->config;
    const bool may_mix = config->mixed == MIXED_ERROR && (requests->kinds & (requests->kinds - 1)) != 0;
    const bool counts = config->policy != POLICY_HIGH || config->count_conflicts;
    enum request_clash all = CLASH_NONE;
    if (requests->has_images)
        return CLASH_KINDS;
    if (!may_mix && !counts)
        return CLASH_NONE;
    requests_clear_marks(requests, folds->count + stores->count);
    if (may_mix)
        EACH_REQUEST(folds, config->pps, {
            const struct request *request = &requests->by_pp[pp];
            const enum request_clash clash =
                requests_mark(state, request, requests_kind(state->machine, request));
            all = clash > all ? clash : all;
        })
    EACH_REQUEST(stores, config->pps, {
        const enum request_clash clash = requests_mark(state, &requests->by_pp[pp], SYSTEM_FOLD_NONE);
        all = clash > all ? clash : all;
    })
    return all == CLASH_STORES && !counts ? CLASH_NONE : all;
}

/* ---- carrying out */

/* Makes the list of the requests. */
static void make_list(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const struct machine *machine = state->machine;
    struct requests *list = &state->requests.list;
    list->store_count = list->combine_count = 0;
    EACH_REQUEST(&requests->sets[REQUEST_FOLDS], machine->config.pps,
                 { list->combines[list->combine_count++] = requests->by_pp[pp]; })
    EACH_REQUEST(&requests->sets[REQUEST_STORES], machine->config.pps, {
        const struct request *request = &requests->by_pp[pp];
        const bool is_image = instruction_is_image(&machine->program.code[request->pc]);
        const uint32_t words = is_image ? request->value : 1;
        if (is_image)
            request = requests->images + (size_t)pp * state->precision.most_stores;
        for (uint32_t k = 0; k < words; k++)
            list->stores[list->store_count++] = request[k];
    })
}

/* Carries out the requests as a list. False: machine->fault is set. */
static bool apply_list(struct cycle_state *state, bool may_mix)
{
    struct requests *list = &state->requests.list;
    make_list(state);
    for (uint32_t k = 0; state->requests.has_images && k < list->store_count; k++)
        if (sleep_watches(&state->sleepers, list->stores[k].index))
            sleep_end(state, list->stores[k].index);
    const bool is_right = requests_apply(list, &state->requests.order, state->machine,
                                         state->presence.barrier_since, state->cycle, may_mix);
    for (uint32_t k = 0; k < list->combine_count; k++)
        state->late[state->cycle & 1][list->combines[k].pp] = list->combines[k].value;
    return is_right;
}

static void apply_plainly(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const struct machine *machine = state->machine;
    const uint32_t pps = machine->config.pps;
    uint32_t *const cells = machine->memory.cells, *const values = state->late[state->cycle & 1];
    EACH_REQUEST(&requests->sets[REQUEST_FOLDS], pps, {
        const struct request *request = &requests->by_pp[pp];
        const uint32_t old = cells[request->index];
        values[pp] = old;
        cells[request->index] = requests_combine(machine, request, old);
    })
    EACH_REQUEST(&requests->sets[REQUEST_STORES], pps,
                 { cells[requests->by_pp[pp].index] = requests->by_pp[pp].value; })
}

/* Wakes the PPs that poll a cell which the cycle changes. */
static void wake_pollers(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const struct machine *machine = state->machine;
    const uint32_t *const cells = machine->memory.cells;
    for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
        EACH_REQUEST(&requests->sets[stage], machine->config.pps, {
            const struct request *request = &requests->by_pp[pp];
            const uint32_t index = request->index;
            if (sleep_watches(&state->sleepers, index) &&
                cells[index] != (stage == REQUEST_STORES ? request->value
                                                         : requests_combine(machine, request, cells[index])))
                sleep_end(state, index);
        })
}

bool requests_carry_out(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    bool is_right = true;
    if (requests->kinds == 0)
        return true;
    const enum request_clash clash = find_clash(state);
    state->stats->stores += requests->sets[REQUEST_STORES].count;
    state->stats->multiprefix += requests->sets[REQUEST_FOLDS].count;
    if (state->sleepers.count != 0)
        wake_pollers(state);
    if (clash == CLASH_NONE && state->inject == NULL)
        apply_plainly(state);
    else
        is_right = apply_list(state, clash == CLASH_KINDS);
    requests_forget(state);
    return is_right;
}

/* ---- host calls */

bool requests_ask_host(struct cycle_state *state)
{
    qsort(state->calls, state->call_count, sizeof *state->calls, pps_compare);
    for (uint32_t k = 0; k < state->call_count; k++) {
        struct cycle_call *call = &state->calls[k];
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
