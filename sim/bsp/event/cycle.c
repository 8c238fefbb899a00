/* cycle.c - the events of several PPs in one cycle, as docs/isa.md defines the cycle: faults of instructions,
 * mixed requests, loads, multiprefix in PP order, stores by the write policy, host calls in PP order.
 *
 * Calls step for each PP's own part of it, machine for policies and faults.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/event/inside.h"
#include "sim/bsp/rows/multiprefix.h"

static struct event_pp *member(const struct event_core *core, uint32_t k)
{
    return event_pp(core, core->batch[k]);
}

/* What a PP asks of memory in this cycle: stores are of one kind, multiprefix of as many as there are
 * operations. */
static uint32_t kind_of(const struct event_core *core, uint32_t number)
{
    const struct event_pp *pp = event_pp(core, number);
    return pp->kind == EVENT_FOLD ? 1u + event_operation(core, pp->now.reg[1])->kernel : 0;
}

static struct request_place place_of(const struct event_core *core, uint32_t number)
{
    return (struct request_place){.pp = number, .pc = event_pp(core, number)->now.reg[1]};
}

static int by_cell(const void *a, const void *b)
{
    const struct event_request *p = a, *q = b;
    if (p->cell != q->cell)
        return p->cell < q->cell ? -1 : 1;
    return p->pp < q->pp ? -1 : p->pp > q->pp;
}

/* The requests of the batch that are of these kinds (a bit for each), by cell, then by PP. */
static uint32_t sort_requests(struct event_core *core, uint32_t count, unsigned kinds)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++)
        if (kinds >> member(core, k)->kind & 1u)
            core->requests[found++] =
                (struct event_request){.cell = member(core, k)->cell, .pp = core->batch[k], .wins = true};
    qsort(core->requests, found, sizeof *core->requests, by_cell);
    return found;
}

/* Whether any two requests of the batch, of these kinds, meet in a cell; others_only: requests of two kinds
 * do.
 */
static bool meet(struct event_core *core, uint32_t count, unsigned kinds, bool others_only)
{
    if (++core->meeting == 0) {
        memset(core->places, 0, ((size_t)core->place_mask + 1) * sizeof *core->places);
        core->meeting = 1;
    }
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = member(core, k);
        if (!(kinds >> pp->kind & 1u))
            continue;
        uint32_t at = pp->cell * 0x9e3779b1u >> 7 & core->place_mask;
        while (core->places[at].meeting == core->meeting && core->places[at].cell != pp->cell)
            at = (at + 1) & core->place_mask;
        struct event_place *place = &core->places[at];
        if (place->meeting == core->meeting &&
            (!others_only || kind_of(core, place->pp) != kind_of(core, pp->number)))
            return true;
        *place = (struct event_place){.cell = pp->cell, .meeting = core->meeting, .pp = pp->number};
    }
    return false;
}

/* Requests are refused. The instructions of the cycle are executed all the same: they count, those of PPs
 * without requests, too; what is asked of memory or the host does not happen. */
static void fail(struct event_core *core)
{
    core->machine->end = END_FAULT;
    core->over = true;
    core->last = core->present - 1;
    core->reached = core->present + 1;
}

/* Two kinds of requests to one cell; true: the fault names the lowest address. */
static bool is_mixed(struct event_core *core, uint32_t count)
{
    struct machine *machine = core->machine;
    const unsigned kinds = 1u << EVENT_STORE | 1u << EVENT_FOLD;
    if (!meet(core, count, kinds, true))
        return false;
    const uint32_t found = sort_requests(core, count, kinds);
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t begin = 0, end; begin < found; begin = end) {
        const struct event_request *least = &core->requests[begin], *other = NULL;
        for (end = begin; end < found && core->requests[end].cell == least->cell; end++)
            if (other == NULL && kind_of(core, core->requests[end].pp) != kind_of(core, least->pp))
                other = &core->requests[end];
        const uint32_t address = memory_address(&machine->memory, least->cell);
        if (other != NULL && address < lowest) {
            lowest = address;
            first = least;
            second = other;
        }
    }
    if (first == NULL)
        return false;
    fault_mixed(&machine->fault, machine, lowest, place_of(core, first->pp), place_of(core, second->pp),
                core->present);
    fail(core);
    return true;
}

/* ---- stores */

/* Of the stores begin .. end - 1 to one cell one wins. */
static void choose(struct event_core *core, uint32_t begin, uint32_t end)
{
    const struct machine_config *config = &core->machine->config;
    const uint32_t address = memory_address(&core->machine->memory, core->requests[begin].cell);
    uint32_t winner = config->policy == POLICY_HIGH || config->policy == POLICY_COMMON ? end - 1 : begin;
    for (uint32_t k = begin + 1; k < end && config->policy == POLICY_ARBITRARY; k++)
        if (policy_rank(config->policy_seed, core->present, address, core->requests[k].pp) >
            policy_rank(config->policy_seed, core->present, address, core->requests[winner].pp))
            winner = k;
    for (uint32_t k = begin; k < end; k++)
        core->requests[k].wins = k == winner;
}

/* Finds out whose stores take effect, counts those that lose. False: different values under POLICY_COMMON. */
static bool settle_stores(struct event_core *core, uint32_t found)
{
    struct machine *machine = core->machine;
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t begin = 0, end; begin < found; begin = end) {
        const struct event_request *least = &core->requests[begin], *other = NULL;
        for (end = begin; end < found && core->requests[end].cell == least->cell; end++) {
            const struct event_pp *pp = event_pp(core, core->requests[end].pp);
            machine->stats.write_conflicts +=
                end > begin && !pp->now.in_barrier && machine_counts_conflict(machine, pp->now.reg[1]);
            if (other == NULL && pp->datum != event_pp(core, least->pp)->datum)
                other = &core->requests[end];
        }
        choose(core, begin, end);
        const uint32_t address = memory_address(&machine->memory, least->cell);
        if (machine->config.policy == POLICY_COMMON && other != NULL && address < lowest) {
            lowest = address;
            first = least;
            second = other;
        }
    }
    if (first == NULL)
        return true;
    fault_conflict(&machine->fault, machine, lowest, place_of(core, first->pp),
                   event_pp(core, first->pp)->datum, place_of(core, second->pp),
                   event_pp(core, second->pp)->datum, core->present);
    fail(core);
    return false;
}

/* The stores of the batch, in the order in which they take effect. False: a fault. */
static bool line_up(struct event_core *core, uint32_t count, uint32_t *found)
{
    const struct machine_config *config = &core->machine->config;
    const bool is_asked =
        config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY || config->count_conflicts;
    if (is_asked && meet(core, count, 1u << EVENT_STORE, false)) {
        *found = sort_requests(core, count, 1u << EVENT_STORE);
        return settle_stores(core, *found);
    }
    *found = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t number = core->batch[config->policy == POLICY_LOW ? count - 1 - k : k];
        const struct event_pp *pp = event_pp(core, number);
        if (pp->kind == EVENT_STORE)
            core->requests[(*found)++] = (struct event_request){.cell = pp->cell, .pp = number, .wins = true};
    }
    return true;
}

static bool store_all(struct event_core *core, uint32_t count)
{
    uint32_t found, *cells = core->machine->memory.cells;
    if (!line_up(core, count, &found))
        return false;
    for (uint32_t k = 0; k < found; k++) {
        const struct event_request *request = &core->requests[k];
        const uint32_t before = cells[request->cell];
        struct event_pp *pp = event_pp(core, request->pp);
        if (request->wins) {
            cells[request->cell] = pp->datum;
            event_written(core, request->cell, core->present, before);
        }
        core->written = core->present;
        pp->now.stores++;
        event_finish(core, pp, 0);
    }
    return true;
}

/* ---- the rest of the cycle */

/* The lowest PP that cannot execute its instruction ends the run. */
static bool fails(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (member(core, k)->kind == EVENT_FAULT) {
            (void)event_step(core, member(core, k), STEP_SURE);
            return true;
        }
    return false;
}

static void load_all(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = member(core, k);
        if (pp->kind != EVENT_LOAD)
            continue;
        const uint32_t value = core->machine->memory.cells[pp->cell];
        if (event_is_shared(core, pp->cell) && event_look(core, pp, pp->cell, value))
            continue;
        pp->now.loads++;
        pp->now.acts++;
        event_finish(core, pp, value);
    }
}

static void fold_all(struct event_core *core, uint32_t count)
{
    uint32_t *cells = core->machine->memory.cells;
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = member(core, k);
        if (pp->kind != EVENT_FOLD)
            continue;
        const uint32_t before = cells[pp->cell];
        cells[pp->cell] =
            multiprefix_combine(event_operation(core, pp->now.reg[1])->kernel, before, pp->datum);
        core->folds++;
        pp->now.acts++;
        event_finish(core, pp, before);
        event_written(core, pp->cell, core->present, before);
    }
}

static void call_all(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (member(core, k)->kind == EVENT_HOST && core->over)
            event_finish(core, member(core, k), 0); /* not served any more */
        else if (member(core, k)->kind == EVENT_HOST)
            (void)event_call_host(core, member(core, k));
}

/* Counts the cycle as a segment, if there is anything to count; takes down whether many PPs do the same. */
static void count_cycle(struct event_core *core, uint32_t count)
{
    uint32_t requests = 0, places = 0, last = UINT32_MAX;
    unsigned phases = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = member(core, k);
        if (pp->kind == EVENT_HOST)
            phases |= 1u << STATS_PHASE_hostcall;
        if (pp->kind != EVENT_STORE && pp->kind != EVENT_FOLD)
            continue;
        phases |= 1u << (!event_is_shared(core, pp->cell) ? STATS_PHASE_foreign
                         : pp->kind == EVENT_STORE        ? STATS_PHASE_store
                                                          : STATS_PHASE_multiprefix);
        requests++;
        places += pp->now.reg[1] != last;
        last = pp->now.reg[1];
    }
    core->segments += phases != 0;
    for (unsigned phase = 0; phase < STATS_PHASES; phase++)
        core->phases[phase] += phases >> phase & 1u;
    core->together += places * EVENT_CROWD <= requests ? (int64_t)requests : -(int64_t)requests;
}

/* What is left of a cycle whose requests are refused. */
static void end_refused(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = member(core, k);
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

void event_carry_out(struct event_core *core, uint32_t count)
{
    uint32_t of_kind[EVENT_FAULT + 1] = {0};
    unsigned folds = 0;
    for (uint32_t k = 0; k < count; k++) {
        of_kind[member(core, k)->kind]++;
        if (member(core, k)->kind == EVENT_FOLD)
            folds |= 1u << event_operation(core, member(core, k)->now.reg[1])->kernel;
    }
    if (of_kind[EVENT_FAULT] != 0 && fails(core, count))
        return;
    const bool kinds_differ = folds != 0 && (of_kind[EVENT_STORE] != 0 || (folds & (folds - 1)) != 0);
    if (kinds_differ && core->machine->config.mixed == MIXED_ERROR && is_mixed(core, count)) {
        end_refused(core, count);
        return;
    }
    count_cycle(core, count);
    if (of_kind[EVENT_LOAD] != 0)
        load_all(core, count);
    if (of_kind[EVENT_FOLD] != 0)
        fold_all(core, count);
    if (of_kind[EVENT_STORE] != 0 && !store_all(core, count)) {
        end_refused(core, count);
        return;
    }
    if (of_kind[EVENT_HOST] != 0)
        call_all(core, count);
    for (uint32_t k = 0; k < count && of_kind[EVENT_HALT] != 0; k++)
        if (member(core, k)->kind == EVENT_HALT)
            event_halt(core, member(core, k));
}
