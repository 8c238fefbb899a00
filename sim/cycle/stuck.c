/* stuck.c - runs of the cycle engine that do not end by themselves: too long, in a deadlock, or in an endless
 * loop.
 *
 * The rules are those of the reference engine (sim/reference/endless.c): all PPs have waited in barriers for
 * a number of cycles without a request, or each PP returns to an earlier state and nothing visible has
 * changed meanwhile (sim/machine/follow/circle.h). While a run is watched for the second case, no PP sleeps.
 */
#include "asm/isa.h"
#include "sim/inject/inject.h"
#include "sim/machine/deadlock.h"
#include "sim/machine/follow/follow.h"
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
        if (inject_asleep(state->inject) != state->running_count && state->still[pp] != 0)
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

static struct follow follow_of(const struct cycle_state *state, uint32_t pp)
{
    struct follow follow = {.flags = state->flags[pp],
                            .late_target = state->pending[pp],
                            .late_value = state->late[~state->cycle & 1][pp],
                            .pp = pp,
                            .cycle = state->cycle};
    for (unsigned r = 0; r <= DECODE_SINK; r++)
        follow.reg[r] = cycle_row(state, r)[pp];
    return follow;
}

/* Whether the PP has waited long in its barrier and repeats a loop there. */
static bool waits_for_ever(const struct cycle_state *state, uint32_t pp)
{
    if (!deadlock_has_waited(state->barrier_since[pp] - 1, state->cycle) || cycle_is_busy(state, pp))
        return false;
    const struct follow follow = follow_of(state, pp);
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
        const struct deadlock_pp waiting = {.at = cycle_registers(state, pp, cycle_row(state, 1)[pp]),
                                            .gp = cycle_row(state, MACHINE_GP)[pp],
                                            .in_barrier = since != 0,
                                            .since = since - 1};
        deadlock_add(&report, state->machine, &waiting);
    }
    deadlock_end(&report, state->machine, state->running_count, state->cycle);
}

/* ---- endless loops */

/* Whether the PP's next action depends on more than its state and what others can see. */
static bool depends_on_more(const struct cycle_state *state, uint32_t pp)
{
    const struct program *program = &state->machine->program;
    const uint32_t pc = cycle_row(state, 1)[pp];
    if (pc >= program->count)
        return true;
    const struct instruction *i = &program->code[pc];
    return circle_depends_on_more(state->machine, pp, i, cycle_row(state, i->rs)[pp],
                                  cycle_row(state, i->rt)[pp] + i->constant);
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
        if (depends_on_more(state, pp)) {
            circle_end(&state->watch, state->cycle);
        } else if (state->watch.cycles >= CIRCLE_QUIET && circle_wants(seen, cycle_row(state, 1)[pp])) {
            const struct follow now = follow_of(state, pp);
            circle_look(seen, &now);
        }
        all_back = all_back && seen->is_back;
    }
    return all_back && state->watch.cycles != 0;
}

static void begin_watch(struct cycle_state *state)
{
    pps_rouse(state);
    circle_begin(&state->watch, state->machine->config.pps, state->cycle);
}

bool stuck_is_over(struct cycle_state *state)
{
    struct circle_watch *watch = &state->watch;
    if (inject_asleep(state->inject) != 0)
        return false;
    if (watch->cycles == 0 && !inject_goes_on(state->inject) && state->cycle >= watch->clock.due)
        begin_watch(state);
    else if (watch->cycles != 0 && (inject_goes_on(state->inject) || ++watch->cycles > watch->longest))
        circle_end(watch, state->cycle);
    if (!all_wait_in_barriers(state) && (watch->cycles == 0 || !look_around(state)))
        return false;
    explain(state);
    return true;
}
