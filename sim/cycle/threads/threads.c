/* threads.c - see threads.h. What a team does is in work.c. */
#include "threads.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cycle/range.h"
#include "sim/cycle/state.h"
#include "team.h"

/* ---- before the run */

/* The most ranges, and so threads. */
static uint32_t count_ranges(const struct machine_config *config)
{
    return config->tests.deals != 0 ? config->pps : config->pps / THREADS_LEAST_PPS;
}

/* Whether several threads can execute the run: no observers, precision units, or unusual ways to carry out
 * requests. */
static bool is_plain(const struct machine *machine)
{
    return machine->observers == NULL && machine->counts == NULL && machine->marks == NULL &&
           machine->journal == NULL && machine->inject == NULL && machine->ranks == NULL &&
           !machine->program.uses_real && machine->config.policy == POLICY_HIGH;
}

/* Allocates the arrays of a team, before the first one begins. False if memory is short. */
static bool create_team(struct threads *threads)
{
    struct cycle_state *const whole = threads->whole;
    struct memory_blocks *const memory = &whole->memory;
    const struct machine *machine = whole->machine;
    if (threads->deals != NULL)
        return true;
    threads->ends = memory_block(memory, threads->most, sizeof *threads->ends);
    threads->weights = memory_block(memory, machine->config.pps / RANGE_BLOCK + 1, sizeof *threads->weights);
    threads->homes = memory_block(memory, machine->memory.host_words / DEAL_LINE + 1, 1);
    threads->deals = memory_block(memory, threads->most, sizeof *threads->deals);
    for (unsigned k = 0; !memory->is_short && k < threads->most; k++) {
        struct cycle_state *const range = k == 0 ? whole : range_create(whole);
        if (range == NULL || !deal_create(&threads->deals[k], range, threads->most))
            return false;
    }
    return !memory->is_short;
}

struct threads *threads_create(struct cycle_state *state)
{
    const unsigned most = pace_most(state->machine, count_ranges(&state->machine->config));
    if (most < 2 || !is_plain(state->machine))
        return NULL;
    struct threads *threads = calloc(1, sizeof *threads);
    if (threads == NULL)
        return NULL;
    threads->can_start = true;
    threads->whole = state;
    threads->most = most;
    threads->random = state->machine->config.tests.deals;
    room_open(&threads->room);
    pace_start(&threads->pace, pace_clock(), most, 2, false);
    threads->pace.room = &threads->room;
    return threads;
}

void threads_destroy(struct threads *threads)
{
    if (threads == NULL)
        return;
    for (unsigned k = 0; threads->deals != NULL && k < threads->most; k++) {
        struct cycle_state *range = threads->deals[k].range;
        deal_destroy(&threads->deals[k], threads->most);
        if (range != threads->whole)
            range_destroy(range);
    }
    room_close(&threads->room);
    free(threads);
}

/* ---- from one thread to a team and back */

bool threads_are_due(const struct cycle_state *state)
{
    const struct threads *threads = state->threads;
    return threads != NULL && threads->can_start &&
           (pace_threads(&threads->pace) > 1 || (threads->random != 0 && state->cycle >= threads->next));
}

static uint32_t random_below(struct threads *threads, uint32_t limit)
{
    threads->random = threads->random * 1664525u + 1013904223u;
    threads->random += threads->random == 0;
    return (uint32_t)((uint64_t)threads->random * limit >> 32);
}

/* For tests: random size, ranges and number of cycles of a team. */
static void divide_at_random(struct threads *threads)
{
    const uint32_t pps = threads->whole->machine->config.pps;
    const uint64_t end = threads->first + 1 + random_below(threads, RANDOM_TEAM);
    threads->size = 2 + random_below(threads, threads->most - 1);
    threads->until = threads->until < end ? threads->until : end;
    for (unsigned k = 0; k < threads->size; k++) {
        const struct range_bounds bounds = range_bounds(threads->ends, k, threads->size, pps);
        threads->ends[k] = bounds.least + random_below(threads, bounds.most - bounds.least + 1);
    }
    threads->ends[threads->size - 1] = pps;
    range_leave(threads->whole);
}

/* For tests: the cycles until the next team. Some teams follow at once. */
static uint32_t random_pause(struct threads *threads)
{
    return random_below(threads, 4) == 0 ? 0 : random_below(threads, RANDOM_PAUSE);
}

/* Divides the PPs among the ranges. */
static void divide(struct threads *threads)
{
    const uint32_t pps = threads->whole->machine->config.pps;
    memset(threads->weights, 0, (pps / RANGE_BLOCK + 1) * sizeof *threads->weights);
    range_weigh(threads->whole, threads->weights);
    range_divide(threads->weights, pps, threads->size, threads->ends);
    range_leave(threads->whole);
}

/* After a fault: the fault of the lowest PP becomes that of the run. */
static void take_fault(struct threads *threads)
{
    struct machine *machine = threads->whole->machine;
    for (unsigned k = 1; k < threads->size; k++) {
        const struct fault *fault = threads->deals[k].range->fault;
        if (fault->code != FAULT_NONE && fault_is_earlier(fault, &machine->fault))
            machine->fault = *fault;
    }
    machine->end = END_FAULT;
}

/* All PPs belong to one range again. */
static void unite(struct threads *threads)
{
    struct cycle_state *whole = threads->whole;
    for (unsigned k = 1; k < threads->size; k++) {
        struct cycle_state *range = threads->deals[k].range;
        range_add_counters(whole, range);
    }
    if (threads->end == THREADS_FAIL)
        take_fault(threads);
    if (threads->end == THREADS_REFUSE) {
        for (unsigned k = 0; k < threads->size; k++)
            requests_return(whole, threads->deals[k].range);
        requests_list(whole);
        (void)requests_carry_out(whole);
        whole->machine->end = END_FAULT;
    }
    if (threads->end == THREADS_GO_ON)
        range_take(whole, whole->cycle, 0, whole->machine->config.pps);
    else
        range_reach(whole, 0, whole->machine->config.pps);
}

/* Runs a team of the given size. */
static void run_team(struct threads *threads, uint64_t until)
{
    threads->until = until;
    threads->first = threads->whole->cycle;
    threads->changes = false;
    threads->end = THREADS_GO_ON;
    if (threads->random != 0)
        divide_at_random(threads);
    else
        divide(threads);
    threads->can_start = team_run(threads->size, team_work, threads);
    unite(threads);
}

void threads_run(struct cycle_state *state, uint64_t until)
{
    struct threads *threads = state->threads;
    struct pace *pace = &threads->pace;
    threads->size = pace_threads(pace);
    threads->can_start = create_team(threads);
    if (threads->can_start)
        run_team(threads, until);
    if (threads->random != 0)
        threads->next = threads->whole->cycle + random_pause(threads);
    else
        pace_change(pace, pace_clock(), threads->can_start);
}

/* ---- one thread */

void threads_begin(struct threads *threads)
{
    pace_resume(&threads->pace, pace_clock());
}

void threads_forget(struct threads *threads)
{
    pace_forget(&threads->pace);
    threads->weight = 0;
}

void threads_begin_cycle(struct threads *threads)
{
    threads->weight =
        threads->can_start && threads->random == 0 ? pace_choose(&threads->pace, pace_clock) : 0;
}

void threads_end_cycle(struct cycle_state *state)
{
    struct threads *threads = state->threads;
    if (threads->weight == 0)
        return;
    const uint64_t end = pace_clock();
    if (pace_note(&threads->pace, end, threads->weight, state->stats->instructions))
        pace_change(&threads->pace, end, true);
}

/* Why the run has no team, or no larger one. */
static enum stats_reason limit_of(const struct machine *machine)
{
    const struct machine_config *config = &machine->config;
    if (config->threads == 1)
        return STATS_LIMIT_asked;
    if (!is_plain(machine))
        return STATS_LIMIT_observed;
    const uint32_t ranges = count_ranges(config);
    const unsigned most = pace_most(machine, ranges);
    return most == config->threads ? STATS_LIMIT_asked : most == ranges ? STATS_LIMIT_pps : STATS_LIMIT_cores;
}

void threads_count(const struct cycle_state *state)
{
    struct stats *stats = &state->machine->stats;
    stats->threads_used = 1;
    stats->threads_why = STATS_LIMIT_asked;
    if (state->threads != NULL)
        stats->threads_used = pace_stop(&state->threads->pace, pace_clock(), &stats->threads_why);
    if (stats->threads_why == STATS_LIMIT_asked)
        stats->threads_why = limit_of(state->machine);
}
