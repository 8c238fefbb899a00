/* auto.c - the engine that chooses: the parallel engine, or the cycle engine where that is faster.
 *
 * It runs one of the two part by part. Between two parts it reads the counters, and asks choice.h whether
 * the PPs shall move. A part is ended by the progress of the machine (machine_tick), so the engines do not
 * know that they are being compared. Times are the processor time of this thread, which leads the threads of
 * a team: other programs do not count, and the members of a team wait for each other by spinning.
 *
 * Memory, host and program stay in the machine when the PPs move; registers and counters are carried from
 * engine to engine. The engine that is left keeps its compiled code, but not the times that it has measured.
 */
#include <stdlib.h>
#include <string.h>

#include "adaptive.h"
#include "choice.h"
#include "sim/cycle/cycle.h"
#include "sim/machine/snapshot.h"
#include "sim/segment/bsp.h"
#include "sim/team/pace.h"

/* One of the two engines, and what it has done in all. */
struct seat {
    const struct engine *engine;
    void *state;    /* owned; NULL: not created yet */
    uint64_t spent; /* nanoseconds */
    unsigned threads_used;
    enum stats_reason threads_why;
};

struct adaptive {
    struct machine *machine;
    struct seat seats[2];          /* the parallel engine, the cycle engine */
    unsigned now;                  /* the one that has the PPs */
    struct snapshot_state carried; /* .pps and .units: owned; room for what a move carries */
    struct choice choice;
    bool may_change;
    bool is_started;
    uint64_t cycle_instructions; /* executed by the cycle engine */
    uint64_t outer_due;          /* instructions at which the progress of the machine is due */
    void (*outer)(void *context, uint64_t cycle, uint64_t instructions, uint32_t running);
    void *outer_context;
};

/* ---- creation */

bool adaptive_may_change(const struct machine_config *config)
{
    const bool is_small = config->pps < LEAST_PPS && config->tests.changes == 0;
    return config->level == LEVEL_EXACT && !is_small && config->pps <= MOST_PPS;
}

static void auto_destroy(void *state)
{
    struct adaptive *adaptive = state;
    for (unsigned k = 0; k < 2; k++)
        if (adaptive->seats[k].state != NULL)
            adaptive->seats[k].engine->destroy(adaptive->seats[k].state);
    snapshot_free_room(&adaptive->carried);
    free(adaptive);
}

static void *auto_create(struct machine *machine)
{
    struct adaptive *adaptive = calloc(1, sizeof *adaptive);
    if (adaptive == NULL)
        return NULL;
    adaptive->machine = machine;
    adaptive->may_change = adaptive_may_change(&machine->config) && machine->ranks == NULL &&
                           machine->inject == NULL && machine->observers == NULL && machine->counts == NULL &&
                           machine->marks == NULL && machine->journal == NULL;
    adaptive->seats[0] = (struct seat){.engine = &bsp_engine, .state = bsp_engine.create(machine)};
    adaptive->seats[1].engine = &cycle_engine;
    if (adaptive->seats[0].state == NULL) {
        auto_destroy(adaptive);
        return NULL;
    }
    return adaptive;
}

/* ---- the clock */

/* Called by machine_tick, in place of the machine's own progress, which it calls as often as before. */
static void read_clock(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct adaptive *adaptive = context;
    struct machine *machine = adaptive->machine;
    if (instructions >= adaptive->outer_due || machine_has_news(machine)) {
        if (adaptive->outer != NULL)
            adaptive->outer(adaptive->outer_context, cycle, instructions, running);
        adaptive->outer_due = machine->tick_instructions;
    }
    if (!machine->pause) {
        const struct choice_moment now = {pace_work_clock(), cycle, instructions};
        machine->pause = choice_look(&adaptive->choice, &now);
    }
    const uint64_t next = instructions + adaptive->choice.part.step;
    machine->tick_instructions = next < adaptive->outer_due ? next : adaptive->outer_due;
}

/* ---- a part of the run */

static const struct seat *at_work(const struct adaptive *adaptive)
{
    return &adaptive->seats[adaptive->now];
}

/* Runs the engine at work, and reads the clock meanwhile. */
static void run_with_clock(struct adaptive *adaptive, uint64_t until)
{
    struct machine *machine = adaptive->machine;
    const struct seat *seat = at_work(adaptive);
    adaptive->outer = machine->progress;
    adaptive->outer_context = machine->progress_context;
    adaptive->outer_due = machine->tick_instructions;
    machine->progress = read_clock;
    machine->progress_context = adaptive;
    machine->tick_instructions = 0;
    seat->engine->run(seat->state, until);
    machine->progress = adaptive->outer;
    machine->progress_context = adaptive->outer_context;
    machine->pause = machine->pause && !adaptive->choice.part.is_over;
}

/* The threads of the run are those of the engine that has worked most of the time. */
static void count_threads(struct adaptive *adaptive, uint64_t nanoseconds)
{
    struct stats *stats = &adaptive->machine->stats;
    struct seat *seats = adaptive->seats, *now = &seats[adaptive->now];
    now->spent += nanoseconds;
    now->threads_used = stats->threads_used;
    now->threads_why = stats->threads_why;
    const struct seat *most = seats[0].spent >= seats[1].spent ? &seats[0] : &seats[1];
    stats->threads_used = most->threads_used;
    stats->threads_why = most->threads_why;
}

/* The counters of a run that has stopped or ended. */
static struct stats counted(const struct adaptive *adaptive)
{
    const struct seat *seat = at_work(adaptive);
    struct snapshot_state counted = {.stats = adaptive->machine->stats};
    if (adaptive->machine->end == END_RUNNING)
        (void)seat->engine->save(seat->state, &counted);
    return counted.stats;
}

/* ---- the run */

/* Moves the PPs of a run that has stopped to the other engine. False: memory is short, and nothing has
 * changed. */
static bool carry(struct adaptive *adaptive)
{
    struct machine *machine = adaptive->machine;
    struct snapshot_state *carried = &adaptive->carried;
    const struct seat *from = at_work(adaptive), *to = &adaptive->seats[1 - adaptive->now];
    carried->stats = machine->stats;
    if (to->state == NULL || !from->engine->save(from->state, carried) ||
        (carried->pps == NULL && !snapshot_make_room(carried, machine->config.pps)))
        return false;
    carried->count = machine->config.pps;
    memset(carried->pps, 0, carried->count * sizeof *carried->pps);
    from->engine->save_pps(from->state, carried);
    const struct stats kept = machine->stats;
    machine->stats = carried->stats;
    if (!to->engine->load(to->state, carried)) {
        machine->stats = kept;
        return false;
    }
    machine->tick_instructions = 0;
    adaptive->now = 1 - adaptive->now;
    return true;
}

static void move(struct adaptive *adaptive)
{
    const double began = stats_clock();
    struct seat *to = &adaptive->seats[1 - adaptive->now];
    if (to->state == NULL)
        to->state = to->engine->create(adaptive->machine);
    const uint64_t work = pace_work_clock();
    adaptive->may_change = carry(adaptive);
    choice_moved(&adaptive->choice, pace_work_clock() - work);
    adaptive->machine->stats.seconds[STATS_TIME_run] += stats_clock() - began;
}

static enum stats_reason reason(const struct adaptive *adaptive)
{
    const struct choice *choice = &adaptive->choice;
    if (!adaptive->may_change)
        return STATS_CHOICE_fixed;
    if (choice->trials == 0)
        return choice->was_fast ? STATS_CHOICE_fast : STATS_CHOICE_brief;
    if (choice->changes == 0)
        return STATS_CHOICE_slower;
    return choice->changes == 1 && choice->is_on_other ? STATS_CHOICE_faster : STATS_CHOICE_both;
}

/* Writes what is known of the choice to the counters. */
static void count(const struct adaptive *adaptive)
{
    struct stats *stats = &adaptive->machine->stats;
    stats->parts[STATS_ENGINE_cycle_instructions] = adaptive->cycle_instructions;
    stats->parts[STATS_ENGINE_trials] = adaptive->choice.trials;
    stats->parts[STATS_ENGINE_changes] = adaptive->choice.changes;
    stats->engine_why = reason(adaptive);
}

/* Whether the run is over, is to pause, or has reached the requested end. */
static bool has_arrived(const struct machine *machine, uint64_t until)
{
    return machine->end != END_RUNNING || machine->pause || (until != 0 && machine->stats.cycles >= until);
}

/* The time now, in the cycle to which the run has come. */
static struct choice_moment moment_of(uint64_t cycle)
{
    return (struct choice_moment){.time = pace_work_clock(), .cycle = cycle};
}

/* Runs a part that choice.h ends, or all up to the cycle `until`. */
static void execute(struct adaptive *adaptive, uint64_t until)
{
    const struct seat *seat = at_work(adaptive);
    const struct choice_moment now = moment_of(adaptive->machine->stats.cycles);
    const uint64_t cycles = adaptive->may_change ? choice_begin(&adaptive->choice, &now) : 0;
    if (cycles != 0 && (until == 0 || now.cycle + cycles < until))
        until = now.cycle + cycles;
    if (adaptive->may_change && cycles == 0)
        run_with_clock(adaptive, until);
    else
        seat->engine->run(seat->state, until);
}

/* Runs a part; all that the caller wants, if the engine cannot change. Returns whether the run is to go on.
 */
static bool run_part(struct adaptive *adaptive, uint64_t until)
{
    struct choice *choice = &adaptive->choice;
    const bool is_on_cycle = adaptive->now != 0, may_change = adaptive->may_change;
    const struct stats before = counted(adaptive);
    const uint64_t began = pace_work_clock();
    execute(adaptive, until);
    const struct stats after = counted(adaptive);
    const struct choice_moment now = moment_of(after.cycles);
    adaptive->cycle_instructions += is_on_cycle ? after.instructions - before.instructions : 0;
    count_threads(adaptive, now.time - began);
    const bool arrived = has_arrived(adaptive->machine, until);
    /* the caller's bounds have cut the part short: a trial is undecided, and is run again */
    const bool counts = may_change && (!arrived || choice->step == CHOICE_WORK);
    if (adaptive->machine->end == END_RUNNING && counts && choice_note(choice, &now))
        move(adaptive);
    machine_demand("the choice of engines, cycle", now.cycle, choice_broken(choice));
    return !arrived && may_change;
}

static void auto_run(void *state, uint64_t until)
{
    struct adaptive *adaptive = state;
    struct machine *machine = adaptive->machine;
    bool goes_on = machine->end == END_RUNNING;
    if (!adaptive->is_started)
        choice_start(&adaptive->choice, pace_work_clock(), machine->config.pps,
                     machine->config.tests.changes);
    adaptive->is_started = true;
    while (goes_on)
        goes_on = run_part(adaptive, until);
    if (machine->end != END_RUNNING)
        warnings_order(&machine->noticed);
    count(adaptive);
}

/* ---- inspection and snapshots */

static void auto_view(const void *state, uint32_t pp, struct pp_view *view)
{
    const struct seat *seat = at_work(state);
    seat->engine->view(seat->state, pp, view);
}

static bool auto_save(const void *state, struct snapshot_state *snapshot)
{
    const struct seat *seat = at_work(state);
    return seat->engine->save(seat->state, snapshot);
}

static void auto_save_pps(const void *state, const struct snapshot_state *snapshot)
{
    const struct seat *seat = at_work(state);
    seat->engine->save_pps(seat->state, snapshot);
}

static bool auto_load(void *state, const struct snapshot_state *snapshot)
{
    const struct seat *seat = at_work(state);
    return seat->engine->load(seat->state, snapshot);
}

const struct engine auto_engine = {
    .name = "auto",
    .text = "the parallel engine, or the cycle engine where it is faster",
    .parallel = true,
    .threaded = true,
    .create = auto_create,
    .run = auto_run,
    .view = auto_view,
    .save = auto_save,
    .save_pps = auto_save_pps,
    .load = auto_load,
    .destroy = auto_destroy,
};
