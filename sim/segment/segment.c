/* segment.c - one segment after the other (docs/internals/engine.md): each thread runs its tiles, sums up
 * their requests, and meets the others. Then all draw the same conclusion from all reports, and carry out the
 * requests.
 *
 * A thread that needs what others have written waits for them when it reads it, not before (writers.c). Knows
 * workers and phases; lead.c has the work of thread 0 for all, barrier.c the team barrier. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/tile/check/check.h"
#include "sim/segment/run.h"

/* Levels 1 to 5: segments in which all PPs wait in barriers and none writes, until the test whether they wait
 * for ever. If they do not, the next test comes after twice as many. */
enum { DEADLOCK_SEGMENTS = 64 };

/* PPs run up to this cycle: --max-cycles, or the end of the cycle of a fault. */
static uint64_t last_cycle(const struct bsp *bsp)
{
    const uint64_t max_cycles = bsp->machine->config.max_cycles;
    const uint64_t end = max_cycles != 0 ? max_cycles : UINT64_MAX;
    return bsp->stop < end ? bsp->stop + 1 : end;
}

/* The cycle at which PPs stop in this segment if nothing stops them earlier. At level 0 it follows the cycles
 * in which no PP does anything visible, or is the cycle in which the run stops, perhaps *halfway through the
 * segment. */
static uint64_t choose_end(const struct hand *hand, uint64_t last, bool *halfway)
{
    const struct course *course = &hand->course;
    *halfway = false;
    if (hand->bsp->world.level > 0)
        return last;
    if (course->asks != WORKER_ASKED_NOTHING)
        return course->cycle;
    uint64_t next = course->cycle + course->quiet + 1;
    const uint64_t test = circle_next(course->cycle + 1);
    next = test < next ? test : next;
    const uint64_t question = course->cycle - course->cycle % DEADLOCK_EVERY + DEADLOCK_EVERY;
    if (course->waits && question < next)
        next = question;
    const uint64_t whole = next < last ? next : last;
    *halfway = hand->bsp->until < whole;
    return *halfway ? hand->bsp->until : whole;
}

/* Whether PPs in lockstep have ended their segment by themselves. */
static bool has_left_lockstep(const struct hand *hand)
{
    return hand->course.in_lockstep && !hand->bsp->tiles[0].in_lockstep;
}

/* Level 0: all PPs have stopped, in the cycle `end` or before it. */
static void note_end(struct hand *hand, uint64_t end)
{
    struct course *course = &hand->course;
    end = has_left_lockstep(hand) ? hand->bsp->tiles[0].end : end;
    course->quiet -= course->halfway ? (unsigned)(end - course->cycle) : 0;
    course->cycle = end;
}

/* Hostile builds test invariants. */
static void check_tiles(const struct worker *worker, enum check_time time)
{
    if (TILE_IS_HOSTILE)
        tile_check_all(worker->tiles, worker->tile_count, time);
}

/* Runs the thread's workers, and takes their reports, unless the run stops halfway. */
static void run_workers(struct hand *hand, uint64_t last)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    bool halfway;
    const uint64_t end = choose_end(hand, last, &halfway);
    hand->waited = 0;
    for (unsigned i = hand->first; i < hand->end; i++) {
        worker_run(&bsp->workers[i], course, end);
        halfway = halfway && !has_left_lockstep(hand);
        check_tiles(&bsp->workers[i], CHECK_AFTER_SEGMENT);
        if (!halfway)
            worker_report(&bsp->workers[i], course, last);
    }
    course->halfway = halfway;
    if (bsp->world.level == 0)
        note_end(hand, end);
}

/* What thread 0 adds to its report for all others. The bits are in one word and written at once: written one
 * by one, each would wait for the one before. */
static void send_all(struct hand *hand, struct report *own)
{
    const struct bsp *bsp = hand->bsp;
    const bool interrupted = bsp->machine->end == END_FAULT, pause = bsp->machine->pause;
    const bool part = hand->part;
    const bool meets = bsp->meeting != NULL && bsp->machine->ranks->wants_meeting;
    own->interrupted = interrupted;
    own->part = part;
    own->pause = pause;
    own->meets = meets;
}

/* Runs the workers' tiles through the segment and meets the others; `heard` gets all reports. False: the
 * run stops within the segment, in the requested cycle. */
static bool run_to_barrier(struct hand *hand, struct heard *heard, uint64_t *ran)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    const uint64_t last = last_cycle(bsp);
    course->stop = bsp->stop;
    struct report *const own = &bsp->workers[hand->first].report;
    run_workers(hand, last);
    hand_spend(hand, RUN_PART_tiles);
    *ran = hand->weight != 0 ? pace_clock() : 0;
    if (course->halfway)
        return false;
    if (hand_leads(hand)) {
        /* notices a request to stop at once, even in segments that execute hardly anything */
        machine_tick(bsp->machine, bsp->tiles[0].strands[0].cycle,
                     bsp->machine->stats.instructions + bsp->instructions, course->running);
        send_all(hand, own);
    }
    segment_barrier(hand, heard);
    if (hand_leads(hand))
        bsp->instructions += (uint64_t)heard->all.executed;
    hand_spend(hand, RUN_PART_wait);
    return true;
}

static bool wrote(const struct report *all)
{
    return all->summary.stores || all->summary.folds;
}

/* How a run ends in a phase if it does not end by itself. */
struct verdict {
    enum worker_question deadlocked; /* the question whose answer is yes; WORKER_ASKED_NOTHING: none */
    bool runaway;
    bool last; /* all PPs have reached the cycle of a fault */
};

/* Level 0. If all PPs are in barriers, they must have waited long enough for any test. */
static struct verdict judge_cycle(struct hand *hand, const struct report *all)
{
    struct course *course = &hand->course;
    const uint64_t max_cycles = hand->bsp->machine->config.max_cycles;
    const bool waits = report_all_wait(all) && all->running != 0;
    const bool over = !all->refutes && !(waits && all->recent) && all->running != 0 && !wrote(all);
    const struct verdict verdict = {.deadlocked = over ? course->asks : WORKER_ASKED_NOTHING,
                                    .runaway =
                                        all->running != 0 && max_cycles != 0 && course->cycle == max_cycles,
                                    .last = true};
    course->asked = course->asks != WORKER_ASKED_NOTHING ? course->cycle : course->asked;
    course->asks = WORKER_ASKED_NOTHING;
    course->waits = waits;
    if (waits ? !all->recent : circle_is_asked(course->cycle))
        course_ask(course);
    return verdict;
}

/* Levels 1 to 5: decides what the next segment tests. Loops are tested once for each cycle of that test, when
 * no PP outside barriers is before it. */
static void ask(struct course *course, const struct report *all, bool waits, uint64_t max_cycles)
{
    if (course->asks == WORKER_GO_ROUND)
        course->due = circle_next(course->due + 1);
    course->asks = WORKER_ASKED_NOTHING;
    if (waits && course->idle >= DEADLOCK_SEGMENTS && (course->idle & (course->idle - 1)) == 0)
        course->asks = WORKER_WAIT_FOR_EVER;
    else if (!waits && !all->early && (max_cycles == 0 || course->due < max_cycles))
        course->asks = WORKER_GO_ROUND;
}

/* A PP in a barrier may leave it before the others have used up their time, but not if nothing has happened
 * there for long. Nor if that was after its time by its clock, which may be ahead only while others run. */
static struct verdict judge(struct hand *hand, const struct report *all)
{
    struct course *course = &hand->course;
    const bool waits = report_all_wait(all) && all->running != 0;
    if (hand->bsp->world.level == 0)
        return judge_cycle(hand, all);
    struct verdict verdict = {.deadlocked = WORKER_ASKED_NOTHING};
    if (!all->refutes && all->running != 0 &&
        (course->asks == WORKER_GO_ROUND ? !waits : waits && !wrote(all)))
        verdict.deadlocked = course->asks;
    const bool no_run = !all->some_run && all->running != 0;
    course->idle = no_run && !(wrote(all) && all->some_behind) ? course->idle + 1 : 0;
    if (verdict.deadlocked == WORKER_ASKED_NOTHING)
        ask(course, all, waits, hand->bsp->machine->config.max_cycles);
    const bool idle = course->idle > DEADLOCK_SEGMENTS && (all->some_exhausted || !all->some_behind);
    verdict.last = no_run && (!all->some_wait || idle);
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

/* PHASE_areas. At levels 1 to 3 stores to own areas end segments, too, but no other PP can see them: PPs that
 * have stored go on, while PPs with other requests wait. So all visible requests fall into the same phases as
 * at level 4, whichever way a PP has taken. */
static void pass_areas(struct hand *hand, bool interrupted)
{
    struct bsp *bsp = hand->bsp;
    if (!hand_leads(hand))
        return;
    if (interrupted && bsp->meeting != NULL)
        ranks_send_stop(bsp);
    lead_count_segment(bsp, PHASE_areas, 1u << STATS_PHASE_store);
}

/* The kind of the phase, the same for all threads. */
static enum phase_kind choose(struct hand *hand, const struct report *all)
{
    struct course *course = &hand->course;
    struct phase_facts facts = {.world = &hand->bsp->world,
                                .all = &all->summary,
                                .passed = all->passed,
                                .fault_known = course->stop != UINT64_MAX};
    const uint64_t age = all->summary.barrier_requests ? 0 : course->barrier_age + 1 + all->passed;
    /* as long as barrier_departure may answer yes: a PP that enters a barrier makes a request in the same
     * segment, and what is held back must not depend on the kind of phase */
    facts.barriers_busy = age <= BARRIER_SEGMENTS;
    enum phase_kind kind = phase_first(&facts, 0);
    for (; phase_nexts[kind] == PHASE_NEXT_in_segment; kind = phase_first(&facts, kind + 1))
        count_foreseen(hand);
    course->goes_on = kind == PHASE_areas;
    course->passes = kind == PHASE_own && all->foresees;
    return kind;
}

/* The part of a phase that each thread carries out for its own tiles. */
static void carry_out_own(struct hand *hand, enum phase_kind kind, const struct heard *heard)
{
    struct bsp *bsp = hand->bsp;
    for (unsigned i = hand->first; i < hand->end; i++) {
        const struct worker *worker = &bsp->workers[i];
        if (kind == PHASE_own)
            commit_by_tiles(worker->tiles, worker->tile_count);
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
    commit_deal_folds(bsp->commit, worker->tiles, worker->tile_count, hand->first, bsp->active);
    team_barrier(hand->member);
    commit_serve_folds(bsp->commit, (enum system_fold)all->fold, hand->first, bsp->active);
    return true;
}

/* The part of a phase that thread 0 carries out for all; returns its kind. */
static enum phase_kind carry_out_all(struct hand *hand, enum phase_kind kind, bool last, bool out_of_memory)
{
    struct bsp *bsp = hand->bsp;
    const uint64_t start = pace_clock();
    if (bsp->meeting != NULL)
        ranks_exchange_tiles(bsp);
    if (kind == PHASE_folds)
        commit_by_tiles(bsp->tiles, bsp->tile_count);
    else
        kind = lead_carry_out(bsp, kind, last, out_of_memory);
    if (bsp->meeting != NULL)
        hostcall_end_phase(bsp->machine);
    hand_spend(hand, kind == PHASE_folds ? RUN_PART_cells : RUN_PART_alone);
    hand->alone = pace_clock() - start;
    bsp->commit_time += 1e-9 * (double)hand->alone;
    pace_alone(&bsp->pace, hand->alone);
    return kind;
}

/* Receives what this process needs to know of other ranks' PPs before a phase, or an end. */
static void receive_from_ranks(struct bsp *bsp, enum phase_kind kind, const struct report *all,
                               const struct verdict *verdict)
{
    if (kind == PHASE_own)
        ranks_receive_stores(bsp);
    if (all->summary.notes || all->summary.faulty)
        ranks_exchange_effects(bsp);
    if (all->interrupted)
        ranks_send_stop(bsp);
    if (verdict->deadlocked != WORKER_ASKED_NOTHING || verdict->runaway)
        ranks_send_all(bsp, true);
}

/* The work of thread 0 for all, and how it ends the run. */
static void lead(struct hand *hand, enum phase_kind kind, const struct report *all,
                 const struct verdict *verdict)
{
    struct bsp *bsp = hand->bsp;
    bsp->rounds++;
    if (bsp->meeting != NULL)
        receive_from_ranks(bsp, kind, all, verdict);
    if (all->summary.notes)
        lead_take_notes(bsp);
    if (kind == PHASE_folds ? !hand->shares
                            : phase_nexts[kind] == PHASE_NEXT_after_meeting && !all->interrupted)
        kind = carry_out_all(hand, kind, verdict->last, all->summary.out_of_memory);
    lead_count_segment(bsp, kind, all->phases);
    if (all->interrupted)
        bsp->end_cycle = bsp->machine->fault.cycle - 1;
    else if (!bsp->over && (verdict->deadlocked != WORKER_ASKED_NOTHING || verdict->runaway))
        lead_end_stuck(bsp, verdict->deadlocked, hand->course.due);
}

/* Waits until the next segment may begin. False: there is none, because thread 0 has ended the run. */
static bool await_next(struct hand *hand, enum phase_kind kind, const struct heard *heard)
{
    const bool notes = heard->all.summary.notes;
    const bool by_border = phase_nexts[kind] == PHASE_NEXT_by_border && !notes && hand->bsp->meeting == NULL;
    if (by_border)
        writers_finish(hand, kind, heard);
    if (by_border || (phase_nexts[kind] == PHASE_NEXT_at_once && !notes))
        return true;
    /* Thread 0 has carried out all requests, or recorded the times of barriers: the next segment must not
     * begin before. Only thread 0 writes bsp->over, before this barrier. */
    if (hand->member)
        team_barrier(hand->member);
    hand_spend(hand, RUN_PART_second);
    return !hand->bsp->over;
}

/* Carries out a synchronisation phase, the paper's SimulateMem. False: the run is over. Shared folds
 * (PHASE_folds, hand.shares) take five steps and two team barriers:
 *
 *     thread 0                             the others                           function
 *     deals its tiles' requests to owners  the same                             begin_folds
 *     ----------------------------- team barrier ------------------------------
 *     folds what was dealt to it           the same                             begin_folds
 *     counts the segment, and notes        -                                    lead
 *     ----------------------------- team barrier ------------------------------ await_next
 *     collects its tiles' results          the same                             carry_out */
static bool carry_out(struct hand *hand, const struct heard *heard)
{
    const struct report *const all = &heard->all;
    struct course *course = &hand->course;
    const bool leads = hand_leads(hand);
    const enum phase_kind kind = choose(hand, all);
    if (kind == PHASE_areas) {
        pass_areas(hand, all->interrupted);
        return !all->interrupted;
    }
    course->loaded = false;
    course->barrier_age = all->summary.barrier_requests ? 0 : course->barrier_age + 1;
    const struct verdict verdict = judge(hand, all);
    course->running = all->running;
    course->quiet = all->quiet;
    course->in_lockstep = all->in_lockstep;
    if (phase_nexts[kind] == PHASE_NEXT_by_border)
        carry_out_own(hand, kind, heard);
    hand->shares = kind == PHASE_folds && begin_folds(hand, heard);
    hand_spend(hand, hand->shares ? RUN_PART_cells : RUN_PART_own);
    if (leads)
        lead(hand, kind, all, &verdict);
    if (all->interrupted || verdict.deadlocked != WORKER_ASKED_NOTHING || verdict.runaway ||
        (all->running == 0 && kind == PHASE_nothing))
        return false;
    const bool goes_on = await_next(hand, kind, heard) && all->running != 0;
    const struct worker *worker = &hand->bsp->workers[hand->first];
    if (hand->shares) /* after that team barrier: takes over the results */
        commit_collect_folds(hand->bsp->commit, worker->tiles, worker->tile_count, hand->first,
                             hand->bsp->active);
    return goes_on;
}

void segment_work(struct hand *hand)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    writers_begin(hand);
    bool stops = false;
    for (bool goes_on = true, part = false; goes_on && !part && !stops && !course->diverged;) {
        struct heard heard;
        const struct report *const all = &heard.all;
        uint64_t ran = 0, met = 0;
        hand->weight = hand_leads(hand) ? pace_choose(&bsp->pace, pace_clock) : 0;
        stops = !run_to_barrier(hand, &heard, &ran);
        if (stops)
            break;
        if (hand->weight != 0) {
            met = pace_clock();
            bsp->wait_time += 1e-9 * (double)(hand->waited + (met - ran)) * hand->weight;
        }
        hand->alone = 0;
        goes_on = carry_out(hand, &heard);
        for (unsigned i = hand->first; goes_on && i < hand->end; i++)
            check_tiles(&bsp->workers[i], CHECK_AFTER_PHASE);
        const bool is_at_end = bsp->world.level == 0 && course->cycle >= bsp->until;
        stops = goes_on && (is_at_end || all->meets || all->pause);
        course->diverged = goes_on && diverged_choose(bsp, course, all);
        hand->deals_in -= hand->deals_in > 1;
        /* before another number of threads, or tiles dealt anew, requests may have to be carried out */
        part = (all->part || hand->deals_in == 1) && bsp_may_change(bsp, course);
        if (hand->weight != 0) {
            const uint64_t end = pace_clock();
            bsp->commit_time += 1e-9 * (double)(end - met - hand->alone) * hand->weight;
            hand->part |= pace_note(&bsp->pace, end, hand->weight, bsp->instructions);
        }
        if (hand_leads(hand)) {
            bsp->ended = !goes_on;
            bsp->meets = goes_on && all->meets;
        }
    }
    border_close(&bsp->workers[hand->first].effects.border); /* when all threads have come here */
    if (hand_leads(hand)) {
        bsp->course = *course;
        bsp->stopped = stops;
    }
}
