/* bsp.c - the run of the parallel engine: segments joined by synchronisation phases (docs/engine.md).
 *
 * The tiles are dealt to workers, one a thread. A segment: each thread runs its tiles, sums up what they ask
 * for, and meets the others; then all draw the same conclusion from all reports and carry out what was asked
 * for. Who needs to see what others have written waits for them then, and not before. While a team of threads
 * would bring nothing, one thread does the work of all (pace.h).
 *
 * Knows workers, commit, barrier, team; nobody but the command line knows it.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/bsp.h"
#include "sim/bsp/phase/phase.h"
#include "sim/bsp/end/ending.h"
#include "sim/bsp/team/pace.h"
#include "sim/bsp/team/team.h"
#include "sim/bsp/tile/tile.h"
#include "sim/bsp/end/watch.h"
#include "sim/bsp/worker.h"

/* So many segments (cycles, at level 0) in which everybody waits in a barrier and nobody writes anything:
 * what they wait for cannot happen any more. A round of the barrier's loop is one segment or four cycles. */
enum { DEADLOCK_SEGMENTS = 64, DEADLOCK_CYCLES = 256 };

/* What others have written next to a thread's own cells is fetched ahead of its use: so many lines of memory
 * on either side, at the third load of a segment. Sooner the others have not yet written there: they would
 * have to fetch the lines back. */
enum { BORDER_LINES = 8, LINE_WORDS = 16, LOADS_TO_FETCH = 3 };

/* Where the run stands; every thread has a copy, and all copies change alike. */
struct course {
    uint64_t cycle;       /* level 0 */
    uint64_t barrier_age; /* segments since the last request inside a barrier */
    uint64_t idle;        /* segments or cycles without a write, all waiting, or at the end of their time */
    uint64_t stop;        /* bsp.stop, in this segment */
    unsigned quiet;       /* level 0 */
    uint32_t running;
    bool goes_on; /* the last phase was one of own areas */
    bool passes;  /* behind it all PPs come to a multiprefix request that does nothing: no phase for that */
    bool timed;   /* the next segment */
    struct watch watch;
    struct watch_news news; /* of the last segment */
    bool looks;             /* PPs are looked at in this one, */
    bool alone;             /* .. and its requests were carried out by one thread */
};

struct bsp {
    struct machine *machine;
    struct tile_world world;
    struct operation *code;
    struct real_bank bank; /* of a program that uses the precision unit */
    struct barrier_table barriers;
    struct commit *commit;
    struct tile *tiles;
    uint32_t tile_count;
    struct worker *workers;
    struct circle_pp *seen; /* of a watched run; made by thread 0 when a watch begins */
    unsigned threads;       /* and workers */
    struct course course;   /* between teams */
    struct pace pace;
    uint64_t clock_cost; /* pace_work_cost */
    bool over;           /* thread 0 sets it in a phase, all read it behind the barrier after that */
    bool ended;          /* for whatever reason; thread 0 only */
    uint64_t end_cycle;  /* of a run that ended by a host call or a fault */
    uint64_t stop;       /* the cycle of the earliest fault that is known, UINT64_MAX: none. As `over` */
    uint64_t segments;
    uint64_t rounds; /* .. without those that a phase of own areas ended */
    uint64_t phases[STATS_PHASES];
};

/* A thread at work for the workers first .. end - 1. */
struct hand {
    struct bsp *bsp;
    struct team_member *member; /* NULL: alone, for all workers */
    unsigned first, end;
    struct course course;
    unsigned weight, next_weight; /* thread 0: for how many segments a timed one stands */
    bool part;                    /* thread 0: it is time to change between one thread and a team */
    bool from_all;                /* the last phase: all threads have written; else only thread 0 */
    uint64_t waited;              /* nanoseconds in settle(), in this segment */
    uint64_t alone;               /* and in carrying out requests for all */
};

/* ---- creation */

static void bsp_destroy(void *state)
{
    struct bsp *bsp = state;
    for (uint32_t t = 0; bsp->tiles && t < bsp->tile_count; t++)
        tile_destroy(&bsp->tiles[t]);
    for (unsigned i = 0; bsp->workers && i < bsp->threads; i++)
        worker_destroy(&bsp->workers[i]);
    commit_destroy(bsp->commit);
    barrier_table_destroy(&bsp->barriers);
    if (bsp->machine->program.uses_real)
        real_bank_destroy(&bsp->bank);
    free(bsp->seen);
    free(bsp->tiles);
    free(bsp->workers);
    free(bsp->code);
    free(bsp);
}

/* More threads than tiles would have nothing to do. */
static unsigned threads_for(const struct machine_config *config, uint32_t tile_count)
{
    unsigned threads = config->threads;
    if (threads > TEAM_MAX)
        threads = TEAM_MAX;
    return threads < tile_count ? threads : tile_count;
}

/* Zeroed, in cache lines of its own. */
static void *make_lines(size_t count, size_t size)
{
    void *memory = aligned_alloc(128, (count * size + 127) / 128 * 128);
    return memory ? memset(memory, 0, count * size) : NULL;
}

static bool create_workers(struct bsp *bsp)
{
    const uint64_t tiles = bsp->tile_count;
    bsp->workers = make_lines(bsp->threads, sizeof *bsp->workers);
    bsp->tiles = make_lines(bsp->tile_count, sizeof *bsp->tiles);
    if (!bsp->workers || !bsp->tiles)
        return false;
    for (unsigned i = 0; i < bsp->threads; i++)
        if (!worker_create(&bsp->workers[i], i, &bsp->world, bsp->tiles, (uint32_t)(tiles * i / bsp->threads),
                           (uint32_t)(tiles * (i + 1) / bsp->threads)))
            return false;
    return true;
}

static void *bsp_create(struct machine *machine)
{
    struct bsp *bsp = calloc(1, sizeof *bsp);
    if (!bsp)
        return NULL;
    const uint32_t pps_a_tile = 1u << machine->memory.lane_shift;
    bsp->machine = machine;
    bsp->tile_count = (machine->config.pps + pps_a_tile - 1) / pps_a_tile;
    bsp->threads = threads_for(&machine->config, bsp->tile_count);
    bsp->stop = UINT64_MAX;
    bsp->course = (struct course){.barrier_age = COMMIT_BARRIER_SEGMENTS,
                                  .running = machine->config.pps,
                                  .watch = watch_create(),
                                  .news = {.running = machine->config.pps}};
    const struct program *program = &machine->program;
    const bool has_units = !program->uses_real || real_bank_create(&bsp->bank, &machine->config.real,
                                                                   machine->config.pps, program->uses_sums);
    bsp->code = level_prepare(program, machine->config.level, bsp->bank.cost);
    bsp->world = (struct tile_world){.machine = machine,
                                     .rows = rows_best(),
                                     .code = bsp->code,
                                     .code_count = machine->program.count,
                                     .level = machine->config.level,
                                     .rules = level_rules(machine->config.level),
                                     .barriers = &bsp->barriers,
                                     .bank = &bsp->bank};
    bsp->commit = commit_create(&bsp->world);
    if (!has_units || !bsp->code || !bsp->commit || !barrier_table_create(&bsp->barriers) ||
        !create_workers(bsp)) {
        bsp_destroy(bsp);
        return NULL;
    }
    return bsp;
}

/* ---- what one thread does alone */

/* The earliest fault that PPs have come to; NULL: none has. */
static const struct fault *earliest_fault(const struct bsp *bsp)
{
    const struct fault *earliest = NULL;
    for (unsigned i = 0; i < bsp->threads; i++) {
        const struct fault *one = &bsp->workers[i].effects.fault;
        if (one->code != FAULT_NONE && (!earliest || fault_is_earlier(one, earliest)))
            earliest = one;
    }
    return earliest;
}

/* last: everybody has come to the cycle in which there is a fault. At level 0 all are in one cycle. */
static void carry_out_alone(struct bsp *bsp, bool last, bool out_of_memory)
{
    struct machine *machine = bsp->machine;
    const struct fault *fault = earliest_fault(bsp);
    if (out_of_memory) {
        fault_set(&machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, 0, "the host has not enough memory");
        machine->end = END_FAULT;
        bsp->end_cycle = UINT64_MAX;
        bsp->over = true;
        return;
    }
    if (fault && fault->cycle < bsp->stop)
        bsp->stop = fault->cycle;
    if (fault && fault->cycle == bsp->stop && last) { /* comes before requests of the same cycle */
        machine->fault = *fault;
        machine->end = END_FAULT;
        bsp->end_cycle = fault->cycle - 1;
        bsp->over = true;
        return;
    }
    struct commit_bounds bounds = {
        .departure = barrier_departure(&bsp->barriers, bsp->rounds), .stop = bsp->stop, .last = last};
    commit_watch(bsp->commit, bsp->workers[0].seen);
    bsp->over = !commit_alone(bsp->commit, bsp->tiles, bsp->tile_count, &bounds, &bsp->end_cycle);
    bsp->stop = last ? UINT64_MAX : bounds.stop;
}

static void take_notes(struct bsp *bsp)
{
    struct barrier_notes *notes[TEAM_MAX];
    for (unsigned i = 0; i < bsp->threads; i++)
        notes[i] = &bsp->workers[i].effects.notes;
    if (!barrier_take_notes(&bsp->barriers, notes, bsp->threads, bsp->rounds))
        bsp->workers[0].effects.out_of_memory = true;
}

/* The run does not end by itself: the function says why. */
static void end_badly(struct bsp *bsp, uint64_t cycle,
                      void (*say)(struct machine *, const struct tile *, uint32_t))
{
    say(bsp->machine, bsp->tiles, bsp->tile_count);
    bsp->end_cycle = cycle;
}

/* Of the PPs that still run. */
static uint64_t least_cycle(const struct bsp *bsp)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t t = 0; t < bsp->tile_count; t++)
        for (uint32_t k = 0; k < bsp->tiles[t].strand_end; k++) {
            const struct strand *strand = &bsp->tiles[t].strands[k];
            if (strand->state != STRAND_FREE && strand->cycle < least)
                least = strand->cycle;
        }
    return least;
}

static uint64_t latest_halt(const struct bsp *bsp)
{
    uint64_t latest = 0;
    for (unsigned i = 0; i < bsp->threads; i++)
        if (bsp->workers[i].effects.halted_cycle > latest)
            latest = bsp->workers[i].effects.halted_cycle;
    return latest;
}

/* All wait for ever: whether --max-cycles is over before that is noticed. */
static bool wait_too_long(const struct bsp *bsp)
{
    return ending_is_runaway(bsp->machine, bsp->tiles, bsp->tile_count, latest_halt(bsp));
}

static void count_segment(struct bsp *bsp, uint32_t phases)
{
    bsp->segments++;
    for (unsigned phase = 0; phase < STATS_PHASES; phase++)
        bsp->phases[phase] += phases >> phase & 1u;
}

/* A request to stop is noticed at once, even in segments that execute hardly anything. */
static void tick(struct bsp *bsp, uint32_t running)
{
    struct machine *machine = bsp->machine;
    const uint64_t cycle = bsp->tiles[0].strands[0].cycle;
    const uint64_t instructions = bsp->workers[0].effects.stats.instructions * bsp->threads; /* about */
    machine_tick(machine, cycle, instructions, running);
}

/* ---- a segment */

/* What a thread has worked, while it is timed. Asking costs as much as a short segment, and where there is
 * one thread at most nobody wants to know. */
static uint64_t work_clock(const struct hand *hand)
{
    return hand->course.timed && hand->bsp->threads > 1 ? pace_work_clock() : 0;
}

/* Called by tiles before they look at memory while others may still be writing there. */
static void settle(void *context)
{
    struct hand *hand = context;
    const uint64_t start = work_clock(hand);
    const unsigned writers = hand->from_all ? hand->bsp->threads : 1;
    for (unsigned i = 0; i < writers; i++)
        team_await(hand->member, i);
    hand->bsp->workers[hand->first].effects.unsettled = false;
    hand->waited += work_clock(hand) - start;
}

/* The same without waiting, if they have all finished. */
static void notice(void *context)
{
    struct hand *hand = context;
    const unsigned writers = hand->from_all ? hand->bsp->threads : 1;
    for (unsigned i = 0; i < writers; i++)
        if (!team_has_finished(hand->member, i))
            return;
    hand->bsp->workers[hand->first].effects.unsettled = false;
}

static void fetch_cells(const struct bsp *bsp, uint32_t cell)
{
    const uint32_t *first = bsp->machine->memory.cells + cell;
    for (unsigned line = 0; line < BORDER_LINES; line++)
        __builtin_prefetch(first + line * LINE_WORDS);
}

/* Brings to this core what lies on both sides of the cells that nobody else has written, and the news that
 * those who have written there are done. */
static void fetch(void *context)
{
    struct hand *hand = context;
    const struct tile_effects *effects = &hand->bsp->workers[hand->first].effects;
    const unsigned writers = hand->from_all ? hand->bsp->threads : 1;
    for (unsigned i = 0; i < writers; i++)
        team_fetch_finish(hand->member, i);
    if (effects->safe_low >= BORDER_LINES * LINE_WORDS)
        fetch_cells(hand->bsp, effects->safe_low - BORDER_LINES * LINE_WORDS);
    if (effects->safe_end != UINT32_MAX)
        fetch_cells(hand->bsp, effects->safe_end);
}

/* Leaves a phase in which all threads have written (COMMIT_OWN), or thread 0 to one cell. Who reads far from
 * what others write need not wait for them. */
static void finish_writing(struct hand *hand, enum commit_plan plan,
                           const struct commit_summary *const *summaries)
{
    if (!hand->member)
        return;
    struct tile_effects *effects = &hand->bsp->workers[hand->first].effects;
    const struct commit_summary *own = summaries[hand->first];
    team_finish(hand->member);
    hand->from_all = plan == COMMIT_OWN;
    effects->unsettled = hand->from_all || hand->first != 0;
    effects->loads_to_fetch = LOADS_TO_FETCH;
    effects->safe_low = 0;
    effects->safe_end = UINT32_MAX;
    effects->beyond = 0;
    for (unsigned i = 0; i < hand->bsp->threads; i++) {
        const struct commit_summary *other = summaries[i];
        const uint32_t low = other->folds ? other->cell : other->low, high = other->folds ? low : other->high;
        if (!other->folds && (!other->stores || other == own)) /* thread 0 writes to the cell of all folds */
            continue;
        if (own->stores && high < own->low)
            effects->safe_low = high + 1 > effects->safe_low ? high + 1 : effects->safe_low;
        else
            effects->safe_end = low < effects->safe_end ? low : effects->safe_end;
        effects->beyond = high + 1 > effects->beyond ? high + 1 : effects->beyond;
    }
}

static uint64_t beyond(uint64_t nanoseconds, uint64_t others)
{
    return nanoseconds > others ? nanoseconds - others : 0;
}

static uint32_t clamp(uint64_t nanoseconds)
{
    return nanoseconds < UINT32_MAX ? (uint32_t)nanoseconds : UINT32_MAX;
}

/* Whether the run is watched in this segment, and how. Programs with precision units are not: their state is
 * more than circles know. */
static void watch(struct hand *hand)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    if (bsp->machine->program.uses_real)
        return;
    if (course->looks && course->alone)
        course->news.disturbed |= commit_disturbs(bsp->commit);
    if (watch_next(&course->watch, &course->news) && hand->first == 0) {
        free(bsp->seen);
        bsp->seen = calloc(bsp->machine->config.pps, sizeof *bsp->seen); /* NULL: PPs are not looked at */
    }
    course->looks = watch_looks(&course->watch) && bsp->seen;
    for (unsigned i = hand->first; i < hand->end; i++) {
        bsp->workers[i].seen = course->looks ? bsp->seen : NULL;
        bsp->workers[i].probes = watch_probes(&course->watch);
    }
}

/* PPs run up to this cycle: --max-cycles, or the end of the cycle in which there is a fault. */
static uint64_t last_cycle(const struct bsp *bsp)
{
    const uint64_t max_cycles = bsp->machine->config.max_cycles;
    const uint64_t end = max_cycles != 0 ? max_cycles : UINT64_MAX;
    return bsp->stop < end ? bsp->stop + 1 : end;
}

/* Runs the workers' tiles through the segment and meets the others; reports gets everybody's reports. */
static void run_and_meet(struct hand *hand, const struct report **reports, uint64_t *ran)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    const uint64_t last = last_cycle(bsp);
    course->stop = bsp->stop;
    struct report *const own = &bsp->workers[hand->first].report;
    uint64_t end = last;
    if (bsp->world.level == 0) {
        end = course->cycle + course->quiet + 1 < last ? course->cycle + course->quiet + 1 : last;
        course->idle += end - course->cycle - 1;
        course->cycle = end;
    }
    watch(hand);
    hand->waited = 0;
    uint64_t start = work_clock(hand);
    for (unsigned i = hand->first; i < hand->end; i++) {
        struct report *report = &bsp->workers[i].report;
        worker_run(&bsp->workers[i], course->goes_on, course->passes && !course->looks, end, last);
        if (course->timed) {
            const uint64_t end_of_work = work_clock(hand);
            report->time = clamp(beyond(end_of_work - start, hand->waited + bsp->clock_cost));
            start = end_of_work;
        }
    }
    *ran = course->timed ? pace_clock() : 0;
    if (hand->first == 0) {
        tick(bsp, course->running);
        own->interrupted = bsp->machine->end == END_FAULT;
        hand->weight = hand->next_weight;
        hand->next_weight = pace_choose(&bsp->pace);
        own->time_next = hand->next_weight != 0;
        own->part = hand->part;
    }
    /* All loads of the segment are done, all requests and reports written. No request may be carried out
     * before that, no report read. */
    if (hand->member) {
        const uint64_t stall = team_take_stall(hand->member) / STALL_UNIT;
        own->stall = stall < UINT16_MAX ? (uint16_t)stall : UINT16_MAX;
        memcpy(team_message(hand->member), own, sizeof *own);
        team_barrier(hand->member);
    }
    bsp->workers[hand->first].effects.unsettled = false;
    for (unsigned i = 0; i < bsp->threads; i++)
        reports[i] = hand->member ? team_message_of(hand->member, i) : &bsp->workers[i].report;
}

/* How a run ends in a phase if it does not end by itself. */
struct verdict {
    bool deadlocked;
    bool runaway;
    bool last; /* everybody has come to the cycle in which there is a fault */
};

/* PPs in a barrier may leave it sooner than the others have come to the end of their time, but not if nothing
 * has happened there for long. */
static struct verdict judge(struct hand *hand, const struct overview *all)
{
    struct course *course = &hand->course;
    const unsigned level = hand->bsp->world.level;
    const bool settled = level == 0 ? all->wait : all->stuck;
    course->idle = settled && all->running != 0 && !all->wrote ? course->idle + 1 : 0;
    const bool idle = course->idle > (level == 0 ? DEADLOCK_CYCLES : DEADLOCK_SEGMENTS);
    struct verdict verdict = {.deadlocked = all->wait && idle, .last = level == 0};
    if (level == 0) {
        verdict.runaway = all->running != 0 && course->cycle == hand->bsp->machine->config.max_cycles;
        return verdict;
    }
    verdict.last = all->running != 0 && all->stuck && all->exhausted && (!all->some_wait || idle);
    verdict.runaway = verdict.last && course->stop == UINT64_MAX && !all->faulty;
    return verdict;
}

/* Carries out a phase. False: the run is over. */
static bool carry_out(struct hand *hand, const struct overview *all, const struct report *const *reports)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    const struct commit_summary *summaries[TEAM_MAX];
    const bool leads = hand->first == 0;
    for (unsigned i = 0; i < bsp->threads; i++)
        summaries[i] = &reports[i]->summary;
    course->timed = all->time_next;
    course->news = (struct watch_news){.running = all->running,
                                       .was_long = all->phases >> STATS_PHASE_budget & 1u,
                                       .disturbed = all->disturbed || all->notes || all->exhausted};
    course->alone = false;
    course->passes = false;
    if (all->passed) { /* counts as a segment and a phase all the same */
        course->barrier_age++;
        course->idle = 0;
        if (leads) {
            count_segment(bsp, 1u << STATS_PHASE_multiprefix);
            bsp->rounds++;
        }
    }
    if (course->looks && !all->moving && !all->exhausted && all->running != 0 && !all->interrupted) {
        if (leads)
            end_badly(bsp, least_cycle(bsp), ending_deadlock);
        return false;
    }
    course->goes_on = commit_is_of_areas(summaries, bsp->threads);
    if (course->goes_on) { /* no thread reads what another one writes now */
        for (unsigned i = hand->first; i < hand->end; i++) {
            if (course->looks)
                watch_own_stores(bsp->workers[i].tiles, bsp->workers[i].tile_count, bsp->seen);
            commit_areas(bsp->workers[i].tiles, bsp->workers[i].tile_count);
        }
        if (leads)
            count_segment(bsp, 1u << STATS_PHASE_store);
        return !all->interrupted;
    }
    course->barrier_age = all->barrier_requests ? 0 : course->barrier_age + 1;
    const struct verdict verdict = judge(hand, all);
    course->running = all->running;
    course->quiet = all->quiet;
    const bool barriers_busy = course->barrier_age < COMMIT_BARRIER_SEGMENTS;
    enum commit_plan plan = commit_plan(&bsp->world, summaries, bsp->threads, barriers_busy);
    if ((course->looks && plan != COMMIT_NOTHING) || course->stop != UINT64_MAX)
        plan = COMMIT_ALONE; /* which sees each change, and what has to wait for a fault */
    course->alone = plan == COMMIT_ALONE;
    course->passes = plan == COMMIT_OWN && all->foresees;
    for (unsigned i = hand->first; i < hand->end; i++) {
        const struct worker *worker = &bsp->workers[i];
        if (plan == COMMIT_OWN)
            commit_own(worker->tiles, worker->tile_count);
        if (plan == COMMIT_ONE_CELL)
            commit_one_cell(worker->tiles, worker->tile_count, summaries, i, bsp->threads);
    }
    if (leads) {
        count_segment(bsp, all->phases);
        bsp->rounds++;
        if (all->notes)
            take_notes(bsp);
        if (plan == COMMIT_FOLDS || (plan == COMMIT_ALONE && !all->interrupted)) {
            const uint64_t start = pace_clock();
            if (plan == COMMIT_FOLDS)
                commit_folds(bsp->tiles, bsp->tile_count);
            else
                carry_out_alone(bsp, verdict.last, all->out_of_memory);
            hand->alone = pace_clock() - start;
            pace_alone(&bsp->pace, hand->alone);
        }
        if (all->interrupted)
            bsp->end_cycle = bsp->machine->fault.cycle - 1;
        else if (!bsp->over && verdict.deadlocked && !wait_too_long(bsp))
            end_badly(bsp, least_cycle(bsp), ending_deadlock);
        else if (!bsp->over && (verdict.deadlocked || verdict.runaway))
            end_badly(bsp, bsp->machine->config.max_cycles - 1, ending_runaway);
    }
    if (all->interrupted || verdict.deadlocked || verdict.runaway ||
        (all->running == 0 && plan == COMMIT_NOTHING))
        return false;
    if (plan == COMMIT_NOTHING && !all->notes)
        return true;
    if ((plan == COMMIT_OWN || plan == COMMIT_ONE_CELL) && !all->notes) {
        finish_writing(hand, plan, summaries);
        return all->running != 0;
    }
    /* Thread 0 has carried out all requests: nothing of the next segment may come before that. bsp->over is
     * written by thread 0 only, before this barrier. */
    if (hand->member)
        team_barrier(hand->member);
    return !bsp->over && all->running != 0;
}

static void work(struct hand *hand)
{
    struct bsp *bsp = hand->bsp;
    struct course *course = &hand->course;
    for (unsigned i = hand->first; i < hand->end; i++) {
        struct tile_effects *effects = &bsp->workers[i].effects;
        effects->unsettled = false;
        effects->alone = !hand->member;
        effects->settle = settle;
        effects->notice = notice;
        effects->fetch = fetch;
        effects->settle_context = hand;
    }
    for (bool goes_on = true, part = false; goes_on && !part;) {
        const struct report *reports[TEAM_MAX];
        struct pace_times times = {0};
        const bool timed = course->timed && hand->first == 0;
        uint64_t ran = 0, met = 0;
        const uint64_t start = timed ? pace_clock() : 0;
        run_and_meet(hand, reports, &ran);
        const struct overview all = worker_overview(reports, bsp->threads);
        if (timed) {
            met = pace_clock();
            for (unsigned i = 0; i < bsp->threads; i++) {
                times.others += i > 0 ? reports[i]->time : 0;
                times.most = reports[i]->time > times.most ? reports[i]->time : times.most;
            }
            times.own = reports[0]->time;
            times.wait = hand->waited + met - ran;
        }
        hand->alone = 0;
        goes_on = carry_out(hand, &all, reports);
        part = hand->member ? all.part : hand->part;
        if (timed) {
            const uint64_t end = pace_clock();
            times.whole = beyond(end - start, hand->alone + (hand->end - hand->first + 1) * bsp->clock_cost);
            times.phase = beyond(end - met, hand->alone);
            hand->part |= pace_note(&bsp->pace, end, hand->weight, &times);
        }
        if (hand->first == 0) {
            hand->part |= all.stall != 0 && pace_stall(&bsp->pace, all.stall);
            bsp->ended = !goes_on;
        }
    }
    if (hand->first == 0)
        bsp->course = *course;
}

static void work_in_team(struct team_member *member, void *context)
{
    struct bsp *bsp = context;
    struct hand hand = {.bsp = bsp,
                        .member = member,
                        .first = member->index,
                        .end = member->index + 1,
                        .course = bsp->course};
    hand.course.timed = false;
    work(&hand);
}

static void work_alone(struct bsp *bsp)
{
    struct hand hand = {.bsp = bsp, .end = bsp->threads, .course = bsp->course};
    hand.course.timed = false;
    work(&hand);
}

static void finish(struct bsp *bsp, double start)
{
    struct machine *machine = bsp->machine;
    uint64_t cycles = 0;
    for (unsigned i = 0; i < bsp->threads; i++) {
        const struct tile_effects *effects = &bsp->workers[i].effects;
        stats_add(&machine->stats, &effects->stats);
        if (effects->halted_cycle + 1 > cycles)
            cycles = effects->halted_cycle + 1;
    }
    if (machine->end == END_RUNNING)
        machine->end = END_HALTED;
    machine->stats.cycles = machine->end == END_HALTED ? cycles : bsp->end_cycle + 1;
    machine->stats.segments = bsp->segments;
    for (unsigned phase = 0; phase < STATS_PHASES; phase++)
        machine->stats.phases[phase] = bsp->phases[phase];
    machine->stats.seconds[STATS_TIME_run] = stats_clock() - start;
    machine->stats.seconds[STATS_TIME_commit] = bsp->pace.commit;
    machine->stats.seconds[STATS_TIME_wait] = bsp->pace.wait;
}

static void bsp_run(void *state)
{
    struct bsp *bsp = state;
    const double start = stats_clock();
    bool can_start = bsp->threads > 1;
    bsp->machine->end = END_RUNNING;
    pace_start(&bsp->pace, pace_clock(), bsp->threads, bsp->machine->program.uses_real);
    bsp->clock_cost = bsp->threads > 1 ? pace_work_cost() : 0;
    while (!bsp->ended) {
        work_alone(bsp);
        if (bsp->ended || !can_start)
            continue;
        pace_change(&bsp->pace, pace_clock(), true);
        can_start = team_run(bsp->threads, work_in_team, bsp);
        pace_change(&bsp->pace, pace_clock(), false);
    }
    finish(bsp, start);
}

static void bsp_view(const void *state, uint32_t number, struct pp_view *view)
{
    const struct bsp *bsp = state;
    const struct tile *tile = &bsp->tiles[number >> bsp->machine->memory.lane_shift];
    const uint32_t lane = number - tile->first_pp;
    const struct strand *strand = tile_strand_of(tile, lane);
    const struct strand halted = {.flags = FLAGS_ROW, .pc = tile->halted_pc[lane]};
    const struct strand *shown = strand ? strand : &halted;
    view->running = strand != NULL;
    view->in_barrier = strand != NULL && strand->in_barrier;
    view->since = tile->barrier_since[lane];
    view->pc = strand ? strand_place(strand, bsp->machine->stats.cycles) : shown->pc;
    for (unsigned r = 0; r < 32; r++)
        view->r[r] = r == 1 ? view->pc : tile_register(tile, shown, r, lane);
    view->status = tile_status(tile, shown, lane) | ((uint32_t)bsp->machine->stats.cycles & 1u);
}

const struct engine bsp_engine = {
    .name = "bsp",
    .text = "lockstep tiles on several threads, in segments of a graining level",
    .parallel = true,
    .create = bsp_create,
    .run = bsp_run,
    .view = bsp_view,
    .destroy = bsp_destroy,
};
