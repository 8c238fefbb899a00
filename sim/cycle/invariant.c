/* invariant.c - invariants between two cycles (invariant.def). Looks at the state, changes nothing of it. */
#include <stdlib.h>

#include "common/memory.h"
#include "sim/inject/inject.h"
#include "state.h"

/* Whether it holds for all strands, awake or asleep. */
static bool all_hold(const struct cycle_state *state, strand_holds *holds, void *context)
{
    bool all = sleep_holds(state, holds, context);
    for (uint32_t s = 0; s < state->strands.current_count; s++)
        all = all && holds(state, state->strands.current[s], context);
    return all;
}

/* Marks the members in seen[pp], the context. False: one has a mark already, or has halted. */
static bool mark_members(const struct cycle_state *state, const struct strand *strand, void *context)
{
    uint8_t *const seen = context;
    for (uint32_t k = 0; k < strand->count; k++)
        if (seen[strand->members[k]]++ != 0 || state->halted[strand->members[k]] != 0)
            return false;
    return true;
}

static bool is_member_once(struct cycle_state *state)
{
    uint8_t *const seen = memory_take(state->machine->config.pps, sizeof *seen);
    const bool holds = all_hold(state, mark_members, seen) && lone_marks(state, seen);
    uint32_t count = state->sleepers.count + state->lone.count + inject_asleep(state->inject);
    for (uint32_t s = 0; s < state->strands.current_count; s++)
        count += state->strands.current[s]->count;
    free(seen);
    return holds && count == state->running_count;
}

static bool is_place_single(struct cycle_state *state)
{
    const struct strands *strands = &state->strands;
    for (uint32_t s = 0; s < strands->current_count; s++) {
        const struct strand *strand = strands->current[s];
        for (const struct strand *other = strand->link; other != NULL; other = other->link)
            if (other->pc == strand->pc && other->late == strand->late &&
                other->is_inside == strand->is_inside)
                return false;
    }
    return true;
}

static bool ascends(const struct cycle_state *state, const struct strand *strand, void *context)
{
    (void)state;
    (void)context;
    for (uint32_t k = 1; strand->is_sorted && k < strand->count; k++)
        if (strand->members[k - 1] >= strand->members[k])
            return false;
    return true;
}

static bool is_order_kept(struct cycle_state *state)
{
    return all_hold(state, ascends, NULL);
}

static bool is_running_counted(struct cycle_state *state)
{
    uint32_t running = 0;
    for (uint32_t pp = state->first; pp < state->end; pp++)
        running += state->halted[pp] == 0;
    return running == state->running_count;
}

static bool is_waiting_counted(struct cycle_state *state)
{
    uint32_t waiting = 0;
    for (uint32_t pp = state->first; pp < state->end; pp++)
        waiting += state->halted[pp] == 0 && state->presence.barrier_since[pp] != 0;
    return waiting == state->presence.waiting;
}

static bool is_inside_like_members(const struct cycle_state *state, const struct strand *strand,
                                   void *context)
{
    (void)context;
    for (uint32_t k = 0; k < strand->count; k++)
        if (strand->is_inside != (state->presence.barrier_since[strand->members[k]] != 0))
            return false;
    return true;
}

static bool is_inside_right(struct cycle_state *state)
{
    return all_hold(state, is_inside_like_members, NULL);
}

static bool is_request_set_empty(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const uint32_t words = state->machine->config.pps / 64 + 1;
    uint64_t bits = 0;
    for (uint32_t word = 0; word < words; word++)
        bits |= requests->pps[word];
    for (uint32_t group = 0; group <= words / 64; group++)
        bits |= requests->words[group];
    return bits == 0;
}

static bool is_sorting_empty(struct cycle_state *state)
{
    for (uint32_t word = 0; word <= state->machine->config.pps / 64; word++)
        if (state->strands.sorting[word] != 0)
            return false;
    return true;
}

static bool is_zero_kept(struct cycle_state *state)
{
    for (uint32_t pp = state->first; pp < state->end; pp++)
        if (cycle_row(state, 0)[pp] != 0)
            return false;
    return true;
}

static bool is_sleeper_fixed(struct cycle_state *state)
{
    return sleep_is_right(state);
}

const char *invariant_broken(struct cycle_state *state)
{
    static const struct {
        bool (*holds)(struct cycle_state *state);
        const char *text;
    } rows[] = {
#define INVARIANT(name, text) {is_##name, text},
#include "invariant.def"
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (!rows[k].holds(state))
            return rows[k].text;
    return NULL;
}
