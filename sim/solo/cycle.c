/* cycle.c - the events of several PPs in one cycle, in the order of docs/machine.md: faults of instructions,
 * mixed requests, loads, multiprefix in PP order, stores by the write policy, host calls in PP order.
 *
 * Calls step for the PP's own part, collide.h of the machine for requests to one cell. */
#include "sim/solo/carry.h"

/* The requests of a batch. */
struct event_batch {
    uint32_t of_kind[EVENT_KINDS];
    unsigned folds;                        /* operations of multiprefix requests, a bit for each */
    uint32_t stores, multiprefix, foreign; /* as the statistics count them */
    uint32_t places; /* how often a multiprefix request is at another pc than the one before it */
    uint32_t last;   /* pc of the last one */
};

/* ---- requests to one cell */

/* Lists the requests of the cycle to cells. */
static struct collide *list_cells(struct event_core *core, uint32_t count)
{
    collide_begin(&core->collide, count);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        const uint32_t kind = request->kind == EVENT_STORE  ? COLLIDE_STORE
                              : request->kind == EVENT_FOLD ? COLLIDE_FOLD + request->kernel
                                                            : COLLIDE_NOTHING;
        collide_add(&core->collide, &(struct collide_request){.pp = request->pp,
                                                              .pc = request->pc,
                                                              .cell = request->cell,
                                                              .datum = request->datum,
                                                              .kind = kind,
                                                              .in_barrier = request->in_barrier});
    }
    return &core->collide;
}

/* The requests of the cycle are refused. Its instructions count as executed, also those of PPs without
 * requests, but have no effect on memory or host. */
static void refuse(struct event_core *core)
{
    core->machine->end = END_FAULT;
    core->over = true;
    core->last = core->present - 1;
    core->reached = core->present + 1;
}

/* Decides which stores take effect if PP order does not decide it. False: the run is over. */
static bool settle_stores(struct event_core *core, uint32_t count)
{
    if (!collide_matters(&core->machine->config))
        return true;
    if (!collide_settle(list_cells(core, count), core->present)) {
        refuse(core);
        return false;
    }
    for (uint32_t k = 0; k < count; k++)
        core->requests[k].wins = core->collide.requests[k].wins;
    return true;
}

/* ---- stores */

/* Whether the store is an event however far PPs have speculated. A store to an own area rarely is. */
static bool is_seen(const struct event_core *core, const struct event_request *request)
{
    return event_is_shared(core, request->cell) || event_is_of_another(core, request->pp, request->cell);
}

/* Completes a PP's store, whether it takes effect or not. */
static void finish_store(struct event_core *core, const struct event_request *request)
{
    struct event_pp *pp = event_pp(core, request->pp);
    if (!request->in_barrier && is_seen(core, request))
        event_depart(core, pp);
    pp->now.stores++;
    event_finish(core, pp, 0);
}

/* Carries out one of several stores. */
static void store(struct event_core *core, const struct event_request *request)
{
    uint32_t *cells = core->machine->memory.cells;
    const uint32_t before = cells[request->cell];
    finish_store(core, request);
    if (request->wins)
        cells[request->cell] = request->datum;
    if (is_seen(core, request) && request->wins)
        event_written(core, request->cell, core->present, before,
                      (struct event_writer){event_pp(core, request->pp), request->pc});
}

/* False: a fault. */
static bool store_all(struct event_core *core, uint32_t count)
{
    const bool is_reverse = core->machine->config.policy == POLICY_LOW;
    if (!settle_stores(core, count))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[is_reverse ? count - 1 - k : k];
        if (request->kind == EVENT_STORE)
            store(core, request);
    }
    return true;
}

/* ---- the rest of the cycle */

/* The lowest PP that cannot execute its instruction ends the run. */
static bool fails(struct event_core *core, uint32_t count)
{
    uint32_t k = 0;
    while (k < count && core->requests[k].kind != EVENT_FAULT)
        k++;
    if (k == count)
        return false;
    (void)event_step(core, event_pp(core, core->requests[k].pp), STEP_PRESENT);
    return true;
}

static void call(struct event_core *core, struct event_pp *pp)
{
    if (core->over)
        event_finish(core, pp, 0); /* not served any more */
    else
        (void)event_call_host(core, pp); /* counts the call */
}

/* Carries out the requests of a kind, except for stores. */
static void carry_out_all(struct event_core *core, uint32_t count, const struct event_batch *asked,
                          enum event_kind kind)
{
    if (asked->of_kind[kind] == 0)
        return;
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        struct event_pp *pp = event_pp(core, request->pp);
        if (request->kind != kind)
            continue;
        if (kind == EVENT_LOAD)
            (void)event_carry_out_load(core, pp, request->cell);
        else if (kind == EVENT_FOLD)
            event_carry_out_fold(core, pp, request->cell, request->datum, request->kernel);
        else if (kind == EVENT_HOST)
            call(core, pp);
        else
            event_halt(core, pp);
    }
}

/* Counts the requests, and records whether many PPs do the same. */
static void count_cycle(struct event_core *core, const struct event_batch *asked)
{
    event_count(core, STATS_PHASE_store, asked->stores);
    event_count(core, STATS_PHASE_multiprefix, asked->multiprefix);
    event_count(core, STATS_PHASE_foreign, asked->foreign);
    event_weigh_folds(core, asked->of_kind[EVENT_FOLD], asked->places);
}

/* Ends a cycle whose requests are refused, including stores to own areas that PPs have carried out
 * themselves. */
static void end_refused(struct event_core *core, uint32_t count)
{
    event_roll_back_refused(core, core->present);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        struct event_pp *pp = event_pp(core, request->pp);
        if (pp->now.cycle > core->present)
            continue;
        if (request->kind == EVENT_HALT) {
            event_halt(core, pp);
            continue;
        }
        pp->now.loads += request->kind == EVENT_LOAD;
        pp->now.stores += request->kind == EVENT_STORE;
        core->folds += request->kind == EVENT_FOLD;
        event_finish(core, pp, request->kind == EVENT_LOAD ? core->machine->memory.cells[request->cell] : 0);
    }
}

/* By the set core->member. */
void event_sort(struct event_core *core, uint32_t count)
{
    uint32_t *batch = core->batch, low = UINT32_MAX, high = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t word = batch[k] / 64;
        core->member[word] |= (uint64_t)1 << batch[k] % 64;
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    for (uint32_t word = low; word <= high; word++) {
        for (uint64_t rest = core->member[word]; rest != 0; rest &= rest - 1)
            *batch++ = word * 64 + (uint32_t)__builtin_ctzll(rest);
        core->member[word] = 0;
    }
}

/* Records the request of a PP. */
static void take_down(struct event_core *core, struct event_request *request, struct event_batch *asked)
{
    asked->of_kind[request->kind]++;
    if (request->kind != EVENT_STORE && request->kind != EVENT_FOLD)
        return;
    const bool is_fold = request->kind == EVENT_FOLD, is_shared = event_is_shared(core, request->cell);
    if (is_fold) {
        asked->folds |= 1u << request->kernel;
        asked->places += request->pc != asked->last;
        asked->last = request->pc;
    }
    if (!is_shared && event_is_of_another(core, request->pp, request->cell))
        asked->foreign++;
    else if (is_fold)
        asked->multiprefix++;
    else /* other PPs may see a store to an own area, but usually it is no event */
        asked->stores += is_shared;
}

/* Collects the requests of the batch. */
static void collect(struct event_core *core, uint32_t count, struct event_batch *asked)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = event_pp(core, core->batch[k]);
        struct event_request *request = &core->requests[k];
        *request = (struct event_request){.pp = pp->number,
                                          .pc = pp->now.reg[1],
                                          .cell = pp->cell,
                                          .datum = pp->datum,
                                          .kind = pp->kind,
                                          .in_barrier = pp->now.in_barrier,
                                          .wins = true};
        if (request->kind == EVENT_FOLD)
            request->kernel = event_operation(core, request->pc)->kernel;
        take_down(core, request, asked);
    }
}

static void carry_out(struct event_core *core, uint32_t count, const struct event_batch *asked)
{
    const bool kinds_differ =
        asked->folds != 0 && (asked->of_kind[EVENT_STORE] != 0 || (asked->folds & (asked->folds - 1)) != 0);
    if (kinds_differ && core->machine->config.mixed == MIXED_ERROR &&
        collide_is_mixed(list_cells(core, count), core->present)) {
        refuse(core);
        end_refused(core, count);
        return;
    }
    count_cycle(core, asked);
    carry_out_all(core, count, asked, EVENT_LOAD);
    carry_out_all(core, count, asked, EVENT_FOLD);
    if (asked->of_kind[EVENT_STORE] != 0 && !store_all(core, count)) {
        end_refused(core, count);
        return;
    }
    carry_out_all(core, count, asked, EVENT_HOST);
    carry_out_all(core, count, asked, EVENT_HALT);
}

void event_carry_out(struct event_core *core, uint32_t count)
{
    struct event_batch asked = {.last = UINT32_MAX};
    collect(core, count, &asked);
    if (!fails(core, count))
        carry_out(core, count, &asked);
}
