/* segment.c - one segment after the other (docs/internals/engine.md): each thread runs its tiles, sums up
 * their requests, and meets the others. Then all draw the same conclusion from all reports, and carry out the
 * requests.
 *
 * A thread that needs what others have written waits for them when it reads it, not before (writers.c). Knows
 * workers and phases; lead.c has the work of thread 0 for all, meet.c the team barrier. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "sim/tile/check/check.h"
#include "sim/segment/run.h"

/* Levels 1 to 5: segments in which all PPs wait in barriers and none writes, until the test whether they wait
 * for ever. If they do not, the next test comes after twice as many. */
enum { DEADLOCK_SEGMENTS = 64 };

/* Cycles of PPs in lockstep that take as long as a segment. */
enum { STEPS_WATCHED = 4 };

static uint64_t beyond(uint64_t nanoseconds, uint64_t others)
{
    return nanoseconds > others ? nanoseconds - others : 0;
}

/* Decides whether and how the run is watched in this segment. */
static void watch(struct hand *hand)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    if (course->looks && course->singly)
        course->news.disturbed |= commit_disturbs(bsp->commit);
    if (watch_next(&course->watch, &course->news) && hand_leads(hand)) {
        free(bsp->seen);
        bsp->seen = calloc(bsp->machine->config.pps, sizeof *bsp->seen); /* NULL: PPs are not watched */
        if (bsp->seen == NULL && bsp->meeting != NULL)                   /* all ranks must do the same */
            memory_is_short();
    }
    course->looks = watch_looks(&course->watch) && bsp->seen;
    for (unsigned i = hand->first; i < hand->end; i++)
        bsp->workers[i].seen = course->looks ? bsp->seen : NULL;
}

/* PPs run up to this cycle: --max-cycles, or the end of the cycle of a fault. */
static uint64_t last_cycle(const struct bsp *bsp)
{
    const uint64_t max_cycles = bsp->machine->config.max_cycles;
    const uint64_t end = max_cycles != 0 ? max_cycles : UINT64_MAX;
    return bsp->stop < end ? bsp->stop + 1 : end;
}

/* The cycle at which PPs stop in this segment if nothing stops them earlier. At level 0 it follows the cycles
 * in which no PP does anything visible, or is the cycle in which the run stops. */
static uint64_t choose_end(struct hand *hand, uint64_t last)
{
    struct course *course = &hand->course;
    course->halfway = false;
    if (hand->bsp->world.level > 0)
        return last;
    if (course->asks)
        return course->cycle;
    uint64_t next = course->cycle + course->quiet + 1;
    const uint64_t question = course->cycle - course->cycle % DEADLOCK_EVERY + DEADLOCK_EVERY;
    if (course->waits && question < next)
        next = question;
    const uint64_t whole = next < last ? next : last;
    course->halfway = hand->bsp->until < whole;
    return course->halfway ? hand->bsp->until : whole;
}

/* Whether PPs in lockstep have ended their segment by themselves. */
static bool is_out_of_step(const struct hand *hand)
{
    return hand->course.in_step && !hand->bsp->tiles[0].in_step;
}

/* Level 0: all PPs have stopped, in the cycle `end` or before it. */
static void note_end(struct hand *hand, uint64_t end)
{
    struct course *course = &hand->course;
    end = is_out_of_step(hand) ? hand->bsp->tiles[0].end : end;
    course->quiet -= course->halfway ? (unsigned)(end - course->cycle) : 0;
    if (course->in_step)
        course->watch.total += end / STEPS_WATCHED - course->cycle / STEPS_WATCHED;
    course->cycle = end;
}

/* ---- hostile builds: invariants */

static void check_tiles(const struct hand *hand, unsigned worker, enum check_time time)
{
#ifdef PRAM_HOSTILE
    tile_check_all(hand->bsp->workers[worker].tiles, hand->bsp->workers[worker].tile_count, time);
#else
    (void)hand;
    (void)worker;
    (void)time;
#endif
}

/* Levels 1 to 4: whether tiles of PPs in barriers may nap in this segment. At level 5 PPs store unseen. */
static bool may_nap(const struct hand *hand, uint64_t last)
{
    const struct bsp *bsp = hand->bsp;
    const unsigned level = bsp->world.level;
    return level > 0 && level < 5 && last == UINT64_MAX && bsp->meeting == NULL && !hand->course.loaded &&
           !hand->course.looks;
}

/* The question about PPs in barriers after a segment; `end`: its last cycle, at level 0. */
static enum worker_question choose_question(const struct hand *hand, uint64_t end)
{
    if (hand->course.asks)
        return WORKER_WAIT_FOR_EVER;
    return hand->bsp->world.level == 0 && deadlock_is_asked(end) ? WORKER_HAVE_WAITED : WORKER_ASKED_NOTHING;
}

/* Runs the thread's workers, and takes their reports. */
static void run_workers(struct hand *hand, const struct worker_way *way, uint64_t last)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    hand->waited = 0;
    for (unsigned i = hand->first; i < hand->end; i++) {
        worker_run(&bsp->workers[i], way);
        course->halfway = course->halfway && !is_out_of_step(hand);
        check_tiles(hand, i, CHECK_AFTER_SEGMENT);
        if (!course->halfway)
            worker_report(&bsp->workers[i], last, choose_question(hand, way->end));
        if (bsp->meeting != NULL)
            ranks_note_stores(bsp, i);
        if (course->timed)
            bsp->workers[i].done[hand->turn] = bsp->workers[i].effects.stats.instructions;
    }
}

/* What thread 0 tells all others. The bits are in one word and written at once: written one by one, each
 * would wait for the one before. */
static void tell_all(struct hand *hand, struct report *own)
{
    const struct bsp *bsp = hand->bsp;
    hand->weight = hand->next_weight;
    hand->next_weight = pace_choose(&hand->bsp->pace, pace_clock);
    const bool interrupted = bsp->machine->end == END_FAULT, pause = bsp->machine->pause;
    const bool time_next = hand->next_weight != 0, part = hand->part;
    const bool meets = bsp->meeting != NULL && bsp->machine->ranks->wants_meeting;
    own->interrupted = interrupted;
    own->time_next = time_next;
    own->part = part;
    own->pause = pause;
    own->meets = meets;
}

/* Runs the workers' tiles through the segment and meets the others; `heard` gets all reports. False: the
 * run stops within the segment, in the requested cycle. */
static bool run_and_meet(struct hand *hand, struct heard *heard, uint64_t *ran)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    const uint64_t last = last_cycle(bsp);
    course->stop = bsp->stop;
    struct report *const own = &bsp->workers[hand->first].report;
    const bool begins = !course->halfway;
    const uint64_t end = choose_end(hand, last);
    if (begins)
        watch(hand);
    const struct worker_way way = {.begins = begins,
                                   .goes_on = course->goes_on,
                                   .loaded = course->loaded,
                                   .passes = course->passes && !course->looks,
                                   .in_step = course->in_step,
                                   .naps = may_nap(hand, last),
                                   .changed_low = course->changed_low,
                                   .changed_high = course->changed_high,
                                   .start = course->cycle,
                                   .end = end};
    run_workers(hand, &way, last);
    hand_spend(hand, RUN_PART_tiles);
    if (bsp->world.level == 0)
        note_end(hand, end);
    *ran = course->timed ? pace_clock() : 0;
    if (course->halfway) {
        border_close(&bsp->workers[hand->first].effects.border);
        return false;
    }
    if (hand_leads(hand)) {
        lead_tick(bsp, course->running);
        tell_all(hand, own);
    }
    segment_meet(hand, heard);
    hand_spend(hand, RUN_PART_wait);
    return true;
}

static bool wrote(const struct report *all)
{
    return all->summary.stores || all->summary.folds;
}

/* How a run ends in a phase if it does not end by itself. */
struct verdict {
    bool deadlocked;
    bool runaway;
    bool last; /* all PPs have reached the cycle of a fault */
};

/* A PP in a barrier may leave it before the others have used up their time, but not if nothing has happened
 * there for long. */
static struct verdict judge(struct hand *hand, const struct report *all)
{
    struct course *course = &hand->course;
    const unsigned level = hand->bsp->world.level;
    const bool waits = all->wait && all->running != 0;
    struct verdict verdict = {.deadlocked = course->asks && waits && all->still && !wrote(all),
                              .last = level == 0};
    if (level == 0) {
        course->asked = course->asks ? course->cycle : course->asked;
        course->asks = false;
        course->waits = waits;
        if (waits && all->still)
            course_ask(course);
        const uint64_t max_cycles = hand->bsp->machine->config.max_cycles;
        verdict.runaway = all->running != 0 && max_cycles != 0 && course->cycle == max_cycles;
        return verdict;
    }
    course->idle = all->stuck && all->running != 0 && !wrote(all) ? course->idle + 1 : 0;
    course->asks = waits && course->idle >= DEADLOCK_SEGMENTS && (course->idle & (course->idle - 1)) == 0;
    const bool idle = course->idle > DEADLOCK_SEGMENTS;
    verdict.last = all->running != 0 && all->stuck && all->exhausted && (!all->some_wait || idle);
    verdict.runaway = verdict.last && course->stop == UINT64_MAX && !all->summary.faulty;
    return verdict;
}

/* PHASE_foreseen: there is no phase, but it counts as a segment and a phase. */
static void count_foreseen(struct hand *hand)
{
    hand->course.barrier_age++;
    hand->course.idle = 0;
    if (hand_leads(hand)) {
        lead_count_segment(hand->bsp, PHASE_foreseen, 1u << STATS_PHASE_multiprefix);
        hand->bsp->rounds++;
    }
}

/* PHASE_areas: no thread reads what another one writes now. */
static void carry_out_areas(struct hand *hand, bool interrupted)
{
    struct bsp *bsp = hand->bsp;
    if (interrupted && hand_leads(hand) && bsp->meeting != NULL)
        ranks_bring_stop(bsp);
    for (unsigned i = hand->first; i < hand->end; i++) {
        if (hand->course.looks)
            watch_own_stores(bsp->workers[i].tiles, bsp->workers[i].tile_count, bsp->seen);
        commit_areas(bsp->workers[i].tiles, bsp->workers[i].tile_count);
    }
    if (hand_leads(hand))
        lead_count_segment(bsp, PHASE_areas, 1u << STATS_PHASE_store);
}

/* The kind of the phase, the same for all threads. */
static enum phase_kind choose(struct hand *hand, const struct report *all)
{
    struct course *course = &hand->course;
    struct phase_facts facts = {.world = &hand->bsp->world,
                                .all = &all->summary,
                                .passed = all->passed,
                                .watched = course->looks,
                                .fault_known = course->stop != UINT64_MAX};
    const uint64_t age = all->summary.barrier_requests ? 0 : course->barrier_age + 1 + all->passed;
    /* as long as barrier_departure may answer yes: a PP that enters a barrier makes a request in the same
     * segment, and what is held back must not depend on the kind of phase */
    facts.barriers_busy = age <= BARRIER_SEGMENTS;
    enum phase_kind kind = phase_first(&facts, 0);
    for (; phase_rows[kind].next == PHASE_NEXT_in_segment; kind = phase_first(&facts, kind + 1))
        count_foreseen(hand);
    course->goes_on = kind == PHASE_areas;
    course->singly = kind == PHASE_single;
    course->passes = kind == PHASE_own && all->foresees;
    return kind;
}

/* The part of a phase that each thread carries out for its own tiles, except for PHASE_areas. */
static void carry_out_own(struct hand *hand, enum phase_kind kind, const struct heard *heard)
{
    struct bsp *bsp = hand->bsp;
    for (unsigned i = hand->first; i < hand->end; i++) {
        const struct worker *worker = &bsp->workers[i];
        if (kind == PHASE_own)
            commit_own(worker->tiles, worker->tile_count);
        else
            commit_one_cell(worker->tiles, worker->tile_count, heard->near, heard->own + i - hand->first,
                            heard->near_count, i == bsp->first);
    }
}

_Static_assert((int)TEAM_MAX <= (int)COMMIT_OWNERS_MOST, "each thread owns some of the cells");

/* PHASE_folds: whether each thread of a team folds to some of the cells; the folds are complete after the
 * next team barrier. False: thread 0 must carry out the phase. */
static bool begin_folds(struct hand *hand, const struct heard *heard)
{
    struct bsp *bsp = hand->bsp;
    const struct commit_summary *all = &heard->all.summary;
    if (hand->member == NULL || bsp->meeting != NULL || !commit_shares_folds(all, bsp->active))
        return false;
    const struct worker *worker = &bsp->workers[hand->first];
    commit_deal_folds(bsp->shared, worker->tiles, worker->tile_count, hand->first, bsp->active);
    team_barrier(hand->member);
    commit_serve_folds(bsp->shared, &bsp->world, (enum rows_fold)all->fold, hand->first, bsp->active);
    return true;
}

/* After that barrier: takes over the results. */
static void end_folds(struct hand *hand)
{
    const struct worker *worker = &hand->bsp->workers[hand->first];
    commit_collect_folds(hand->bsp->shared, worker->tiles, worker->tile_count, hand->first,
                         hand->bsp->active);
}

/* The part of a phase that thread 0 carries out for all; returns its kind. */
static enum phase_kind carry_out_all(struct hand *hand, enum phase_kind kind, bool last, bool out_of_memory)
{
    struct bsp *bsp = hand->bsp;
    const uint64_t start = pace_clock();
    if (bsp->meeting != NULL)
        ranks_bring_tiles(bsp);
    if (kind == PHASE_folds)
        commit_folds(bsp->tiles, bsp->tile_count);
    else
        kind = lead_carry_out(bsp, kind, last, out_of_memory);
    if (bsp->meeting != NULL)
        hostcall_end_phase(bsp->machine);
    hand_spend(hand, kind == PHASE_folds ? RUN_PART_cells : RUN_PART_alone);
    hand->alone = pace_clock() - start;
    pace_alone(&bsp->pace, hand->alone);
    return kind;
}

/* Receives what this process needs to know of other ranks' PPs before a phase, or an end. */
static void hear_of_others(struct bsp *bsp, enum phase_kind kind, const struct report *all,
                           const struct verdict *verdict)
{
    if (kind == PHASE_own)
        ranks_bring_stores(bsp);
    if (all->summary.notes || all->summary.faulty)
        ranks_bring_effects(bsp);
    if (all->interrupted)
        ranks_bring_stop(bsp);
    if (verdict->deadlocked || verdict->runaway)
        ranks_bring_all(bsp, true);
}

/* The work of thread 0 for all, and how it ends the run. */
static void lead(struct hand *hand, enum phase_kind kind, const struct report *all,
                 const struct verdict *verdict)
{
    struct bsp *bsp = hand->bsp;
    bsp->rounds++;
    if (bsp->meeting != NULL)
        hear_of_others(bsp, kind, all, verdict);
    if (all->summary.notes)
        lead_take_notes(bsp);
    if (kind == PHASE_folds ? !hand->shares
                            : phase_rows[kind].carrier == PHASE_CARRIER_first_thread && !all->interrupted)
        kind = carry_out_all(hand, kind, verdict->last, all->summary.out_of_memory);
    lead_count_segment(bsp, kind, all->phases);
    if (all->interrupted)
        bsp->end_cycle = bsp->machine->fault.cycle - 1;
    else if (!bsp->over && verdict->deadlocked && !lead_waits_too_long(bsp))
        lead_end_in_deadlock(bsp, true);
    else if (!bsp->over && (verdict->deadlocked || verdict->runaway))
        lead_end_in_runaway(bsp);
}

/* Whether every PP of a watched run goes round in a circle, which ends the run. If all are in barriers at
 * level 0, the test of barriers comes first. */
static bool goes_in_circles(const struct hand *hand, const struct report *all)
{
    const struct course *course = &hand->course;
    const bool barriers_come_first =
        hand->bsp->world.level == 0 && all->wait && (!course->asks || all->still);
    return course->looks && !all->moving && !all->exhausted && all->running != 0 && !all->interrupted &&
           !barriers_come_first;
}

/* Waits until the next segment may begin. False: there is none, because thread 0 has ended the run. */
static bool await_next(struct hand *hand, enum phase_kind kind, const struct heard *heard)
{
    const enum phase_next next = heard->all.summary.notes ? PHASE_NEXT_after_meeting : phase_rows[kind].next;
    if (next == PHASE_NEXT_by_border && hand->bsp->meeting == NULL)
        writers_finish(hand, kind, heard);
    /* Thread 0 has carried out all requests, or recorded the times of barriers: the next segment must not
     * begin before. Only thread 0 writes bsp->over, before this barrier. */
    if (next != PHASE_NEXT_after_meeting && (next != PHASE_NEXT_by_border || hand->bsp->meeting == NULL))
        return true;
    if (hand->member)
        team_barrier(hand->member);
    hand_spend(hand, RUN_PART_second);
    return !hand->bsp->over;
}

/* Carries out a synchronisation phase, the paper's SimulateMem. False: the run is over. */
static bool carry_out(struct hand *hand, const struct heard *heard)
{
    const struct report *const all = &heard->all;
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    const bool leads = hand_leads(hand);
    course->timed = all->time_next;
    course->news = (struct watch_news){.running = all->running,
                                       .was_long = all->phases >> STATS_PHASE_budget & 1u,
                                       .disturbed = all->disturbed || all->summary.notes || all->exhausted};
    const bool went_on = course->goes_on;
    const enum phase_kind kind = choose(hand, all);
    segment_note_changes(course, kind, &all->summary, went_on);
    if (goes_in_circles(hand, all)) {
        if (leads && bsp->meeting != NULL)
            ranks_bring_all(bsp, true);
        if (leads)
            lead_end_in_circles(bsp);
        return false;
    }
    if (kind == PHASE_areas) {
        carry_out_areas(hand, all->interrupted);
        return !all->interrupted;
    }
    course->loaded = false;
    course->barrier_age = all->summary.barrier_requests ? 0 : course->barrier_age + 1;
    const struct verdict verdict = judge(hand, all);
    course->running = all->running;
    course->quiet = all->quiet;
    course->in_step = all->in_step;
    if (phase_rows[kind].carrier == PHASE_CARRIER_each_thread)
        carry_out_own(hand, kind, heard);
    hand->shares = kind == PHASE_folds && begin_folds(hand, heard);
    hand_spend(hand, hand->shares ? RUN_PART_cells : RUN_PART_own);
    if (leads)
        lead(hand, kind, all, &verdict);
    if (all->interrupted || verdict.deadlocked || verdict.runaway ||
        (all->running == 0 && kind == PHASE_nothing))
        return false;
    const bool goes_on = await_next(hand, kind, heard) && all->running != 0;
    if (hand->shares)
        end_folds(hand);
    return goes_on;
}

/* After a segment: whether the run has reached the requested end; the same for all threads. */
static bool has_come_to(struct hand *hand, const struct report *all)
{
    struct course *course = &hand->course;
    if ((course->to_go != UINT64_MAX && --course->to_go == 0) || all->meets)
        return true;
    /* a segment without cycles may come first */
    return hand->bsp->world.level == 0 && course->cycle >= hand->bsp->until;
}

/* For a thread alone: whether it is time for a team, or for dealing tiles anew, before which requests may
 * have to be carried out. */
static bool is_time_to_change(struct hand *hand)
{
    hand->deals |= hand->deals_in != 0 && --hand->deals_in == 0;
    return (hand->part || hand->deals) && (hand->bsp->meeting != NULL || course_may_deal(&hand->course));
}

/* Instructions of this process's PPs until the end of the timed segment, after segment_meet. */
static uint64_t count_done(const struct hand *hand)
{
    const struct bsp *bsp = hand->bsp;
    uint64_t done = bsp->idle_done;
    for (unsigned i = bsp->first; i < bsp_end(bsp); i++)
        done += bsp->workers[i].done[hand->turn];
    return done;
}

void segment_work(struct hand *hand)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    writers_begin(hand);
    bool stops = false;
    for (bool goes_on = true, part = false; goes_on && !part && !stops && !course->apart;) {
        struct heard heard;
        const struct report *const all = &heard.all;
        struct pace_times times = {0};
        const bool was_timed = course->timed, timed = was_timed && hand_leads(hand);
        uint64_t ran = 0, met = 0;
        const uint64_t start = timed ? pace_clock() : 0;
        stops = !run_and_meet(hand, &heard, &ran);
        if (stops)
            break;
        if (timed) {
            met = pace_clock();
            times.done = count_done(hand);
            times.wait = hand->waited + (met - ran);
        }
        hand->turn ^= was_timed;
        hand->alone = 0;
        goes_on = carry_out(hand, &heard);
        for (unsigned i = hand->first; goes_on && i < hand->end; i++)
            check_tiles(hand, i, CHECK_AFTER_PHASE);
        stops = goes_on && (has_come_to(hand, all) || all->pause);
        course->apart = goes_on && apart_choose(bsp, course, all);
        part = hand->member ? all->part : is_time_to_change(hand);
        if (timed) {
            const uint64_t end = pace_clock();
            times.whole = beyond(end - start, hand->alone);
            times.phase = beyond(end - met, hand->alone);
            hand->part |= pace_note(&bsp->pace, end, hand->weight, &times);
        }
        if (hand_leads(hand)) {
            hand->part |=
                all->stall != 0 && pace_stall(&bsp->pace, pace_clock(), (uint64_t)all->stall * STALL_UNIT);
            bsp->ended = !goes_on;
            bsp->meets = goes_on && all->meets;
        }
    }
    if (hand_leads(hand)) {
        bsp->course = *course;
        bsp->stopped = stops;
    }
}
