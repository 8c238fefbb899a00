/* cycle.c - the engine for observed runs and for diverged PPs: one cycle after the other, PPs grouped by pc.
 *
 * A cycle executes one instruction of each strand, for all its members at once, then carries out their
 * requests. Only invisible instructions are executed before their cycle (lone.h), so an observer sees the
 * true state of the machine. Runs without observers may have several threads (threads.h). state.h draws the
 * files.
 */
#include <stdlib.h>

#include "cycle.h"
#include "range.h"
#include "sim/machine/follow/follow.h"
#include "sim/machine/vectors.h"
#include "sim/cycle/threads/threads.h"
#include "state.h"

/* ---- the state */

static void cycle_destroy(void *engine)
{
    struct cycle_state *state = engine;
    threads_destroy(state->threads);
    precision_destroy(&state->precision);
    range_destroy(state);
}

/* Allocates all arrays by PP. */
static void create_rows(struct cycle_state *state)
{
    struct memory_blocks *const memory = &state->memory;
    const uint32_t pps = state->machine->config.pps;
    /* row distances that are powers of two would map all rows to a few cache lines */
    state->stride = ((size_t)pps + 15) / 16 * 16 + 16;
    state->rows = memory_block(memory, (DECODE_SINK + 1) * state->stride, sizeof *state->rows);
    state->flags = memory_block(memory, pps, sizeof *state->flags);
    state->late[0] = memory_block(memory, pps, sizeof *state->late[0]);
    state->late[1] = memory_block(memory, pps, sizeof *state->late[1]);
    state->halted = memory_block(memory, pps, sizeof *state->halted);
    state->pending = memory_block(memory, pps, sizeof *state->pending);
    state->turns = memory_block(memory, pps, sizeof *state->turns);
    presence_create(&state->presence, memory, pps);
}

/* Places all PPs at the program's entry. */
static void begin(struct cycle_state *state)
{
    const struct machine *machine = state->machine;
    state->running_count = machine->config.pps;
    for (uint32_t pp = 0; pp < machine->config.pps; pp++) {
        cycle_row(state, 1)[pp] = machine->program.entry;
        state->pending[pp] = DECODE_SINK;
    }
    pps_gather(state);
}

static void *cycle_create(struct machine *machine)
{
    static const struct kernels *const variants[] = {
        [VECTORS_avx512] = &kernels_v4, [VECTORS_avx2] = &kernels_v3, [VECTORS_plain] = &kernels_plain};
    struct cycle_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->machine = machine;
    state->stats = &machine->stats;
    state->fault = &machine->fault;
    state->end = machine->config.pps;
    state->kernels = variants[vectors_choose(machine->config.vectors)];
    state->inject = machine->inject;
    create_rows(state);
    present_create(state);
    const bool has_unit = precision_create(&state->precision, machine), has_lists = range_create_lists(state);
    lone_create(state);
    execute_create(state);
    if (!has_unit || !has_lists || state->memory.is_short) {
        cycle_destroy(state);
        return NULL;
    }
    if (machine->counts != NULL && machine->program.uses_real)
        real_price(&state->precision.bank, machine->counts);
    machine->end = END_RUNNING;
    begin(state);
    state->threads = threads_create(state);
    return state;
}

/* ---- a cycle */

/* False: the run is over; machine->end is set. */
static bool run_cycle(struct cycle_state *state)
{
    struct machine *machine = state->machine;
    machine->end = END_FAULT;
    if (state->threads != NULL)
        threads_begin_cycle(state->threads);
    range_execute(state);
    if (state->has_failed) {
        range_drop(state);
        return false;
    }
    range_finish(state);
    if (!requests_carry_out(state)) {
        state->is_refused = true;
        return false;
    }
    if (state->inject != NULL)
        faults_end(state);
    machine->end = END_RUNNING;
    const bool goes_on = state->call_count == 0 || requests_ask_host(state);
    range_turn(state);
    if (state->threads != NULL)
        threads_end_cycle(state);
    return goes_on;
}

/* ---- the run */

/* Skips cycles before `stop` whose instructions all PPs that are awake have executed ahead, and that no
 * observer needs. Returns whether there was one. */
static bool skip_idle_cycles(struct cycle_state *state, uint64_t stop)
{
    const bool may_skip = state->strands.current_count == 0 && state->lone.count != 0 &&
                          state->inject == NULL &&
                          (state->machine->observers == NULL || state->shown.skips) &&
                          state->presence.waiting != state->running_count;
    const uint64_t from = state->cycle, next = may_skip ? lone_next_cycle(state) : from;
    state->cycle = next < stop ? next : stop;
    state->machine->stats.instructions += (state->cycle - from) * state->running_count;
    return state->cycle != from;
}

/* Whether no PP can make progress; the run is over. */
static bool is_endless(struct cycle_state *state)
{
    const struct deadlock_run run = {.machine = state->machine,
                                     .view = pps_view,
                                     .state = state,
                                     .cycle = state->cycle,
                                     .end = state->machine->config.pps};
    if (!presence_is_asked(&state->presence, &run, state->running_count))
        return false;
    range_leave(state);
    return presence_is_endless(&state->presence, &run, state->running_count);
}

/* The next cycle before which the run may stop or is tested for loops; `until` and the limit of cycles are
 * not reached. The loop of run_cycles finds the cycles of tests for deadlocks. */
static uint64_t next_stop(const struct cycle_state *state, uint64_t until)
{
    const uint64_t max_cycles = state->machine->config.max_cycles;
    uint64_t next = circle_next(state->cycle + 1);
    next = until != 0 && until < next ? until : next;
    return max_cycles != 0 && max_cycles < next ? max_cycles : next;
}

/* Executes cycles, at least one: up to `stop`, the end of the run, or a cycle that needs a test before it. */
static void run_cycles(struct cycle_state *state, uint64_t stop)
{
    struct machine *machine = state->machine;
    do {
        if (threads_are_due(state))
            threads_run(state, stop);
        else if (!skip_idle_cycles(state, stop) && (machine->observers == NULL || present_cycle(state)) &&
                 run_cycle(state))
            machine_tick(machine, state->cycle, machine->stats.instructions, state->running_count);
    } while (machine->end == END_RUNNING && !machine->pause && state->cycle != stop &&
             !deadlock_is_asked(state->cycle) && state->running_count != 0 && state->inject == NULL);
}

static void cycle_run(void *engine, uint64_t until)
{
    struct cycle_state *state = engine;
    struct machine *machine = state->machine;
    const uint64_t max_cycles = machine->config.max_cycles;
    const double start = stats_clock();
    if (state->threads != NULL)
        threads_begin(state->threads);
    while (machine->end == END_RUNNING) {
        if (state->inject != NULL)
            faults_begin(state);
        if (state->running_count == 0) {
            machine->end = END_HALTED;
        } else if (until != 0 && state->cycle >= until) {
            break;
        } else if (max_cycles != 0 && state->cycle >= max_cycles) {
            fault_runaway(machine);
        } else if (is_endless(state)) {
            break;
        } else {
            run_cycles(state, next_stop(state, until));
        }
        if (machine->pause)
            break;
    }
    range_leave(state);
    machine->stats.cycles = state->cycle;
    machine->stats.work = pps_count_work(state, &machine->stats);
    threads_count(state);
    machine->stats.seconds[STATS_TIME_run] += stats_clock() - start;
}

static bool cycle_load(void *engine, const struct snapshot_state *snapshot)
{
    const struct cycle_state *state = engine;
    if (state->threads != NULL)
        threads_forget(state->threads);
    return pps_load(engine, snapshot);
}

const struct engine cycle_engine = {
    .name = "cycle",
    .text = "cycle by cycle, PPs at the same instruction together",
    .threaded = true,
    .create = cycle_create,
    .run = cycle_run,
    .view = pps_view,
    .save = pps_save,
    .save_pps = pps_save_block,
    .load = cycle_load,
    .destroy = cycle_destroy,
};
