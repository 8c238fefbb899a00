/* faults.c - see faults.h. */
#include "faults.h"

#include <stdlib.h>

#include "sim/inject/inject.h"
#include "sim/machine/caller.h"
#include "sim/isa/system.h"
#include "state.h"

struct cycle_faults {
    struct inject *inject;
    uint64_t *wakes; /* by PP: it stands still up to this cycle; 0: it does not */
    uint64_t *slept; /* by PP: it stands still from this cycle on */
    uint32_t asleep;
    uint64_t next_wake; /* the earliest */
};

struct cycle_faults *faults_create(const struct cycle_state *state)
{
    const struct machine *machine = state->machine;
    struct cycle_faults *faults = machine->inject == NULL ? NULL : calloc(1, sizeof *faults);
    if (faults == NULL)
        return NULL;
    faults->inject = machine->inject;
    faults->next_wake = UINT64_MAX;
    faults->wakes = calloc(machine->config.pps, sizeof *faults->wakes);
    faults->slept = calloc(machine->config.pps, sizeof *faults->slept);
    if (faults->wakes == NULL || faults->slept == NULL) {
        faults_destroy(faults);
        return NULL;
    }
    return faults;
}

void faults_destroy(struct cycle_faults *faults)
{
    if (faults == NULL)
        return;
    free(faults->wakes);
    free(faults->slept);
    free(faults);
}

/* ---- before a cycle */

/* A pending delayed value waits with its PP: it lands after the next instruction of that PP. */
static void keep_late(struct cycle_state *state, uint32_t pp, uint64_t cycles)
{
    if (cycles % 2 == 1) {
        const uint32_t value = state->late[0][pp];
        state->late[0][pp] = state->late[1][pp];
        state->late[1][pp] = value;
    }
}

static void wake(struct cycle_state *state)
{
    struct cycle_faults *faults = state->faults;
    faults->next_wake = UINT64_MAX;
    for (uint32_t pp = 0; pp < state->machine->config.pps; pp++) {
        const uint64_t wakes = faults->wakes[pp];
        if (wakes == 0)
            continue;
        if (wakes > state->cycle) {
            faults->next_wake = wakes < faults->next_wake ? wakes : faults->next_wake;
            continue;
        }
        keep_late(state, pp, state->cycle - faults->slept[pp]);
        state->machine->stats.stood_still += state->cycle - faults->slept[pp];
        faults->wakes[pp] = 0;
        state->still[pp] = 0;
        faults->asleep--;
    }
}

static void stand_still(struct cycle_state *state, uint32_t pp, uint64_t cycles)
{
    struct cycle_faults *faults = state->faults;
    const uint64_t wakes = state->cycle + cycles;
    if (cycles == 0)
        return;
    if (faults->wakes[pp] == 0) {
        faults->slept[pp] = state->cycle;
        state->still[pp] = 1;
        faults->asleep++;
    }
    if (wakes > faults->wakes[pp])
        faults->wakes[pp] = wakes;
    if (wakes < faults->next_wake)
        faults->next_wake = wakes;
}

static void die(struct cycle_state *state, uint32_t pp)
{
    struct cycle_faults *faults = state->faults;
    state->halted[pp] = 1;
    state->running_count--;
    if (faults->wakes[pp] != 0) {
        faults->wakes[pp] = 0;
        state->still[pp] = 0;
        faults->asleep--;
    }
    inject_end(faults->inject, pp, true);
}

static void note_event(const struct cycle_state *state, uint32_t pp, const struct inject_event *event)
{
    const struct caller_registers at = cycle_registers(state, pp, cycle_row(state, 1)[pp]);
    if (inject_is_heard(state->faults->inject))
        inject_tell(state->faults->inject, state->cycle, event, &at);
}

static void happen(struct cycle_state *state, uint32_t pp, const struct inject_event *event)
{
    struct cycle_faults *faults = state->faults;
    state->machine->stats.injected++;
    note_event(state, pp, event);
    switch (event->kind) {
    case INJECT_halt:
        die(state, pp);
        break;
    case INJECT_pause:
        stand_still(state, pp, event->cycles);
        break;
    case INJECT_omit:
    case INJECT_double:
        inject_mark(faults->inject, pp, event->kind);
        break;
    case INJECT_flip:
        if (event->target != 0)
            cycle_row(state, event->target)[pp] ^= UINT32_C(1) << event->bit;
        else
            inject_memory(faults->inject, pp, event);
        break;
    default:
        inject_memory(faults->inject, pp, event);
        break;
    }
}

void faults_begin(struct cycle_state *state)
{
    struct cycle_faults *faults = state->faults;
    struct inject_event event;
    uint32_t pp;
    if (state->cycle < faults->next_wake && !inject_is_due(faults->inject, state->cycle))
        return;
    pps_rouse(state);
    pps_settle(state);
    if (state->cycle >= faults->next_wake)
        wake(state);
    while (inject_next(faults->inject, state->cycle, &pp, &event))
        happen(state, pp, &event);
    pps_gather(state);
}

/* ---- within a cycle */

/* Whether the PP has a pending event of this kind, which the request uses up. */
static bool use_mark(const struct cycle_state *state, const struct request *request, enum inject_kind kind)
{
    if (!inject_use_mark(state->faults->inject, request->pp, kind, request->pc))
        return false;
    inject_tell_request(state->faults->inject, request->pp, kind, request->pc, request->index);
    return true;
}

static bool adds(const struct cycle_state *state, const struct request *request)
{
    return system_rows[state->machine->program.code[request->pc].opcode].fold == SYSTEM_FOLD_ADD;
}

void faults_change_requests(struct cycle_state *state)
{
    struct requests *list = &state->requests.list;
    const uint32_t shared = state->machine->memory.shared_words;
    uint32_t kept = 0;
    if (!inject_has_marks(state->faults->inject))
        return;
    for (uint32_t k = 0; k < list->store_count; k++)
        if (list->stores[k].index >= shared || !use_mark(state, &list->stores[k], INJECT_omit))
            list->stores[kept++] = list->stores[k];
    list->store_count = kept;
    for (uint32_t k = 0; k < list->combine_count; k++)
        if (adds(state, &list->combines[k]) && use_mark(state, &list->combines[k], INJECT_double))
            list->combines[k].value *= 2;
}

/* PPs may poll it. */
static void end_barrier(void *context, uint32_t cell, uint32_t before)
{
    (void)before;
    sleep_end(context, cell);
}

void faults_end(struct cycle_state *state)
{
    inject_complete_barriers(state->faults->inject, end_barrier, state);
}

void faults_hint(struct cycle_state *state, uint32_t pp, unsigned hint)
{
    inject_hint(state->faults->inject, pp, hint, cycle_row(state, MACHINE_GP)[pp],
                cycle_row(state, MACHINE_T0)[pp], state->cycle);
}

void faults_halt(struct cycle_state *state, uint32_t pp)
{
    inject_end(state->faults->inject, pp, false);
}

uint32_t faults_asleep(const struct cycle_state *state)
{
    return state->faults == NULL ? 0 : state->faults->asleep;
}

bool faults_go_on(const struct cycle_state *state)
{
    return state->faults != NULL && (state->faults->asleep != 0 || inject_goes_on(state->faults->inject));
}
