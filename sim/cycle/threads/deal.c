/* deal.c - see deal.h. */
#include "deal.h"

#include <stdlib.h>

#include "common/memory.h"
#include "sim/isa/system.h"
#include "sim/cycle/state.h"

bool deal_create(struct deal *deal, struct cycle_state *range, unsigned threads)
{
    deal->range = range;
    deal->parts = calloc(threads, sizeof *deal->parts);
    deal->woken = calloc(threads, sizeof *deal->woken);
    return deal->parts != NULL && deal->woken != NULL;
}

void deal_destroy(struct deal *deal, unsigned threads)
{
    for (unsigned k = 0; k < threads; k++) {
        if (deal->parts != NULL) {
            free(deal->parts[k].stores);
            free(deal->parts[k].combines);
        }
        if (deal->woken != NULL)
            free(deal->woken[k].cells);
    }
    free(deal->runs);
    free(deal->parts);
    free(deal->woken);
}

/* ---- dealing */

enum { DEAL_LINE = 16 }; /* cells that share a home: a cache line */

uint8_t *deal_make_homes(const struct memory *memory)
{
    return calloc(memory->host_words / DEAL_LINE + 1, 1);
}

/* The thread that carries out requests to the cell. */
static unsigned home_of(const uint8_t *homes, uint32_t index, unsigned threads)
{
    const unsigned home = homes[index / DEAL_LINE];
    return home < threads ? home : threads - 1;
}

static struct request *make_room(struct request *requests, size_t *room, uint32_t count)
{
    return *room >= count ? requests : memory_grow(requests, room, count, sizeof *requests);
}

/* A sequence of multiprefix requests of a range, in PP order, to one cell. */
struct run {
    struct request *request; /* stands for the sequence; NULL: none yet */
    uint32_t kind;
};

static uint32_t kind_at(const struct machine *machine, uint32_t pc)
{
    return system_rows[machine->program.code[pc].opcode].fold;
}

/* Whether the request of a PP to this cell continues the sequence. */
static bool continues(const struct run *run, uint32_t index, uint32_t kind)
{
    return run->request != NULL && run->request->index == index && run->kind == kind;
}

/* Deals multiprefix requests: a sequence of requests to one cell becomes one request. */
static void deal_combines(struct deal *deal, const uint8_t *homes, unsigned threads)
{
    const struct cycle_requests *requests = &deal->range->requests;
    const struct machine *machine = deal->range->machine;
    struct run run = {.request = NULL};
    deal->run_count = 0;
    if (deal->run_room < requests->combine_count)
        deal->runs =
            memory_grow(deal->runs, &deal->run_room, requests->combine_count, sizeof(struct request *));
    EACH_REQUEST(requests->combines, requests->combine_words, machine->config.pps, {
        const struct request request = {
            .index = requests->index[pp], .value = requests->value[pp], .pp = pp, .pc = requests->pc[pp]};
        const uint32_t kind = kind_at(machine, request.pc);
        if (continues(&run, request.index, kind)) {
            run.request->value = requests_combine(machine, &request, run.request->value);
        } else {
            struct deal_part *part = &deal->parts[home_of(homes, request.index, threads)];
            run = (struct run){.request = &part->combines[part->combine_count++], .kind = kind};
            *run.request = request;
            deal->runs[deal->run_count++] = run.request;
        }
    })
}

void deal_return(const struct deal *deal)
{
    struct cycle_state *state = deal->range;
    const struct cycle_requests *requests = &state->requests;
    const struct machine *machine = state->machine;
    uint32_t *const values = state->late[state->cycle & 1];
    struct run run = {.request = NULL};
    uint32_t cell = 0, next = 0;
    EACH_REQUEST(requests->combines, requests->combine_words, machine->config.pps, {
        const struct request request = {
            .index = requests->index[pp], .value = requests->value[pp], .pp = pp, .pc = requests->pc[pp]};
        const uint32_t kind = kind_at(machine, request.pc);
        if (!continues(&run, request.index, kind)) {
            run = (struct run){.request = deal->runs[next++], .kind = kind};
            cell = run.request->value;
        }
        values[pp] = cell;
        cell = requests_combine(machine, &request, cell);
    })
}

void deal_requests(struct deal *deal, const uint8_t *homes, unsigned threads)
{
    const struct cycle_requests *requests = &deal->range->requests;
    const uint32_t pps = deal->range->machine->config.pps;
    for (unsigned k = 0; k < threads; k++) {
        struct deal_part *part = &deal->parts[k];
        part->store_count = part->combine_count = 0;
        part->stores = make_room(part->stores, &part->store_room, requests->store_count);
        part->combines = make_room(part->combines, &part->combine_room, requests->combine_count);
    }
    if (requests->store_count != 0)
        EACH_REQUEST(requests->stores, requests->store_words, pps, {
            struct deal_part *part = &deal->parts[home_of(homes, requests->index[pp], threads)];
            part->stores[part->store_count++] = (struct request){
                .index = requests->index[pp], .value = requests->value[pp], .pp = pp, .pc = requests->pc[pp]};
        })
    if (requests->combine_count != 0)
        deal_combines(deal, homes, threads);
}

/* ---- several requests to one cell */

/* Executes the statement for each range with requests to the cells of thread `own`, in order of ranges. */
#define EACH_PART(cycle, own, ...)                                                                           \
    for (unsigned from = 0; from < (cycle)->threads; from++)                                                 \
        if (((cycle)->sources >> from % 64 & 1u) != 0) {                                                     \
            struct deal_part *const part = &(cycle)->deals[from].parts[own];                                 \
            __VA_ARGS__                                                                                      \
        }

static bool mark_combines(const struct deal_cycle *cycle, unsigned own)
{
    const struct cycle_state *state = cycle->deals[own].range;
    const uint64_t stamp = state->cycle + 1;
    bool is_mixed = false;
    EACH_PART(cycle, own, {
        for (uint32_t k = 0; k < part->combine_count; k++) {
            const struct request *request = &part->combines[k];
            struct cell_mark *const mark = requests_mark(&state->requests, request->index, stamp);
            const uint32_t kind = kind_at(state->machine, request->pc);
            is_mixed = is_mixed || (mark->stamp == stamp && mark->kind != kind);
            *mark = (struct cell_mark){.stamp = stamp, .index = request->index, .kind = kind};
        }
    })
    return is_mixed;
}

/* Whether stores meet requests of another kind. Of several stores to a cell, all except the first count as
 * lost (stats.def). */
static bool mark_stores(const struct deal_cycle *cycle, unsigned own)
{
    struct deal *deal = &cycle->deals[own];
    const struct cycle_state *state = deal->range;
    const uint64_t stamp = state->cycle + 1;
    bool is_mixed = false;
    EACH_PART(cycle, own, {
        for (uint32_t k = 0; k < part->store_count; k++) {
            const struct request *request = &part->stores[k];
            struct cell_mark *const mark = requests_mark(&state->requests, request->index, stamp);
            if (mark->stamp != stamp)
                *mark = (struct cell_mark){.stamp = stamp, .index = request->index, .kind = SYSTEM_FOLD_NONE};
            else if (mark->kind != SYSTEM_FOLD_NONE)
                is_mixed = true;
            else
                deal->lost += state->presence.barrier_since[request->pp] == 0 &&
                              machine_counts_conflict(state->machine, request->pc);
        }
    })
    return is_mixed;
}

/* Whether a cell of thread `own` gets requests of two kinds. Counts lost stores. */
static bool is_mixed(const struct deal_cycle *cycle, unsigned own)
{
    struct cycle_state *state = cycle->deals[own].range;
    const struct machine_config *config = &state->machine->config;
    const bool may_mix = config->mixed == MIXED_ERROR && (cycle->kinds & (cycle->kinds - 1)) != 0;
    const bool counts = config->count_conflicts && (cycle->kinds & 1u << SYSTEM_FOLD_NONE) != 0;
    uint32_t count = 0;
    if (!may_mix && !counts)
        return false;
    EACH_PART(cycle, own, { count += part->store_count + (may_mix ? part->combine_count : 0); })
    requests_clear_marks(&state->requests, count);
    const bool mixes = may_mix && mark_combines(cycle, own);
    return mark_stores(cycle, own) || mixes;
}

/* ---- carrying out */

/* The thread of the last request becomes the home of the cell's line. */
static void move_home(const struct deal_cycle *cycle, uint32_t index, unsigned from)
{
    cycle->homes[index / DEAL_LINE] = (uint8_t)from;
}

/* Notes the cell, which changes, for each range in which a PP may poll it. */
static void note_change(const struct deal_cycle *cycle, unsigned own, uint32_t index)
{
    for (unsigned k = 0; k < cycle->threads; k++)
        if (sleep_watches(&cycle->deals[k].range->sleepers, index)) {
            struct deal_cells *woken = &cycle->deals[own].woken[k];
            if (woken->room == woken->count)
                woken->cells =
                    memory_grow(woken->cells, &woken->room, (size_t)woken->count + 1, sizeof *woken->cells);
            woken->cells[woken->count++] = index;
        }
}

/* Carries out multiprefix requests; the old values of the cells remain in them. */
static void fold(const struct deal_cycle *cycle, unsigned own, unsigned from, const struct deal_part *part)
{
    const struct machine *machine = cycle->deals[own].range->machine;
    uint32_t *const cells = machine->memory.cells;
    for (uint32_t k = 0; k < part->combine_count; k++) {
        struct request *request = &part->combines[k];
        const uint32_t old = cells[request->index];
        const uint32_t sum = requests_combine(machine, request, old);
        cells[request->index] = sum;
        request->value = old;
        if (cycle->any_asleep && sum != old)
            note_change(cycle, own, request->index);
        if (from != own)
            move_home(cycle, request->index, from);
    }
}

/* Carries out stores; the old values of the cells remain in them. */
static void store(const struct deal_cycle *cycle, unsigned own, unsigned from, const struct deal_part *part)
{
    uint32_t *const cells = cycle->deals[own].range->machine->memory.cells;
    for (uint32_t k = 0; k < part->store_count; k++) {
        struct request *request = &part->stores[k];
        const uint32_t old = cells[request->index], value = request->value;
        cells[request->index] = value;
        request->value = old;
        if (cycle->any_asleep && value != old)
            note_change(cycle, own, request->index);
        if (from != own)
            move_home(cycle, request->index, from);
    }
}

bool deal_carry_out(const struct deal_cycle *cycle, unsigned own, bool *wakes)
{
    struct deal *deal = &cycle->deals[own];
    deal->lost = 0;
    *wakes = false;
    for (unsigned k = 0; k < cycle->threads; k++)
        deal->woken[k].count = 0;
    if (is_mixed(cycle, own)) {
        EACH_PART(cycle, own, { part->store_count = part->combine_count = 0; })
        return false;
    }
    EACH_PART(cycle, own, { fold(cycle, own, from, part); })
    EACH_PART(cycle, own, { store(cycle, own, from, part); })
    for (unsigned k = 0; k < cycle->threads; k++)
        *wakes = *wakes || deal->woken[k].count != 0;
    return true;
}

void deal_undo(const struct deal_cycle *cycle, unsigned own)
{
    uint32_t *const cells = cycle->deals[own].range->machine->memory.cells;
    for (unsigned from = cycle->threads; from-- > 0;) {
        const struct deal_part *part = &cycle->deals[from].parts[own];
        for (uint32_t k = part->store_count; k-- > 0;)
            cells[part->stores[k].index] = part->stores[k].value;
    }
    for (unsigned from = cycle->threads; from-- > 0;) {
        const struct deal_part *part = &cycle->deals[from].parts[own];
        for (uint32_t k = part->combine_count; k-- > 0;)
            cells[part->combines[k].index] = part->combines[k].value;
    }
}

void deal_wake(const struct deal_cycle *cycle, unsigned own)
{
    for (unsigned k = 0; k < cycle->threads; k++) {
        const struct deal_cells *woken = &cycle->deals[k].woken[own];
        for (uint32_t n = 0; n < woken->count; n++)
            sleep_end(cycle->deals[own].range, woken->cells[n]);
    }
}
