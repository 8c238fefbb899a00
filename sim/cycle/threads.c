/* threads.c - see threads.h. */
#include "threads.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "asm/isa.h"
#include "deal.h"
#include "range.h"
#include "sim/machine/deadlock.h"
#include "sim/team/room.h"
#include "sim/team/team.h"
#include "state.h"

/* What a thread tells all others at a team barrier. */
struct report {
    uint64_t instructions;     /* of its PPs since the run began, */
    uint64_t sources;          /* a bit, modulo 64, for each thread that has requests */
    uint32_t running, waiting; /* PPs that have not halted; of those, PPs in barriers */
    uint32_t time, longest; /* nanoseconds of its instructions, in a timed cycle; the longest of a thread */
    uint32_t stall;         /* microseconds */
    uint16_t kinds;         /* of requests: a bit for each enum system_fold */
    bool has_failed, has_calls, any_asleep, is_mixed, wakes;
    bool is_free; /* not all PPs of the range have waited long in barriers */
    bool stops;   /* thread 0: the team ends after this cycle */
    bool times;   /* thread 0: the next cycle is timed, */
    bool crowded; /* by a clock that suits a crowded host */
};
_Static_assert(sizeof(struct report) <= TEAM_MESSAGE, "a report travels with a thread's arrival");

/* How a team ended. */
enum threads_end { THREADS_GO_ON, THREADS_FAIL, THREADS_REFUSE };

struct threads_team {
    struct cycle_state *whole; /* not owned */
    struct room room;
    unsigned most, size;      /* threads that may be; that are at work */
    struct deal *deals;       /* owned; by thread; their ranges, too, except the first */
    uint32_t *ends, *weights; /* owned; of ranges; of blocks of PPs */
    uint8_t *homes;           /* owned; deal_make_homes */
    uint64_t until;           /* the team ends before this cycle */
    uint64_t began;           /* the team's first cycle */
    uint64_t clock_cost;      /* pace_work_cost */
    enum threads_end end;
    uint32_t random; /* state of a generator, for tests (struct test_knobs); 0: none */
    bool changes;    /* the team ends because pace.h wants another number of threads */
    bool wakes_all;  /* host calls have stored */
    bool is_nice;
};

/* A thread at work. */
struct hand {
    struct threads *threads;
    struct threads_team *team;
    struct team_member *member;
    struct deal *deal;
    struct cycle_state *range;
    unsigned index;
    unsigned weight, next_weight; /* thread 0: cycles that the present, the next timed one represents */
    bool times, crowded;          /* the present cycle is timed */
    struct report all;            /* of all threads at the last team barrier */
};

/* ---- before the run */

static bool has_room(const void *context, unsigned more)
{
    return room_has(context, more);
}

/* The fewest PPs of a range. */
#if defined PRAM_HOSTILE || defined __SANITIZE_THREAD__
enum { THREADS_LEAST_PPS = 1 };
#else
enum { THREADS_LEAST_PPS = 256 };
#endif

/* The threads that cores are there for. Hostile builds, builds with sanitizers and tests that choose ranges
 * get all that they ask for. */
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

/* Observers follow one thread, and so do precision units and what differs from the usual way to carry out
 * requests. */
static bool is_plain(const struct machine *machine)
{
    return !listens(machine->observers) && !listens(machine->counts) && !listens(machine->marks) &&
           !listens(machine->journal) && machine->inject == NULL && machine->ranks == NULL &&
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

/* Makes what a team needs, when the first one begins. False if memory is short. */
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
    team->is_nice = getpriority(PRIO_PROCESS, 0) > 0;
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

/* ---- team barriers */

static uint32_t at_most(uint64_t value)
{
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static void join(void *to, const void *more)
{
    struct report *all = to;
    const struct report *one = more;
    all->instructions += one->instructions;
    all->sources |= one->sources;
    all->running += one->running;
    all->waiting += one->waiting;
    all->time = at_most((uint64_t)all->time + one->time);
    all->longest = one->longest > all->longest ? one->longest : all->longest;
    all->stall = one->stall > all->stall ? one->stall : all->stall;
    all->kinds |= one->kinds;
    all->has_failed |= one->has_failed;
    all->has_calls |= one->has_calls;
    all->any_asleep |= one->any_asleep;
    all->is_mixed |= one->is_mixed;
    all->wakes |= one->wakes;
    all->is_free |= one->is_free;
    all->stops |= one->stops;
    all->times |= one->times;
    all->crowded |= one->crowded;
}

/* A team barrier, after which hand->all is known. */
static void meet(struct hand *hand, const struct report *own)
{
    struct team_news news;
    memcpy(team_message(hand->member), own, sizeof *own);
    team_meet(hand->member, join, &news);
    memcpy(&hand->all, news.all[0], sizeof hand->all);
    for (unsigned k = 1; k < news.all_count; k++)
        join(&hand->all, news.all[k]);
}

/* ---- requests */

static struct deal_cycle deal_of(const struct hand *hand, const struct report *all)
{
    return (struct deal_cycle){.deals = hand->team->deals,
                               .homes = hand->team->homes,
                               .threads = hand->team->size,
                               .sources = all->sources,
                               .kinds = all->kinds,
                               .any_asleep = all->any_asleep};
}

/* Carries out the cycle's requests to memory. False: a cell gets two kinds; memory has not changed. */
static bool carry_out(struct hand *hand)
{
    struct cycle_state *range = hand->range;
    const struct deal_cycle cycle = deal_of(hand, &hand->all);
    struct report own = {0};
    own.is_mixed = !deal_carry_out(&cycle, hand->index, &own.wakes);
    meet(hand, &own);
    if (hand->all.is_mixed) {
        deal_undo(&cycle, hand->index);
        return false;
    }
    if (hand->all.wakes)
        deal_wake(&cycle, hand->index);
    if (range->requests.combine_count != 0)
        deal_return(hand->deal);
    range->stats->stores += range->requests.store_count;
    range->stats->multiprefix += range->requests.combine_count;
    range->stats->write_conflicts += hand->deal->lost;
    requests_forget(range);
    return true;
}

/* Serves host calls: thread 0 alone, in PP order. False: the run is over. */
static bool serve(struct hand *hand)
{
    struct threads_team *team = hand->team;
    struct cycle_state *whole = team->whole;
    struct report own = {0};
    if (hand->index == 0) {
        team->wakes_all = false;
        for (unsigned k = 1; k < team->size; k++) {
            const struct cycle_state *range = team->deals[k].range;
            memcpy(whole->calls + whole->call_count, range->calls, range->call_count * sizeof *range->calls);
            whole->call_count += range->call_count;
        }
        for (uint32_t k = 0; k < whole->call_count; k++)
            team->wakes_all = team->wakes_all || hostcall_stores(whole->calls[k].number);
        own.stops = !requests_ask_host(whole);
    }
    meet(hand, &own);
    if (team->wakes_all && hand->index != 0)
        sleep_end_all(hand->range);
    return !hand->all.stops;
}

/* ---- times */

static uint64_t work_clock(const struct hand *hand)
{
    return !hand->times ? 0 : hand->crowded ? pace_clock() : pace_work_clock();
}

static uint64_t beyond(uint64_t time, uint64_t less)
{
    return time > less ? time - less : 0;
}

/* Thread 0, in the cycle that it reports. */
static void report_of_first(struct hand *hand, struct report *own)
{
    const struct machine *machine = hand->range->machine;
    struct pace *pace = &hand->threads->pace;
    hand->weight = hand->next_weight;
    hand->next_weight = hand->team->random == 0 ? pace_choose(pace, pace_clock) : 0;
    own->times = hand->next_weight != 0;
    own->crowded = pace_is_crowded(pace);
    own->stops = hand->team->changes || machine->end != END_RUNNING || machine->pause;
}

/* Thread 0, after a timed cycle: `met` is when all had executed it, `own` its work. */
static void note_times(struct hand *hand, const struct report *all, uint64_t own, uint64_t began,
                       uint64_t executed, uint64_t met)
{
    const uint64_t end = pace_clock();
    const struct pace_times times = {.own = own,
                                     .others = beyond(all->time, own),
                                     .most = all->longest,
                                     .wait = beyond(met, executed),
                                     .whole = beyond(end - began, 2 * hand->team->clock_cost),
                                     .phase = beyond(end, met),
                                     .parts = hand->team->size,
                                     .done = all->instructions};
    hand->team->changes |= pace_note(&hand->threads->pace, end, hand->weight, &times);
}

/* ---- a cycle */

/* A range whose PPs have not all waited long in barriers is not in a deadlock. */
static bool is_free(const struct cycle_state *range)
{
    if (range->waiting_count != range->running_count)
        return true;
    for (uint32_t pp = range->first; pp < range->end; pp++)
        if (range->halted[pp] == 0 && !deadlock_has_waited(range->barrier_since[pp] - 1, range->cycle))
            return true;
    return false;
}

static struct report report_of(struct hand *hand, uint64_t time)
{
    const struct cycle_state *range = hand->range;
    const struct cycle_requests *requests = &range->requests;
    const bool asks = requests->store_count + requests->combine_count != 0;
    const uint64_t stall = team_take_stall(hand->member) / 1000;
    struct report own = {.instructions = range->stats->instructions,
                         .sources = (uint64_t)asks << hand->index % 64,
                         .running = range->running_count,
                         .waiting = range->waiting_count,
                         .time = at_most(time),
                         .longest = at_most(time),
                         .stall = at_most(stall),
                         .kinds = (uint16_t)requests->kinds,
                         .has_failed = range->has_failed,
                         .has_calls = range->call_count != 0,
                         .any_asleep = range->sleepers.count != 0};
    if (hand->index == 0)
        report_of_first(hand, &own);
    return own;
}

/* The requests of the cycle are refused: thread 0 finds out which, when the team has ended. */
static bool refuse(struct hand *hand)
{
    hand->range->is_refused = true;
    hint_drop_ended(hand->range);
    if (hand->index == 0)
        hand->team->end = THREADS_REFUSE;
    return false;
}

static bool fail(struct hand *hand)
{
    range_drop(hand->range);
    if (hand->index == 0)
        hand->team->end = THREADS_FAIL;
    return false;
}

/* The rest of a cycle, after its instructions. False: the team ends. */
static bool finish(struct hand *hand)
{
    struct cycle_state *range = hand->range;
    const struct report all = hand->all;
    bool goes_on = true;
    if (all.has_failed)
        return fail(hand);
    if (all.running == 0)
        return false;
    range_finish(range);
    if (all.sources != 0 && !carry_out(hand))
        return refuse(hand);
    if (all.has_calls)
        goes_on = serve(hand);
    range_turn(range);
    return goes_on && !all.stops;
}

static bool run_cycle(struct hand *hand)
{
    struct cycle_state *range = hand->range;
    struct machine *machine = range->machine;
    const bool times = hand->times && hand->index == 0;
    const uint64_t began = times ? pace_clock() : 0, start = work_clock(hand);
    range_execute(range);
    if (!range->has_failed)
        deal_requests(hand->deal, hand->team->homes, hand->team->size);
    const uint64_t work =
        hand->times ? beyond(work_clock(hand) - start, hand->crowded ? 0 : hand->team->clock_cost) : 0;
    const struct report own = report_of(hand, work);
    const uint64_t executed = times ? pace_clock() : 0;
    meet(hand, &own);
    const struct report all = hand->all;
    const uint64_t met = times ? pace_clock() : 0;
    const bool goes_on = finish(hand);
    if (hand->index == 0) {
        machine_tick(machine, range->cycle, all.instructions, all.running);
        if (times)
            note_times(hand, &all, work, began, executed, met);
        if (all.stall != 0 && hand->team->random == 0 &&
            pace_stall(&hand->threads->pace, pace_clock(), (uint64_t)all.stall * 1000))
            hand->team->changes = true;
    }
    hand->times = all.times;
    hand->crowded = all.crowded;
    return goes_on;
}

/* Before a cycle in which deadlocks are searched for: whether one is possible. Then the team ends. */
static bool is_perhaps_stuck(struct hand *hand)
{
    const struct cycle_state *range = hand->range;
    if (!deadlock_is_asked(range->cycle) || range->cycle == hand->team->began)
        return false;
    const struct report own = {.is_free = is_free(range), .running = range->running_count};
    meet(hand, &own);
    return !hand->all.is_free && hand->all.running != 0;
}

static void work(struct team_member *member, void *context)
{
    struct threads *threads = context;
    struct threads_team *team = threads->team;
    struct hand hand = {.threads = threads,
                        .team = team,
                        .member = member,
                        .index = member->index,
                        .deal = &team->deals[member->index],
                        .range = team->deals[member->index].range};
    range_take(hand.range, team->began, member->index == 0 ? 0 : team->ends[member->index - 1],
               team->ends[member->index]);
    do {
        if (!run_cycle(&hand))
            break;
    } while (hand.range->cycle != team->until && !is_perhaps_stuck(&hand));
    range_leave(hand.range);
}

/* ---- from one thread to a team and back */

bool threads_are_due(const struct cycle_state *state)
{
    const struct threads *threads = state->threads;
    return threads != NULL && threads->can_start &&
           (threads->is_due || threads->pace.together || threads->team->random != 0) &&
           state->watch.cycles == 0 && state->breakpoints == NULL;
}

static uint32_t random_below(struct threads_team *team, uint32_t limit)
{
    team->random = team->random * 1664525u + 1013904223u;
    team->random += team->random == 0;
    return (team->random >> 8) % limit;
}

/* For tests: a team of any size, any ranges, for some cycles. */
static void divide_at_random(struct threads_team *team)
{
    const uint32_t pps = team->whole->machine->config.pps;
    const uint64_t end = team->began + 1 + random_below(team, 200);
    team->size = 2 + random_below(team, team->most - 1);
    team->until = team->until < end ? team->until : end;
    for (unsigned k = 0; k < team->size; k++) {
        const uint32_t least = k == 0 ? 1 : team->ends[k - 1] + 1, most = pps - (team->size - 1 - k);
        team->ends[k] = least + random_below(team, most - least + 1);
    }
    team->ends[team->size - 1] = pps;
    range_leave(team->whole);
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

/* After a fault: the lowest PP's is the run's. */
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
    threads->can_start = team_run(team->size, work, threads);
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
    pace_watch_share(&threads->pace, pace_clock(), pace_work_clock,
                     team->is_nice && !room_is_known(&team->room));
    pace_watch_room(&threads->pace, has_room, &team->room);
    threads->team->clock_cost = pace_work_cost();
}

/* Of short cycles only some may be timed, because asking takes its time, too. */
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
    if (threads->weight != 0) {
        threads->began = pace_clock();
        threads->ran = pace_is_crowded(&threads->pace) ? threads->began : pace_work_clock();
    }
}

void threads_note_executed(struct threads *threads)
{
    if (threads->weight == 0)
        return;
    const bool is_crowded = pace_is_crowded(&threads->pace);
    threads->ran = (is_crowded ? pace_clock() : pace_work_clock()) - threads->ran;
    threads->ran = beyond(threads->ran, is_crowded ? 0 : threads->team->clock_cost);
    threads->met = pace_clock();
}

enum { STRAND_COST = 60, SAMPLES = 16 }; /* of a strand beside that of a member; members that are looked at */

/* The work of the larger half of the machine, by that of all: between 0.5 and 1. */
static double larger_half(const struct cycle_state *state)
{
    const uint32_t middle = state->machine->config.pps / 2;
    double work[2] = {0, 0}, all = 1;
    for (uint32_t s = 0; s < state->strands.current_count; s++) {
        const struct strand *strand = state->strands.current[s];
        const uint32_t step = strand->count / SAMPLES + 1;
        uint32_t seen[2] = {0, 0};
        for (uint32_t k = 0; k < strand->count; k += step)
            seen[strand->members[k] >= middle]++;
        for (unsigned half = 0; half < 2; half++)
            work[half] += (seen[half] != 0 ? STRAND_COST : 0) + (double)seen[half] * step;
        all += STRAND_COST + strand->count;
    }
    const double larger = (work[0] > work[1] ? work[0] : work[1]) / all;
    return larger < 0.5 ? 0.5 : larger > 1 ? 1 : larger;
}

void threads_end_cycle(struct cycle_state *state)
{
    struct threads *threads = state->threads;
    if (threads->weight == 0)
        return;
    const uint64_t end = pace_clock();
    const struct pace_times times = {.own = threads->ran,
                                     .most = (uint64_t)((double)threads->ran * larger_half(state)),
                                     .whole = beyond(end - threads->began, 2 * threads->team->clock_cost),
                                     .phase = end - threads->met,
                                     .parts = 2,
                                     .done = state->stats->instructions};
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
