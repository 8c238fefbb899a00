/* sentry.c - see sentry.h. */
#include "sentry.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "watcher.h"

enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#include "asm/tables/group.def"
};

/* ---- events */

/* Notes an event. False: the run pauses before this cycle. */
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

/* The PPs of a cycle that are at one instruction. */
struct stand {
    const struct observer_cycle *cycle;
    uint32_t pc;
    const uint32_t *pps;
    uint32_t count;
    uint32_t late;          /* bit r: a delayed value is on its way to register r of some of the PPs */
    const uint8_t *late_of; /* by PP: the register that a delayed value is on its way to; NULL: the one in
                               `late`, for all PPs */
};

static uint32_t read_register(const void *context, uint32_t pp, unsigned number)
{
    const struct stand *stand = context;
    const struct observer_cycle *cycle = stand->cycle;
    if (number == 1)
        return stand->pc;
    const bool is_late = (stand->late >> number & 1) != 0;
    return is_late && (stand->late_of == NULL || stand->late_of[pp] == number)
               ? cycle->source->late_value(cycle->state, pp)
               : cycle->source->word(cycle->state, pp, number);
}

static struct expression_reader reader_of(const struct sentry *sentry, const struct stand *stand)
{
    return (struct expression_reader){.machine = sentry->machine,
                                      .word = read_register,
                                      .context = stand,
                                      .rows = stand->cycle->rows,
                                      .stride = stand->cycle->stride,
                                      .late = stand->late};
}

/* Writes the PPs for which the condition is true to `found`. Returns their number. */
static uint32_t find_true(const struct expression *condition, const struct expression_reader *reader,
                          const uint32_t *pps, uint32_t count, uint32_t *found)
{
    uint32_t values[EXPRESSION_LANES], kept = 0;
    uint8_t faults[EXPRESSION_LANES];
    for (uint32_t begin = 0; begin < count; begin += EXPRESSION_LANES) {
        const uint32_t left = count - begin, piece = left < EXPRESSION_LANES ? left : EXPRESSION_LANES;
        debug_evaluate(condition, reader, pps + begin, piece, false, values, faults);
        for (uint32_t k = 0; k < piece; k++)
            if (values[k] != 0)
                found[kept++] = pps[begin + k];
    }
    return kept;
}

/* The number of members of a group, from its frame; 0: gp points to no frame. */
static uint32_t group_size(const struct sentry *sentry, uint32_t gp)
{
    const struct memory *memory = &sentry->machine->memory;
    return memory_is_plain(memory, gp + GROUP_SIZE) ? memory->cells[gp + GROUP_SIZE] : 0;
}

/* Keeps the PPs of groups whose members are all in the list. */
static uint32_t keep_whole_groups(const struct sentry *sentry, const struct stand *stand, uint32_t *pps,
                                  uint32_t count)
{
    uint32_t *groups = memory_take((size_t)count + 1, sizeof *groups), kept = 0;
    bool is_whole = false;
    const struct expression_reader reader = reader_of(sentry, stand);
    for (uint32_t k = 0; k < count; k++)
        groups[k] = expression_register(&reader, pps[k], MACHINE_GP);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t members = 0;
        for (uint32_t other = 0; (k == 0 || groups[k] != groups[k - 1]) && other < count; other++)
            members += groups[other] == groups[k];
        is_whole = members != 0 ? members == group_size(sentry, groups[k]) : is_whole;
        if (is_whole)
            pps[kept++] = pps[k];
    }
    free(groups);
    return kept;
}

static bool is_at(const struct point *point, uint32_t pc)
{
    for (size_t k = 0; k < point->pc_count; k++)
        if (point->pcs[k] == pc)
            return true;
    return false;
}

/* Writes the PPs of a stand for which the breakpoint counts to `sentry->found`. Returns their number. */
static uint32_t find_concerned(struct sentry *sentry, const struct point *point, const struct stand *stand)
{
    const struct expression_reader reader = reader_of(sentry, stand);
    uint32_t count = stand->count;
    sentry->found = memory_grow(sentry->found, &sentry->found_room, count, sizeof *sentry->found);
    if (point->condition != NULL)
        count = find_true(point->condition, &reader, stand->pps, count, sentry->found);
    else
        memcpy(sentry->found, stand->pps, count * sizeof *sentry->found);
    return point->needs_all ? keep_whole_groups(sentry, stand, sentry->found, count) : count;
}

static int compare_pps(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static void write_log(const struct sentry *sentry, const struct point *point,
                      const struct expression_reader *reader, const uint32_t *pps, uint32_t count)
{
    char text[LOG_TEXT];
    if (sentry->log == NULL)
        return;
    log_write(point->log, reader, pps, count, text);
    sentry->log(sentry->log_context, text);
}

/* Tests one breakpoint. False: it pauses the run. */
static bool look_at_point(struct sentry *sentry, struct point *point, const struct stand *stand)
{
    const bool is_new = stand->cycle->cycle != sentry->from;
    uint32_t first = FAULT_NO_PP;
    if (point->log != NULL && (sentry->looks_back || (!is_new && sentry->logged == sentry->from)))
        return true;
    const uint32_t count = find_concerned(sentry, point, stand);
    for (uint32_t p = 0; p < count; p++)
        first = sentry->found[p] < first ? sentry->found[p] : first;
    if (count == 0 || (!sentry->looks_back && (is_new || point->log != NULL) && !point_takes_hit(point)))
        return true;
    if (point->log != NULL) {
        const struct expression_reader reader = reader_of(sentry, stand);
        qsort(sentry->found, count, sizeof *sentry->found, compare_pps); /* engines show PPs in any order */
        write_log(sentry, point, &reader, sentry->found, count);
        return true;
    }
    return note(sentry, &(struct debug_event){.kind = STOP_AT_BREAKPOINT,
                                              .cycle = stand->cycle->cycle,
                                              .point = point->number,
                                              .pp = first,
                                              .count = count,
                                              .pc = stand->pc});
}

/* Tests logpoints (`logs`) or the other breakpoints at an instruction. Logpoints come first: a run that
 * continues from a stop in this cycle tests only stops again. False: a breakpoint pauses the run. */
static bool look_at_stand(struct sentry *sentry, const struct stand *stand, bool logs)
{
    bool goes_on = true;
    for (size_t k = 0; k < sentry->points->count && goes_on; k++) {
        struct point *point = &sentry->points->list[k];
        if (point->is_enabled && point->kind == POINT_BREAK && (point->log != NULL) == logs &&
            is_at(point, stand->pc))
            goes_on = look_at_point(sentry, point, stand);
    }
    return goes_on;
}

/* Adds PPs to a stand. */
static void gather(struct sentry *sentry, struct stand *stand, const uint32_t *pps, uint32_t count,
                   uint8_t late)
{
    sentry->gathered = memory_grow(sentry->gathered, &sentry->gathered_room, (size_t)stand->count + count,
                                   sizeof *sentry->gathered);
    memcpy(sentry->gathered + stand->count, pps, count * sizeof *pps);
    for (uint32_t k = 0; k < count; k++)
        sentry->late_of[pps[k]] = late;
    stand->pps = sentry->gathered;
    stand->count += count;
    stand->late |= late != 0 ? 1u << late : 0;
    stand->late_of = sentry->late_of;
}

/* Adds all PPs at the pc of step k. False: an earlier step has that pc. */
static bool find_steps(struct sentry *sentry, const struct observer_cycle *cycle, uint32_t k,
                       struct stand *stand)
{
    for (uint32_t before = 0; before < k; before++)
        if (cycle->steps[before].pc == stand->pc && !cycle->steps[before].is_busy)
            return false;
    for (; k < cycle->count; k++)
        if (cycle->steps[k].pc == stand->pc && !cycle->steps[k].is_busy)
            gather(sentry, stand, &cycle->steps[k].pp, 1, cycle->steps[k].late);
    return true;
}

/* Adds all PPs at the pc of lockstep entry k. PPs at one pc with different delayed values have several
 * entries. False: an earlier entry has that pc.
 */
static bool find_lockstep(struct sentry *sentry, const struct observer_cycle *cycle, uint32_t k,
                          struct stand *stand)
{
    const struct observer_lockstep *first = &cycle->lockstep[k];
    stand->pps = first->pps;
    stand->count = first->count;
    stand->late = first->late != 0 ? 1u << first->late : 0;
    uint32_t other = 0;
    while (other < cycle->lockstep_count && (other == k || cycle->lockstep[other].pc != stand->pc))
        other++;
    if (other < k || other == cycle->lockstep_count)
        return other > k;
    stand->count = 0;
    for (; k < cycle->lockstep_count; k++)
        if (cycle->lockstep[k].pc == stand->pc)
            gather(sentry, stand, cycle->lockstep[k].pps, cycle->lockstep[k].count, cycle->lockstep[k].late);
    return true;
}

static bool look_at_breakpoints(struct sentry *sentry, const struct observer_cycle *cycle, bool logs)
{
    bool goes_on = true;
    for (uint32_t k = 0; cycle->lockstep != NULL && k < cycle->lockstep_count && goes_on; k++) {
        struct stand stand = {.cycle = cycle, .pc = cycle->lockstep[k].pc};
        if (sentry->marks[stand.pc] != 0 && find_lockstep(sentry, cycle, k, &stand))
            goes_on = look_at_stand(sentry, &stand, logs);
    }
    for (uint32_t k = 0; cycle->lockstep == NULL && k < cycle->count && goes_on; k++) {
        struct stand stand = {.cycle = cycle, .pc = cycle->steps[k].pc};
        if (sentry->marks[stand.pc] != 0 && !cycle->steps[k].is_busy && find_steps(sentry, cycle, k, &stand))
            goes_on = look_at_stand(sentry, &stand, logs);
    }
    return goes_on;
}

/* ---- watchpoints: see watcher.c */

/* Whether the condition of the watchpoint is true for the PP of the access. */
static bool is_concerned(const struct point *point, const struct debug_access *access,
                         const struct expression_reader *reader)
{
    uint32_t found;
    return point->condition == NULL || find_true(point->condition, reader, &access->pp, 1, &found) != 0;
}

static bool tell_accesses(struct sentry *sentry, uint64_t cycle, const struct expression_reader *reader)
{
    bool goes_on = true;
    watcher_settle(sentry);
    for (uint32_t k = 0; k < sentry->access_count && goes_on; k++) {
        struct point *point = points_find(sentry->points, sentry->access_points[k]);
        const struct debug_access *access = &sentry->accesses[k];
        if (point == NULL || !is_concerned(point, access, reader) ||
            (!sentry->looks_back && !point_takes_hit(point)))
            continue;
        if (point->log != NULL) {
            if (!sentry->looks_back)
                write_log(sentry, point, reader, &access->pp, 1);
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

/* Finds the pc of a PP, and the register that a delayed value is on its way to. False: the PP is not in
 * this cycle. */
static bool find_pp(const struct observer_cycle *cycle, uint32_t pp, uint32_t *pc, uint8_t *late)
{
    if (cycle->lockstep == NULL) {
        for (uint32_t k = 0; k < cycle->count; k++)
            if (cycle->steps[k].pp == pp) {
                *pc = cycle->steps[k].pc;
                *late = cycle->steps[k].late;
                return !cycle->steps[k].is_busy;
            }
        return false;
    }
    for (uint32_t k = 0; k < cycle->lockstep_count; k++)
        for (uint32_t p = 0; p < cycle->lockstep[k].count; p++)
            if (cycle->lockstep[k].pps[p] == pp) {
                *pc = cycle->lockstep[k].pc;
                *late = cycle->lockstep[k].late;
                return true;
            }
    return false;
}

static uint32_t register_of(const struct observer_cycle *cycle, uint32_t pp, uint32_t number)
{
    return cycle->rows != NULL ? cycle->rows[number * cycle->stride + pp]
                               : cycle->source->word(cycle->state, pp, number);
}

static bool look_at_leader(struct sentry *sentry, const struct observer_cycle *cycle)
{
    struct stepper *stepper = sentry->stepper;
    uint32_t pc = 0;
    uint8_t late;
    const bool had_ended = stepper->has_ended;
    bool is_done = had_ended;
    if (!had_ended && find_pp(cycle, stepper->pp, &pc, &late)) {
        is_done = stepper_show(stepper, cycle->cycle, pc, register_of(cycle, stepper->pp, MACHINE_SP),
                               register_of(cycle, stepper->pp, MACHINE_GP));
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

/* A register of any PP in a cycle. */
static uint32_t read_any(const void *context, uint32_t pp, unsigned number)
{
    const struct observer_cycle *cycle = context;
    uint32_t pc = 0;
    uint8_t late = 0;
    find_pp(cycle, pp, &pc, &late);
    if (number == 1)
        return pc;
    return number == late && late != 0 ? cycle->source->late_value(cycle->state, pp)
                                       : cycle->source->word(cycle->state, pp, number);
}

static bool before_cycle(void *context, const struct observer_cycle *cycle)
{
    struct sentry *sentry = context;
    const struct expression_reader reader = {.machine = sentry->machine, .word = read_any, .context = cycle};
    bool goes_on = tell_accesses(sentry, cycle->cycle, &reader);
    if (sentry->uses_points && sentry->has_logs)
        look_at_breakpoints(sentry, cycle, true);
    sentry->logged = cycle->cycle;
    if (goes_on && sentry->uses_points)
        goes_on = look_at_breakpoints(sentry, cycle, false);
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

/* Whether the engine may leave out a PP that repeats a loop: the PP is not the leader, the loop has no
 * breakpoint, and no reads are watched. */
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
                              .points = points,
                              .logged = UINT64_MAX};
    sentry->observer.context = sentry;
    sentry->marks = memory_take((size_t)machine->program.count + 1, sizeof *sentry->marks);
    sentry->late_of = memory_take(machine->config.pps, sizeof *sentry->late_of);
}

void sentry_destroy(struct sentry *sentry)
{
    free(sentry->marks);
    free(sentry->copy);
    free(sentry->found);
    free(sentry->gathered);
    free(sentry->late_of);
    sentry->marks = NULL;
    sentry->copy = NULL;
}

static void begin(struct sentry *sentry, bool uses_points, struct stepper *stepper)
{
    const uint32_t count = sentry->machine->program.count;
    sentry->uses_points = uses_points;
    sentry->stepper = stepper;
    sentry->is_found = sentry->has_logs = false;
    memset(sentry->marks, 0, count);
    for (size_t k = 0; uses_points && k < sentry->points->count; k++) {
        const struct point *point = &sentry->points->list[k];
        sentry->has_logs |= point->is_enabled && point->kind == POINT_BREAK && point->log != NULL;
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
    sentry->logged = UINT64_MAX;
    if (stepper != NULL)
        stepper->takes_down = true;
    begin(sentry, uses_points, stepper);
}

void sentry_finish(struct sentry *sentry, uint64_t cycle, const struct expression_reader *reader)
{
    if (!sentry->is_found || sentry->looks_back)
        tell_accesses(sentry, cycle, reader);
}
