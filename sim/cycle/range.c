/* range.c - see range.h. */
#include "range.h"

#include <stdlib.h>
#include <string.h>

#include "sim/inject/inject.h"
#include "state.h"

bool range_create_lists(struct cycle_state *range)
{
    struct memory_blocks *const memory = &range->memory;
    const uint32_t pps = range->machine->config.pps;
    range->scratch = memory_block(memory, pps, sizeof *range->scratch);
    range->calls = memory_block(memory, pps, sizeof *range->calls);
    range->deferred = memory_block(memory, pps, sizeof *range->deferred);
    requests_create(range);
    sleep_create(range);
    strands_create(&range->strands, memory, pps, range->machine->program.count);
    return !memory->is_short;
}

struct cycle_state *range_create(struct cycle_state *whole)
{
    struct cycle_state *range = calloc(1, sizeof *range);
    if (range == NULL)
        return NULL;
    *range = (struct cycle_state){.machine = whole->machine,
                                  .kernels = whole->kernels,
                                  .works = whole->works,
                                  .rows = whole->rows,
                                  .stride = whole->stride,
                                  .flags = whole->flags,
                                  .late = {whole->late[0], whole->late[1]},
                                  .halted = whole->halted,
                                  .pending = whole->pending,
                                  .presence = whole->presence};
    range->presence.cut_short = 0;
    range->stats = memory_block(&range->memory, 1, sizeof *range->stats);
    range->fault = memory_block(&range->memory, 1, sizeof *range->fault);
    lone_create_range(range, whole);
    if (range_create_lists(range))
        return range;
    range_destroy(range);
    return NULL;
}

void range_destroy(struct cycle_state *range)
{
    if (range == NULL)
        return;
    sleep_destroy(range);
    strands_destroy(&range->strands);
    requests_destroy(range);
    memory_free_blocks(&range->memory);
    free(range->notes);
    free(range);
}

/* ---- division */

struct range_bounds range_bounds(const uint32_t *ends, unsigned k, unsigned count, uint32_t pps)
{
    return (struct range_bounds){.least = k == 0 ? 1 : ends[k - 1] + 1, .most = pps - (count - 1 - k)};
}

void range_divide(const uint32_t *weights, uint32_t pps, unsigned count, uint32_t *ends)
{
    uint64_t all = 0, sum = 0;
    uint32_t block = 0;
    for (uint32_t k = 0; k * RANGE_BLOCK < pps; k++)
        all += weights[k];
    for (unsigned k = 0; k < count; k++) {
        const struct range_bounds bounds = range_bounds(ends, k, count, pps);
        while (block * RANGE_BLOCK < pps && sum + weights[block] / 2 < all * (k + 1) / count)
            sum += weights[block++];
        ends[k] = block * RANGE_BLOCK;
        ends[k] = ends[k] < bounds.least ? bounds.least : ends[k] > bounds.most ? bounds.most : ends[k];
    }
    ends[count - 1] = pps;
}

static void weigh_strand(const struct strand *strand, uint32_t *weights)
{
    for (uint32_t k = 0; strand != NULL && k < strand->count; k++)
        weights[strand->members[k] / RANGE_BLOCK] += WEIGHT_AWAKE;
}

void range_weigh(const struct cycle_state *range, uint32_t *weights)
{
    for (uint32_t pp = range->first; pp < range->end; pp++)
        weights[pp / RANGE_BLOCK] +=
            (range->halted[pp] == 0 ? WEIGHT_ASLEEP : 0) + (lone_is(range, pp) ? WEIGHT_AWAKE : 0);
    for (uint32_t k = 0; k < range->strands.current_count; k++)
        weigh_strand(range->strands.current[k], weights);
}

/* ---- the PPs of a range */

void range_leave(struct cycle_state *range)
{
    lone_interrupt(range); /* closes up the strands: after a fault a PP has room there only so */
    sleep_interrupt(range);
    pps_settle(range);
}

void range_reach(struct cycle_state *range, uint32_t first, uint32_t end)
{
    range->first = first;
    range->end = end;
    range->running_count = range->presence.waiting = 0;
    for (uint32_t pp = first; pp < end; pp++) {
        range->running_count += range->halted[pp] == 0;
        range->presence.waiting += range->halted[pp] == 0 && range->presence.barrier_since[pp] != 0;
    }
}

void range_take(struct cycle_state *range, uint64_t cycle, uint32_t first, uint32_t end)
{
    range->cycle = cycle;
    range_reach(range, first, end);
    pps_gather(range);
}

void range_add_counters(struct cycle_state *whole, struct cycle_state *range)
{
    stats_add(whole->stats, range->stats);
    whole->presence.cut_short += range->presence.cut_short;
    range->presence.cut_short = 0;
    memset(range->stats, 0, sizeof *range->stats);
}

/* ---- a cycle */

void range_execute(struct cycle_state *range)
{
    range->has_failed = false;
    range->load_count = 0;
    range->busy_count = range->busy_inside_count = range->call_count = 0;
    requests_begin(&range->requests, range->lone.count);
    if (range->lone.count != 0)
        lone_execute(range);
    for (uint32_t k = 0; k < range->strands.current_count; k++)
        execute_strand(range, k);
    requests_list(range);
}

void range_drop(struct cycle_state *range)
{
    range->note_count = 0;
    if (range->machine->journal != NULL)
        journal_cut(range->machine->journal, range->cycle);
}

void range_finish(struct cycle_state *range)
{
    struct stats *stats = range->stats;
    const uint32_t awake = range->running_count - inject_asleep(range->inject);
    if (range->deferred_count != 0)
        hint_finish_deferred(range);
    if (range->machine->counts != NULL)
        profile_finish(range);
    stats->instructions += awake - range->busy_count;
    range->presence.cut_short -= range->busy_inside_count;
    stats->loads += range->load_count;
}

void range_turn(struct cycle_state *range)
{
    if (range->lone.count != 0)
        lone_turn(range);
    strands_turn(&range->strands);
    range->cycle++;
#ifdef PRAM_HOSTILE
    machine_demand("cycle", range->cycle, invariant_broken(range));
#endif
}
