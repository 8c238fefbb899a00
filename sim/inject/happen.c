/* happen.c - events happen: which PPs stand still, and marks on requests. Calls the engine for what concerns
 * the registers of a PP. */
#include "sim/inject/inside.h"
#include "sim/machine/caller.h"

/* ---- pauses */

static void pause_pp(struct inject *inject, uint32_t number, uint64_t cycle, uint64_t cycles,
                     const struct inject_engine *engine, void *state)
{
    struct inject_pp *pp = &inject->pps[number];
    const uint64_t wakes = cycle + cycles;
    if (cycles == 0)
        return;
    if (pp->wakes == 0) {
        pp->slept = cycle;
        inject->asleep++;
        engine->rests(state, number);
    }
    if (wakes > pp->wakes)
        pp->wakes = wakes;
    if (wakes < inject->next_wake)
        inject->next_wake = wakes;
}

static void wake(struct inject *inject, uint64_t cycle, const struct inject_engine *engine, void *state)
{
    inject->next_wake = INJECT_NEVER;
    for (uint32_t number = 0; number < inject->machine->config.pps; number++) {
        struct inject_pp *pp = &inject->pps[number];
        if (pp->wakes == 0)
            continue;
        if (pp->wakes > cycle) {
            inject->next_wake = pp->wakes < inject->next_wake ? pp->wakes : inject->next_wake;
            continue;
        }
        inject->machine->stats.stood_still += cycle - pp->slept;
        pp->wakes = 0;
        inject->asleep--;
        engine->goes_on(state, number, cycle - pp->slept);
    }
}

uint32_t inject_asleep(const struct inject *inject)
{
    return inject == NULL ? 0 : inject->asleep;
}

bool inject_is_asleep(const struct inject *inject, uint32_t pp)
{
    return inject->pps[pp].wakes != 0;
}

/* ---- events */

static void die(struct inject *inject, uint32_t number)
{
    struct inject_pp *pp = &inject->pps[number];
    inject->asleep -= pp->wakes != 0;
    pp->wakes = 0;
    inject_end(inject, number, true);
}

/* Marks the next store, or the next addition by multiprefix. */
static void mark(struct inject *inject, uint32_t pp, enum inject_kind kind)
{
    inject->marked += inject->pps[pp].marks == 0;
    inject->pps[pp].marks |= (uint8_t)(1u << kind);
}

static void happen(struct inject *inject, uint64_t cycle, uint32_t pp, const struct inject_event *event,
                   const struct inject_engine *engine, void *state)
{
    const struct caller_registers at = engine->registers(state, pp);
    inject->machine->stats.injected++;
    inject_report(inject, cycle, event, &at);
    switch (event->kind) {
    case INJECT_halt:
        engine->dies(state, pp);
        die(inject, pp);
        break;
    case INJECT_pause:
        pause_pp(inject, pp, cycle, event->cycles, engine, state);
        break;
    case INJECT_omit:
    case INJECT_double:
        mark(inject, pp, event->kind);
        break;
    case INJECT_flip:
        if (event->target != 0)
            engine->flips(state, pp, event->target, UINT32_C(1) << event->bit);
        else
            inject_memory(inject, pp, event);
        break;
    default:
        inject_memory(inject, pp, event);
        break;
    }
}

void inject_begin(struct inject *inject, uint64_t cycle, const struct inject_engine *engine, void *state)
{
    struct inject_event event;
    uint32_t pp;
    if (cycle >= inject->next_wake)
        wake(inject, cycle, engine, state);
    while (inject_next(inject, cycle, &pp, &event))
        happen(inject, cycle, pp, &event, engine, state);
}

/* ---- marks */

bool inject_has_marks(const struct inject *inject)
{
    return inject->marked != 0;
}

bool inject_use_mark(struct inject *inject, uint32_t pp, enum inject_kind kind, uint32_t pc, uint32_t index)
{
    uint8_t *marks = &inject->pps[pp].marks;
    if ((*marks >> kind & 1u) == 0 || inject->machine->program.origins[pc] != ORIGIN_USER)
        return false;
    *marks &= (uint8_t) ~(1u << kind);
    inject->marked -= *marks == 0;
    if (inject->listener != NULL)
        inject->listener->spoils(inject->listener->context, pp, kind, pc, index);
    return true;
}
