/* requests.c - requests of a cycle's instructions to memory and host, carried out in PP order.
 *
 * A request is stored in rows by PP, with a bit in a set: walking the bits gives PP order without sorting,
 * which suffices for the highest-PP rule. Images, another write policy, a count of conflicts, --faults or
 * requests of two kinds to one cell need the list of sim/reference/requests.h.
 */
#include <stdlib.h>

#include "asm/isa.h"
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

/* Allocates the sets of PPs and the marks. */
static void create_sets(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    struct memory_blocks *const memory = &state->memory;
    const uint32_t pps = state->machine->config.pps;
    const size_t words = (size_t)pps / 64 + 1;
    requests->stores = memory_block(memory, words, sizeof *requests->stores);
    requests->combines = memory_block(memory, words, sizeof *requests->combines);
    requests->store_words = memory_block(memory, words / 64 + 1, sizeof *requests->store_words);
    requests->combine_words = memory_block(memory, words / 64 + 1, sizeof *requests->combine_words);
    requests->marks = memory_block(memory, (size_t)mask_for(pps) + 1, sizeof *requests->marks);
}

void requests_create(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    struct memory_blocks *const memory = &state->memory;
    const uint32_t pps = state->machine->config.pps;
    const uint64_t most = (uint64_t)pps * state->precision.most_stores;
    requests->index = memory_block(memory, pps, sizeof *requests->index);
    requests->value = memory_block(memory, pps, sizeof *requests->value);
    requests->pc = memory_block(memory, pps, sizeof *requests->pc);
    requests->list.stores = memory_block(memory, most, sizeof *requests->list.stores);
    requests->list.combines = memory_block(memory, pps, sizeof *requests->list.combines);
    if (state->machine->program.uses_real)
        requests->images = memory_block(memory, most, sizeof *requests->images);
    request_order_create(&requests->order, memory, most + pps);
    create_sets(state);
}

void requests_create_range(struct cycle_state *range, const struct cycle_state *whole)
{
    range->requests.index = whole->requests.index;
    range->requests.value = whole->requests.value;
    range->requests.pc = whole->requests.pc;
    create_sets(range);
}

/* ---- a strand's requests */

void requests_add(struct cycle_state *state, const struct strand *strand, enum system_fold kind,
                  struct kernel_members members, const uint32_t *values)
{
    struct cycle_requests *requests = &state->requests;
    const uint32_t offset = members.list == NULL ? members.first : 0;
    const bool is_store = kind == SYSTEM_FOLD_NONE;
    uint64_t *const set = is_store ? requests->stores : requests->combines, *const words =
                                                                                is_store
                                                                                    ? requests->store_words
                                                                                    : requests->combine_words;
    if (values != requests->value + offset)
        state->kernels->copy(requests->value + offset, values, members);
    state->kernels->fill(requests->pc + offset, strand->pc, members);
    for (uint32_t k = 0; k < strand->count; k++) {
        requests->index[strand->members[k]] = state->scratch[k];
        requests_insert(set, words, strand->members[k]);
    }
    *(is_store ? &requests->store_count : &requests->combine_count) += strand->count;
    requests->kinds |= 1u << kind;
}

static void clear_set(uint64_t *set, uint64_t *words, uint32_t pps)
{
    for (uint32_t group = 0; group <= pps / 4096; group++) {
        for (uint64_t left = words[group]; left != 0; left &= left - 1)
            set[group * 64 + (uint32_t)__builtin_ctzll(left)] = 0;
        words[group] = 0;
    }
}

void requests_forget(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    const uint32_t pps = state->machine->config.pps;
    if (requests->store_count != 0)
        clear_set(requests->stores, requests->store_words, pps);
    if (requests->combine_count != 0)
        clear_set(requests->combines, requests->combine_words, pps);
    requests->store_count = requests->combine_count = requests->image_count = requests->kinds = 0;
}

void requests_move(struct cycle_state *whole, struct cycle_state *range)
{
    struct cycle_requests *to = &whole->requests;
    const struct cycle_requests *from = &range->requests;
    const uint32_t pps = whole->machine->config.pps;
    EACH_REQUEST(from->stores, from->store_words, pps, { requests_insert(to->stores, to->store_words, pp); })
    EACH_REQUEST(from->combines, from->combine_words, pps,
                 { requests_insert(to->combines, to->combine_words, pp); })
    to->store_count += from->store_count;
    to->combine_count += from->combine_count;
    to->kinds |= from->kinds;
    requests_forget(range);
}

/* ---- two kinds of requests to one cell */

void requests_clear_marks(struct cycle_requests *requests, uint32_t count)
{
    requests->mark_mask = mask_for(count);
}

struct cell_mark *requests_mark(const struct cycle_requests *requests, uint32_t index, uint64_t stamp)
{
    uint32_t at = index * 2654435761u >> 7;
    for (;; at++) {
        struct cell_mark *const mark = &requests->marks[at & requests->mark_mask];
        if (mark->stamp != stamp || mark->index == index)
            return mark;
    }
}

static uint32_t kind_at(const struct machine *machine, uint32_t pc)
{
    return system_rows[machine->program.code[pc].opcode].fold;
}

/* Whether a cell gets requests of two kinds. */
static bool is_mixed(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    const uint64_t stamp = state->cycle + 1;
    const uint32_t pps = state->machine->config.pps;
    bool is = false;
    if (requests->image_count == 0 && (requests->kinds & (requests->kinds - 1)) == 0)
        return false;
    requests_clear_marks(requests, requests->combine_count + requests->store_count);
    EACH_REQUEST(requests->combines, requests->combine_words, pps, {
        struct cell_mark *const mark = requests_mark(requests, requests->index[pp], stamp);
        const uint32_t kind = kind_at(state->machine, requests->pc[pp]);
        is = is || (mark->stamp == stamp && mark->kind != kind);
        *mark = (struct cell_mark){.stamp = stamp, .index = requests->index[pp], .kind = kind};
    })
    EACH_REQUEST(requests->stores, requests->store_words, pps,
                 { is = is || requests_mark(requests, requests->index[pp], stamp)->stamp == stamp; })
    for (uint32_t k = 0; k < requests->image_count; k++)
        is = is || requests_mark(requests, requests->images[k].index, stamp)->stamp == stamp;
    return is;
}

/* Whether no two PPs store to one cell. */
static bool are_stores_disjoint(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    const uint64_t stamp = UINT64_MAX - state->cycle; /* a stamp that is_mixed does not use */
    bool are = true;
    requests_clear_marks(requests, requests->store_count);
    EACH_REQUEST(requests->stores, requests->store_words, state->machine->config.pps, {
        struct cell_mark *const mark = requests_mark(requests, requests->index[pp], stamp);
        are = are && mark->stamp != stamp;
        *mark = (struct cell_mark){.stamp = stamp, .index = requests->index[pp]};
    })
    return are;
}

/* ---- the list */

static int by_pp(const void *a, const void *b)
{
    const struct request *const one = a, *const other = b;
    const uint64_t first = (uint64_t)one->pp << 32 | one->value,
                   second = (uint64_t)other->pp << 32 | other->value;
    return (first > second) - (first < second);
}

static bool are_sorted(const struct request *requests, uint32_t count)
{
    bool are = true;
    for (uint32_t k = 1; k < count; k++)
        are = are && requests[k - 1].pp <= requests[k].pp;
    return are;
}

/* Sorts images by PP; the words of one image stay in order. Images of one strand mostly are sorted. */
static void sort_images(struct cycle_requests *requests)
{
    struct request *const images = requests->images, *const sorted = requests->list.stores;
    uint32_t heads = 0, words = 0;
    if (are_sorted(images, requests->image_count))
        return;
    for (uint32_t k = 0; k < requests->image_count; k++)
        if (k == 0 || images[k - 1].pp != images[k].pp)
            requests->list.combines[heads++] = (struct request){.pp = images[k].pp, .value = k};
    qsort(requests->list.combines, heads, sizeof *images, by_pp);
    for (uint32_t h = 0; h < heads; h++) {
        uint32_t k = requests->list.combines[h].value;
        const uint32_t pp = images[k].pp;
        for (; k < requests->image_count && images[k].pp == pp; k++)
            sorted[words++] = images[k];
    }
    for (uint32_t k = 0; k < words; k++)
        images[k] = sorted[k];
}

static struct request request_of(const struct cycle_requests *requests, uint32_t pp)
{
    return (struct request){
        .index = requests->index[pp], .value = requests->value[pp], .pp = pp, .pc = requests->pc[pp]};
}

/* All requests of the cycle as a list, in PP order. */
static void make_list(struct cycle_state *state)
{
    struct cycle_requests *requests = &state->requests;
    struct requests *list = &requests->list;
    const uint32_t pps = state->machine->config.pps;
    uint32_t image = 0;
    if (requests->image_count != 0)
        sort_images(requests);
    list->store_count = list->combine_count = 0;
    EACH_REQUEST(requests->stores, requests->store_words, pps, {
        while (image < requests->image_count && requests->images[image].pp < pp)
            list->stores[list->store_count++] = requests->images[image++];
        list->stores[list->store_count++] = request_of(requests, pp);
    })
    while (image < requests->image_count)
        list->stores[list->store_count++] = requests->images[image++];
    EACH_REQUEST(requests->combines, requests->combine_words, pps,
                 { list->combines[list->combine_count++] = request_of(requests, pp); })
}

/* Carries out the list. False: machine->fault is set. */
static bool apply_list(struct cycle_state *state, bool is_mixed)
{
    struct cycle_requests *requests = &state->requests;
    const struct requests *list = &requests->list;
    make_list(state);
    const bool is_right = requests_apply(&requests->list, &requests->order, state->machine,
                                         state->presence.barrier_since, state->cycle, is_mixed);
    for (uint32_t k = 0; k < list->combine_count; k++)
        state->late[state->cycle & 1][list->combines[k].pp] = list->combines[k].value;
    return is_right;
}

/* ---- the plain way: the highest PP wins, no cell gets two kinds */

/* Carries out stores without further checks: for a cycle with many stores, where write conflicts do not
 * matter. */
static void store_plainly(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    uint32_t *const cells = state->machine->memory.cells;
    EACH_REQUEST(requests->stores, requests->store_words, state->machine->config.pps,
                 { cells[requests->index[pp]] = requests->value[pp]; })
}

#define FOLD_ALL(result)                                                                                     \
    EACH_REQUEST(requests->combines, requests->combine_words, pps, {                                         \
        uint32_t *const cell = &cells[requests->index[pp]];                                                  \
        const uint32_t old = *cell, value = requests->value[pp];                                             \
        values[pp] = old;                                                                                    \
        *cell = (result);                                                                                    \
    })

static void fold_plainly(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const uint32_t pps = state->machine->config.pps;
    uint32_t *const cells = state->machine->memory.cells;
    uint32_t *const values = state->late[state->cycle & 1];
    if ((requests->kinds | 1u << SYSTEM_FOLD_NONE) == (1u << SYSTEM_FOLD_ADD | 1u << SYSTEM_FOLD_NONE))
        FOLD_ALL(old + value)
    else
        FOLD_ALL(
            requests_combine(state->machine, &(struct request){.pc = requests->pc[pp], .value = value}, old))
}

/* ---- sleepers */

/* Wakes the PPs that poll a cell which the cycle changes. */
static void wake_pollers(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const struct machine *machine = state->machine;
    const uint32_t *const cells = machine->memory.cells;
    const uint32_t pps = machine->config.pps;
    EACH_REQUEST(requests->stores, requests->store_words, pps, {
        const uint32_t index = requests->index[pp];
        if (sleep_watches(&state->sleepers, index) && cells[index] != requests->value[pp])
            sleep_end(state, index);
    })
    EACH_REQUEST(requests->combines, requests->combine_words, pps, {
        const struct request request = request_of(requests, pp);
        if (sleep_watches(&state->sleepers, request.index) &&
            requests_combine(machine, &request, cells[request.index]) != cells[request.index])
            sleep_end(state, request.index);
    })
    for (uint32_t k = 0; k < requests->image_count; k++)
        if (sleep_watches(&state->sleepers, requests->images[k].index))
            sleep_end(state, requests->images[k].index);
}

bool requests_carry_out(struct cycle_state *state)
{
    struct machine *machine = state->machine;
    struct cycle_requests *requests = &state->requests;
    if (requests->store_count + requests->image_count + requests->combine_count == 0)
        return true;
    const bool may_be_plain = requests->image_count == 0 && state->inject == NULL;
    const bool is_high = machine->config.policy == POLICY_HIGH && !machine->config.count_conflicts;
    const bool is_refused = machine->config.mixed == MIXED_ERROR && is_mixed(state);
    bool is_right = true;
    state->stats->stores += requests->store_count + requests->image_count;
    state->stats->multiprefix += requests->combine_count;
    if (state->sleepers.count != 0)
        wake_pollers(state);
    if (may_be_plain && !is_refused && (is_high || are_stores_disjoint(state))) {
        fold_plainly(state);
        store_plainly(state);
    } else {
        is_right = apply_list(state, is_refused);
    }
    requests_forget(state);
    return is_right;
}

/* ---- host calls */

static int by_caller(const void *a, const void *b)
{
    const struct cycle_call *const one = a, *const other = b;
    return (one->pp > other->pp) - (one->pp < other->pp);
}

bool requests_ask_host(struct cycle_state *state)
{
    struct machine *machine = state->machine;
    qsort(state->calls, state->call_count, sizeof *state->calls, by_caller);
    for (uint32_t k = 0; k < state->call_count; k++) {
        struct cycle_call *call = &state->calls[k];
        const enum hostcall_outcome outcome =
            hostcall_serve(machine, call->number, call->pp, call->pc, state->cycle, &call->registers);
        if (outcome != HOSTCALL_DONE) {
            machine->end = outcome == HOSTCALL_END ? END_EXIT : END_FAULT;
            return false;
        }
        if (state->sleepers.count != 0 && hostcall_stores(call->number))
            sleep_end_all(state);
        const uint32_t values[] = {call->registers.r3, call->registers.r4, call->registers.r5};
        for (unsigned n = 0; n < 3; n++)
            if (call->late != 3 + n)
                cycle_row(state, 3 + n)[call->pp] = values[n];
    }
    return true;
}
