/* bsp.c - the run of the parallel engine: segments joined by synchronisation phases (docs/engine.md).
 *
 * Every thread owns a contiguous run of tiles. A segment: each thread runs its tiles, sums up what they ask
 * for, and waits for the others; then all draw the same conclusion from all summaries, carry out what was
 * asked for, and, if anything was, wait again. Two thread barriers a segment, one if nobody asked for
 * anything.
 *
 * Knows tiles, commit, barrier, team; nobody but the command line knows it.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/bsp/bsp.h"
#include "sim/bsp/commit.h"
#include "sim/bsp/ending.h"
#include "sim/bsp/team.h"
#include "sim/bsp/tile.h"

/* So many segments (cycles, at level 0) in which everybody waits in a barrier and nobody writes anything:
 * what they wait for cannot happen any more. A round of the barrier's loop is one segment or four cycles. */
enum { DEADLOCK_SEGMENTS = 64, DEADLOCK_CYCLES = 256 };

/* What a thread tells the others at the end of its part of a segment. */
struct report {
    _Alignas(64) struct commit_summary summary;
    uint64_t instructions; /* of the whole run */
    uint64_t least_cycle;  /* of the PPs that still run; UINT64_MAX: none */
    uint32_t running;
    uint32_t waiting;   /* of them in a barrier */
    uint32_t exhausted; /* of them at the last cycle allowed */
    unsigned quiet;     /* level 0 */
    uint32_t phases;    /* bit per enum stats_phase: why PPs ended their segment */
    bool interrupted;
};

/* A thread's own. The reports are used in turns: a fast thread may already write its next one while a slow
 * one still reads this one. */
struct worker {
    struct tile *tiles;
    uint32_t tile_count;
    struct tile_effects effects;
    struct report reports[2];
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
    unsigned threads;
    bool over; /* set by thread 0 between the two barriers of a segment, read by all behind the second */
    uint64_t end_cycle; /* of a run that ended by a host call or a fault */
    uint64_t segments;
    uint64_t rounds; /* .. without those that a phase of own areas ended */
    uint64_t phases[STATS_PHASES];
    double commit_seconds;
};

/* ---- creation */

static void bsp_destroy(void *state)
{
    struct bsp *bsp = state;
    for (uint32_t t = 0; bsp->tiles && t < bsp->tile_count; t++)
        tile_destroy(&bsp->tiles[t]);
    for (unsigned i = 0; bsp->workers && i < bsp->threads; i++)
        tile_effects_destroy(&bsp->workers[i].effects);
    commit_destroy(bsp->commit);
    barrier_table_destroy(&bsp->barriers);
    if (bsp->machine->program.uses_real)
        real_bank_destroy(&bsp->bank);
    free(bsp->tiles);
    free(bsp->workers);
    free(bsp->code);
    free(bsp);
}

/* More threads than tiles would have nothing to do; a small machine is fastest on one. */
static unsigned threads_for(const struct machine_config *config, uint32_t tile_count)
{
    unsigned threads = config->threads;
    if (threads > TEAM_MAX)
        threads = TEAM_MAX;
    return threads < tile_count ? threads : tile_count;
}

static bool create_workers(struct bsp *bsp)
{
    const uint32_t pps = bsp->machine->config.pps, pps_a_tile = 1u << bsp->machine->memory.lane_shift;
    bsp->workers = aligned_alloc(64, bsp->threads * sizeof *bsp->workers);
    bsp->tiles = calloc(bsp->tile_count, sizeof *bsp->tiles);
    if (!bsp->workers || !bsp->tiles)
        return false;
    memset(bsp->workers, 0, bsp->threads * sizeof *bsp->workers);
    for (unsigned i = 0; i < bsp->threads; i++) {
        struct worker *worker = &bsp->workers[i];
        const uint32_t begin = (uint32_t)((uint64_t)bsp->tile_count * i / bsp->threads);
        const uint32_t end = (uint32_t)((uint64_t)bsp->tile_count * (i + 1) / bsp->threads);
        worker->tiles = bsp->tiles + begin;
        worker->tile_count = end - begin;
        if (!tile_effects_create(&worker->effects))
            return false;
        for (uint32_t t = begin; t < end; t++) {
            const uint32_t first = t * pps_a_tile, rest = pps - first;
            if (!tile_create(&bsp->tiles[t], &bsp->world, &worker->effects, first,
                             rest < pps_a_tile ? rest : pps_a_tile))
                return false;
        }
    }
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

/* ---- a thread's part of a segment */

static void look_around(const struct worker *worker, uint64_t max_cycles, unsigned level,
                        struct report *report)
{
    report->least_cycle = UINT64_MAX;
    report->running = report->waiting = report->exhausted = 0;
    report->phases = 0;
    report->quiet = UINT8_MAX;
    for (uint32_t t = 0; t < worker->tile_count; t++) {
        const struct tile *tile = &worker->tiles[t];
        report->running += tile->running;
        for (uint32_t k = 0; k < tile->strand_end; k++) {
            const struct strand *strand = &tile->strands[k];
            if (strand->state == STRAND_FREE)
                continue;
            report->least_cycle = strand->cycle < report->least_cycle ? strand->cycle : report->least_cycle;
            report->phases |= 1u << strand->phase;
            if (strand->in_barrier)
                report->waiting += strand->count;
            else if (strand->cycle >= max_cycles)
                report->exhausted += strand->count;
        }
        const unsigned quiet = level == 0 ? tile_quiet(tile) : 0;
        report->quiet = quiet < report->quiet ? quiet : report->quiet;
    }
    report->instructions = worker->effects.stats.instructions;
}

static void run_segment(struct worker *worker, uint64_t end, bool goes_on)
{
    for (uint32_t t = 0; t < worker->tile_count; t++) {
        if (goes_on)
            tile_go_on(&worker->tiles[t]);
        else
            tile_begin(&worker->tiles[t]);
        tile_run(&worker->tiles[t], end);
    }
}

/* ---- conclusions, the same in all threads */

struct overview {
    uint64_t instructions;
    uint64_t least_cycle;
    uint32_t running, waiting, exhausted;
    uint32_t phases;
    unsigned quiet;
    bool notes, interrupted, wrote, spinning, barrier_requests;
};

static struct overview overview_of(const struct report *const *reports, unsigned threads)
{
    struct overview all = {.least_cycle = UINT64_MAX, .quiet = UINT8_MAX};
    for (unsigned i = 0; i < threads; i++) {
        const struct report *one = reports[i];
        all.instructions += one->instructions;
        all.least_cycle = one->least_cycle < all.least_cycle ? one->least_cycle : all.least_cycle;
        all.running += one->running;
        all.waiting += one->waiting;
        all.exhausted += one->exhausted;
        all.phases |= one->phases;
        all.quiet = one->quiet < all.quiet ? one->quiet : all.quiet;
        all.notes |= one->summary.notes;
        all.spinning |= one->summary.spinning;
        all.barrier_requests |= one->summary.barrier_requests;
        all.interrupted |= one->interrupted;
        all.wrote |= one->summary.stores || one->summary.folds;
    }
    return all;
}

/* ---- what one thread does alone */

/* The earliest fault of all threads. */
static void merge_faults(struct bsp *bsp)
{
    for (unsigned i = 0; i < bsp->threads; i++)
        if (bsp->workers[i].effects.fault.code != FAULT_NONE)
            fault_merge(&bsp->machine->fault, &bsp->workers[i].effects.fault);
}

static void carry_out_alone(struct bsp *bsp, bool out_of_memory)
{
    struct machine *machine = bsp->machine;
    uint64_t fault_cycle = UINT64_MAX;
    if (out_of_memory)
        fault_set(&machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, 0, "the host has not enough memory");
    merge_faults(bsp);
    if (machine->fault.code != FAULT_NONE)
        fault_cycle = machine->fault.cycle;
    const struct fault fault = machine->fault;
    machine->fault = (struct fault){.code = FAULT_NONE}; /* of requests, which come first */
    if (!commit_alone(bsp->commit, bsp->tiles, bsp->tile_count,
                      barrier_departure(&bsp->barriers, bsp->rounds), fault_cycle, &bsp->end_cycle)) {
        bsp->over = true;
    } else if (fault.code != FAULT_NONE) {
        machine->fault = fault;
        machine->end = END_FAULT;
        bsp->end_cycle = fault.cycle - 1;
        bsp->over = true;
    }
}

/* The run does not end by itself: the function says why. */
static void end_badly(struct bsp *bsp, uint64_t cycle,
                      void (*say)(struct machine *, const struct tile *, uint32_t))
{
    say(bsp->machine, bsp->tiles, bsp->tile_count);
    bsp->end_cycle = cycle;
}

/* ---- the run */

static void count_segment(struct bsp *bsp, uint32_t phases)
{
    bsp->segments++;
    for (unsigned phase = 0; phase < STATS_PHASES; phase++)
        bsp->phases[phase] += phases >> phase & 1u;
}

/* A request to stop is noticed at once, even in segments that execute hardly anything. */
static void tick(struct machine *machine, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    if (machine->stop != NULL && *machine->stop != 0)
        machine_tick_slow(machine, cycle, instructions, running);
    else
        machine_tick(machine, cycle, instructions, running);
}

static void work(struct team_member *member, void *context)
{
    struct bsp *bsp = context;
    struct machine *machine = bsp->machine;
    struct worker *worker = &bsp->workers[member->index];
    const bool is_first = member->index == 0;
    const unsigned level = bsp->world.level;
    const uint64_t max_cycles = machine->config.max_cycles ? machine->config.max_cycles : UINT64_MAX;
    uint64_t cycle = 0;                             /* level 0 */
    uint64_t barrier_age = COMMIT_BARRIER_SEGMENTS; /* segments since the last request inside a barrier */
    uint64_t idle = 0;                              /* segments or cycles without a write, all waiting */
    unsigned quiet = 0;
    uint32_t running = machine->config.pps;
    bool goes_on = false; /* the last phase was one of own areas */

    for (unsigned turn = 0;; turn ^= 1u) {
        struct report *report = &worker->reports[turn];
        const struct report *reports[TEAM_MAX];
        const struct commit_summary *summaries[TEAM_MAX];
        uint64_t end = max_cycles;
        if (level == 0) {
            end = cycle + quiet + 1 < max_cycles ? cycle + quiet + 1 : max_cycles;
            idle += end - cycle - 1;
            cycle = end;
        }
        run_segment(worker, end, goes_on);
        commit_summarize(worker->tiles, worker->tile_count, &worker->effects, &report->summary);
        look_around(worker, max_cycles, level, report);
        if (is_first) {
            tick(machine, worker->tiles[0].strands[0].cycle, report->instructions * bsp->threads, running);
            report->interrupted = machine->end == END_FAULT;
        }

        /* All loads of the segment are done, all requests and reports written. No request may be carried out
         * before that, no report read. */
        team_barrier(member);
        for (unsigned i = 0; i < bsp->threads; i++) {
            reports[i] = &bsp->workers[i].reports[turn];
            summaries[i] = &reports[i]->summary;
        }
        const struct overview all = overview_of(reports, bsp->threads);
        goes_on = commit_is_of_areas(summaries, bsp->threads);
        if (goes_on) { /* no thread reads what another one writes now */
            commit_areas(worker->tiles, worker->tile_count);
            if (is_first)
                count_segment(bsp, 1u << STATS_PHASE_store);
            if (all.interrupted)
                break;
            continue;
        }
        barrier_age = all.barrier_requests ? 0 : barrier_age + 1;
        const bool barriers_busy = barrier_age < COMMIT_BARRIER_SEGMENTS;
        const enum commit_plan plan = commit_plan(&bsp->world, summaries, bsp->threads, barriers_busy);
        const bool everybody_waits = all.waiting == all.running && all.running != 0;
        idle = everybody_waits && !all.wrote ? idle + 1 : 0;
        running = all.running;
        quiet = all.quiet;
        if (is_first) {
            count_segment(bsp, all.phases);
            bsp->rounds++;
        }

        const bool deadlocked = idle > (level == 0 ? DEADLOCK_CYCLES : DEADLOCK_SEGMENTS);
        bool runaway = all.running != 0 && all.exhausted + all.waiting == all.running && all.exhausted != 0;
        if (level == 0)
            runaway = cycle == max_cycles && all.running != 0;
        if (plan == COMMIT_OWN)
            commit_own(worker->tiles, worker->tile_count);
        if (plan == COMMIT_ONE_CELL)
            commit_one_cell(worker->tiles, worker->tile_count, summaries, member->index, bsp->threads);
        if (is_first) {
            if (all.notes) {
                struct barrier_notes *notes[TEAM_MAX];
                for (unsigned i = 0; i < bsp->threads; i++)
                    notes[i] = &bsp->workers[i].effects.notes;
                if (!barrier_take_notes(&bsp->barriers, notes, bsp->threads, bsp->rounds))
                    bsp->workers[0].effects.out_of_memory = true;
            }
            if (plan == COMMIT_FOLDS)
                commit_folds(bsp->tiles, bsp->tile_count);
            if (plan == COMMIT_ALONE) {
                bool out_of_memory = false;
                for (unsigned i = 0; i < bsp->threads; i++)
                    out_of_memory |= summaries[i]->out_of_memory;
                carry_out_alone(bsp, out_of_memory);
            }
            if (!bsp->over && deadlocked)
                end_badly(bsp, all.least_cycle, ending_deadlock);
            else if (!bsp->over && runaway)
                end_badly(bsp, max_cycles - 1, ending_runaway);
        }
        if (all.running == 0 && plan == COMMIT_NOTHING)
            break;
        if (all.interrupted || deadlocked || runaway)
            break;
        if (plan == COMMIT_NOTHING && !all.notes)
            continue;
        /* All requests are carried out: no load of the next segment may come before that. bsp->over is
         * written by thread 0 only, before this barrier. */
        team_barrier(member);
        if (bsp->over || all.running == 0)
            break;
    }
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
}

static void bsp_run(void *state)
{
    struct bsp *bsp = state;
    struct machine *machine = bsp->machine;
    const double start = stats_clock();
    machine->end = END_RUNNING;
    if (!team_run(bsp->threads, work, bsp)) {
        fault_set(&machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, 0, "the host cannot start %u threads",
                  bsp->threads);
        machine->end = END_FAULT;
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
