/* sentry.c - see sentry.h. */
#include "sentry.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "watcher.h"

/* ---- what happens */

/* False: the run pauses before this cycle. */
static bool note(struct sentry *sentry, const struct debug_event *event)
{
    if (sentry->looks_back) {
        if (event->cycle > sentry->most)
            return true;
        if (!sentry->is_found || sentry->event.cycle != event->cycle)
            sentry->other_count = 0;
        else if (sentry->other_count < SENTRY_ACCESSES)
            sentry->others[sentry->other_count++] = sentry->event;
        sentry->is_found = true;
        sentry->event = *event;
        return true;
    }
    if (event->cycle == sentry->from)
        return true;
    sentry->is_found = true;
    sentry->event = *event;
    return false;
}

/* ---- breakpoints */

/* The PPs of a cycle that stand at one instruction. */
struct stand {
    const struct observer_cycle *cycle;
    uint32_t pc;
    const uint32_t *pps;
    uint32_t count;
};

static uint32_t read_register(const void *context, uint32_t pp, unsigned number)
{
    const struct stand *stand = context;
    return number == 1 ? stand->pc : stand->cycle->source->word(stand->cycle->state, pp, number);
}

/* How many of the PPs the condition is true for; *first becomes the lowest of them. */
static uint32_t count_true(const struct sentry *sentry, const struct expression *condition,
                           const struct stand *stand, uint32_t *first)
{
    const struct expression_reader reader = {.machine = sentry->machine,
                                             .word = read_register,
                                             .context = stand,
                                             .rows = stand->cycle->rows,
                                             .stride = stand->cycle->stride};
    uint32_t values[EXPRESSION_LANES], found = 0;
    uint8_t faults[EXPRESSION_LANES];
    for (uint32_t begin = 0; begin < stand->count; begin += EXPRESSION_LANES) {
        const uint32_t left = stand->count - begin, count = left < EXPRESSION_LANES ? left : EXPRESSION_LANES;
        debug_evaluate(condition, &reader, stand->pps + begin, count, false, values, faults);
        for (uint32_t k = 0; k < count; k++) {
            if (values[k] == 0)
                continue;
            found++;
            *first = stand->pps[begin + k] < *first ? stand->pps[begin + k] : *first;
        }
    }
    return found;
}

static bool is_at(const struct point *point, uint32_t pc)
{
    for (size_t k = 0; k < point->pc_count; k++)
        if (point->pcs[k] == pc)
            return true;
    return false;
}

/* False: one of the breakpoints at the instruction pauses the run. */
static bool look_at_stand(struct sentry *sentry, const struct stand *stand)
{
    bool goes_on = true;
    for (size_t k = 0; k < sentry->points->count && goes_on; k++) {
        struct point *point = &sentry->points->list[k];
        uint32_t first = FAULT_NO_PP, count = stand->count;
        if (!point->is_enabled || point->kind != POINT_BREAK || !is_at(point, stand->pc))
            continue;
        if (point->condition != NULL)
            count = count_true(sentry, point->condition, stand, &first);
        for (uint32_t p = 0; point->condition == NULL && p < stand->count; p++)
            first = stand->pps[p] < first ? stand->pps[p] : first;
        if (count == 0)
            continue;
        if (!sentry->looks_back && point->ignored != 0 && stand->cycle->cycle != sentry->from) {
            point->ignored--;
            point->hits++;
            continue;
        }
        goes_on = note(sentry, &(struct debug_event){.kind = STOP_AT_BREAKPOINT,
                                                     .cycle = stand->cycle->cycle,
                                                     .point = point->number,
                                                     .pp = first,
                                                     .count = count,
                                                     .pc = stand->pc});
    }
    return goes_on;
}

static bool look_at_breakpoints(struct sentry *sentry, const struct observer_cycle *cycle)
{
    bool goes_on = true;
    if (cycle->lockstep != NULL) {
        for (uint32_t k = 0; k < cycle->lockstep_count && goes_on; k++) {
            const struct observer_lockstep *strand = &cycle->lockstep[k];
            if (sentry->marks[strand->pc] != 0)
                goes_on = look_at_stand(sentry, &(struct stand){.cycle = cycle,
                                                                .pc = strand->pc,
                                                                .pps = strand->pps,
                                                                .count = strand->count});
        }
        return goes_on;
    }
    for (uint32_t k = 0; k < cycle->count && goes_on; k++) {
        const struct observer_step *step = &cycle->steps[k];
        if (sentry->marks[step->pc] != 0 && !step->is_busy)
            goes_on = look_at_stand(
                sentry, &(struct stand){.cycle = cycle, .pc = step->pc, .pps = &step->pp, .count = 1});
    }
    return goes_on;
}

/* ---- watchpoints: see watcher.c */

static bool tell_accesses(struct sentry *sentry, uint64_t cycle)
{
    bool goes_on = true;
    watcher_settle(sentry);
    for (uint32_t k = 0; k < sentry->access_count && goes_on; k++) {
        struct point *point = points_find(sentry->points, sentry->access_points[k]);
        const struct debug_access *access = &sentry->accesses[k];
        if (point != NULL && !sentry->looks_back && point->ignored != 0) {
            point->ignored--;
            point->hits++;
            continue;
        }
        goes_on = note(sentry, &(struct debug_event){.kind = STOP_AT_WATCH,
                                                     .cycle = cycle,
                                                     .point = sentry->access_points[k],
                                                     .pp = access->pp,
                                                     .count = access->count,
                                                     .pc = access->pc,
                                                     .access = *access});
    }
    sentry->access_count = 0;
    return goes_on;
}

/* ---- the leader of a step */

/* Where the leader stands. False: it is not shown. */
static bool find_leader(const struct observer_cycle *cycle, uint32_t pp, uint32_t *pc)
{
    if (cycle->lockstep == NULL) {
        for (uint32_t k = 0; k < cycle->count; k++)
            if (cycle->steps[k].pp == pp) {
                *pc = cycle->steps[k].pc;
                return !cycle->steps[k].is_busy;
            }
        return false;
    }
    for (uint32_t k = 0; k < cycle->lockstep_count; k++)
        for (uint32_t p = 0; p < cycle->lockstep[k].count; p++)
            if (cycle->lockstep[k].pps[p] == pp) {
                *pc = cycle->lockstep[k].pc;
                return true;
            }
    return false;
}

static bool look_at_leader(struct sentry *sentry, const struct observer_cycle *cycle)
{
    struct stepper *stepper = sentry->stepper;
    uint32_t pc = 0;
    const bool had_ended = stepper->has_ended;
    bool is_done = had_ended;
    if (!had_ended && find_leader(cycle, stepper->pp, &pc)) {
        const uint32_t sp = cycle->rows != NULL ? cycle->rows[MACHINE_SP * cycle->stride + stepper->pp]
                                                : cycle->source->word(cycle->state, stepper->pp, MACHINE_SP);
        is_done = stepper_show(stepper, cycle->cycle, pc, sp);
    }
    if (!is_done || sentry->looks_back)
        return true;
    return note(sentry, &(struct debug_event){.kind = STOP_AT_STEP,
                                              .cycle = cycle->cycle,
                                              .pp = had_ended ? FAULT_NO_PP : stepper->pp,
                                              .count = 1,
                                              .pc = pc});
}

/* ---- the listener */

static bool before_cycle(void *context, const struct observer_cycle *cycle)
{
    struct sentry *sentry = context;
    bool goes_on = tell_accesses(sentry, cycle->cycle);
    if (goes_on && sentry->uses_points)
        goes_on = look_at_breakpoints(sentry, cycle);
    if (goes_on && sentry->stepper != NULL)
        goes_on = look_at_leader(sentry, cycle);
    if (sentry->looks_back && cycle->cycle >= sentry->to)
        goes_on = false;
    if (goes_on && sentry->has_watches)
        watcher_look(sentry, cycle);
    if (!goes_on)
        sentry->machine->pause = true;
    return goes_on;
}

/* A PP may be left out while it goes round a loop, unless it is the leader, or passes a breakpoint there, or
 * reads are watched. */
static bool rests(void *context, const struct observer_rest *rest)
{
    const struct sentry *sentry = context;
    if ((sentry->stepper != NULL && sentry->stepper->pp == rest->pp) ||
        (sentry->uses_points && sentry->watches_reads))
        return false;
    for (uint32_t k = 0; sentry->uses_points && k < rest->length; k++)
        if (sentry->marks[rest->head + k] != 0)
            return false;
    return true;
}

void sentry_create(struct sentry *sentry, struct machine *machine, struct points *points)
{
    *sentry = (struct sentry){.observer = {.before_cycle = before_cycle,
                                           .rests = rests,
                                           .takes_lockstep = true,
                                           .keeps_nothing = true},
                              .machine = machine,
                              .points = points};
    sentry->observer.context = sentry;
    sentry->marks = memory_take((size_t)machine->program.count + 1, sizeof *sentry->marks);
}

void sentry_destroy(struct sentry *sentry)
{
    free(sentry->marks);
    free(sentry->copy);
    sentry->marks = NULL;
    sentry->copy = NULL;
}

static void begin(struct sentry *sentry, bool uses_points, struct stepper *stepper)
{
    const uint32_t count = sentry->machine->program.count;
    sentry->uses_points = uses_points;
    sentry->stepper = stepper;
    sentry->is_found = false;
    memset(sentry->marks, 0, count);
    for (size_t k = 0; uses_points && k < sentry->points->count; k++) {
        const struct point *point = &sentry->points->list[k];
        for (size_t n = 0; point->is_enabled && point->kind == POINT_BREAK && n < point->pc_count; n++)
            if (point->pcs[n] < count)
                sentry->marks[point->pcs[n]] = 1;
    }
    watcher_begin(sentry);
    if (stepper != NULL)
        stepper_begin(stepper);
}

void sentry_begin(struct sentry *sentry, uint64_t from, bool uses_points, struct stepper *stepper)
{
    sentry->looks_back = false;
    sentry->from = from;
    if (stepper != NULL)
        stepper->takes_down = false;
    begin(sentry, uses_points, stepper);
}

void sentry_begin_back(struct sentry *sentry, uint64_t from, uint64_t to, uint64_t most, bool uses_points,
                       struct stepper *stepper)
{
    sentry->looks_back = true;
    sentry->from = from;
    sentry->to = to;
    sentry->most = most;
    if (stepper != NULL)
        stepper->takes_down = true;
    begin(sentry, uses_points, stepper);
}

void sentry_finish(struct sentry *sentry, uint64_t cycle)
{
    if (!sentry->is_found || sentry->looks_back)
        tell_accesses(sentry, cycle);
}
