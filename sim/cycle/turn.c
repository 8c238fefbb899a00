/* turn.c - the parts of a cycle: its instructions, its counters, and the step to the next cycle.
 *
 * Carried out for all PPs, or for those of a range by its thread. What lies between, requests and host calls,
 * belongs to the callers: cycle.c and threads/threads.c. Knows strands, lone PPs, hints and the profile.
 */
#include <stdio.h>
#include <stdlib.h>

#include "faults.h"
#include "invariant.h"
#include "state.h"

void cycle_execute(struct cycle_state *state)
{
    state->has_failed = false;
    state->load_count = 0;
    state->busy_count = state->busy_inside_count = state->call_count = 0;
    if (state->lone.count != 0)
        lone_execute(state);
    for (uint32_t k = 0; k < state->strands.current_count; k++)
        execute_strand(state, k);
}

void cycle_drop(struct cycle_state *state)
{
    profile_take_back(state);
    precision_take_back(&state->precision);
    if (listens(state->machine->journal))
        journal_cut(state->machine->journal, state->cycle);
    requests_forget(state);
}

void cycle_count(struct cycle_state *state)
{
    struct stats *stats = state->stats;
    const uint32_t awake = state->running_count - (state->faults != NULL ? faults_asleep(state) : 0);
    if (state->deferred_count != 0)
        hint_finish_deferred(state);
    state->profile.count = 0;
    stats->instructions += awake - state->busy_count;
    state->cut_short -= state->busy_inside_count;
    stats->loads += state->load_count;
}

#ifdef PRAM_HOSTILE
static void demand_invariants(struct cycle_state *state)
{
    const char *broken = invariant_broken(state);
    if (broken == NULL)
        return;
    fprintf(stderr, "cycle %llu: does not hold: %s\n", (unsigned long long)state->cycle, broken);
    abort();
}
#endif

void cycle_turn(struct cycle_state *state)
{
    if (state->ended_count != 0)
        hint_drop_ended(state);
    if (state->lone.count != 0)
        lone_turn(state);
    strands_turn(&state->strands);
    state->cycle++;
#ifdef PRAM_HOSTILE
    demand_invariants(state);
#endif
}
