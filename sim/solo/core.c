/* core.c - the event core: takes PPs from tiles, runs them event by event, and returns them.
 *
 * Calls the other files of the folder, and tile's exchange of PPs. */
#include <string.h>

#include "common/sort_set.h"
#include "sim/solo/inside.h"
#include "sim/machine/follow/follow.h"

/* Shadows have 30 bits for a cycle. */
#define BASE_CYCLES ((uint64_t)1 << 29)

/* ---- taking PPs and returning them */

/* Fills in what never changes: when a PP is taken, so that runs that never take any do not touch this memory.
 */
static void name(const struct event_core *core, struct event_pp *pp, uint32_t number)
{
    const struct memory *memory = &core->machine->memory;
    pp->number = number;
    pp->reads = &core->reads[(size_t)number * core->room.reads];
    pp->writes = &core->writes[(size_t)number * core->room.writes];
    pp->stack_address = memory_stack_address(memory, number);
    pp->stack_cell = memory_stack_index(memory, number, 0);
    pp->private_cell = memory_private_index(memory, number, 0);
}

static void take_one(struct event_core *core, uint32_t number, const struct snapshot_pp *from, uint64_t cycle,
                     bool goes_on)
{
    struct event_pp *pp = event_pp(core, number);
    const uint32_t modes = from->modes[0], wait = from->wait[0];
    const bool runs = (modes & SNAPSHOT_HALTED) == 0, is_inside = (modes & SNAPSHOT_IN_BARRIER) != 0;
    name(core, pp, number);
    pp->has_arrived = runs && (goes_on ? pp->has_arrived : is_inside);
    core->arrived += pp->has_arrived;
    pp->now = (struct event_state){.status = from->flags[0],
                                   .late_target = from->late_target[0],
                                   .late_value = from->late_value[0],
                                   .in_barrier = is_inside,
                                   .modes = modes & SNAPSHOT_LASTING,
                                   .cycle = cycle + wait,
                                   .since = from->barrier_since[0]};
    memcpy(pp->now.reg, from->r, sizeof from->r);
    pp->now.reg[0] = 0;
    pp->now.reg[1] = wait != 0 ? from->wait_pc[0] : from->r[1];
    pp->kind = EVENT_GO_ON;
    pp->activity = runs ? PP_AT_WORK : PP_HALTED;
    pp->is_open = false;
    pp->reach =
        pp->reach != 0 ? pp->reach : STRETCH_CYCLES_FIRST; /* keeps what an earlier period has learned */
    core->busy_pc = from->r[1];
    core->outcome.stats.instructions -= wait; /* of an instruction that has been counted */
    core->outcome.stats.work += is_inside ? cycle - from->barrier_since[0] : 0 - (uint64_t)wait;
    event_commit(core, pp);
    core->running += runs;
    if (runs)
        event_queue(core, pp);
}

static void take_all(struct event_core *core, const struct tile *tiles, uint32_t count, uint64_t cycle,
                     bool goes_on, uint64_t asked)
{
    struct snapshot_pp pps[TILE_LANES_MAX];
    if (!core->was_used)
        event_use_native(core);
    core->was_used = true;
    core->present = core->taken = core->attended = cycle;
    core->executed = 0;
    core->running = core->sleeping = core->arrived = 0;
    core->outcome = (struct event_outcome){.end = EVENT_STOPPED};
    core->wanted_count = 0;
    core->over = core->fails = false;
    if (!goes_on) {
        core->known_from = cycle;
        core->scanned = asked == cycle || cycle == 0 ? cycle : cycle - 1;
        core->due = circle_next(core->scanned + 1);
        core->all_arrived = false;
        memset(core->notices->ordered, 0, core->pps * sizeof *core->notices->ordered);
    }
    event_forget_watched(core);
    if (cycle - core->base > BASE_CYCLES)
        event_forget_shadows(core, cycle);
    for (uint32_t t = 0; t < count; t++) {
        event_notice_folds(core, tiles[t].folded);
        tile_take_pps(&tiles[t], pps);
        for (uint32_t lane = tiles[t].pps; lane-- > 0;)
            take_one(core, tiles[t].first_pp + lane, &pps[lane], cycle, goes_on);
    }
}

/* take_one and step.c have counted what is not 1 instruction a cycle, and waiting before `taken`. */
static void count(struct event_core *core, const struct event_pp *pp)
{
    const struct event_state *now = &pp->now;
    struct stats *stats = &core->outcome.stats;
    stats->instructions += now->cycle - core->taken;
    stats->work += now->cycle - core->taken - now->waited - (now->in_barrier ? now->cycle - now->since : 0);
    stats->barrier_wait_cycles += now->waited;
    stats->loads += now->loads;
    stats->stores += now->stores;
}

static void give_one(struct event_core *core, struct event_pp *pp, struct snapshot_pp *to)
{
    const struct event_state *now = &pp->now;
    const bool is_busy = core->pps == 1 && pp->activity != PP_HALTED && now->cycle > core->present;
    const uint32_t wait = is_busy ? (uint32_t)(now->cycle - core->present) : 0;
    const uint32_t modes = snapshot_modes(now->modes, now->in_barrier);
    *to = (struct snapshot_pp){.flags = {now->status},
                               .late_target = {now->late_target},
                               .late_value = {now->late_value},
                               .wait = {wait},
                               .wait_pc = {wait != 0 ? now->reg[1] : 0},
                               .modes = {pp->activity != PP_HALTED ? modes : SNAPSHOT_HALTED},
                               .barrier_since = {now->since}};
    memcpy(to->r, now->reg, sizeof to->r);
    if (wait != 0)
        to->r[1] = core->busy_pc;
    count(core, pp);
}

static void give_all(struct event_core *core, struct tile *tiles, uint32_t count)
{
    struct snapshot_pp pps[TILE_LANES_MAX];
    event_bring_all_back(core, core->present);
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t lane = 0; lane < tiles[t].pps; lane++) {
            struct event_pp *pp = event_pp(core, tiles[t].first_pp + lane);
            give_one(core, pp, &pps[lane]);
            if (pp->activity == PP_QUEUED)
                queue_clear(&core->queue, pp->now.cycle);
        }
        tile_put_pps(&tiles[t], pps, core->present);
    }
}

/* ---- events */

/* Appends the PPs of a bucket to the batch, after the first `count`; returns the new number. */
static uint32_t gather(struct event_core *core, uint64_t cycle, uint32_t count)
{
    const uint32_t first = count;
    if (queue_first(&core->queue, cycle) != cycle)
        return count;
    for (uint32_t number = core->queue.head[cycle % QUEUE_CYCLES]; number != QUEUE_NONE;
         number = core->queue.links[number].next) {
        const struct event_pp *pp = event_pp(core, number);
        __builtin_prefetch(pp); /* the lines of thousands of PPs exceed the cache */
        __builtin_prefetch(&pp->now);
        core->batch[count++] = number;
    }
    for (uint32_t k = first; k < count; k++)
        event_become(&event_pp(core, core->batch[k])->activity, PP_AT_WORK);
    queue_clear(&core->queue, cycle);
    return count;
}

/* Advances PPs of the batch that have no known event to their next one; returns how many events are in this
 * cycle. */
static uint32_t find_events(struct event_core *core, uint64_t cycle, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (event_pp(core, core->batch[k])->kind != EVENT_GO_ON)
            core->batch[kept++] = core->batch[k];
        else
            event_advance(core, event_pp(core, core->batch[k]), false);
    }
    if (kept == count)
        return count;
    event_release_wanted(core); /* accesses to areas of others may be due in this cycle */
    return find_events(core, cycle, gather(core, cycle, kept));
}

/* Carries out all events of the earliest cycle; if only one PP has an event there, it continues. */
static void carry_out(struct event_core *core, uint64_t cycle)
{
    core->present = cycle;
    uint32_t count = gather(core, cycle, 0);
    if (count > 1)
        count = find_events(core, cycle, count);
    if (count == 1) {
        event_advance(core, event_pp(core, core->batch[0]), true);
    } else if (count > 0) {
        (void)sort_in_set(core->member, core->batch, count, UINT32_MAX);
        event_carry_out(core, count);
        if (core->over)
            return;
        core->present = cycle + 1;
        for (uint32_t k = 0; k < count; k++) {
            struct event_pp *pp = event_pp(core, core->batch[k]);
            if (pp->activity == PP_AT_WORK)
                event_advance(core, pp, false);
        }
    }
    if (!core->over)
        event_release_wanted(core);
}

/* ---- whether all PPs wait in barriers in a cycle */

/* Whether the PP has been in a barrier for long, or has halted. A PP that has left its barrier speculatively
 * does not wait for ever: it leaves it if no other PP changes anything. */
static bool has_waited(const struct event_pp *pp, uint64_t cycle)
{
    return pp->activity == PP_HALTED || (pp->now.in_barrier && deadlock_has_waited(pp->now.since, cycle));
}

/* Starts with the PP that was found outside last time. */
static bool all_wait(struct event_core *core, uint64_t cycle)
{
    for (uint32_t k = 0; k < core->pps; k++) {
        const uint32_t number =
            core->outside + k < core->pps ? core->outside + k : core->outside + k - core->pps;
        if (!has_waited(event_pp(core, number), cycle)) {
            core->outside = number;
            return false;
        }
    }
    return true;
}

/* Looks for a cycle before the event in cycle `next` in which all PPs may wait in barriers for ever. Returns
 * it, or UINT64_MAX. Up to `limit` no other test is due. */
static uint64_t find_deadlock(struct event_core *core, uint64_t next, uint64_t limit)
{
    for (uint64_t scan = event_next_scan(core); scan <= next && scan < limit; scan = event_next_scan(core)) {
        core->scanned = scan;
        if (all_wait(core, scan))
            return scan;
    }
    return UINT64_MAX;
}

/* Whether a PP, as far as it has speculated, changes a shared word in the cycle or later. Then the run is
 * known to go on, and need not stop for the test whether all PPs repeat loops: a stop takes back all
 * speculation. */
static bool some_store(const struct event_core *core, uint64_t cycle)
{
    const uint32_t *const cells = core->machine->memory.cells;
    for (uint32_t n = 0; n < core->changer_count; n++) {
        const struct event_pp *pp = event_pp(core, core->changers[n]);
        const struct lane_early *early = event_early(core, pp);
        for (unsigned k = 0; k < pp->early_count; k++)
            if (core->base + early[k].time >= cycle && cells[early[k].cell] != early[k].before)
                return true;
    }
    return false;
}

/* ---- when the core stops */

/* Whether the core stops before the events of cycle `next`; then the outcome says why, and where. */
static bool stops(struct event_core *core, uint64_t next, const struct event_bounds *bounds)
{
    struct event_outcome *outcome = &core->outcome;
    const uint64_t due = core->due, limit = due < bounds->cycle ? due : bounds->cycle;
    outcome->cycle = core->present;
    if (core->over) {
        outcome->end = core->fails ? EVENT_FAILS : EVENT_OVER;
        outcome->cycle = core->reached;
    } else if (core->running == 0) {
        outcome->end = EVENT_HALTED;
    } else if (core->machine->pause) {
        outcome->end = EVENT_STOPPED;
    } else if (core->all_arrived) {
        outcome->end = EVENT_TOGETHER;
    } else {
        const uint64_t deadlock = find_deadlock(core, next, limit);
        if (deadlock == UINT64_MAX && next < limit) {
            const uint64_t scan = event_next_scan(core);
            core->limit = limit;
            core->stop = scan < limit ? scan : limit;
            return false;
        }
        if (deadlock == UINT64_MAX && due < bounds->cycle) {
            core->scanned = due;
            core->due = circle_next(due + 1);
            if (some_store(core, due))
                return stops(core, next, bounds);
        }
        outcome->cycle = deadlock < limit ? deadlock : limit;
        outcome->end = outcome->cycle == bounds->cycle ? EVENT_STOPPED : EVENT_WAITING;
    }
    return true;
}

/* Periodically shows progress, asks whether the run should stop, and moves the base of the shadows. */
static void attend(struct event_core *core, const struct event_bounds *bounds)
{
    struct machine *machine = core->machine;
    core->executed += (core->present - core->attended) * (core->running - core->sleeping);
    core->attended = core->present;
    machine_tick(machine, core->present, machine->stats.instructions + bounds->instructions + core->executed,
                 core->running);
    if (machine->end == END_FAULT) {
        core->over = true;
        core->outcome.last = core->present - 1;
        core->reached = core->present;
    }
    if (core->present - core->base > BASE_CYCLES) {
        event_bring_all_back(core, core->present);
        event_forget_shadows(core, core->present);
    }
}

/* Carries out the events from cycle `next` up to core.stop, as long as no test is due. */
static void carry_out_up_to_stop(struct event_core *core, uint64_t next)
{
    const uint64_t running = core->running;
    unsigned cycles = 0;
    do {
        carry_out(core, next);
        EVENT_AFTER_CYCLE(core);
        next = queue_first(&core->queue, core->present);
    } while (next < core->stop && ++cycles < CYCLES_AT_ONCE && core->running == running && !core->over &&
             !core->all_arrived);
}

const struct event_outcome *event_run(struct event_core *core, struct tile *tiles, uint32_t count,
                                      uint64_t cycle, bool goes_on, const struct event_bounds *bounds)
{
    take_all(core, tiles, count, cycle, goes_on, bounds->asked);
    for (uint64_t events = 1;; events++) {
        const uint64_t next = queue_first(&core->queue, core->present);
        if (stops(core, next, bounds))
            break;
        carry_out_up_to_stop(core, next);
        if (!core->over && (events % TICK_EVENTS == 0 || core->queue.some == 0 ||
                            core->present - core->attended >= EVENT_PATIENCE))
            attend(core, bounds);
    }
    core->present = core->outcome.cycle;
    give_all(core, tiles, count);
    return &core->outcome;
}
