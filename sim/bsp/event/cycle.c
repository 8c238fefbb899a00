/* cycle.c - the events of several PPs in one cycle, as docs/isa.md defines the cycle: faults of instructions,
 * mixed requests, loads, multiprefix in PP order, stores by the write policy, host calls in PP order.
 *
 * Calls step for each PP's own part of it, machine for policies and faults.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/event/inside.h"
#include "sim/bsp/rows/multiprefix.h"

/* What a batch asks for. */
struct asked {
    uint32_t of_kind[EVENT_KINDS];
    uint32_t first[EVENT_KINDS + 1]; /* those of a kind are the nth(core, first[kind]) and the next ones */
    unsigned folds;                  /* operations of multiprefix, */
    unsigned phases;                 /* .. kinds of requests to memory for the statistics: a bit for each */
    uint32_t requests;               /* to memory; an image is one, */
    uint32_t places; /* .. so many times one comes from another place than the one before it, which is */
    uint32_t last;   /* .. this one */
};

/* What a PP asks of memory in this cycle: stores are of one kind, multiprefix of as many as there are
 * operations. */
static uint32_t kind_of(const struct event_request *request)
{
    return request->kind == EVENT_FOLD ? 1u + request->kernel : 0;
}

/* Those of kind 0, then those of kind 1, ..; of a kind in the order of PPs. */
static struct event_request *nth(const struct event_core *core, uint32_t k)
{
    return &core->requests[core->order[k]];
}

static void order_by_kind(struct event_core *core, uint32_t count, struct asked *asked)
{
    uint32_t next[EVENT_KINDS];
    asked->first[0] = 0;
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        next[kind] = asked->first[kind];
        asked->first[kind + 1] = asked->first[kind] + asked->of_kind[kind];
    }
    for (uint32_t k = 0; k < count; k++)
        core->order[next[core->requests[k].kind]++] = k;
}

static struct request_place place_of(const struct event_request *request)
{
    return (struct request_place){.pp = request->pp, .pc = request->pc};
}

static int by_cell(const void *a, const void *b)
{
    const struct event_request *p = a, *q = b;
    if (p->cell != q->cell)
        return p->cell < q->cell ? -1 : 1;
    return p->pp < q->pp ? -1 : p->pp > q->pp;
}

/* The requests that are of these kinds (a bit for each), by cell, then by PP. */
static uint32_t sort_requests(struct event_core *core, uint32_t count, unsigned kinds)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++)
        if (kinds >> core->requests[k].kind & 1u)
            core->sorted[found++] = core->requests[k];
    qsort(core->sorted, found, sizeof *core->sorted, by_cell);
    return found;
}

/* Few requests are compared with each other. */
enum { MEET_FEW = 8 };

static bool few_meet(const struct event_core *core, uint32_t count, unsigned kinds)
{
    for (uint32_t k = 1; k < count; k++)
        for (uint32_t j = 0; j < k; j++)
            if (core->requests[j].cell == core->requests[k].cell && (kinds >> core->requests[j].kind & 1u) &&
                (kinds >> core->requests[k].kind & 1u))
                return true;
    return false;
}

/* Nothing is in the table of places any more. */
static void begin_meeting(struct event_core *core)
{
    if (++core->meeting == 0) {
        memset(core->places, 0, ((size_t)core->place_mask + 1) * sizeof *core->places);
        core->meeting = 1;
    }
}

/* The place of the request's cell; *is_first: it had none. */
static struct event_place *place_in_meeting(const struct event_core *core,
                                            const struct event_request *request, bool *is_first)
{
    uint32_t at = request->cell * 0x9e3779b1u >> 7 & core->place_mask;
    while (core->places[at].meeting == core->meeting && core->places[at].cell != request->cell)
        at = (at + 1) & core->place_mask;
    *is_first = core->places[at].meeting != core->meeting;
    return &core->places[at];
}

/* Whether any two requests, of these kinds, meet in a cell; others_only: requests of two kinds do. */
static bool meet(struct event_core *core, uint32_t count, unsigned kinds, bool others_only)
{
    if (count <= MEET_FEW && !few_meet(core, count, kinds))
        return false;
    begin_meeting(core);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        bool is_first;
        if (!(kinds >> request->kind & 1u))
            continue;
        struct event_place *place = place_in_meeting(core, request, &is_first);
        if (!is_first && (!others_only || place->kind != kind_of(request)))
            return true;
        *place =
            (struct event_place){.cell = request->cell, .meeting = core->meeting, .kind = kind_of(request)};
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

/* False: certainly no store meets a multiprefix request in a cell; folds are of one operation. */
static bool may_be_mixed(const struct event_core *core, const struct asked *asked)
{
    enum { SHIFT = 20, WORDS = (1 << (32 - SHIFT)) / 64 };
    uint64_t stored[WORDS] = {0};
    if (asked->folds & (asked->folds - 1))
        return true;
    for (uint32_t k = asked->first[EVENT_STORE]; k < asked->first[EVENT_STORE + 1]; k++) {
        const uint32_t hash = nth(core, k)->cell * 0x9e3779b1u >> SHIFT;
        stored[hash / 64] |= (uint64_t)1 << hash % 64;
    }
    uint64_t met = 0;
    for (uint32_t k = asked->first[EVENT_FOLD]; k < asked->first[EVENT_FOLD + 1]; k++) {
        const uint32_t hash = nth(core, k)->cell * 0x9e3779b1u >> SHIFT;
        met |= stored[hash / 64] >> hash % 64 & 1u;
    }
    return met != 0;
}

/* Two kinds of requests to one cell; true: the fault names the lowest address. */
static bool is_mixed(struct event_core *core, uint32_t count, const struct asked *asked)
{
    struct machine *machine = core->machine;
    const unsigned kinds = 1u << EVENT_STORE | 1u << EVENT_FOLD;
    if (!may_be_mixed(core, asked) || !meet(core, count, kinds, true))
        return false;
    const uint32_t found = sort_requests(core, count, kinds);
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t begin = 0, end; begin < found; begin = end) {
        const struct event_request *least = &core->sorted[begin], *other = NULL;
        for (end = begin; end < found && core->sorted[end].cell == least->cell; end++)
            if (other == NULL && kind_of(&core->sorted[end]) != kind_of(least))
                other = &core->sorted[end];
        const uint32_t address = memory_address(&machine->memory, least->cell);
        if (other != NULL && address < lowest) {
            lowest = address;
            first = least;
            second = other;
        }
    }
    if (first == NULL)
        return false;
    fault_mixed(&machine->fault, machine, lowest, place_of(first), place_of(second), core->present);
    fail(core);
    return true;
}

/* ---- stores */

/* The rank of a store under POLICY_ARBITRARY. The words of an image are decided together, by the first one
 * that is stored. */
static uint64_t rank_of(const struct event_core *core, const struct event_request *request)
{
    const struct machine_config *config = &core->machine->config;
    const uint32_t cell = request->is_image ? event_pp(core, request->pp)->cell : request->cell;
    const uint32_t address = memory_address(&core->machine->memory, cell);
    return policy_rank(config->policy_seed, core->present, address, request->pp);
}

/* Of the stores begin .. end - 1 to one cell one wins. */
static void choose(struct event_core *core, uint32_t begin, uint32_t end)
{
    const struct machine_config *config = &core->machine->config;
    uint32_t winner = config->policy == POLICY_HIGH || config->policy == POLICY_COMMON ? end - 1 : begin;
    for (uint32_t k = begin + 1; k < end && config->policy == POLICY_ARBITRARY; k++)
        if (rank_of(core, &core->sorted[k]) > rank_of(core, &core->sorted[winner]))
            winner = k;
    for (uint32_t k = begin; k < end; k++)
        core->sorted[k].wins = k == winner;
}

/* Finds out whose stores take effect, counts those that lose. False: different values under POLICY_COMMON. */
static bool settle_stores(struct event_core *core, uint32_t found)
{
    struct machine *machine = core->machine;
    const struct event_request *first = NULL, *second = NULL;
    uint32_t lowest = UINT32_MAX;
    for (uint32_t begin = 0, end; begin < found; begin = end) {
        const struct event_request *least = &core->sorted[begin], *other = NULL;
        for (end = begin; end < found && core->sorted[end].cell == least->cell; end++) {
            const struct event_request *request = &core->sorted[end];
            machine_count_lost(machine, request->pc,
                               end > begin && !request->in_barrier &&
                                   machine_counts_conflict(machine, request->pc));
            if (other == NULL && request->datum != least->datum)
                other = request;
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
    fault_conflict(&machine->fault, machine, lowest, place_of(first), first->datum, place_of(second),
                   second->datum, core->present);
    fail(core);
    return false;
}

/* The PP has stored, whatever becomes of it. What has been posted has been executed already. */
static void finish_store(struct event_core *core, const struct event_request *request)
{
    struct event_pp *pp = event_pp(core, request->pp);
    if (!request->in_barrier)
        event_depart(core, pp);
    if (request->is_post) {
        pp->post_first++;
        event_queue(core, pp);
    } else if (request->is_image) {
        if (request->word == 0)
            event_finish_image(core, pp);
    } else {
        pp->now.stores++;
        event_finish(core, pp, 0);
    }
}

/* A store of several. */
static void store(struct event_core *core, const struct event_request *request)
{
    uint32_t *cells = core->machine->memory.cells;
    finish_store(core, request);
    if (request->wins) {
        const uint32_t before = cells[request->cell];
        cells[request->cell] = request->datum;
        event_written(core, request->cell, core->present, before);
    }
    core->written = core->present;
}

static bool counts_if_lost(const struct event_core *core, const struct event_request *request)
{
    return request->kind == EVENT_STORE && !request->in_barrier &&
           machine_counts_conflict(core->machine, request->pc);
}

/* Counts the stores that lose where the order of PPs decides: all of a cell but one. */
static void count_lost(struct event_core *core, uint32_t count, const struct asked *asked)
{
    const uint32_t begin = asked->first[EVENT_STORE], end = asked->first[EVENT_STORE + 1];
    bool some = false;
    for (uint32_t k = begin; k < end && !some; k++)
        some = counts_if_lost(core, nth(core, k));
    if (!some || (count <= MEET_FEW && !few_meet(core, count, 1u << EVENT_STORE)))
        return;
    begin_meeting(core);
    for (uint32_t k = begin; k < end; k++) {
        const struct event_request *request = nth(core, k);
        bool is_first;
        struct event_place *place = place_in_meeting(core, request, &is_first);
        if (is_first)
            *place = (struct event_place){.cell = request->cell, .meeting = core->meeting};
        else
            machine_count_lost(core->machine, request->pc, counts_if_lost(core, request));
    }
}

/* Stores that get lost are executed all the same. */
static void lose_all(struct event_core *core, const struct asked *asked)
{
    for (uint32_t k = asked->first[EVENT_LOST]; k < asked->first[EVENT_LOST + 1]; k++)
        finish_store(core, nth(core, k));
}

/* False: a fault. */
static bool store_all(struct event_core *core, uint32_t count, const struct asked *asked)
{
    const uint32_t begin = asked->first[EVENT_STORE], end = asked->first[EVENT_STORE + 1];
    const struct machine_config *config = &core->machine->config;
    const bool is_asked = config->policy == POLICY_COMMON || config->policy == POLICY_ARBITRARY;
    if (is_asked && meet(core, count, 1u << EVENT_STORE, false)) {
        const uint32_t found = sort_requests(core, count, 1u << EVENT_STORE);
        if (!settle_stores(core, found))
            return false;
        for (uint32_t k = 0; k < found; k++)
            store(core, &core->sorted[k]);
        return true;
    }
    if (!is_asked && config->count_conflicts)
        count_lost(core, count, asked);
    for (uint32_t k = begin; k < end; k++)
        store(core, nth(core, config->policy == POLICY_LOW ? begin + (end - 1 - k) : k));
    return true;
}

/* ---- the rest of the cycle */

/* The lowest PP that cannot execute its instruction ends the run. */
static bool fails(struct event_core *core, const struct asked *asked)
{
    if (asked->of_kind[EVENT_FAULT] == 0)
        return false;
    (void)event_step(core, event_pp(core, nth(core, asked->first[EVENT_FAULT])->pp), STEP_SURE);
    return true;
}

/* Who sleeps on a cell that is likely to change soon is asked for: where that stands, then himself. */
static void fetch_sleepers(const struct event_core *core, uint32_t k, uint32_t end)
{
    enum { BEFORE = 9, NEXT = 6, LAST = 3 };
    if (k + BEFORE < end)
        event_fetch_watched(core, nth(core, k + BEFORE)->cell, 0);
    if (k + NEXT < end)
        event_fetch_watched(core, nth(core, k + NEXT)->cell, 1);
    if (k + LAST < end)
        event_fetch_watched(core, nth(core, k + LAST)->cell, 2);
}

static void load_all(struct event_core *core, const struct asked *asked)
{
    for (uint32_t k = asked->first[EVENT_LOAD]; k < asked->first[EVENT_LOAD + 1]; k++) {
        const struct event_request *request = nth(core, k);
        struct event_pp *pp = event_pp(core, request->pp);
        const uint32_t value = core->machine->memory.cells[request->cell];
        if (core->sleeping != 0)
            fetch_sleepers(core, k, asked->first[EVENT_LOAD + 1]);
        if (event_is_shared(core, request->cell) && event_look(core, pp, request->cell, value))
            continue;
        pp->now.loads++;
        pp->now.acts++;
        event_finish(core, pp, value);
    }
}

static void load_images(struct event_core *core, const struct asked *asked)
{
    for (uint32_t k = asked->first[EVENT_LOAD_IMAGE]; k < asked->first[EVENT_LOAD_IMAGE + 1]; k++)
        (void)event_step(core, event_pp(core, nth(core, k)->pp), STEP_SURE);
}

static void fold_all(struct event_core *core, const struct asked *asked)
{
    uint32_t *cells = core->machine->memory.cells;
    const uint32_t end = asked->first[EVENT_FOLD + 1];
    for (uint32_t k = asked->first[EVENT_FOLD]; k < end; k++) {
        const struct event_request *request = nth(core, k);
        struct event_pp *pp = event_pp(core, request->pp);
        const uint32_t before = cells[request->cell];
        if (core->sleeping != 0)
            fetch_sleepers(core, k, end);
        cells[request->cell] = multiprefix_combine(request->kernel, before, request->datum);
        core->folds++;
        pp->now.acts++;
        event_note_fold(core, pp, request->in_barrier);
        event_finish(core, pp, before);
        event_written(core, request->cell, core->present, before);
    }
}

static void tell_all(struct event_core *core, const struct asked *asked)
{
    for (uint32_t k = asked->first[EVENT_HINT]; k < asked->first[EVENT_HINT + 1]; k++)
        event_tell(core, event_pp(core, nth(core, k)->pp));
}

static void note_completed(void *context, uint32_t cell, uint32_t before)
{
    struct event_core *core = context;
    event_written(core, cell, core->present, before);
}

void event_complete_barriers(struct event_core *core)
{
    struct inject *inject = core->machine->inject;
    if (inject != NULL && inject_may_complete(inject))
        inject_complete_barriers(inject, note_completed, core);
}

static void call_all(struct event_core *core, const struct asked *asked)
{
    for (uint32_t k = asked->first[EVENT_HOST]; k < asked->first[EVENT_HOST + 1]; k++) {
        struct event_pp *pp = event_pp(core, nth(core, k)->pp);
        if (core->over)
            event_finish(core, pp, 0); /* not served any more */
        else
            (void)event_call_host(core, pp);
    }
}

static void halt_all(struct event_core *core, const struct asked *asked)
{
    for (uint32_t k = asked->first[EVENT_HALT]; k < asked->first[EVENT_HALT + 1]; k++)
        event_halt(core, event_pp(core, nth(core, k)->pp));
}

/* Counts the cycle as a segment, if there is anything to count; takes down whether many PPs do the same. */
static void count_cycle(struct event_core *core, const struct asked *asked)
{
    const unsigned phases =
        asked->phases | (asked->of_kind[EVENT_HOST] != 0 ? 1u << STATS_PHASE_hostcall : 0);
    const uint32_t requests = asked->requests;
    core->segments += phases != 0;
    for (unsigned rest = phases; rest != 0; rest &= rest - 1)
        core->phases[__builtin_ctz(rest)]++;
    core->together += asked->places * EVENT_CROWD <= requests ? (int64_t)requests : -(int64_t)requests;
}

/* What is left of a cycle whose requests are refused, among them stores to own areas that PPs have carried
 * out themselves. */
static void end_refused(struct event_core *core, uint32_t count)
{
    event_refuse(core, core->present);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_request *request = &core->requests[k];
        struct event_pp *pp = event_pp(core, request->pp);
        if (request->is_post || pp->now.cycle > core->present)
            continue;
        if (request->kind == EVENT_HALT) {
            event_halt(core, pp);
            continue;
        }
        if (request->kind == EVENT_HINT) {
            event_tell(core, pp);
            continue;
        }
        if (request->kind == EVENT_LOAD_IMAGE) {
            (void)event_step(core, pp, STEP_SURE);
            continue;
        }
        if (request->is_image) {
            event_finish_image(core, pp);
            continue;
        }
        pp->now.loads += request->kind == EVENT_LOAD;
        pp->now.stores += request->kind == EVENT_STORE || request->kind == EVENT_LOST;
        core->folds += request->kind == EVENT_FOLD;
        event_finish(core, pp, request->kind == EVENT_LOAD ? core->machine->memory.cells[request->cell] : 0);
    }
}

/* The run is over: those whose posts were to be carried out have executed more than the machine has. */
static void end_posts(struct event_core *core, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = event_pp(core, core->requests[k].pp);
        if (core->requests[k].is_post && !pp->is_queued && pp->now.cycle > core->reached)
            event_rewind(core, pp, core->reached);
    }
}

enum { SORT_FEW = 24 };

static bool ascends(const uint32_t *batch, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++)
        if (batch[k - 1] > batch[k])
            return false;
    return true;
}

static void sort_few(uint32_t *batch, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++) {
        const uint32_t number = batch[k];
        uint32_t at = k;
        for (; at > 0 && batch[at - 1] > number; at--)
            batch[at] = batch[at - 1];
        batch[at] = number;
    }
}

/* A bucket has the PP first that came to it last, so that many who came there in order are the other way
 * round. */
void event_sort(struct event_core *core, uint32_t count)
{
    uint32_t *batch = core->batch;
    if (count > 1 && batch[0] > batch[count - 1])
        for (uint32_t k = 0; k < count / 2; k++) {
            const uint32_t number = batch[k];
            batch[k] = batch[count - 1 - k];
            batch[count - 1 - k] = number;
        }
    if (count <= SORT_FEW) {
        sort_few(batch, count);
        return;
    }
    if (ascends(batch, count))
        return;
    for (uint32_t k = 0; k < count; k++)
        core->member[batch[k] / 64] |= (uint64_t)1 << batch[k] % 64;
    uint32_t found = 0;
    for (uint32_t word = 0; found < count; word++) {
        for (uint64_t rest = core->member[word]; rest != 0; rest &= rest - 1)
            batch[found++] = word * 64 + (uint32_t)__builtin_ctzll(rest);
        core->member[word] = 0;
    }
}

static void collect_post(struct event_request *request, const struct event_pp *pp)
{
    const struct event_post *post = &pp->posts[pp->post_first];
    *request = (struct event_request){.pp = pp->number,
                                      .pc = post->pc,
                                      .cell = post->cell,
                                      .datum = post->datum,
                                      .kind = EVENT_STORE,
                                      .is_post = true,
                                      .wins = true};
}

static void collect_event(struct event_core *core, struct event_request *request, const struct event_pp *pp)
{
    *request = (struct event_request){.pp = pp->number,
                                      .pc = pp->now.reg[1],
                                      .cell = pp->cell,
                                      .datum = pp->datum,
                                      .kind = pp->kind,
                                      .in_barrier = pp->now.in_barrier,
                                      .wins = true};
    if (request->kind == EVENT_FOLD)
        request->kernel = event_operation(core, request->pc)->kernel;
}

/* What --faults makes of a request. */
static void use_mark(const struct event_core *core, struct event_request *request)
{
    struct inject *inject = core->machine->inject;
    if (request->kind == EVENT_STORE && event_is_shared(core, request->cell)) {
        if (inject_use_mark(inject, request->pp, INJECT_omit, request->pc))
            request->kind = EVENT_LOST;
    } else if (request->kind == EVENT_FOLD && request->kernel == ROWS_FOLD_ADD) {
        if (inject_use_mark(inject, request->pp, INJECT_double, request->pc))
            request->datum *= 2;
    }
}

/* Takes down what a PP asks for, or a word of an image. */
static void take_down(struct event_core *core, struct event_request *request, struct asked *asked)
{
    const struct inject *inject = core->machine->inject;
    if (inject != NULL && inject_has_marks(inject))
        use_mark(core, request);
    asked->of_kind[request->kind]++;
    if (request->kind != EVENT_STORE && request->kind != EVENT_FOLD)
        return;
    const bool is_fold = request->kind == EVENT_FOLD;
    asked->requests += request->word == 0;
    asked->folds |= (unsigned)is_fold << request->kernel;
    asked->places += request->pc != asked->last;
    asked->last = request->pc;
    asked->phases |= 1u << (!event_is_shared(core, request->cell) ? STATS_PHASE_foreign
                            : is_fold                             ? STATS_PHASE_multiprefix
                                                                  : STATS_PHASE_store);
}

/* What the PPs of the batch ask for: so many requests. */
static uint32_t collect(struct event_core *core, uint32_t count, struct asked *asked)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < count; k++) {
        struct event_pp *pp = event_pp(core, core->batch[k]);
        struct event_request *request = &core->requests[found];
        uint32_t words = 1;
        if (event_has_posts(pp))
            collect_post(request, pp);
        else if (pp->kind == EVENT_STORE_IMAGE)
            words = event_collect_image(core, pp, request);
        else
            collect_event(core, request, pp);
        for (uint32_t word = 0; word < words; word++)
            take_down(core, &request[word], asked);
        if (words > 1 && request->kind == EVENT_LOST)
            pp->cell = request[1].cell;
        found += words;
    }
    return found;
}

static void carry_out(struct event_core *core, uint32_t count, const struct asked *asked)
{
    const bool kinds_differ =
        asked->folds != 0 && (asked->of_kind[EVENT_STORE] != 0 || (asked->folds & (asked->folds - 1)) != 0);
    if (kinds_differ && core->machine->config.mixed == MIXED_ERROR && is_mixed(core, count, asked)) {
        end_refused(core, count);
        return;
    }
    count_cycle(core, asked);
    tell_all(core, asked);
    lose_all(core, asked);
    load_all(core, asked);
    load_images(core, asked);
    fold_all(core, asked);
    if (asked->of_kind[EVENT_STORE] != 0 && !store_all(core, count, asked)) {
        end_refused(core, count);
        return;
    }
    event_complete_barriers(core);
    call_all(core, asked);
    halt_all(core, asked);
}

void event_carry_out(struct event_core *core, uint32_t count)
{
    struct asked asked = {.last = UINT32_MAX};
    const uint32_t found = collect(core, count, &asked);
    order_by_kind(core, found, &asked);
    if (!fails(core, &asked))
        carry_out(core, found, &asked);
    if (core->over)
        end_posts(core, found);
}

static void carry_out_post(struct event_core *core, struct event_pp *pp)
{
    const struct event_post post = pp->posts[pp->post_first++];
    uint32_t *cell = &core->machine->memory.cells[post.cell];
    const uint32_t before = *cell;
    *cell = post.datum;
    event_depart(core, pp);
    event_queue(core, pp);
    event_written(core, post.cell, core->present, before);
}

/* Whether the posts of the batch, whose cells the requests have, are all for different cells. */
static bool lie_apart(struct event_core *core, uint32_t count)
{
    const struct event_request *requests = core->requests;
    uint32_t k = 1;
    while (k < count && requests[k - 1].cell < requests[k].cell)
        k++;
    if (k >= count)
        return true;
    if (count <= MEET_FEW)
        return !few_meet(core, count, 1u << EVENT_STORE);
    return !meet(core, count, 1u << EVENT_STORE, false);
}

bool event_carry_out_posts(struct event_core *core, uint32_t count)
{
    uint32_t places = 0, last = UINT32_MAX;
    for (uint32_t k = 0; k < count; k++)
        if (!event_has_posts(event_pp(core, core->batch[k])))
            return false;
    event_sort(core, count);
    for (uint32_t k = 0; k < count; k++) {
        const struct event_pp *pp = event_pp(core, core->batch[k]);
        const struct event_post *post = &pp->posts[pp->post_first];
        core->requests[k].cell = post->cell;
        core->requests[k].kind = EVENT_STORE;
        places += post->pc != last;
        last = post->pc;
    }
    if (!lie_apart(core, count))
        return false;
    for (uint32_t k = 0; k < count; k++)
        carry_out_post(core, event_pp(core, core->batch[k]));
    core->segments++;
    core->phases[STATS_PHASE_store]++;
    core->together += places * EVENT_CROWD <= count ? (int64_t)count : -(int64_t)count;
    core->present++;
    return true;
}
