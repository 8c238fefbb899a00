/* faults.c - events of --faults in the cycle engine, between its cycles. A PP that stands still is in no
 * strand. Called by cycle.c. */
#include "sim/inject/inject.h"
#include "range.h"
#include "state.h"

/* ---- what happens to a PP */

static struct caller_registers registers(const void *engine, uint32_t pp)
{
    const struct cycle_state *state = engine;
    return cycle_registers(state, pp, cycle_row(state, 1)[pp]);
}

/* A pending delayed value waits with its PP: it lands after the next instruction of that PP. */
static void goes_on(void *engine, uint32_t pp, uint64_t cycles)
{
    struct cycle_state *state = engine;
    if (cycles % 2 == 1) {
        const uint32_t value = state->late[0][pp];
        state->late[0][pp] = state->late[1][pp];
        state->late[1][pp] = value;
    }
}

static void dies(void *engine, uint32_t pp)
{
    struct cycle_state *state = engine;
    state->halted[pp] = 1;
    state->running_count--;
    presence_end(&state->presence, pp, state->cycle);
}

static void flips(void *engine, uint32_t pp, unsigned number, uint32_t mask)
{
    struct cycle_state *state = engine;
    cycle_row(state, number)[pp] ^= mask;
}

/* ---- before, within and at the end of a cycle */

void faults_begin(struct cycle_state *state)
{
    static const struct inject_engine engine = {
        .registers = registers, .goes_on = goes_on, .dies = dies, .flips = flips};
    if (!inject_is_due(state->inject, state->cycle))
        return;
    range_leave(state);
    inject_begin(state->inject, state->cycle, &engine, state);
    pps_gather(state);
}

/* PPs may poll it. */
static void end_barrier(void *context, uint32_t cell, uint32_t before)
{
    (void)before;
    sleep_end(context, cell);
}

void faults_end(struct cycle_state *state)
{
    inject_complete_barriers(state->inject, end_barrier, state);
}
