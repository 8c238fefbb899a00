/* stuck.c - runs of the cycle engine that do not end by themselves: too long, in a deadlock, or in an endless
 * loop.
 *
 * The rules are those of the reference engine (sim/reference/endless.c): all PPs have waited in barriers for
 * a number of cycles without a request, or each PP returns to an earlier state and nothing visible has
 * changed meanwhile (sim/machine/circle.h). While a run is watched for the second case, no PP sleeps.
 */
#include <stdlib.h>

#include "asm/isa.h"
#include "faults.h"
#include "sim/machine/deadlock.h"
#include "sim/machine/follow/follow.h"
#include "sim/isa/system.h"
#include "state.h"

/* ---- too long */

/* The lowest PP that does not wait in a barrier; if there is none, the lowest PP. */
void stuck_stop(struct cycle_state *state)
{
    struct machine *machine = state->machine;
    uint32_t lowest = UINT32_MAX, lowest_free = UINT32_MAX;
    pps_settle(state);
    for (uint32_t pp = machine->config.pps; pp-- > 0;) {
        if (state->halted[pp] != 0)
            continue;
        if (faults_asleep(state) != state->running_count && state->still[pp] != 0)
            continue;
        lowest = pp;
        if (state->barrier_since[pp] == 0)
            lowest_free = pp;
    }
    lowest = lowest_free != UINT32_MAX ? lowest_free : lowest;
    fault_runaway(&machine->fault, machine, lowest, cycle_row(state, 1)[lowest]);
    machine->end = END_FAULT;
}

/* ---- deadlock */

/* Whether the PP has waited long in its barrier and repeats a loop there. */
static bool waits_for_ever(const struct cycle_state *state, uint32_t pp)
{
    if (!deadlock_has_waited(state->barrier_since[pp] - 1, state->cycle) || cycle_is_busy(state, pp))
        return false;
    struct follow follow = {.flags = state->flags[pp],
                            .late_target = state->pending[pp],
                            .late_value = state->late[~state->cycle & 1][pp],
                            .pp = pp,
                            .cycle = state->cycle};
    for (unsigned r = 0; r <= DECODE_SINK; r++)
        follow.reg[r] = cycle_row(state, r)[pp];
    return follow_finds_circle(state->machine, &follow);
}

static bool all_wait_in_barriers(struct cycle_state *state)
{
    bool wait = deadlock_is_asked(state->cycle) && state->waiting_count == state->running_count;
    if (wait) {
        pps_rouse(state);
        pps_settle(state);
    }
    for (uint32_t pp = 0; pp < state->machine->config.pps && wait; pp++)
        wait = state->halted[pp] != 0 || waits_for_ever(state, pp);
    return wait;
}

static void explain(struct cycle_state *state)
{
    struct deadlock report = {.places = 0};
    pps_settle(state);
    for (uint32_t pp = 0; pp < state->machine->config.pps; pp++) {
        if (state->halted[pp] != 0)
            continue;
        const uint64_t since = state->barrier_since[pp];
        const struct deadlock_pp waiting = {.at = {.pp = pp,
                                                   .pc = cycle_row(state, 1)[pp],
                                                   .a1 = cycle_row(state, MACHINE_A1)[pp],
                                                   .sp = cycle_row(state, MACHINE_SP)[pp],
                                                   .fp = cycle_row(state, MACHINE_FP)[pp],
                                                   .ra = cycle_row(state, MACHINE_RA)[pp]},
                                            .gp = cycle_row(state, MACHINE_GP)[pp],
                                            .in_barrier = since != 0,
                                            .since = since - 1};
        deadlock_add(&report, state->machine, &waiting);
    }
    deadlock_end(&report, state->machine, state->running_count, state->cycle);
}

/* ---- endless loops */

enum { QUIET_CYCLES = 64 };

static void stop_watching(struct cycle_state *state)
{
    circle_next(&state->watch.clock, state->cycle, state->watch.cycles);
    state->watch.cycles = 0;
}

/* Whether the PP's next action depends on more than its state and what others can see. */
static bool depends_on_more(const struct cycle_state *state, uint32_t pp)
{
    const struct machine *machine = state->machine;
    const uint32_t pc = cycle_row(state, 1)[pp];
    if (pc >= machine->program.count)
        return true;
    const struct instruction *i = &machine->program.code[pc];
    const uint8_t work = system_rows[i->opcode].work;
    if (work == SYSTEM_LOAD) {
        const uint32_t a = i->rs == 1 ? pc : cycle_row(state, i->rs)[pp];
        const uint32_t b = (i->rt == 1 ? pc : cycle_row(state, i->rt)[pp]) + i->constant;
        const struct memory_place place = memory_place(&machine->memory, pp, system_address(i->opcode, a, b));
        return place.region != MEMORY_REGION_SHARED && place.owner != pp;
    }
    return work == SYSTEM_CYCLE || work == SYSTEM_HOST || work == SYSTEM_HALT ||
           (i->traits & DECODE_REAL) != 0;
}

static void look_at(struct cycle_state *state, uint32_t pp)
{
    struct circle_state seen = {
        .flags = state->flags[pp], .cycle = state->cycle, .late_target = state->pending[pp]};
    for (unsigned r = 1; r < 32; r++)
        seen.r[r] = cycle_row(state, r)[pp];
    if (seen.late_target != DECODE_SINK)
        seen.late_value = state->late[~state->cycle & 1][pp];
    circle_look(&state->watch.pps[pp], &seen);
}

/* Examines all PPs. True: each repeats its state. */
static bool look_around(struct cycle_state *state)
{
    bool all_back = true;
    pps_settle(state);
    for (uint32_t pp = 0; pp < state->machine->config.pps && state->watch.cycles != 0; pp++) {
        struct circle_pp *seen = &state->watch.pps[pp];
        if (state->halted[pp] != 0)
            continue;
        if (depends_on_more(state, pp))
            stop_watching(state);
        else if (state->watch.cycles >= QUIET_CYCLES && circle_wants(seen, cycle_row(state, 1)[pp]))
            look_at(state, pp);
        all_back = all_back && seen->is_back;
    }
    return all_back && state->watch.cycles != 0;
}

static void watch_if_due(struct cycle_state *state)
{
    if (state->cycle < state->watch.clock.due)
        return;
    pps_rouse(state);
    free(state->watch.pps);
    state->watch.pps = calloc(state->machine->config.pps, sizeof *state->watch.pps);
    if (state->watch.pps == NULL)
        stop_watching(state);
    else
        state->watch.cycles = 1;
    state->watch.longest = circle_length(state->cycle);
}

/* A change to one of the PP's own areas is part of its state. */
static void watch_change(struct cycle_state *state, uint32_t pp, uint32_t index, uint32_t after)
{
    const struct memory *memory = &state->machine->memory;
    const uint32_t before = memory->cells[index];
    if (before == after)
        return;
    const struct memory_place place = memory_place(memory, pp, memory_address(memory, index));
    if (place.region == MEMORY_REGION_SHARED || place.owner != pp)
        stop_watching(state);
    else
        circle_own_store(&state->watch.pps[pp], index, before, after);
}

void stuck_watch_requests(struct cycle_state *state)
{
    const struct requests *list = &state->requests.list;
    const struct machine *machine = state->machine;
    for (uint32_t k = 0; k < list->store_count && state->watch.cycles != 0; k++)
        watch_change(state, list->stores[k].pp, list->stores[k].index, list->stores[k].value);
    for (uint32_t k = 0; k < list->combine_count && state->watch.cycles != 0; k++) {
        const uint32_t cell = machine->memory.cells[list->combines[k].index];
        if (requests_combine(machine, &list->combines[k], cell) != cell)
            stop_watching(state);
    }
}

bool stuck_is_over(struct cycle_state *state)
{
    struct watch *watch = &state->watch;
    if (faults_asleep(state) != 0)
        return false;
    if (watch->cycles == 0 && !faults_go_on(state))
        watch_if_due(state);
    else if (watch->cycles != 0 && (faults_go_on(state) || ++watch->cycles > watch->longest))
        stop_watching(state);
    if (!all_wait_in_barriers(state) && (watch->cycles == 0 || !look_around(state)))
        return false;
    explain(state);
    return true;
}
