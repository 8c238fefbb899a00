/* bsp.c - the parallel engine: creation, run and inspection (docs/internals/engine.md).
 *
 * Each thread has a worker with a share of the tiles. While a team of threads would not pay, one thread does
 * the work of all (pace.h), with the same results. Only the command line knows this engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/segment/bsp.h"
#include "sim/segment/run.h"

/* ---- creation */

static void bsp_destroy(void *state)
{
    struct bsp *bsp = state;
    tiling_destroy(bsp);
    ranks_destroy(bsp);
    for (unsigned i = 0; bsp->workers && i < bsp->threads; i++)
        tile_effects_destroy(&bsp->workers[i].effects);
    commit_destroy(bsp->commit);
    event_destroy(bsp->events);
    barrier_table_destroy(&bsp->barriers);
    if (bsp->machine->program.uses_real)
        real_bank_destroy(&bsp->bank);
    room_close(&bsp->room);
    free(bsp->workers);
    free(bsp->code);
    free(bsp->judged);
    free(bsp);
}

static bool create_workers(struct bsp *bsp)
{
    bsp->workers = worker_lines(bsp->threads, sizeof *bsp->workers);
    if (!bsp->workers)
        return false;
    for (unsigned i = 0; i < bsp->threads; i++)
        if (!worker_create(&bsp->workers[i], i, &bsp->world))
            return false;
    if (!tiling_create(bsp))
        return false;
    bsp->commit = commit_create(&bsp->world, bsp->tiles, bsp->tile_count);
    return bsp->commit != NULL;
}

/* Level 0: finds the instructions that may be reported to race. */
static bool create_judged(struct bsp *bsp)
{
    if (bsp->world.level > 0)
        return true;
    bsp->world.judged = bsp->judged = level_find_judged(bsp->machine, bsp->code);
    return bsp->judged != NULL;
}

/* Only level 0 has an event core; PPs with precision units only if there is one. */
static bool create_events(struct bsp *bsp)
{
    if (bsp->world.level > 0 || bsp->meeting != NULL ||
        (bsp->machine->program.uses_real && bsp->machine->config.pps > 1))
        return true;
    bsp->events = event_create(&bsp->world);
    return bsp->events != NULL;
}

/* Finds the PPs of this process. */
static void find_pps(struct bsp *bsp)
{
    const struct machine *machine = bsp->machine;
    if (machine->ranks == NULL)
        return;
    const uint32_t *first_tile = machine->ranks->first_tile + machine->ranks->rank;
    bsp->world.first_pp = first_tile[0] << machine->memory.lane_shift;
    bsp->world.end_pp = first_tile[1] << machine->memory.lane_shift;
}

static void *bsp_create(struct machine *machine)
{
    struct bsp *bsp = worker_lines(1, sizeof *bsp);
    if (!bsp)
        return NULL;
    bsp->machine = machine;
    bsp->tile_count = (machine->config.pps + machine->memory.lane_mask) >> machine->memory.lane_shift;
    bsp->random = machine->config.tests.deals;
    bsp->threads = pace_most(machine, bsp->tile_count);
    bsp->end = bsp->threads;
    bsp->stop = UINT64_MAX;
    bsp->room.file = -1;
    if (machine->ranks != NULL)
        ranks_create(bsp);
    if (bsp->end - bsp->first > 1)
        room_open(&bsp->room); /* before the run is confined (--safe) */
    const unsigned threads = bsp->end - bsp->first, least = bsp->meeting == NULL ? 2 : threads;
    pace_start(&bsp->pace, pace_clock(), threads, least, machine->program.uses_real);
    bsp->pace.room = &bsp->room;
    machine->end = END_RUNNING;
    bsp->course = course_begin(machine->config.pps);
    const struct program *program = &machine->program;
    const bool has_units = !program->uses_real || real_bank_create(&bsp->bank, &machine->config.real,
                                                                   machine->config.pps, program->uses_sums);
    bsp->few = machine->config.pps <= DIVERGED_FEW;
    const bool is_exact = bsp->few || machine->config.level == LEVEL_EXACT;
    const unsigned level = is_exact ? 0 : machine->config.level;
    bsp->course.diverged = bsp->few && (!program->uses_real || machine->config.pps == 1);
    bsp->code = level_prepare(program, bsp->bank.cost, !machine->config.skips_dead_flags);
    bsp->world = (struct tile_world){.machine = machine,
                                     .rows = rows_for(machine->config.vectors),
                                     .code = bsp->code,
                                     .code_count = program->count,
                                     .level = level,
                                     .tile_shift = machine->memory.lane_shift,
                                     .end_pp = machine->config.pps,
                                     .barriers = &bsp->barriers,
                                     .bank = &bsp->bank};
    find_pps(bsp);
    if (!has_units || !bsp->code || !create_judged(bsp) || !barrier_table_create(&bsp->barriers) ||
        !create_workers(bsp) || !create_events(bsp)) {
        bsp_destroy(bsp);
        return NULL;
    }
    return bsp;
}

/* ---- the run */

static void work_in_team(struct team_member *member, void *context)
{
    struct bsp *bsp = context;
    struct hand hand = {.bsp = bsp,
                        .member = member,
                        .first = bsp->first + member->index,
                        .end = bsp->first + member->index + 1,
                        .course = bsp->before_team};
    segment_work(&hand);
}

static void work_alone(struct bsp *bsp)
{
    const unsigned deals_in = tiling_deal_alone(bsp);
    struct hand hand = {
        .bsp = bsp, .first = bsp->first, .end = bsp_end(bsp), .course = bsp->course, .deals_in = deals_in};
    segment_work(&hand);
}

/* How many threads the run has used, and why they were no more. */
static void count_threads(struct bsp *bsp, struct stats *stats)
{
    const unsigned had = bsp->end - bsp->first;
    stats->threads_used = pace_stop(&bsp->pace, pace_clock(), &stats->threads_why);
    if (stats->threads_used == had && had < bsp->machine->config.threads)
        stats->threads_why = had == bsp->tile_count ? STATS_LIMIT_tiles : STATS_LIMIT_cores;
}

/* PRAM_PARTS: prints the parts of the run, in seconds. */
static void print_parts(const struct bsp *bsp)
{
    static const char *const names[] = {
#define RUN_PART(name, text) #name,
        RUN_PARTS(RUN_PART)
#undef RUN_PART
    };
    for (unsigned part = 0; part < RUN_PART_COUNT; part++)
        fprintf(stderr, "parts.%s %.6f\n", names[part], 1e-9 * (double)bsp->parts.spent[part]);
}

/* What is known when the run ends or stops, for it may go on elsewhere. */
static void tell(struct bsp *bsp)
{
    struct machine *machine = bsp->machine;
    count_threads(bsp, &machine->stats);
    event_count_native(bsp->events, machine);
}

static void finish(struct bsp *bsp, double began)
{
    struct machine *machine = bsp->machine;
    if (bsp->meeting != NULL)
        ranks_exchange_effects(bsp);
    if (bsp->meeting != NULL && (machine->end == END_FAULT || machine->ranks->keeps_all))
        ranks_send_all(bsp, false); /* they may be asked for */
    bsp_add_counters(bsp, &machine->stats);
    tell(bsp);
    warnings_order(&machine->noticed);
    if (machine->end == END_RUNNING)
        machine->end = END_HALTED;
    machine->stats.cycles = (machine->end == END_HALTED ? lead_last_halt(bsp) : bsp->end_cycle) + 1;
    if (PACE_STAYS)
        print_parts(bsp);
    machine->stats.seconds[STATS_TIME_run] += stats_clock() - began;
}

/* The run stops before its end, and can be inspected and continued. */
static void pause_run(struct bsp *bsp, double began)
{
    struct machine *machine = bsp->machine;
    if (bsp->meeting != NULL && bsp->meets)
        ranks_send_all(bsp, false);
    if (bsp->meeting != NULL)
        machine->ranks->has_met = bsp->meets;
    tell(bsp);
    machine->stats.cycles = bsp->world.level == 0 ? bsp->course.cycle : lead_least_cycle(bsp);
    machine->stats.seconds[STATS_TIME_run] += stats_clock() - began;
}

/* Runs until the end, or a stop. A team that the last stop ended begins at once. */
static void go_on(struct bsp *bsp)
{
    bool can_start = bsp->end - bsp->first > 1;
    while (!bsp->ended && !bsp->stopped) {
        if (bsp->course.diverged) {
            const uint64_t began = pace_clock();
            diverged_run(bsp);
            pace_diverged(&bsp->pace, pace_clock() - began);
            bsp_spend(bsp, RUN_PART_diverged);
            continue;
        }
        if (bsp_may_change(bsp, &bsp->course))
            pace_change(&bsp->pace, pace_clock(), can_start);
        const unsigned threads = can_start ? pace_threads(&bsp->pace) : 1;
        if (threads == 1) {
            work_alone(bsp);
            continue;
        }
        bsp_spend(bsp, RUN_PART_teams);
        tiling_deal(bsp, threads);
        bsp->before_team = bsp->course;
        can_start = team_run(threads, work_in_team, bsp);
    }
}

static void bsp_run(void *state, uint64_t until)
{
    struct bsp *bsp = state;
    const double began = stats_clock();
    bsp->until = until != 0 ? until : UINT64_MAX;
    if (bsp->ended || bsp->course.cycle >= bsp->until)
        return;
    bsp->stopped = false;
    bsp->started = true;
    pace_resume(&bsp->pace, pace_clock());
    go_on(bsp);
    /* also by a fault before the cycle of its stop; this is tested once, because it rolls back counters */
    bsp->ended = bsp->ended || (bsp->stopped && lead_has_failed(bsp));
    if (bsp->ended)
        finish(bsp, began);
    else
        pause_run(bsp, began);
}

static void bsp_view(const void *state, uint32_t number, struct pp_view *view)
{
    const struct bsp *bsp = state;
    const struct tile *tile = &bsp->tiles[number >> bsp->world.tile_shift];
    tile_view(tile, number - tile->first_pp, bsp->machine->stats.cycles, view);
}

const struct engine bsp_engine = {
    .name = "bsp",
    .text = "tiles of PPs in lockstep, on several threads",
    .parallel = true,
    .threaded = true,
    .create = bsp_create,
    .run = bsp_run,
    .view = bsp_view,
    .save = bsp_save,
    .save_pps = bsp_save_pps,
    .load = bsp_load,
    .destroy = bsp_destroy,
};
