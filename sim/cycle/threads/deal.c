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

static void empty_lists(struct deal *deal, unsigned threads)
{
    const struct cycle_requests *all = &deal->range->requests;
    for (unsigned k = 0; k < threads; k++)
        for (unsigned stage = 0; stage < REQUEST_STAGES; stage++)
            deal->parts[k].lists[stage].count = 0;
    deal->run_count = 0;
    if (deal->run_room < all->folds)
        deal->runs = memory_grow(deal->runs, &deal->run_room, all->folds, sizeof *deal->runs);
}

/* Deals a request to the home of its cell. Returns the list there, whose last one it is. */
static inline struct deal_list *deal_one(struct deal *deal, const uint8_t *homes, unsigned threads,
                                         enum deal_stage stage, const struct cell_request *request)
{
    const unsigned home = homes[request->cell / DEAL_LINE];
    struct deal_list *const list = &deal->parts[home < threads ? home : threads - 1].lists[stage];
    if (list->count == list->room)
        list->requests =
            memory_grow(list->requests, &list->room, (size_t)list->count + 1, sizeof *list->requests);
    list->requests[list->count++] = *request;
    return list;
}

/* A sequence of multiprefix requests to one cell becomes one request, a run; until deal_return each PP has
 * the number of its run in place of its result. */
void deal_requests(struct deal *deal, const uint8_t *homes, unsigned threads)
{
    const struct cycle_requests *all = &deal->range->requests;
    uint32_t *const values = deal->range->late[deal->range->cycle & 1];
    struct cell_request *run = NULL;
    empty_lists(deal, threads);
    for (uint32_t k = 0; k < all->collide.count; k++) {
        const struct cell_request *request = &all->collide.requests[k];
        if (request->fold == SYSTEM_FOLD_NONE) {
            deal_one(deal, homes, threads, REQUEST_STORES, request);
            continue;
        }
        if (run != NULL && run->cell == request->cell && run->fold == request->fold) {
            run->value = requests_result(request, run->value);
        } else {
            struct deal_list *const list = deal_one(deal, homes, threads, REQUEST_FOLDS, request);
            run = &list->requests[list->count - 1];
            deal->runs[deal->run_count++] = (struct deal_run){.list = list, .index = list->count - 1};
        }
        values[request->pp] = deal->run_count - 1;
    }
}

void deal_return(const struct deal *deal)
{
    const struct cycle_requests *all = &deal->range->requests;
    uint32_t *const values = deal->range->late[deal->range->cycle & 1];
    for (uint32_t k = 0; all->folds != 0 && k < all->collide.count; k++) {
        const struct cell_request *request = &all->collide.requests[k];
        if (request->fold == SYSTEM_FOLD_NONE)
            continue;
        const struct deal_run *const at = &deal->runs[values[request->pp]];
        struct cell_request *const run = &at->list->requests[at->index];
        values[request->pp] = run->value;
        run->value = requests_result(request, values[request->pp]);
    }
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
    struct collide *collide = &state->requests.collide;
    const bool may_mix = requests_may_mix(state->machine, cycle->kinds);
    const unsigned first = may_mix ? REQUEST_FOLDS : REQUEST_STORES;
    uint32_t count = 0;
    bool is = false;
    if (!may_mix && !state->machine->config.count_conflicts)
        return false;
    for (unsigned stage = first; stage < REQUEST_STAGES; stage++)
        EACH_LIST(cycle, own, stage, { count += list->count; })
    collide_forget(collide, count);
    for (unsigned stage = first; stage < REQUEST_STAGES; stage++)
        EACH_LIST(cycle, own, stage, {
            for (uint32_t k = 0; k < list->count; k++) {
                const struct cell_request *request = &list->requests[k];
                const struct cell_request *earlier = collide_meet(collide, request);
                is = is || earlier->fold != request->fold;
                deal->lost += earlier != request && request->fold == SYSTEM_FOLD_NONE &&
                              state->presence.barrier_since[request->pp] == 0 &&
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
static void carry_out(const struct deal_cycle *cycle, unsigned own, enum deal_stage stage)
{
    uint32_t *const cells = cycle->deals[own].range->machine->memory.cells;
    EACH_LIST(cycle, own, stage, {
        for (uint32_t k = 0; k < list->count; k++) {
            struct cell_request *const request = &list->requests[k];
            const uint32_t cell = request->cell, old = cells[cell];
            cells[cell] = requests_result(request, old);
            request->value = old;
            if (cycle->any_asleep && cells[cell] != old)
                note_change(cycle, own, cell);
            if (from != own)
                cycle->homes[cell / DEAL_LINE] = (uint8_t)from;
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
                cells[list->requests[k].cell] = list->requests[k].value;
        }
}

void deal_wake(const struct deal_cycle *cycle, unsigned own)
{
    for (unsigned k = 0; k < cycle->threads; k++)
        for (uint32_t n = 0; n < cycle->deals[k].changed_count; n++)
            sleep_end(cycle->deals[own].range, cycle->deals[k].changed[n]);
}
