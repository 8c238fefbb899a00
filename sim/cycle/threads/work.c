/* work.c - a thread of a team at work: cycles of its range, and team barriers. */
#include <string.h>

#include "sim/cycle/range.h"
#include "sim/cycle/state.h"
#include "sim/machine/follow/deadlock.h"
#include "team.h"

/* What all threads learn of each other at a team barrier; reports of several threads are joined. */
struct report {
    uint64_t instructions; /* of its PPs since the run began */
    uint64_t sources;      /* the bit of a thread, modulo 64, is set if it has requests */
    struct team_balance work;
    uint32_t running, waiting; /* PPs that have not halted; those of them in barriers */
    uint16_t kinds;            /* of requests: a bit for each enum system_fold */
    bool has_failed, has_calls, any_asleep, is_mixed, wakes;
    bool wakes_all; /* host calls have stored */
    bool is_free;   /* not all PPs of the range will have waited long in barriers */
    bool stops;     /* thread 0: the team ends after this cycle */
};
_Static_assert(sizeof(struct report) <= TEAM_MESSAGE, "a report is the message of a team barrier");

/* A thread at work. */
struct hand {
    struct threads *threads;
    struct team_member *member;
    struct deal *deal;
    struct cycle_state *range;
    unsigned index;
    uint64_t work;     /* of its range since the last test for drift (team.h) */
    struct report all; /* of all threads at the last team barrier */
};

/* ---- team barriers */

static void join(void *to, const void *more)
{
    struct report *all = to;
    const struct report *one = more;
    all->instructions += one->instructions;
    all->sources |= one->sources;
    all->work.sum += one->work.sum;
    all->work.most = one->work.most > all->work.most ? one->work.most : all->work.most;
    all->running += one->running;
    all->waiting += one->waiting;
    all->kinds |= one->kinds;
    all->has_failed |= one->has_failed;
    all->has_calls |= one->has_calls;
    all->any_asleep |= one->any_asleep;
    all->is_mixed |= one->is_mixed;
    all->wakes |= one->wakes;
    all->wakes_all |= one->wakes_all;
    all->is_free |= one->is_free;
    all->stops |= one->stops;
}

/* Waits at a team barrier; then hand->all has the reports of all threads. */
static void meet(struct hand *hand, const struct report *own)
{
    struct team_news news;
    memcpy(team_message(hand->member), own, sizeof *own);
    team_exchange(hand->member, join, &news);
    memcpy(&hand->all, news.all[0], sizeof hand->all);
    for (unsigned k = 1; k < news.all_count; k++)
        join(&hand->all, news.all[k]);
}

/* ---- requests */

static struct deal_cycle deal_of(const struct hand *hand, const struct report *all)
{
    return (struct deal_cycle){.deals = hand->threads->deals,
                               .homes = hand->threads->homes,
                               .threads = hand->threads->size,
                               .sources = all->sources,
                               .kinds = all->kinds,
                               .any_asleep = all->any_asleep};
}

static void carry_out_of(struct hand *hand, const struct deal_cycle *cycle, unsigned k, struct report *own)
{
    own->is_mixed |= !deal_carry_out(cycle, k);
    own->wakes |= hand->threads->deals[k].changed_count != 0;
}

/* Serves the host calls of all ranges, in PP order. */
static void serve(struct hand *hand, struct report *own)
{
    const struct threads *threads = hand->threads;
    struct cycle_state *whole = threads->whole;
    for (unsigned k = 1; k < threads->size; k++) {
        const struct cycle_state *range = threads->deals[k].range;
        memcpy(whole->calls + whole->call_count, range->calls, range->call_count * sizeof *range->calls);
        whole->call_count += range->call_count;
    }
    for (uint32_t k = 0; k < whole->call_count; k++)
        own->wakes_all |= hostcall_access(whole->calls[k].number) == HOSTCALL_WRITES;
    own->stops = !requests_ask_host(whole);
}

/* Thread 0, while the others wait: host calls see the stores to all cells. */
static void carry_out_alone(struct hand *hand, const struct deal_cycle *cycle, struct report *own)
{
    for (unsigned k = 0; k < cycle->threads; k++)
        carry_out_of(hand, cycle, k, own);
    if (!own->is_mixed)
        serve(hand, own);
}

/* Carries out the cycle's requests and host calls, up to the second team barrier. Memory is unchanged if a
 * cell gets two kinds of requests (hand->all.is_mixed). */
static void carry_out(struct hand *hand)
{
    struct stats *stats = hand->range->stats;
    const struct deal_cycle cycle = deal_of(hand, &hand->all);
    struct report own = {0};
    if (!hand->all.has_calls)
        carry_out_of(hand, &cycle, hand->index, &own);
    else if (hand->index == 0)
        carry_out_alone(hand, &cycle, &own);
    meet(hand, &own);
    if (hand->all.is_mixed) {
        deal_undo(&cycle, hand->index);
        return;
    }
    if (hand->all.wakes_all && hand->index != 0)
        sleep_end_all(hand->range);
    if (hand->all.wakes)
        deal_wake(&cycle, hand->index);
    deal_return(hand->deal);
    stats->stores += hand->range->requests.stores;
    stats->multiprefix += hand->range->requests.folds;
    stats->write_conflicts += hand->deal->lost;
}

/* ---- a cycle */

/* Whether a PP of the range will not have waited long in a barrier when the next cycle begins: then there is
 * no deadlock of barriers. False also if hints or the end of PPs may change that. */
static bool is_free(const struct cycle_state *range)
{
    if (range->deferred_count != 0)
        return false;
    if (range->presence.waiting != range->running_count)
        return true;
    for (uint32_t pp = range->first; pp < range->end; pp++)
        if (range->halted[pp] == 0 &&
            !deadlock_has_waited(range->presence.barrier_since[pp] - 1, range->cycle + 1))
            return true;
    return false;
}

static struct report report_of(struct hand *hand)
{
    const struct cycle_state *range = hand->range;
    const uint32_t kinds = range->requests.kinds;
    struct report own = {.instructions = range->stats->instructions,
                         .sources = (uint64_t)(kinds != 0) << hand->index % 64,
                         .work = {.sum = hand->work, .most = hand->work},
                         .running = range->running_count,
                         .waiting = range->presence.waiting,
                         .kinds = (uint16_t)kinds,
                         .has_failed = range->has_failed,
                         .has_calls = range->call_count != 0,
                         .any_asleep = range->sleepers.count != 0,
                         .is_free = deadlock_is_asked(range->cycle + 1) && is_free(range)};
    const struct machine *machine = range->machine;
    own.stops = hand->index == 0 && (hand->threads->changes || machine->end != END_RUNNING || machine->pause);
    return own;
}

/* False: the team ends so. */
static bool end_as(const struct hand *hand, enum threads_end end)
{
    if (hand->index == 0)
        hand->threads->end = end;
    return false;
}

/* The rest of a cycle, after its instructions. False: the team ends. If requests are refused, thread 0 then
 * finds the wrong one. */
static bool finish(struct hand *hand)
{
    struct cycle_state *range = hand->range;
    const struct report all = hand->all;
    if (all.has_failed) {
        range_drop(range);
        return end_as(hand, THREADS_FAIL);
    }
    if (all.running == 0)
        return false;
    range_finish(range);
    if (all.sources != 0 || all.has_calls)
        carry_out(hand);
    range->is_refused = hand->all.is_mixed;
    if (range->is_refused)
        return end_as(hand, THREADS_REFUSE);
    range_turn(range);
    /* a deadlock is possible: all PPs belong to one range when it is searched for */
    const bool is_stuck = deadlock_is_asked(range->cycle) && !all.is_free;
    return !hand->all.stops && !all.stops && !is_stuck;
}

static bool run_cycle(struct hand *hand)
{
    struct cycle_state *range = hand->range;
    struct machine *machine = range->machine;
    struct pace *pace = &hand->threads->pace;
    /* how many cycles this one represents; 0: it is not timed */
    const unsigned weight =
        hand->index == 0 && hand->threads->random == 0 ? pace_choose(pace, pace_clock) : 0;
    range_execute(range);
    hand->work += range->running_count - range->sleepers.count;
    if (!range->has_failed)
        deal_requests(hand->deal, hand->threads->homes, hand->threads->size);
    const struct report own = report_of(hand);
    meet(hand, &own);
    const struct report all = hand->all;
    const bool goes_on = finish(hand);
    if (range->cycle % TEAM_DRIFT_CYCLES == 0)
        hand->work = 0;
    if (hand->index == 0)
        machine_tick(machine, range->cycle, all.instructions, all.running);
    if (weight != 0)
        hand->threads->changes |= pace_note(pace, pace_clock(), weight, all.instructions);
    if (hand->index == 0)
        hand->threads->changes |= team_has_drifted(&all.work, hand->threads, range->cycle);
    return goes_on;
}

void team_work(struct team_member *member, void *context)
{
    struct threads *threads = context;
    struct hand hand = {.threads = threads,
                        .member = member,
                        .index = member->index,
                        .deal = &threads->deals[member->index],
                        .range = threads->deals[member->index].range};
    range_take(hand.range, threads->first, member->index == 0 ? 0 : threads->ends[member->index - 1],
               threads->ends[member->index]);
    while (run_cycle(&hand) && hand.range->cycle != threads->until)
        ;
    range_leave(hand.range);
}
