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

static struct event_pp *pp_of(const struct event_core *core, uint32_t k)
{
    return event_pp(core, core->batch[k]);
}

static enum rows_fold operation_of(const struct event_core *core, const struct event_pp *pp)
{
    return (enum rows_fold)event_operation(core, pp->now.reg[1])->kernel;
}

/* ---- requests to one cell */

/* Lists the requests of the cycle to cells. */
static struct collide *list_cells(struct event_core *core, uint32_t count)
{
    collide_begin(&core->collide, count);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = pp_of(core, k);
        const uint32_t kind = pp->kind == EVENT_STORE  ? COLLIDE_STORE
                              : pp->kind == EVENT_FOLD ? COLLIDE_FOLD + operation_of(core, pp)
                                                       : COLLIDE_NOTHING;
        collide_add(&core->collide, &(struct collide_request){.pp = pp->number,
                                                              .pc = pp->now.reg[1],
                                                              .cell = pp->cell,
                                                              .datum = pp->datum,
                                                              .kind = kind,
                                                              .in_barrier = pp->now.in_barrier});
    }
    return &core->collide;
}

/* Ends a cycle whose requests are refused. Its instructions count as executed, also those of PPs without
 * requests, but have no effect on memory or host; that includes stores to own areas that PPs have carried out
 * themselves. */
static void refuse(struct event_core *core, uint32_t count)
{
    core->machine->end = END_FAULT;
    core->over = true;
    core->last = core->present - 1;
    core->reached = core->present + 1;
    event_roll_back_refused(core, core->present);
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = pp_of(core, k);
        if (pp->now.cycle > core->present)
            continue;
        if (pp->kind == EVENT_HALT) {
            event_halt(core, pp);
            continue;
        }
        pp->now.loads += pp->kind == EVENT_LOAD;
        pp->now.stores += pp->kind == EVENT_STORE;
        core->folds += pp->kind == EVENT_FOLD;
        event_finish(core, pp, pp->kind == EVENT_LOAD ? core->machine->memory.cells[pp->cell] : 0);
    }
}

/* ---- the cycle */

/* The lowest PP that cannot execute its instruction ends the run. */
static bool fails(struct event_core *core, uint32_t count)
{
    uint32_t k = 0;
    while (k < count && pp_of(core, k)->kind != EVENT_FAULT)
        k++;
    if (k == count)
        return false;
    (void)event_step(core, pp_of(core, k), STEP_PRESENT);
    return true;
}

static void call(struct event_core *core, struct event_pp *pp)
{
    if (core->over)
        event_finish(core, pp, 0); /* not served any more */
    else
        (void)event_call_host(core, pp); /* counts the call */
}

/* Carries out the requests of a kind. A PP that has gone to sleep in this cycle, and was woken, is not at
 * work any more. */
static void carry_out_all(struct event_core *core, uint32_t count, const struct event_batch *asked,
                          enum event_kind kind)
{
    const bool is_reverse = kind == EVENT_STORE && core->machine->config.policy == POLICY_LOW;
    const bool may_lose = kind == EVENT_STORE && collide_matters(&core->machine->config);
    for (uint32_t n = 0; asked->of_kind[kind] != 0 && n < count; n++) {
        const uint32_t k = is_reverse ? count - 1 - n : n;
        struct event_pp *pp = pp_of(core, k);
        if (pp->kind != kind || pp->activity != PP_AT_WORK)
            continue;
        if (kind == EVENT_LOAD)
            (void)event_carry_out_load(core, pp);
        else if (kind == EVENT_FOLD)
            event_carry_out_fold(core, pp, operation_of(core, pp));
        else if (kind == EVENT_STORE)
            event_carry_out_store(core, pp, event_is_seen(core, pp),
                                  !may_lose || core->collide.requests[k].wins);
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
static void take_down(const struct event_core *core, const struct event_pp *pp, struct event_batch *asked)
{
    asked->of_kind[pp->kind]++;
    if (pp->kind != EVENT_STORE && pp->kind != EVENT_FOLD)
        return;
    const bool is_fold = pp->kind == EVENT_FOLD, is_shared = event_is_shared(core, pp->cell);
    if (is_fold) {
        asked->folds |= 1u << operation_of(core, pp);
        asked->places += pp->now.reg[1] != asked->last;
        asked->last = pp->now.reg[1];
    }
    if (!is_shared && event_is_of_another(core, pp->number, pp->cell))
        asked->foreign++;
    else if (is_fold)
        asked->multiprefix++;
    else /* other PPs may see a store to an own area, but usually it is no event */
        asked->stores += is_shared;
}

static void carry_out(struct event_core *core, uint32_t count, const struct event_batch *asked)
{
    const struct machine_config *config = &core->machine->config;
    const bool kinds_differ =
        asked->folds != 0 && (asked->of_kind[EVENT_STORE] != 0 || (asked->folds & (asked->folds - 1)) != 0);
    if (kinds_differ && config->mixed == MIXED_ERROR &&
        collide_is_mixed(list_cells(core, count), core->present)) {
        refuse(core, count);
        return;
    }
    const bool is_settled = asked->of_kind[EVENT_STORE] != 0 && collide_matters(config);
    if (is_settled)
        (void)list_cells(core, count); /* while each PP is at its request */
    count_cycle(core, asked);
    carry_out_all(core, count, asked, EVENT_LOAD);
    carry_out_all(core, count, asked, EVENT_FOLD);
    if (is_settled && !collide_settle(&core->collide, core->present)) {
        refuse(core, count);
        return;
    }
    carry_out_all(core, count, asked, EVENT_STORE);
    carry_out_all(core, count, asked, EVENT_HOST);
    carry_out_all(core, count, asked, EVENT_HALT);
}

void event_carry_out(struct event_core *core, uint32_t count)
{
    struct event_batch asked = {.last = UINT32_MAX};
    for (uint32_t k = 0; k < count; k++)
        take_down(core, pp_of(core, k), &asked);
    if (!fails(core, count))
        carry_out(core, count, &asked);
}
