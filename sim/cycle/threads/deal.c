/* deal.c - see deal.h. */
#include "deal.h"

#include <stdlib.h>

#include "common/memory.h"
#include "sim/isa/system.h"
#include "sim/cycle/state.h"

bool deal_create(struct deal *deal, struct cycle_state *range, unsigned threads)
{
    deal->range = range;
    deal->parts = memory_block(&range->memory, threads, sizeof *deal->parts);
    return !range->memory.is_short;
}

void deal_destroy(struct deal *deal, unsigned threads)
{
    for (unsigned k = 0; deal->parts != NULL && k < threads; k++)
        for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
            free(deal->parts[k].lists[stage].requests);
    free(deal->runs);
    free(deal->changed);
}

/* ---- dealing */

enum { DEAL_LINE = 16 }; /* cells that share a home: a cache line */

uint8_t *deal_make_homes(struct memory_blocks *blocks, const struct memory *memory)
{
    return memory_block(blocks, memory->host_words / DEAL_LINE + 1, 1);
}

/* Deals a request to the home of its cell. Returns it there. */
static struct request *deal_one(struct deal *deal, const uint8_t *homes, unsigned threads,
                                enum request_stage stage, const struct request *request)
{
    const unsigned home = homes[request->index / DEAL_LINE];
    struct deal_list *const list = &deal->parts[home < threads ? home : threads - 1].lists[stage];
    struct request *const dealt = &list->requests[list->count++];
    *dealt = *request;
    return dealt;
}

/* Deals multiprefix requests. A sequence of requests to one cell becomes one request, a run; until
 * deal_return each PP has the number of its run in place of its result. */
static void deal_folds(struct deal *deal, const uint8_t *homes, unsigned threads)
{
    const struct cycle_state *range = deal->range;
    const struct request_set *set = &range->requests.sets[REQUEST_FOLDS];
    const struct machine *machine = range->machine;
    uint32_t *const values = range->late[range->cycle & 1];
    struct request *run = NULL;
    deal->run_count = 0;
    if (deal->run_room < set->count)
        deal->runs = memory_grow(deal->runs, &deal->run_room, set->count, sizeof(struct request *));
    EACH_REQUEST(set, machine->config.pps, {
        const struct request *request = &range->requests.by_pp[pp];
        if (run != NULL && run->index == request->index &&
            requests_kind(machine, run) == requests_kind(machine, request)) {
            run->value = requests_combine(machine, request, run->value);
        } else {
            run = deal_one(deal, homes, threads, REQUEST_FOLDS, request);
            deal->runs[deal->run_count++] = run;
        }
        values[pp] = deal->run_count - 1;
    })
}

void deal_return(const struct deal *deal)
{
    const struct cycle_state *range = deal->range;
    const struct machine *machine = range->machine;
    uint32_t *const values = range->late[range->cycle & 1];
    EACH_REQUEST(&range->requests.sets[REQUEST_FOLDS], machine->config.pps, {
        struct request *const run = deal->runs[values[pp]];
        values[pp] = run->value;
        run->value = requests_combine(machine, &range->requests.by_pp[pp], run->value);
    })
}

void deal_requests(struct deal *deal, const uint8_t *homes, unsigned threads)
{
    const struct cycle_requests *requests = &deal->range->requests;
    for (unsigned k = 0; k < threads; k++)
        for (unsigned stage = 0; stage < REQUEST_STAGES; stage++) {
            const uint32_t count = requests->sets[stage].count;
            struct deal_list *const list = &deal->parts[k].lists[stage];
            list->count = 0;
            if (list->room < count)
                list->requests = memory_grow(list->requests, &list->room, count, sizeof *list->requests);
        }
    if (requests->sets[REQUEST_FOLDS].count != 0)
        deal_folds(deal, homes, threads);
    if (requests->sets[REQUEST_STORES].count != 0)
        EACH_REQUEST(&requests->sets[REQUEST_STORES], deal->range->machine->config.pps,
                     { deal_one(deal, homes, threads, REQUEST_STORES, &requests->by_pp[pp]); })
}

/* ---- several requests to one cell */

/* Executes the statement for each range with requests to the cells of thread `own`, in order of ranges: for
 * those of a stage. */
#define EACH_LIST(cycle, own, stage, ...)                                                                    \
    for (unsigned from = 0; from < (cycle)->threads; from++)                                                 \
        if (((cycle)->sources >> from % 64 & 1u) != 0) {                                                     \
            struct deal_list *const list = &(cycle)->deals[from].parts[own].lists[stage];                    \
            __VA_ARGS__                                                                                      \
        }

/* Whether a cell of thread `own` gets requests of two kinds. Of several stores to a cell, all except the
 * first count as lost (stats.def). */
static bool is_mixed(const struct deal_cycle *cycle, unsigned own)
{
    struct deal *deal = &cycle->deals[own];
    struct cycle_state *state = deal->range;
    const struct machine_config *config = &state->machine->config;
    const bool may_mix = config->mixed == MIXED_ERROR && (cycle->kinds & (cycle->kinds - 1)) != 0;
    const unsigned first = may_mix ? REQUEST_FOLDS : REQUEST_STORES;
    uint32_t count = 0;
    bool is = false;
    if (!may_mix && !config->count_conflicts)
        return false;
    for (unsigned stage = first; stage < REQUEST_STAGES; stage++)
        EACH_LIST(cycle, own, stage, { count += list->count; })
    requests_clear_marks(&state->requests, count);
    for (unsigned stage = first; stage < REQUEST_STAGES; stage++)
        EACH_LIST(cycle, own, stage, {
            for (uint32_t k = 0; k < list->count; k++) {
                const struct request *request = &list->requests[k];
                const enum request_clash clash =
                    requests_mark(state, request, requests_kind(state->machine, request));
                is = is || clash == CLASH_KINDS;
                deal->lost += clash == CLASH_STORES && state->presence.barrier_since[request->pp] == 0 &&
                              machine_counts_conflict(state->machine, request->pc);
            }
        })
    return is;
}

/* ---- carrying out */

/* Notes the cell, which changes, if PPs of any range may poll it. */
static void note_change(const struct deal_cycle *cycle, unsigned own, uint32_t index)
{
    struct deal *deal = &cycle->deals[own];
    unsigned k = 0;
    while (k < cycle->threads && !sleep_watches(&cycle->deals[k].range->sleepers, index))
        k++;
    if (k < cycle->threads)
        *MEMORY_ADD(deal->changed, deal->changed_count, deal->changed_room) = index;
}

/* Carries out the requests of a stage; the old values of the cells remain in them. The thread of the last
 * request becomes the home of the cell's line. */
static void carry_out(const struct deal_cycle *cycle, unsigned own, enum request_stage stage)
{
    const struct machine *machine = cycle->deals[own].range->machine;
    uint32_t *const cells = machine->memory.cells;
    EACH_LIST(cycle, own, stage, {
        for (uint32_t k = 0; k < list->count; k++) {
            struct request *const request = &list->requests[k];
            const uint32_t index = request->index, old = cells[index];
            cells[index] = stage == REQUEST_STORES ? request->value : requests_combine(machine, request, old);
            request->value = old;
            if (cycle->any_asleep && cells[index] != old)
                note_change(cycle, own, index);
            if (from != own)
                cycle->homes[index / DEAL_LINE] = (uint8_t)from;
        }
    })
}

bool deal_carry_out(const struct deal_cycle *cycle, unsigned own)
{
    struct deal *deal = &cycle->deals[own];
    deal->lost = 0;
    deal->changed_count = 0;
    if (is_mixed(cycle, own)) {
        for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
            EACH_LIST(cycle, own, stage, { list->count = 0; })
        return false;
    }
    for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
        carry_out(cycle, own, stage);
    return true;
}

void deal_undo(const struct deal_cycle *cycle, unsigned own)
{
    uint32_t *const cells = cycle->deals[own].range->machine->memory.cells;
    for (unsigned stage = REQUEST_STAGES; stage-- > 0;)
        for (unsigned from = cycle->threads; from-- > 0;) {
            const struct deal_list *const list = &cycle->deals[from].parts[own].lists[stage];
            for (uint32_t k = list->count; k-- > 0;)
                cells[list->requests[k].index] = list->requests[k].value;
        }
}

void deal_wake(const struct deal_cycle *cycle, unsigned own)
{
    for (unsigned k = 0; k < cycle->threads; k++)
        for (uint32_t n = 0; n < cycle->deals[k].changed_count; n++)
            sleep_end(cycle->deals[own].range, cycle->deals[k].changed[n]);
}
