/* mishaps.c - see mishaps.h. Calls inject, tile's exchange of PPs. */
#include "sim/bsp/mishaps.h"

#include <stdlib.h>

#include "common/memory.h"
#include "sim/bsp/worker.h"
#include "sim/inject/inject.h"
#include "sim/machine/caller.h"
#include "sim/machine/listens.h"

/* A PP that stands still, outside of its tile. */
struct sleeper {
    struct tile_pp state;
    uint64_t wakes, slept; /* it stands still before this cycle, from that one on */
};

struct mishaps {
    struct machine *machine;
    struct inject *inject;
    struct sleeper **sleepers; /* by PP; NULL: it does not stand still */
    uint32_t asleep;
    uint64_t next_wake; /* the earliest */
    uint64_t completes; /* before this cycle barriers may have to be completed; UINT64_MAX: before none */
    uint64_t death;
    struct tile_pp *pps; /* of a tile that is open */
    struct tile *open;   /* NULL: none is */
    struct tile_told *told;
};

struct mishaps *mishaps_create(const struct machine *machine)
{
    const uint32_t count = machine->config.pps;
    struct mishaps *mishaps = calloc(1, sizeof *mishaps);
    if (mishaps == NULL)
        return NULL;
    mishaps->machine = (struct machine *)machine;
    mishaps->inject = machine->inject;
    mishaps->next_wake = mishaps->completes = UINT64_MAX;
    mishaps->sleepers = calloc(count, sizeof *mishaps->sleepers);
    mishaps->pps = calloc(TILE_LANES_MAX, sizeof *mishaps->pps);
    mishaps->told = calloc(count, sizeof *mishaps->told);
    if (mishaps->sleepers == NULL || mishaps->pps == NULL || mishaps->told == NULL) {
        mishaps_destroy(mishaps);
        return NULL;
    }
    return mishaps;
}

void mishaps_destroy(struct mishaps *mishaps)
{
    if (mishaps == NULL)
        return;
    for (uint32_t pp = 0; mishaps->sleepers != NULL && pp < mishaps->machine->config.pps; pp++)
        free(mishaps->sleepers[pp]);
    free(mishaps->sleepers);
    free(mishaps->pps);
    free(mishaps->told);
    free(mishaps);
}

/* ---- PPs out of their tile, and back; what happens comes in the order of PPs, as a rule */

static void close_tile(struct mishaps *mishaps, uint64_t cycle)
{
    if (mishaps->open != NULL)
        tile_put_pps(mishaps->open, mishaps->pps, cycle);
    mishaps->open = NULL;
}

static struct tile_pp *take_out(struct mishaps *mishaps, struct tile *tiles, uint32_t pp, uint64_t cycle)
{
    struct tile *tile = &tiles[pp >> mishaps->machine->memory.lane_shift];
    if (tile != mishaps->open) {
        close_tile(mishaps, cycle);
        tile_take_pps(tile, mishaps->pps);
        mishaps->open = tile;
    }
    return &mishaps->pps[pp & ((1u << mishaps->machine->memory.lane_shift) - 1)];
}

/* ---- what happens */

static void wake(struct mishaps *mishaps, struct tile *tiles, uint64_t cycle)
{
    mishaps->next_wake = UINT64_MAX;
    for (uint32_t pp = 0; pp < mishaps->machine->config.pps; pp++) {
        struct sleeper *sleeper = mishaps->sleepers[pp];
        if (sleeper == NULL)
            continue;
        if (sleeper->wakes > cycle) {
            mishaps->next_wake = sleeper->wakes < mishaps->next_wake ? sleeper->wakes : mishaps->next_wake;
            continue;
        }
        *take_out(mishaps, tiles, pp, cycle) = sleeper->state;
        mishaps->machine->stats.stood_still += cycle - sleeper->slept;
        free(sleeper);
        mishaps->sleepers[pp] = NULL;
        mishaps->asleep--;
    }
}

/* It keeps its registers in the tile, but does not run there. */
static void stand_still(struct mishaps *mishaps, struct tile *tiles, uint32_t pp, uint64_t cycle,
                        uint64_t cycles)
{
    const uint64_t wakes = cycle + cycles;
    struct sleeper *sleeper = mishaps->sleepers[pp];
    if (cycles == 0)
        return;
    if (sleeper == NULL) {
        struct tile_pp *state = take_out(mishaps, tiles, pp, cycle);
        sleeper = memory_take(1, sizeof *sleeper);
        *sleeper = (struct sleeper){.state = *state, .slept = cycle};
        mishaps->sleepers[pp] = sleeper;
        mishaps->asleep++;
        state->running = false;
        state->pc = state->busy != 0 ? state->busy_pc : state->pc;
        state->late_target = DECODE_SINK;
    }
    if (wakes > sleeper->wakes)
        sleeper->wakes = wakes;
    if (wakes < mishaps->next_wake)
        mishaps->next_wake = wakes;
}

static void die(struct mishaps *mishaps, struct tile *tiles, uint32_t pp, uint64_t cycle)
{
    if (mishaps->sleepers[pp] != NULL) {
        free(mishaps->sleepers[pp]);
        mishaps->sleepers[pp] = NULL;
        mishaps->asleep--;
    } else {
        struct tile_pp *state = take_out(mishaps, tiles, pp, cycle);
        state->running = false;
        state->pc = state->busy != 0 ? state->busy_pc : state->pc;
        state->late_target = DECODE_SINK;
    }
    mishaps->death = cycle;
    inject_end(mishaps->inject, pp, true);
}

static void flip(struct mishaps *mishaps, struct tile *tiles, uint32_t pp, uint64_t cycle,
                 const struct inject_event *event)
{
    const uint32_t bit = (uint32_t)1 << event->bit;
    if (event->target == 0) {
        inject_memory(mishaps->inject, pp, event);
        return;
    }
    take_out(mishaps, tiles, pp, cycle)->r[event->target] ^= bit;
    if (mishaps->sleepers[pp] != NULL)
        mishaps->sleepers[pp]->state.r[event->target] ^= bit;
}

/* For the timeline. */
static void note(struct mishaps *mishaps, struct tile *tiles, uint32_t pp, uint64_t cycle,
                 const struct inject_event *event)
{
    const struct sleeper *sleeper = mishaps->sleepers[pp];
    const struct tile_pp *state = sleeper != NULL ? &sleeper->state : take_out(mishaps, tiles, pp, cycle);
    inject_tell(mishaps->inject, cycle, event,
                &(struct caller_registers){.pp = pp,
                                           .pc = state->busy != 0 ? state->busy_pc : state->pc,
                                           .a1 = state->r[MACHINE_A1],
                                           .sp = state->r[MACHINE_SP],
                                           .fp = state->r[MACHINE_FP],
                                           .ra = state->r[MACHINE_RA]});
}

static void happen(struct mishaps *mishaps, struct tile *tiles, uint32_t pp, uint64_t cycle,
                   const struct inject_event *event)
{
    mishaps->machine->stats.injected++;
    if (listens(mishaps->machine->journal))
        note(mishaps, tiles, pp, cycle, event);
    switch (event->kind) {
    case INJECT_halt:
        die(mishaps, tiles, pp, cycle);
        break;
    case INJECT_pause:
        stand_still(mishaps, tiles, pp, cycle, event->cycles);
        break;
    case INJECT_omit:
    case INJECT_double:
        inject_mark(mishaps->inject, pp, event->kind);
        break;
    case INJECT_flip:
        flip(mishaps, tiles, pp, cycle, event);
        break;
    default:
        inject_memory(mishaps->inject, pp, event);
        break;
    }
    mishaps->completes = cycle + 1;
}

/* What happened in the cycle before may have left a barrier in which only the dead are missing. No PP need
 * have asked for anything in that cycle, and those who wait may look in this one. */
static bool complete(struct mishaps *mishaps, uint64_t cycle)
{
    if (cycle < mishaps->completes)
        return false;
    mishaps->completes = UINT64_MAX;
    if (!inject_may_complete(mishaps->inject))
        return false;
    inject_complete_barriers(mishaps->inject, NULL, NULL);
    return true;
}

bool mishaps_begin(struct mishaps *mishaps, struct tile *tiles, uint64_t cycle)
{
    struct inject_event event;
    uint32_t pp;
    bool some = complete(mishaps, cycle);
    if (cycle >= mishaps->next_wake) {
        wake(mishaps, tiles, cycle);
        some = true;
    }
    while (inject_next(mishaps->inject, cycle, &pp, &event)) {
        happen(mishaps, tiles, pp, cycle, &event);
        some = some || mishaps->open != NULL;
    }
    close_tile(mishaps, cycle);
    return some;
}

uint64_t mishaps_next(const struct mishaps *mishaps)
{
    const uint64_t due = inject_next_due(mishaps->inject);
    const uint64_t next = due < mishaps->next_wake ? due : mishaps->next_wake;
    return next < mishaps->completes ? next : mishaps->completes;
}

/* ---- at the end of a cycle */

static int by_pp(const void *a, const void *b)
{
    const struct tile_told *p = a, *q = b;
    return p->pp < q->pp ? -1 : p->pp > q->pp;
}

/* All that has been told, by PP. */
static uint32_t gather(struct mishaps *mishaps, struct worker *workers, unsigned count)
{
    uint32_t told = 0;
    bool ascends = true;
    for (unsigned i = 0; i < count; i++) {
        struct tile_effects *effects = &workers[i].effects;
        for (uint32_t k = 0; k < effects->told_count; k++) {
            ascends = ascends && (told == 0 || mishaps->told[told - 1].pp < effects->told[k].pp);
            mishaps->told[told++] = effects->told[k];
        }
        effects->told_count = 0;
    }
    if (!ascends)
        qsort(mishaps->told, told, sizeof *mishaps->told, by_pp);
    return told;
}

void mishaps_end(struct mishaps *mishaps, struct worker *workers, unsigned count, uint64_t cycle)
{
    struct inject *inject = mishaps->inject;
    const uint32_t told = gather(mishaps, workers, count);
    for (uint32_t k = 0; k < told; k++)
        if (mishaps->told[k].hint != TILE_TOLD_HALT)
            inject_hint(inject, mishaps->told[k].pp, mishaps->told[k].hint, mishaps->told[k].gp,
                        mishaps->told[k].size, cycle);
    inject_complete_barriers(inject, NULL, NULL);
    for (uint32_t k = 0; k < told; k++)
        if (mishaps->told[k].hint == TILE_TOLD_HALT)
            inject_end(inject, mishaps->told[k].pp, false);
}

/* ---- who stands still */

uint32_t mishaps_asleep(const struct mishaps *mishaps)
{
    return mishaps->asleep;
}

bool mishaps_is_asleep(const struct mishaps *mishaps, uint32_t pp)
{
    return mishaps->sleepers[pp] != NULL;
}

uint32_t mishaps_first_asleep(const struct mishaps *mishaps)
{
    uint32_t pp = 0;
    while (mishaps->sleepers[pp] == NULL)
        pp++;
    return pp;
}

bool mishaps_goes_on(const struct mishaps *mishaps)
{
    return mishaps->asleep != 0 || inject_goes_on(mishaps->inject);
}

uint64_t mishaps_death(const struct mishaps *mishaps)
{
    return mishaps->death;
}
