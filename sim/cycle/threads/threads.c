/* threads.c - see threads.h. What a team does is in work.c. */
#include "threads.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cycle/range.h"
#include "sim/cycle/state.h"
#include "team.h"

/* ---- before the run */

/* The fewest PPs of a range. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { THREADS_LEAST_PPS = 1 };
#else
enum { THREADS_LEAST_PPS = 256 };
#endif

/* At most one thread per core; hostile builds, builds with sanitizers and tests that choose ranges get all
 * that they ask for. */
static unsigned threads_with_cores(const struct machine_config *config)
{
    const bool keeps_all = PACE_CHANGES_OFTEN || config->tests.deals != 0;
    const unsigned threads = config->threads < TEAM_MAX ? config->threads : TEAM_MAX;
    const unsigned cores = keeps_all ? threads : team_count_cores();
    return threads < cores ? threads : cores;
}

static unsigned threads_for(const struct machine_config *config)
{
    const uint32_t most = config->tests.deals != 0 ? config->pps : config->pps / THREADS_LEAST_PPS;
    const unsigned threads = threads_with_cores(config);
    return threads < most ? threads : most;
}

/* Whether several threads can execute the run: no observers, precision units, or unusual ways to carry out
 * requests. */
static bool is_plain(const struct machine *machine)
{
    return machine->observers == NULL && machine->counts == NULL && machine->marks == NULL &&
           machine->journal == NULL && machine->inject == NULL && machine->ranks == NULL &&
           !machine->program.uses_real && machine->config.policy == POLICY_HIGH;
}

static bool create_deals(struct threads_team *team)
{
    team->deals = calloc(team->most, sizeof *team->deals);
    for (unsigned k = 0; team->deals != NULL && k < team->most; k++) {
        struct cycle_state *range = k == 0 ? team->whole : range_create(team->whole);
        if (range == NULL || !deal_create(&team->deals[k], range, team->most))
            return false;
    }
    return team->deals != NULL;
}

/* Allocates the arrays of a team, before the first one begins. False if memory is short. */
static bool create_team(struct threads_team *team)
{
    const uint32_t pps = team->whole->machine->config.pps;
    if (team->deals != NULL)
        return true;
    team->ends = calloc(team->most, sizeof *team->ends);
    team->weights = calloc(pps / RANGE_BLOCK + 1, sizeof *team->weights);
    team->homes = deal_make_homes(&team->whole->machine->memory);
    return team->ends != NULL && team->weights != NULL && team->homes != NULL && create_deals(team);
}

struct threads *threads_create(struct cycle_state *state)
{
    const unsigned most = threads_for(&state->machine->config);
    if (most < 2 || !is_plain(state->machine))
        return NULL;
    struct threads *threads = calloc(1, sizeof *threads);
    struct threads_team *team = calloc(1, sizeof *team);
    if (threads == NULL || team == NULL) {
        free(threads);
        free(team);
        return NULL;
    }
    threads->team = team;
    threads->can_start = true;
    team->whole = state;
    team->most = most;
    team->random = state->machine->config.tests.deals;
    room_open(&team->room);
    return threads;
}

void threads_destroy(struct threads *threads)
{
    if (threads == NULL)
        return;
    struct threads_team *team = threads->team;
    for (unsigned k = 0; team->deals != NULL && k < team->most; k++) {
        struct cycle_state *range = team->deals[k].range;
        deal_destroy(&team->deals[k], team->most);
        if (range != team->whole)
            range_destroy(range);
    }
    free(team->deals);
    free(team->ends);
    free(team->homes);
    free(team->weights);
    room_close(&team->room);
    free(team);
    free(threads);
}

/* ---- from one thread to a team and back */

/* For tests: whether a team of any size begins. */
static bool is_due_at_random(const struct threads_team *team)
{
    return team->random != 0 && team->whole->cycle >= team->next;
}

bool threads_are_due(const struct cycle_state *state)
{
    const struct threads *threads = state->threads;
    return threads != NULL && threads->can_start &&
           (threads->is_due || threads->pace.together || is_due_at_random(threads->team));
}

static uint32_t random_below(struct threads_team *team, uint32_t limit)
{
    team->random = team->random * 1664525u + 1013904223u;
    team->random += team->random == 0;
    return (uint32_t)((uint64_t)team->random * limit >> 32);
}

/* Cycles at most of a team of any size, and between two such teams: on a busy host threads wait long for each
 * other, in each cycle. */
enum { RANDOM_TEAM = 200, RANDOM_PAUSE = 2000 };

/* For tests: random size, ranges and number of cycles of a team. */
static void divide_at_random(struct threads_team *team)
{
    const uint32_t pps = team->whole->machine->config.pps;
    const uint64_t end = team->began + 1 + random_below(team, RANDOM_TEAM);
    team->size = 2 + random_below(team, team->most - 1);
    team->until = team->until < end ? team->until : end;
    for (unsigned k = 0; k < team->size; k++) {
        const uint32_t least = k == 0 ? 1 : team->ends[k - 1] + 1, most = pps - (team->size - 1 - k);
        team->ends[k] = least + random_below(team, most - least + 1);
    }
    team->ends[team->size - 1] = pps;
    range_leave(team->whole);
}

/* For tests: the cycles until the next team. Some teams follow at once. */
static uint32_t random_pause(struct threads_team *team)
{
    return random_below(team, 4) == 0 ? 0 : random_below(team, RANDOM_PAUSE);
}

/* Divides the PPs among the ranges. */
static void divide(struct threads_team *team)
{
    const uint32_t pps = team->whole->machine->config.pps;
    memset(team->weights, 0, (pps / RANGE_BLOCK + 1) * sizeof *team->weights);
    range_weigh(team->whole, team->weights);
    range_divide(team->weights, pps, team->size, team->ends);
    range_leave(team->whole);
}

/* After a fault: the fault of the lowest PP becomes that of the run. */
static void take_fault(struct threads_team *team)
{
    struct machine *machine = team->whole->machine;
    for (unsigned k = 1; k < team->size; k++) {
        const struct fault *fault = team->deals[k].range->fault;
        if (fault->code != FAULT_NONE &&
            (machine->fault.code == FAULT_NONE || fault_is_earlier(fault, &machine->fault)))
            machine->fault = *fault;
    }
    machine->end = END_FAULT;
}

/* All PPs belong to one range again. */
static void unite(struct threads_team *team)
{
    struct cycle_state *whole = team->whole;
    for (unsigned k = 1; k < team->size; k++) {
        struct cycle_state *range = team->deals[k].range;
        range_add_counters(whole, range);
        if (team->end == THREADS_REFUSE)
            requests_move(whole, range);
    }
    if (team->end == THREADS_FAIL)
        take_fault(team);
    if (team->end == THREADS_REFUSE) {
        (void)requests_carry_out(whole);
        whole->machine->end = END_FAULT;
    }
    if (team->end == THREADS_GO_ON)
        range_take(whole, whole->cycle, 0, whole->machine->config.pps);
    else
        range_reach(whole, 0, whole->machine->config.pps);
}

/* Runs a team of the given size. */
static void run_team(struct threads *threads, uint64_t until)
{
    struct threads_team *team = threads->team;
    team->until = until;
    team->began = team->whole->cycle;
    team->changes = false;
    team->end = THREADS_GO_ON;
    if (team->random != 0)
        divide_at_random(team);
    else
        divide(team);
    threads->can_start = team_run(team->size, team_work, threads);
    unite(team);
}

void threads_run(struct cycle_state *state, uint64_t until)
{
    struct threads *threads = state->threads;
    struct threads_team *team = threads->team;
    struct pace *pace = &threads->pace;
    if (!create_team(team)) {
        threads->can_start = false;
        return;
    }
    threads->is_due = false;
    if (team->random != 0) {
        run_team(threads, until);
        team->next = team->whole->cycle + random_pause(team);
        return;
    }
    if (!pace->together)
        pace_change(pace, pace_clock(), true);
    team->size = pace_threads(pace);
    pace_begin(pace, team->size);
    run_team(threads, until);
    if (team->changes || !threads->can_start)
        pace_change(pace, pace_clock(), threads->can_start && pace->regroups);
}

/* ---- one thread */

void threads_begin(struct threads *threads)
{
    const struct threads_team *team = threads->team;
    if (threads->pace.team_count != 0)
        return;
    pace_start(&threads->pace, pace_clock(), team->most, 2, false);
    pace_watch_host(&threads->pace, &team->room);
}

void threads_forget(struct threads *threads)
{
    memset(&threads->pace, 0, sizeof threads->pace);
    threads->is_due = threads->is_short = false;
    threads->skips = threads->weight = 0;
}

/* Only some of the short cycles are timed, because reading clocks takes time, too. */
enum { SHORT_CYCLE = 2000, SHORT_SKIPS = 7 };

void threads_begin_cycle(struct threads *threads)
{
    if (threads->skips != 0) {
        threads->skips--;
        threads->weight = 0;
        return;
    }
    threads->skips = threads->is_short ? SHORT_SKIPS : 0;
    threads->weight =
        threads->can_start && threads->team->random == 0 ? pace_choose(&threads->pace, pace_clock) : 0;
    if (threads->weight != 0)
        threads->began = pace_clock();
}

void threads_note_executed(struct threads *threads)
{
    if (threads->weight != 0)
        threads->met = pace_clock();
}

void threads_end_cycle(struct cycle_state *state)
{
    struct threads *threads = state->threads;
    if (threads->weight == 0)
        return;
    const uint64_t end = pace_clock();
    const struct pace_times times = {
        .whole = end - threads->began, .phase = end - threads->met, .done = state->stats->instructions};
    threads->is_short = times.whole < SHORT_CYCLE;
    threads->is_due = pace_note(&threads->pace, end, threads->weight, &times);
}

/* Why the run has no team, or no larger one. */
static enum stats_limit limit_of(const struct machine *machine)
{
    const struct machine_config *config = &machine->config;
    if (config->threads == 1)
        return STATS_LIMIT_asked;
    if (!is_plain(machine))
        return STATS_LIMIT_observed;
    return threads_for(config) < threads_with_cores(config) ? STATS_LIMIT_pps
           : threads_for(config) < config->threads          ? STATS_LIMIT_cores
                                                            : STATS_LIMIT_asked;
}

void threads_count(const struct cycle_state *state)
{
    static const enum stats_limit reasons[PACE_REASONS] = {[PACE_UNKNOWN] = STATS_LIMIT_brief,
                                                           [PACE_SHORT] = STATS_LIMIT_little,
                                                           [PACE_SLOWER] = STATS_LIMIT_slower,
                                                           [PACE_BUSY] = STATS_LIMIT_busy};
    struct stats *stats = &state->machine->stats;
    enum pace_reason reason = PACE_LARGEST;
    stats->threads_used = 1;
    if (state->threads != NULL)
        stats->threads_used = pace_used(&state->threads->pace, pace_clock(), &reason);
    stats->threads_why = reason == PACE_LARGEST ? limit_of(state->machine) : reasons[reason];
}
