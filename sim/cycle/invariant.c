/* invariant.c - see invariant.h. Looks at the state, changes nothing of it. */
#include "invariant.h"

#include <stdlib.h>

#include "common/memory.h"
#include "sim/inject/inject.h"
#include "state.h"

static bool is_member_once(struct cycle_state *state)
{
    const uint32_t pps = state->machine->config.pps;
    uint8_t *const seen = memory_take(pps, sizeof *seen);
    uint32_t count = 0;
    bool holds = true;
    for (uint32_t s = 0; s < state->strands.current_count; s++) {
        const struct strand *strand = state->strands.current[s];
        for (uint32_t k = 0; k < strand->count; k++) {
            holds = holds && seen[strand->members[k]]++ == 0 && state->halted[strand->members[k]] == 0;
            count++;
        }
    }
    holds = holds && sleep_marks(&state->sleepers, seen) && lone_marks(state, seen) &&
            count + state->sleepers.count + state->lone.count + inject_asleep(state->inject) ==
                state->running_count;
    free(seen);
    return holds;
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

static bool is_order_kept(struct cycle_state *state)
{
    for (uint32_t s = 0; s < state->strands.current_count; s++) {
        const struct strand *strand = state->strands.current[s];
        for (uint32_t k = 1; strand->is_sorted && k < strand->count; k++)
            if (strand->members[k - 1] >= strand->members[k])
                return false;
    }
    return true;
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

static bool is_inside_like_members(const struct cycle_state *state, const struct strand *strand)
{
    for (uint32_t k = 0; k < strand->count; k++)
        if (strand->is_inside != (state->presence.barrier_since[strand->members[k]] != 0))
            return false;
    return true;
}

static bool is_inside_right(struct cycle_state *state)
{
    bool holds = sleep_holds(state, is_inside_like_members);
    for (uint32_t s = 0; s < state->strands.current_count; s++)
        holds = holds && is_inside_like_members(state, state->strands.current[s]);
    return holds;
}

static bool is_requests_gone(struct cycle_state *state)
{
    const struct cycle_requests *requests = &state->requests;
    const uint32_t words = state->machine->config.pps / 64 + 1;
    uint64_t bits = requests->kinds;
    for (unsigned stage = 0; stage < REQUEST_STAGES; stage++) {
        bits |= requests->sets[stage].count;
        for (uint32_t word = 0; word < words; word++)
            bits |= requests->sets[stage].pps[word];
        for (uint32_t group = 0; group <= words / 64; group++)
            bits |= requests->sets[stage].words[group];
    }
    return bits == 0 && !requests->has_images;
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
