/* sentry.c - see sentry.h. */
#include "sentry.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/memory.h"
#include "sim/machine/group.h"
#include "watcher.h"

/* ---- events */

/* Adds an event to those of its cycle. Those of one kind are sorted by PP: engines show PPs in any order. */
static void add(struct sentry *sentry, const struct debug_event *event)
{
    if (sentry->event_count != 0 && sentry->events[0].cycle != event->cycle)
        sentry->event_count = 0;
    const unsigned first = sentry->event_count != 0 ? sentry->events[0].point : 0;
    struct debug_event *place = MEMORY_ADD(sentry->events, sentry->event_count, sentry->event_room);
    for (; place != sentry->events && (place[-1].kind != event->kind || place[-1].pp > event->pp); place--)
        *place = place[-1];
    *place = *event;
    const unsigned other = place != sentry->events ? event->point : first;
    if (!sentry->window.looks_back && sentry->event_count > 1 && other != sentry->events[0].point)
        points_find(sentry->points, other)->hits++; /* session_arrive counts the hit of the first event */
}

/* Notes an event. False: the run pauses before this cycle. */
static bool note(struct sentry *sentry, const struct debug_event *event)
{
    const bool counts =
        sentry->window.looks_back ? event->cycle <= sentry->window.most : event->cycle != sentry->window.from;
    if (counts)
        add(sentry, event);
    return sentry->window.looks_back || !counts;
}

/* ---- breakpoints */

/* The PPs of a cycle that are at one instruction. */
struct position {
    uint32_t pc;
    uint32_t count; /* in sentry->gathered */
    uint32_t late;  /* bit r: a delayed value is on its way to register r of some of the PPs */
};

/* A register of a PP in strand_of. A delayed value on its way to it counts, except for R1: until a delayed
 * jump, the pc is that of the instruction in the slot. */
static uint32_t read_register(const void *context, uint32_t pp, unsigned number)
{
    const struct sentry *sentry = context;
    const struct observer_cycle *cycle = sentry->cycle;
    const struct observer_strand *strand = sentry->strand_of[pp];
    const struct observer_step step = {.pp = pp, .pc = strand != NULL ? strand->pc : 0};
    return strand != NULL && number == strand->late && number > 1 ? cycle->late[pp * cycle->pp_stride]
                                                                  : observer_word(cycle, &step, number);
}

/* Reads registers by read_register where `late` has a bit, otherwise from the rows of the cycle. */
static struct expression_reader reader_of(const struct sentry *sentry, uint32_t late)
{
    return (struct expression_reader){.machine = sentry->machine,
                                      .word = read_register,
                                      .context = sentry,
                                      .registers = sentry->cycle->registers,
                                      .stride = sentry->cycle->stride,
                                      .pp_stride = sentry->cycle->pp_stride,
                                      .late = late};
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

/* Keeps the PPs of groups whose members are all in the list. */
static uint32_t keep_whole_groups(const struct sentry *sentry, const struct position *position, uint32_t *pps,
                                  uint32_t count)
{
    uint32_t *groups = memory_take((size_t)count + 1, sizeof *groups), kept = 0;
    bool is_whole = false;
    const struct expression_reader reader = reader_of(sentry, position->late);
    for (uint32_t k = 0; k < count; k++)
        groups[k] = expression_register(&reader, pps[k], MACHINE_GP);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t members = 0;
        for (uint32_t other = 0; (k == 0 || groups[k] != groups[k - 1]) && other < count; other++)
            members += groups[other] == groups[k];
        is_whole = members != 0 ? members == group_size(&sentry->machine->memory, groups[k]) : is_whole;
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
static uint32_t find_concerned(struct sentry *sentry, const struct point *point,
                               const struct position *position)
{
    const struct expression_reader reader = reader_of(sentry, position->late);
    uint32_t count = position->count;
    sentry->found = memory_grow(sentry->found, &sentry->found_room, count, sizeof *sentry->found);
    if (point->condition != NULL)
        count = find_true(point->condition, &reader, sentry->gathered, count, sentry->found);
    else
        memcpy(sentry->found, sentry->gathered, count * sizeof *sentry->found);
    return point->needs_all ? keep_whole_groups(sentry, position, sentry->found, count) : count;
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
static bool test_point(struct sentry *sentry, struct point *point, const struct position *position)
{
    const bool is_new = sentry->cycle->cycle != sentry->window.from;
    uint32_t first = FAULT_NO_PP;
    if (point->log != NULL &&
        (sentry->window.looks_back || (!is_new && sentry->logged == sentry->window.from)))
        return true;
    const uint32_t count = find_concerned(sentry, point, position);
    for (uint32_t p = 0; p < count; p++)
        first = sentry->found[p] < first ? sentry->found[p] : first;
    if (count == 0 ||
        (!sentry->window.looks_back && (is_new || point->log != NULL) && !point_takes_hit(point)))
        return true;
    if (point->log != NULL) {
        const struct expression_reader reader = reader_of(sentry, position->late);
        qsort(sentry->found, count, sizeof *sentry->found, compare_words); /* engines show PPs in any order */
        write_log(sentry, point, &reader, sentry->found, count);
        return true;
    }
    return note(sentry, &(struct debug_event){.kind = STOP_AT_BREAKPOINT,
                                              .cycle = sentry->cycle->cycle,
                                              .point = point->number,
                                              .pp = first,
                                              .count = count});
}

/* Gathers all PPs at the pc of strand k: PPs at one pc may be in several strands. False: an earlier strand is
 * there. */
static bool gather(struct sentry *sentry, struct position *position, uint32_t k)
{
    const struct observer_strand *all = sentry->cycle->strands;
    for (uint32_t before = 0; before < k; before++)
        if (all[before].pc == position->pc && !all[before].is_busy)
            return false;
    for (; k < sentry->cycle->strand_count; k++) {
        if (all[k].pc != position->pc || all[k].is_busy)
            continue;
        sentry->gathered = memory_grow(sentry->gathered, &sentry->gathered_room,
                                       (size_t)position->count + all[k].count, sizeof *sentry->gathered);
        memcpy(sentry->gathered + position->count, all[k].pps, all[k].count * sizeof *all[k].pps);
        for (uint32_t p = 0; p < all[k].count; p++)
            sentry->strand_of[all[k].pps[p]] = &all[k];
        position->count += all[k].count;
        position->late |= all[k].late != 0 ? 1u << all[k].late : 0;
    }
    return true;
}

/* Tests logpoints and, if the run goes on, other breakpoints. False: the run pauses. */
static bool test_breakpoints(struct sentry *sentry, bool goes_on)
{
    const struct observer_cycle *cycle = sentry->cycle;
    const bool may_stop = goes_on;
    for (uint32_t k = 0; k < cycle->strand_count; k++) {
        struct position position = {.pc = cycle->strands[k].pc};
        if (sentry->marks[position.pc] == 0 || cycle->strands[k].is_busy || !gather(sentry, &position, k))
            continue;
        for (size_t n = 0; n < sentry->points->count; n++) {
            struct point *point = &sentry->points->list[n];
            if (point->is_enabled && point->kind == POINT_BREAK && (may_stop || point->log != NULL) &&
                is_at(point, position.pc))
                goes_on &= test_point(sentry, point, &position);
        }
    }
    return goes_on;
}

/* ---- watchpoints: see watcher.c */

/* Whether the condition of the watchpoint is true for the PP of the access. */
static bool is_concerned(const struct point *point, const struct debug_event *access,
                         const struct expression_reader *reader)
{
    uint32_t found;
    return point->condition == NULL || find_true(point->condition, reader, &access->pp, 1, &found) != 0;
}

static bool report_accesses(struct sentry *sentry, uint64_t cycle, const struct expression_reader *reader)
{
    bool goes_on = true;
    for (size_t k = 0; k < sentry->access_count; k++) {
        struct debug_event *access = &sentry->accesses[k];
        access->cycle = cycle;
        struct point *point = points_find(sentry->points, access->point);
        if (point == NULL || !is_concerned(point, access, reader) ||
            (!sentry->window.looks_back && !point_takes_hit(point)))
            continue;
        if (point->log != NULL) {
            if (!sentry->window.looks_back)
                write_log(sentry, point, reader, &access->pp, 1);
            continue;
        }
        goes_on &= note(sentry, access);
    }
    sentry->access_count = 0;
    return goes_on;
}

/* Finds the strands of the PPs of accesses, for their conditions. */
static void find_strands(struct sentry *sentry)
{
    const struct observer_cycle *cycle = sentry->cycle;
    for (size_t k = 0; k < sentry->access_count; k++)
        sentry->strand_of[sentry->accesses[k].pp] = NULL;
    for (uint32_t k = 0; k < cycle->strand_count && sentry->access_count != 0; k++)
        for (uint32_t p = 0; p < cycle->strands[k].count; p++)
            sentry->strand_of[cycle->strands[k].pps[p]] = &cycle->strands[k];
}

/* ---- the leader of a step */

/* The strand of a PP that is not in the middle of an instruction. NULL: the cycle has none. */
static const struct observer_strand *find_pp(const struct observer_cycle *cycle, uint32_t pp)
{
    for (uint32_t k = 0; k < cycle->strand_count; k++)
        for (uint32_t p = 0; !cycle->strands[k].is_busy && p < cycle->strands[k].count; p++)
            if (cycle->strands[k].pps[p] == pp)
                return &cycle->strands[k];
    return NULL;
}

static bool test_leader(struct sentry *sentry, const struct observer_cycle *cycle)
{
    struct stepper *stepper = sentry->stepper;
    const bool had_ended = stepper->has_ended;
    const struct observer_strand *strand = had_ended ? NULL : find_pp(cycle, stepper->pp);
    bool is_done = had_ended;
    if (strand != NULL) {
        const struct observer_step step = {.pp = stepper->pp, .pc = strand->pc};
        is_done = stepper_show(stepper, cycle->cycle, step.pc, observer_word(cycle, &step, MACHINE_SP),
                               observer_word(cycle, &step, MACHINE_GP));
    }
    if (!is_done || sentry->window.looks_back)
        return true;
    return note(sentry, &(struct debug_event){.kind = STOP_AT_STEP,
                                              .cycle = cycle->cycle,
                                              .pp = had_ended ? FAULT_NO_PP : stepper->pp,
                                              .count = 1});
}

/* ---- the listener */

static bool before_cycle(void *context, const struct observer_cycle *cycle)
{
    struct sentry *sentry = context;
    sentry->cycle = cycle;
    const struct expression_reader rows = reader_of(sentry, 0);
    watcher_settle(sentry, &rows);
    find_strands(sentry);
    const struct expression_reader reader = reader_of(sentry, UINT32_MAX);
    bool goes_on = test_breakpoints(sentry, report_accesses(sentry, cycle->cycle, &reader));
    sentry->logged = cycle->cycle;
    if (goes_on && sentry->stepper != NULL)
        goes_on = test_leader(sentry, cycle);
    if (sentry->window.looks_back && cycle->cycle >= sentry->window.to)
        goes_on = false;
    if (goes_on && sentry->cell_count != 0)
        watcher_note(sentry, cycle);
    if (!goes_on)
        sentry->machine->pause = true;
    return goes_on;
}

/* Whether the engine may leave out a PP that repeats a loop: the PP is not the leader, the loop has no
 * breakpoint, and no reads are watched. */
static bool rests(void *context, const struct observer_rest *rest)
{
    const struct sentry *sentry = context;
    if ((sentry->stepper != NULL && sentry->stepper->pp == rest->pp) || sentry->watches_reads)
        return false;
    for (uint32_t k = 0; k < rest->length; k++)
        if (sentry->marks[rest->head + k] != 0)
            return false;
    return true;
}

void sentry_create(struct sentry *sentry, struct machine *machine)
{
    *sentry =
        (struct sentry){.observer = {.before_cycle = before_cycle, .rests = rests, .keeps_nothing = true},
                        .machine = machine,
                        .logged = UINT64_MAX};
    sentry->observer.context = sentry;
    sentry->points = &sentry->none;
    sentry->marks = memory_take((size_t)machine->program.count + 1, sizeof *sentry->marks);
    sentry->strand_of = memory_take(machine->config.pps, sizeof *sentry->strand_of);
}

void sentry_destroy(struct sentry *sentry)
{
    free(sentry->marks);
    free(sentry->cells);
    free(sentry->accesses);
    free(sentry->calls);
    free(sentry->events);
    free(sentry->found);
    free(sentry->gathered);
    free(sentry->strand_of);
}

void sentry_begin(struct sentry *sentry, struct sentry_window window, struct points *points,
                  struct stepper *stepper)
{
    const uint32_t count = sentry->machine->program.count;
    sentry->window = window;
    if (window.looks_back)
        sentry->logged = UINT64_MAX;
    sentry->points = points != NULL ? points : &sentry->none;
    sentry->stepper = stepper;
    sentry->event_count = 0;
    memset(sentry->marks, 0, count);
    for (size_t k = 0; k < sentry->points->count; k++) {
        const struct point *point = &sentry->points->list[k];
        if (!point->is_enabled || point->kind != POINT_BREAK)
            continue;
        for (size_t n = 0; n < point->pc_count; n++)
            if (point->pcs[n] < count)
                sentry->marks[point->pcs[n]] = 1;
    }
    watcher_begin(sentry);
    if (stepper != NULL)
        stepper_begin(stepper, window.looks_back);
}

void sentry_finish(struct sentry *sentry, uint64_t cycle, const struct expression_reader *reader)
{
    const struct machine *machine = sentry->machine;
    const bool is_lost = machine->end == END_FAULT && machine->fault.cycle == sentry->logged;
    if (is_lost || (sentry->event_count != 0 && !sentry->window.looks_back))
        return;
    watcher_settle(sentry, reader);
    report_accesses(sentry, cycle, reader);
}
