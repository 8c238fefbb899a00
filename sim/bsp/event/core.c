/* core.c - the event core: PPs are taken from tiles, run event after event, and given back.
 *
 * Calls the other files of the folder, tile's exchange of PPs, and the operating system for the shadow of
 * shared memory, which costs only where it is touched.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "sim/bsp/event/inside.h"

enum { WATCHED_MOST = 1 << 16, TICK_EVENTS = 64, CYCLES_AT_ONCE = 32 };

/* So many cycles without a change that others can see: perhaps the run goes round in a circle. */
enum { QUIET_CYCLES = 1 << 17 };

/* Shadows have 31 bits for a cycle. */
#define BASE_CYCLES ((uint64_t)1 << 30)

/* ---- creation */

bool event_fits(const struct machine *machine)
{
    return !listens(machine->observers);
}

/* Zeros that cost only where they are touched; NULL if memory is short. */
static void *reserve(size_t bytes)
{
    void *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

static void release(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, bytes);
}

static size_t shadow_bytes(const struct event_core *core)
{
    return (size_t)core->machine->memory.shared_words * sizeof *core->shadow;
}

static size_t request_bytes(const struct event_core *core)
{
    return (size_t)core->pps * core->image_most * sizeof *core->requests;
}

static size_t order_bytes(const struct event_core *core)
{
    return (size_t)core->pps * core->image_most * sizeof *core->order;
}

static size_t place_bytes(const struct event_core *core)
{
    return ((size_t)core->place_mask + 1) * sizeof *core->places;
}

static size_t note_bytes(const struct event_core *core)
{
    return (size_t)core->pps * AHEAD_NOTES * sizeof *core->notes;
}

void event_destroy(struct event_core *core)
{
    if (core == NULL)
        return;
    lanes_destroy(core->lanes);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        if (core->stopping[form] != core->actions)
            free(core->stopping[form]);
    free(core->actions);
    release(core->pp, core->pps * sizeof *core->pp);
    release(core->spins, core->pps * sizeof *core->spins);
    release(core->notes, note_bytes(core));
    free(core->filters);
    free(core->queue.links);
    free(core->batch);
    free(core->member);
    release(core->requests, request_bytes(core));
    release(core->sorted, request_bytes(core));
    release(core->order, order_bytes(core));
    release(core->places, place_bytes(core));
    if (core->units != NULL)
        real_bank_destroy(&core->before);
    free(core->units);
    free(core->watched);
    free(core->watched_at);
    release(core->shadow, shadow_bytes(core));
    free(core);
}

static bool make_room(struct event_core *core)
{
    const size_t pps = core->pps;
    core->actions = calloc((size_t)core->world->code_count + 1, sizeof *core->actions);
    core->pp = reserve(pps * sizeof *core->pp);
    if (core->pp != NULL) /* thousands of PPs lie on more pages than a processor knows at a time */
        (void)madvise(core->pp, pps * sizeof *core->pp, MADV_HUGEPAGE);
    core->spins = reserve(pps * sizeof *core->spins);
    core->filters = calloc(pps, sizeof *core->filters);
    core->queue.links = calloc(pps, sizeof *core->queue.links);
    core->batch = calloc(pps, sizeof *core->batch);
    core->member = calloc(pps / 64 + 1, sizeof *core->member);
    core->requests = reserve(request_bytes(core));
    core->sorted = reserve(request_bytes(core));
    core->order = reserve(order_bytes(core));
    core->place_mask = 3;
    while (core->place_mask < 2 * pps * core->image_most && core->place_mask != UINT32_MAX)
        core->place_mask = 2 * core->place_mask + 1;
    core->places = reserve(place_bytes(core));
    core->watched_room = core->pps < WATCHED_MOST / 2 ? 2 * core->pps : WATCHED_MOST;
    core->watched_mask = 3;
    while (core->watched_mask < 2 * core->watched_room)
        core->watched_mask = 2 * core->watched_mask + 1;
    core->watched = calloc(core->watched_room, sizeof *core->watched);
    core->watched_at = calloc((size_t)core->watched_mask + 1, sizeof *core->watched_at);
    core->shadow = reserve(shadow_bytes(core));
    if (listens(core->journal))
        core->notes = reserve(note_bytes(core));
    return (core->notes || !listens(core->journal)) && core->actions && core->pp && core->spins &&
           core->filters && core->queue.links && core->batch && core->member && core->requests &&
           core->sorted && core->order && core->places && core->watched && core->watched_at && core->shadow;
}

/* The precision units, where there are some. False: memory is short. */
static bool create_units(struct event_core *core)
{
    const struct program *program = &core->machine->program;
    core->image_most = 1;
    if (!program->uses_real)
        return true;
    for (uint32_t pc = 0; pc < program->count; pc++)
        if (program->code[pc].kind == ISA_KIND_REALSTORE) {
            const uint32_t words = real_image_words(core->world->bank, &program->code[pc]);
            core->image_most = words > core->image_most ? words : core->image_most;
        }
    core->units = calloc(core->pps, sizeof *core->units);
    if (core->units == NULL)
        return false;
    if (real_bank_create(&core->before, &core->machine->config.real, core->pps, program->uses_sums))
        return true;
    free(core->units);
    core->units = NULL;
    return false;
}

/* How far PPs run ahead: those with precision units have room for some images. */
static void choose_logs(struct event_core *core)
{
    enum { IMAGES = 8 };
    const bool are_some = core->pps <= AHEAD_SOME;
    const uint32_t more = core->units != NULL ? IMAGES * core->world->bank->format.image_words : 0;
    const uint32_t reads = (are_some ? AHEAD_READS_SOME : AHEAD_READS) + more;
    const uint32_t writes = (are_some ? AHEAD_WRITES_SOME : AHEAD_WRITES) + more;
    core->reads_most = reads < AHEAD_READS_MOST ? reads : AHEAD_READS_MOST;
    core->writes_most = writes < AHEAD_WRITES_MOST ? writes : AHEAD_WRITES_MOST;
    core->posts_most = are_some ? AHEAD_POSTS_SOME : AHEAD_POSTS;
}

struct event_core *event_create(const struct tile_world *world, const struct tile_effects *heard)
{
    struct event_core *core = calloc(1, sizeof *core);
    if (core == NULL || world->code == NULL) {
        free(core);
        return NULL;
    }
    const struct memory *memory = &world->machine->memory;
    core->world = world;
    core->counts = heard->counts;
    core->marks = heard->marks;
    core->journal = heard->journal;
    event_choose_loops(core);
    core->weight = 1;
    core->machine = world->machine;
    core->pps = memory->pps;
    if (!create_units(core) || !make_room(core)) {
        event_destroy(core);
        return NULL;
    }
    choose_logs(core);
    event_prepare(world, core->actions);
    for (unsigned form = 0; form < LANE_FORMS; form++)
        core->stopping[form] = core->actions;
    return core;
}

/* ---- taking PPs and giving them back */

/* Before PPs are taken for the first time: runs that never do are spared their memory. */
static void name_all(struct event_core *core)
{
    const struct memory *memory = &core->machine->memory;
    for (uint32_t number = 0; number < core->pps; number++) {
        struct event_pp *pp = event_pp(core, number);
        pp->number = number;
        pp->stack_address = memory_stack_address(memory, number);
        pp->stack_cell = memory_stack_index(memory, number, 0);
        pp->private_cell = memory_private_index(memory, number, 0);
    }
    core->are_named = true;
}

static void take_one(struct event_core *core, struct event_pp *pp, const struct tile_pp *from, uint64_t cycle,
                     bool goes_on)
{
    pp->has_come = from->running && (goes_on ? pp->has_come : from->in_barrier);
    core->come += pp->has_come;
    pp->now = (struct event_state){.status = from->status,
                                   .late_target = from->late_target,
                                   .late_value = from->late_value,
                                   .in_barrier = from->in_barrier,
                                   .in_async = from->in_async,
                                   .in_sync = from->in_sync,
                                   .has_stack = from->has_stack,
                                   .cycle = cycle + from->busy,
                                   .since = from->since};
    memcpy(pp->now.reg, from->r, sizeof from->r);
    pp->now.reg[0] = 0;
    pp->now.reg[1] = from->pc;
    pp->was_inside = from->in_barrier;
    pp->was_since = from->since;
    pp->has_halted = !from->running;
    pp->kind = EVENT_GO_ON;
    pp->sleeps = pp->is_open = pp->opens = false;
    pp->is_queued = from->running;
    pp->reach = AHEAD_CYCLES_FIRST;
    core->spins[pp->number].has_looked = false;
    pp->has_stayed = core->units != NULL;
    if (pp->has_stayed)
        core->units[pp->number].now = (struct event_busy){.cycles = from->busy, .pc = from->busy_pc};
    event_make_sure(core, pp);
    core->running += from->running;
    if (from->running && listens(core->counts))
        counts_begin(core->counts, from->in_barrier, from->pc);
    if (from->running)
        event_queue(core, pp);
}

/* Nothing is known of what cells have been read, nor who sleeps. */
static void forget_shadows(struct event_core *core, uint64_t cycle)
{
    event_forget_watched(core);
    madvise(core->shadow, shadow_bytes(core), MADV_DONTNEED);
    core->base = cycle;
}

static void take_all(struct event_core *core, const struct tile *tiles, uint32_t count, uint64_t cycle,
                     bool goes_on)
{
    struct tile_pp pps[TILE_LANES_MAX];
    if (!core->are_named)
        name_all(core);
    core->present = core->taken = core->attended = cycle;
    core->running = core->sleeping = core->come = 0;
    core->loads = core->stores = core->folds = core->segments = 0;
    memset(core->phases, 0, sizeof core->phases);
    core->must_open = core->over = core->some_halted = false;
    core->settled = core->settled_all = UINT64_MAX;
    if (!goes_on) {
        core->changed = core->written = core->scanned = cycle;
        core->together = 0;
        core->all_come = false;
    }
    event_forget_watched(core);
    if (cycle - core->base > BASE_CYCLES)
        forget_shadows(core, cycle);
    for (uint32_t t = 0; t < count; t++) {
        tile_take_pps(&tiles[t], pps);
        for (uint32_t lane = tiles[t].pps; lane-- > 0;)
            take_one(core, event_pp(core, tiles[t].first_pp + lane), &pps[lane], cycle, goes_on);
    }
}

/* So many cycles the PP is still in the midst of an instruction. */
static uint32_t busy_cycles(const struct event_core *core, const struct event_pp *pp)
{
    const bool is_busy = core->units != NULL && !pp->has_halted && pp->now.cycle > core->present;
    return is_busy ? (uint32_t)(pp->now.cycle - core->present) : 0;
}

static void count(const struct event_core *core, const struct event_pp *pp, uint64_t taken,
                  struct stats *stats)
{
    const struct event_state *now = &pp->now;
    const uint64_t waits = core->units != NULL ? core->units[pp->number].now.cycles : 0;
    const uint64_t instructions = now->cycle - taken - waits;
    uint64_t inside = now->waited;
    if (pp->was_inside && !(now->in_barrier && now->since == pp->was_since))
        inside -= core->taken - pp->was_since;
    if (now->in_barrier)
        inside += now->cycle - busy_cycles(core, pp) - (now->since > taken ? now->since : taken);
    stats->instructions += instructions;
    stats->work += instructions - inside;
    stats->barrier_wait_cycles += now->waited;
    if (listens(core->marks))
        core->marks->waited_by[pp->number] += now->waited;
    stats->loads += now->loads;
    stats->stores += now->stores;
}

static void give_one(const struct event_core *core, struct event_pp *pp, struct tile_pp *to,
                     struct event_outcome *outcome)
{
    const struct event_state *now = &pp->now;
    if (pp->note_count != 0 && listens(core->journal))
        event_write_notes(core, pp);
    if (!pp->has_halted && listens(core->counts))
        counts_stop(core->counts, now->in_barrier, now->reg[1]);
    *to = (struct tile_pp){.running = !pp->has_halted,
                           .in_barrier = now->in_barrier,
                           .in_async = now->in_async,
                           .in_sync = now->in_sync,
                           .has_stack = now->has_stack,
                           .pc = now->reg[1],
                           .status = now->status,
                           .late_target = now->late_target,
                           .late_value = now->late_value,
                           .since = now->since,
                           .busy = busy_cycles(core, pp)};
    if (to->busy != 0)
        to->busy_pc = core->units[pp->number].now.pc;
    memcpy(to->r, now->reg, sizeof to->r);
    count(core, pp, core->taken, &outcome->stats);
}

/* For how many cycles no PP has been outside barriers, nor written. */
static uint64_t idle_cycles(const struct event_core *core)
{
    uint64_t since = core->written + 1;
    if (core->some_halted && core->halted > since)
        since = core->halted;
    for (uint32_t number = 0; number < core->pps; number++) {
        const struct event_pp *pp = event_pp(core, number);
        if (pp->has_halted)
            continue;
        if (!pp->now.in_barrier)
            return 0;
        since = pp->now.since > since ? pp->now.since : since;
    }
    return core->present > since ? core->present - since : 0;
}

static void give_all(struct event_core *core, struct tile *tiles, uint32_t count,
                     struct event_outcome *outcome)
{
    struct tile_pp pps[TILE_LANES_MAX];
    event_settle(core, outcome->cycle, true);
    outcome->idle = idle_cycles(core);
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t lane = 0; lane < tiles[t].pps; lane++)
            give_one(core, event_pp(core, tiles[t].first_pp + lane), &pps[lane], outcome);
        tile_put_pps(&tiles[t], pps, outcome->cycle);
    }
    for (uint32_t number = 0; number < core->pps; number++)
        if (event_pp(core, number)->is_queued)
            queue_clear(&core->queue, core->queue.links[number].time);
    outcome->stats.loads += core->loads;
    outcome->stats.stores += core->stores;
    outcome->stats.multiprefix += core->folds;
    outcome->segments = core->segments;
    memcpy(outcome->phases, core->phases, sizeof outcome->phases);
    outcome->some_halted = core->some_halted;
    outcome->halted = core->halted;
    outcome->last = core->last;
}

/* ---- events */

/* Thousands of PPs are more than a cache holds: their lines are asked for before they are needed. */
static void fetch_request(const struct event_pp *pp)
{
    __builtin_prefetch(pp);
    __builtin_prefetch(pp->posts);
    __builtin_prefetch(&pp->now);
}

static void fetch_state(const struct event_pp *pp)
{
    const char *now = (const char *)&pp->now, *sure = (const char *)&pp->sure;
    for (size_t k = 0; k < sizeof pp->now; k += 64) {
        __builtin_prefetch(now + k, 1);
        __builtin_prefetch(sure + k, 1);
    }
    __builtin_prefetch(pp->reads, 1);
}

enum { FETCH_BEFORE = 3 };

/* Those of the batch from `first` on who are still in the midst of an instruction go back into the calendar.
 * Returns how many are left. */
static uint32_t put_back_early(struct event_core *core, uint64_t cycle, uint32_t first, uint32_t count)
{
    uint32_t kept = first;
    for (uint32_t k = first; k < count; k++)
        if (event_due(core, event_pp(core, core->batch[k])) > cycle)
            event_queue(core, event_pp(core, core->batch[k]));
        else
            core->batch[kept++] = core->batch[k];
    return kept;
}

/* The PPs of a bucket go into the batch, after the first `count`; returns how many there are then. */
static uint32_t gather(struct event_core *core, uint64_t cycle, uint32_t count)
{
    const uint32_t first = count;
    if (queue_first(&core->queue, cycle) != cycle)
        return count;
    for (uint32_t number = queue_head(&core->queue, cycle); number != QUEUE_NONE;
         number = core->queue.links[number].next) {
        fetch_request(event_pp(core, number));
        core->batch[count++] = number;
    }
    for (uint32_t k = first; k < count; k++)
        event_pp(core, core->batch[k])->is_queued = false;
    queue_clear(&core->queue, cycle);
    return core->units != NULL ? put_back_early(core, cycle, first, count) : count;
}

static bool is_due(const struct event_pp *pp)
{
    return pp->kind != EVENT_GO_ON || event_has_posts(pp);
}

/* Those of the batch of whom nothing is known go to their next event; returns how many have theirs in this
 * cycle. */
static uint32_t find_events(struct event_core *core, uint64_t cycle, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
        if (is_due(event_pp(core, core->batch[k])))
            core->batch[kept++] = core->batch[k];
        else
            event_advance(core, event_pp(core, core->batch[k]), false);
    if (kept == count)
        return count;
    if (core->must_open) /* what comes to others' areas may be due in this cycle */
        event_open_all(core);
    return find_events(core, cycle, gather(core, cycle, kept));
}

static bool can_go_alone(const struct event_pp *pp)
{
    return !event_has_posts(pp) && pp->kind != EVENT_HINT;
}

/* The events of `count` PPs, the batch; count > 0. */
static void carry_out_batch(struct event_core *core, uint64_t cycle, uint32_t count)
{
    const bool is_exposed = event_is_exposed(core);
    if (count > 1 || is_exposed)
        count = find_events(core, cycle, count);
    if (count == 0 && is_exposed) {
        event_complete_barriers(core);
    } else if (count == 1 && !is_exposed && can_go_alone(event_pp(core, core->batch[0]))) {
        event_advance(core, event_pp(core, core->batch[0]), true);
    } else if (count > 0) {
        event_sort(core, count);
        event_carry_out(core, count);
        if (core->over)
            return;
        core->present = cycle + 1;
        for (uint32_t k = 0; k < count; k++) {
            struct event_pp *pp = event_pp(core, core->batch[k]);
            if (k + FETCH_BEFORE < count)
                fetch_state(event_pp(core, core->batch[k + FETCH_BEFORE]));
            if (!pp->sleeps && !pp->has_halted && !pp->is_queued)
                event_advance(core, pp, false);
        }
    }
}

/* Few PPs with long logs often have nothing but posts for many cycles. Where that is not so it is asked ever
 * more rarely. */
enum { MERGE_CYCLES = 4, MERGE_REST_MOST = 64 };

static bool merge(struct event_core *core)
{
    if (core->posts_most != AHEAD_POSTS_MOST || event_is_exposed(core))
        return false;
    if (core->merge_rest > 0) {
        core->merge_rest--;
        return false;
    }
    const uint32_t cycles = event_merge_posts(core);
    const uint32_t pause = cycles >= MERGE_CYCLES                ? 0
                           : core->merge_pause < MERGE_REST_MOST ? 2 * core->merge_pause + 1
                                                                 : core->merge_pause;
    core->merge_rest = core->merge_pause = pause;
    return cycles != 0;
}

/* All events of the earliest cycle, and perhaps of others. */
static void carry_out(struct event_core *core, uint64_t cycle)
{
    if (merge(core))
        return;
    core->present = cycle;
    const uint32_t count = gather(core, cycle, 0);
    if (count == 0)
        return;
    if (event_is_exposed(core) || !event_carry_out_posts(core, count))
        carry_out_batch(core, cycle, count);
    if (core->must_open && !core->over)
        event_open_all(core);
}

/* Whether all wait in barriers in a cycle. Who was found outside is asked first the next time. */
static bool all_wait(struct event_core *core, uint64_t cycle)
{
    for (uint32_t k = 0; k < core->pps; k++) {
        const uint32_t number =
            core->outside + k < core->pps ? core->outside + k : core->outside + k - core->pps;
        const struct event_pp *pp = event_pp(core, number);
        if (!pp->has_halted && !(pp->now.in_barrier && pp->now.since < cycle)) {
            core->outside = number;
            return false;
        }
    }
    return true;
}

/* Up to `limit` there is no need to look whether the run goes round in circles; before the event in the cycle
 * `next` all may wait in barriers for ever. Returns the cycle in which that is found, or UINT64_MAX. */
static uint64_t find_deadlock(struct event_core *core, uint64_t next, uint64_t limit)
{
    for (uint64_t scan = event_next_scan(core); scan <= next && scan < limit; scan = event_next_scan(core)) {
        if (all_wait(core, scan))
            return scan;
        core->scanned = scan;
    }
    return UINT64_MAX;
}

/* Whether PPs are together enough to be given back. */
static bool are_together(const struct event_core *core, const struct event_bounds *bounds)
{
    return !bounds->stays && (core->all_come || core->together > (int64_t)core->running * bounds->rounds);
}

/* --faults: something is due that was not when the PPs were taken. */
static bool is_called_off(const struct event_core *core)
{
    return core->machine->inject != NULL && inject_is_due(core->machine->inject, core->present);
}

/* Whether the core stops before the events of the cycle `next`; then *cycle is where. */
static bool stops(struct event_core *core, uint64_t next, const struct event_bounds *bounds,
                  enum event_end *end, uint64_t *cycle)
{
    const uint64_t quiet =
        core->changed + QUIET_CYCLES > bounds->patience ? core->changed + QUIET_CYCLES : bounds->patience;
    const uint64_t limit = quiet < bounds->cycle ? quiet : bounds->cycle;
    *cycle = core->present;
    if (core->over) {
        *end = EVENT_OVER;
        *cycle = core->reached;
    } else if (core->running == 0) {
        *end = EVENT_HALTED;
    } else if (core->segments >= bounds->segments || is_called_off(core) || core->machine->pause) {
        *end = EVENT_STOPPED;
    } else if (are_together(core, bounds)) {
        *end = EVENT_TOGETHER;
    } else {
        const uint64_t deadlock = bounds->some_stand_still ? UINT64_MAX : find_deadlock(core, next, limit);
        if (deadlock == UINT64_MAX && next < limit) {
            const uint64_t scan = event_next_scan(core);
            core->limit = limit;
            core->stop = scan < limit && !bounds->some_stand_still ? scan : limit;
            return false;
        }
        *cycle = deadlock < limit ? deadlock : limit;
        *end = *cycle == bounds->cycle ? EVENT_STOPPED : EVENT_STUCK;
    }
    return true;
}

/* Now and then: shows progress, asks whether the run is to stop, and moves the base of the shadows. */
static void attend(struct event_core *core)
{
    struct machine *machine = core->machine;
    core->attended = core->present;
    machine_tick(machine, core->present,
                 machine->stats.instructions + (core->present - core->taken) * core->running, core->running);
    if (machine->end == END_FAULT) {
        core->over = true;
        core->last = core->present - 1;
        core->reached = core->present;
    }
    if (core->present - core->base > BASE_CYCLES) {
        event_settle(core, core->present, true);
        for (uint32_t number = 0; number < core->pps; number++)
            event_make_sure(core, event_pp(core, number)); /* what they have read was before */
        forget_shadows(core, core->present);
    }
}

/* The events of the cycle `next` and of others up to core.stop: as long as nothing has to be asked. */
static void carry_out_up_to_stop(struct event_core *core, uint64_t next, const struct event_bounds *bounds)
{
    const uint64_t running = core->running;
    unsigned cycles = 0;
    do {
        carry_out(core, next);
        core->together = core->together > 0 ? core->together : 0;
        next = queue_first(&core->queue, core->present);
    } while (next < core->stop && ++cycles < CYCLES_AT_ONCE && core->running == running && !core->over &&
             !are_together(core, bounds) && !is_called_off(core));
}

void event_run(struct event_core *core, struct tile *tiles, uint32_t count, uint64_t cycle, bool goes_on,
               const struct event_bounds *bounds, struct event_outcome *outcome)
{
    *outcome = (struct event_outcome){.end = EVENT_STOPPED};
    take_all(core, tiles, count, cycle, goes_on);
    for (uint64_t events = 1;; events++) {
        const uint64_t next = queue_first(&core->queue, core->present);
        if (stops(core, next, bounds, &outcome->end, &outcome->cycle))
            break;
        const uint64_t segments = bounds->segments - core->segments; /* a cycle is one at most */
        core->limit = segments < core->limit - next ? next + segments : core->limit;
        core->stop = core->limit < core->stop ? core->limit : core->stop;
        carry_out_up_to_stop(core, next, bounds);
        if (!core->over && (events % TICK_EVENTS == 0 || core->queue.some == 0 ||
                            core->present - core->attended >= EVENT_PATIENCE))
            attend(core);
    }
    core->present = outcome->cycle;
    give_all(core, tiles, count, outcome);
}
