/* cycle.c - the events of one cycle, in the order of docs/machine.md: loads, multiprefix in PP order, stores
 * by the write policy, host calls in PP order. A cycle with a fault, or with requests that are refused, is
 * left to tiles.
 *
 * Calls step for the PP's own part, collide.h of the machine for requests to one cell. */
#include "sim/solo/inside.h"
#include "sim/isa/system.h"

/* The requests of a batch. */
struct event_batch {
    uint32_t of_kind[EVENT_KINDS];
    unsigned folds;                        /* operations of multiprefix requests, a bit for each */
    uint32_t stores, multiprefix, foreign; /* as the statistics count them */
    bool is_settled;                       /* core.collide says which stores win */
};

static struct event_pp *pp_of(const struct event_core *core, uint32_t k)
{
    return event_pp(core, core->batch[k]);
}

static enum system_fold operation_of(const struct event_core *core, const struct event_pp *pp)
{
    return (enum system_fold)event_operation(core, pp->now.reg[1])->fold;
}

/* ---- requests to one cell */

/* Lists the requests of the cycle to cells. */
static struct collide *list_cells(struct event_core *core, uint32_t count)
{
    collide_begin(&core->collide, count);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = pp_of(core, k);
        const uint32_t fold = pp->kind == EVENT_STORE  ? SYSTEM_FOLD_NONE
                              : pp->kind == EVENT_FOLD ? operation_of(core, pp)
                                                       : COLLIDE_NOTHING;
        collide_add(&core->collide, &(struct cell_request){.pp = pp->number,
                                                           .pc = pp->now.reg[1],
                                                           .cell = pp->cell,
                                                           .value = pp->datum,
                                                           .fold = (uint8_t)fold,
                                                           .in_barrier = pp->now.in_barrier});
    }
    return &core->collide;
}

/* Whether the cycle has a fault: an instruction that cannot be executed, or requests that are refused.
 * Otherwise finds which stores win. */
static bool fails(struct event_core *core, uint32_t count, struct event_batch *asked)
{
    const struct machine_config *config = &core->machine->config;
    const uint32_t stores = asked->of_kind[EVENT_STORE];
    const bool kinds_differ = asked->folds != 0 && (stores != 0 || (asked->folds & (asked->folds - 1)) != 0);
    if (asked->of_kind[EVENT_FAULT] != 0 || (kinds_differ && config->mixed == MIXED_ERROR &&
                                             collide_is_mixed(list_cells(core, count), core->present)))
        return true;
    const uint64_t conflicts = core->machine->stats.write_conflicts;
    asked->is_settled = stores > 1 && collide_matters(config);
    if (!asked->is_settled || collide_settle(list_cells(core, count), core->present))
        return false;
    core->machine->stats.write_conflicts = conflicts; /* tiles will count them */
    return true;
}

/* The core ends, and tiles execute the cycle, which they end with its fault. */
static void leave_to_tiles(struct event_core *core, uint32_t count)
{
    core->over = core->fails = true;
    core->reached = core->present;
    for (uint32_t k = 0; k < count; k++) {
        event_commit(core, pp_of(core, k));
        event_queue(core, pp_of(core, k));
    }
}

/* ---- the cycle */

static void carry_out_load(struct event_core *core, struct event_pp *pp)
{
    const uint32_t cell = pp->cell, value = core->machine->memory.cells[cell];
    if (event_is_shared(core, cell)) {
        event_notice_load(core, pp, cell);
        if (pp->early_count != 0) /* a sleeper has nothing that others must wait for */
            event_commit(core, pp);
        if (event_poll(core, pp))
            return;
    }
    pp->now.loads++;
    event_finish(core, pp, value);
}

/* wins: the store takes effect. */
static void carry_out_store(struct event_core *core, struct event_pp *pp, bool wins)
{
    const uint32_t cell = pp->cell, before = core->machine->memory.cells[cell], pc = pp->now.reg[1];
    const uint64_t cycle = pp->now.cycle;
    const bool is_seen = event_is_shared(core, cell) || event_owner(core, pp->number, cell) != pp->number;
    if (wins)
        core->machine->memory.cells[cell] = pp->datum;
    pp->now.stores++;
    event_finish(core, pp, 0);
    if (is_seen && !pp->now.in_barrier)
        event_depart(core, pp);
    if (is_seen && wins)
        event_written(core, cell, cycle, before, (struct event_writer){pp, pc});
}

static void carry_out_fold(struct event_core *core, struct event_pp *pp)
{
    const uint32_t cell = pp->cell;
    uint32_t *word = &core->machine->memory.cells[cell];
    const uint32_t before = *word;
    const uint64_t cycle = pp->now.cycle;
    *word = system_folded(operation_of(core, pp), before, pp->datum);
    core->outcome.stats.multiprefix++;
    event_note_fold(core, pp);
    event_order(core, pp, cell, cycle);
    event_finish(core, pp, before);
    event_written(core, cell, cycle, before, EVENT_NO_WRITER);
}

/* A host call of the PP at work changes a cell, after all stores of the cycle. */
static void store_for_host(void *context, uint32_t cell, uint32_t word)
{
    struct event_core *core = context;
    const struct event_pp *pp = core->at_work;
    uint32_t *const at = &core->machine->memory.cells[cell];
    if (event_is_shared(core, cell) ? event_is_kept(core->shadow[cell])
                                    : event_owner(core, pp->number, cell) != pp->number)
        event_release(core, cell, pp->now.cycle + 1);
    const uint32_t before = *at;
    *at = word;
    event_written(core, cell, pp->now.cycle, before, EVENT_NO_WRITER);
}

bool event_call_host(struct event_core *core, struct event_pp *pp)
{
    struct event_state *now = &pp->now;
    const uint32_t pc = now->reg[1], number = event_operation(core, pc)->i.constant, late = now->late_target;
    if (hostcall_access(number) != HOSTCALL_KEEPS_AWAY)
        event_bring_changers_back(core, now->cycle + 1);
    core->at_work = pp;
    core->machine->host_store = store_for_host;
    core->machine->host_store_context = core;
    event_count(core, STATS_PHASE_hostcall, 1);
    union hostcall_registers registers = {{now->reg[3], now->reg[4], now->reg[5]}};
    const bool goes_on = hostcall_serve(core->machine, number, pp->number, pc, now->cycle, &registers);
    core->machine->host_store = NULL;
    event_finish(core, pp, 0);
    if (!goes_on) {
        core->over = true;
        core->outcome.last = now->cycle - 1;
        core->reached = now->cycle;
        return false;
    }
    for (uint32_t n = 0; n < 3; n++)
        if (late != 3 + n)
            now->reg[3 + n] = registers.word[n];
    return true;
}

static void halt(struct event_core *core, struct event_pp *pp)
{
    struct event_state *now = &pp->now;
    if (now->late_target != 1) /* a jump that lands now does not restart it */
        now->reg[now->late_target] = now->late_value;
    now->late_target = DECODE_SINK;
    event_depart(core, pp);
    event_become(&pp->activity, PP_HALTED);
    core->outcome.halted = now->cycle > core->outcome.halted ? now->cycle : core->outcome.halted;
    core->running--;
    now->cycle++;
    event_commit(core, pp);
}

/* Carries out the requests of a kind. A PP that has gone to sleep in this cycle, and was woken, is not at
 * work any more. */
static void carry_out_all(struct event_core *core, uint32_t count, const struct event_batch *asked,
                          enum event_kind kind)
{
    const bool is_reverse = kind == EVENT_STORE && core->machine->config.policy == POLICY_LOW;
    for (uint32_t n = 0; n < count; n++) {
        const uint32_t k = is_reverse ? count - 1 - n : n;
        struct event_pp *pp = pp_of(core, k);
        if (pp->kind != kind || pp->activity != PP_AT_WORK)
            continue;
        if (kind == EVENT_LOAD)
            carry_out_load(core, pp);
        else if (kind == EVENT_FOLD)
            carry_out_fold(core, pp);
        else if (kind == EVENT_STORE)
            carry_out_store(core, pp, !asked->is_settled || !core->collide.requests[k].loses);
        else if (kind == EVENT_HALT)
            halt(core, pp);
        else if (core->over)
            event_finish(core, pp, 0); /* not served any more */
        else
            (void)event_call_host(core, pp); /* counts the call */
    }
}

/* Records the request of a PP. */
static void take_down(const struct event_core *core, const struct event_pp *pp, struct event_batch *asked)
{
    asked->of_kind[pp->kind]++;
    if (pp->kind != EVENT_STORE && pp->kind != EVENT_FOLD)
        return;
    const bool is_fold = pp->kind == EVENT_FOLD, is_shared = event_is_shared(core, pp->cell);
    if (is_fold)
        asked->folds |= 1u << operation_of(core, pp);
    if (!is_shared && event_owner(core, pp->number, pp->cell) != pp->number)
        asked->foreign++;
    else if (is_fold)
        asked->multiprefix++;
    else /* other PPs may see a store to an own area, but usually it is no event */
        asked->stores += is_shared;
}

void event_carry_out(struct event_core *core, uint32_t count)
{
    struct event_batch asked = {.is_settled = false};
    for (uint32_t k = 0; k < count; k++)
        take_down(core, pp_of(core, k), &asked);
    if (fails(core, count, &asked)) {
        leave_to_tiles(core, count);
        return;
    }
    event_count(core, STATS_PHASE_store, asked.stores);
    event_count(core, STATS_PHASE_multiprefix, asked.multiprefix);
    event_count(core, STATS_PHASE_foreign, asked.foreign);
    static const uint8_t order[] = {EVENT_LOAD, EVENT_FOLD, EVENT_STORE, EVENT_HOST, EVENT_HALT};
    for (unsigned k = 0; k < sizeof order; k++)
        if (asked.of_kind[order[k]] != 0)
            carry_out_all(core, count, &asked, (enum event_kind)order[k]);
}
