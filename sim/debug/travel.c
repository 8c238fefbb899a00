/* travel.c - see session.h: runs forward, goes to a cycle, searches backward. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "session.h"
#include "travel.h"

#define SLICE 0.05 /* seconds of run between two visits of the timeline */

/* Seconds that the sentry looks for breakpoints before traps replace it. Setting traps takes about as long,
 * and a hot breakpoint is found sooner. */
#define TRAPS_AFTER 0.02

enum { FIRST_SLICE = 256, NEAR = 2048, WINDOW = 1024, WIDER = 8 };
#define WINDOW_MOST ((uint64_t)1 << 24) /* cycles */

/* ---- the run */

/* Called by machine_tick. */
static void note_progress(void *context, uint64_t cycle, uint64_t instructions, uint32_t running)
{
    struct session *session = context;
    (void)cycle, (void)instructions, (void)running;
    if (session->config.is_interrupted != NULL && session->config.is_interrupted(session->config.context)) {
        session->was_interrupted = true;
        session->machine->pause = true;
    }
}

static bool travel_to(struct session *session, uint64_t cycle);

/* Runs the engine to the cycle `until` (0: no limit), to a cycle with a user's store, or to an earlier
 * stop. Returns the seconds that it has taken. */
static double run_on(struct session *session, uint64_t until)
{
    struct machine *machine = session->machine;
    const double start = stats_clock();
    if (machine->end == END_RUNNING) /* an old fault: it comes again */
        memset(&machine->fault, 0, sizeof machine->fault);
    machine->pause = false;
    machine->progress = note_progress;
    machine->progress_context = session;
    seat_run(session, patches_next(session, until));
    if (machine->end == END_RUNNING) /* a short run has not called it */
        note_progress(session, 0, 0, 0);
    machine->progress = NULL;
    output_flush(&machine->host->output);
    session->cycle = machine->stats.cycles;
    const double taken = stats_clock() - start;
    session->timeline.running += taken;
    if (machine->end == END_RUNNING)
        patches_apply(session);
    return taken;
}

static struct debug_event event_of(const struct session *session, enum stop_kind kind)
{
    return (struct debug_event){.kind = kind, .cycle = session->cycle, .pp = FAULT_NO_PP};
}

static enum stop_kind end_of(const struct machine *machine)
{
    return machine->end == END_HALTED ? STOP_AT_HALTED
           : machine->end == END_EXIT ? STOP_AT_EXIT
                                      : STOP_AT_FAULT;
}

/* A fault has ended the run inside a cycle. Goes to the start of that cycle, where the registers of all
 * PPs are consistent and the fault is still to come. */
static void stand_before_fault(struct session *session)
{
    struct machine *machine = session->machine;
    const struct fault fault = machine->fault;
    if (fault.cycle >= session->timeline.moments[0].cycle && travel_to(session, fault.cycle))
        machine->fault = fault;
}

/* The event of the end of the run. */
static struct debug_event travel_end(struct session *session)
{
    struct machine *machine = session->machine;
    const enum stop_kind kind = end_of(machine);
    const bool asked = session->was_interrupted || (session->config.is_interrupted != NULL &&
                                                    session->config.is_interrupted(session->config.context));
    if (machine->end == END_FAULT && machine->fault.code == FAULT_interrupted && asked) {
        travel_to(session, machine->fault.cycle); /* the interrupt has come inside a cycle, in a host call */
        return event_of(session, STOP_AT_INTERRUPT);
    }
    if (machine->end == END_FAULT && machine->fault.cycle + 1 >= session->cycle &&
        machine->fault.code != FAULT_interrupted)
        stand_before_fault(session);
    return event_of(session, kind);
}

/* Runs for a slice, but not beyond the cycle `until` (0: no limit). Returns the seconds that it has taken,
 * and makes *slice last about SLICE seconds. */
static double run_slice(struct session *session, uint64_t *slice, uint64_t until)
{
    const uint64_t start = session->cycle;
    const double taken = run_on(session, until != 0 && until - start < *slice ? until : start + *slice);
    if (taken < SLICE / 2)
        *slice *= 2;
    else if (taken > SLICE * 2 && *slice > 1)
        *slice /= 2;
    return taken;
}

/* Takes a snapshot if one is due, or in any case. */
static void take_moment(struct session *session, bool in_any_case)
{
    char error[SESSION_ERROR];
    if (session->machine->end == END_RUNNING && (in_any_case || timeline_is_due(&session->timeline)))
        timeline_take(&session->timeline, session->machine, session->engine, session->state, error,
                      sizeof error); /* without it, going back takes longer */
}

/* ---- to a cycle */

/* Goes to a cycle without stopping, except at an interrupt. False: as seat_use. */
static bool travel_to(struct session *session, uint64_t cycle)
{
    const struct moment *moment = timeline_before(&session->timeline, cycle);
    const bool is_over = session->machine->end != END_RUNNING;
    uint64_t slice = FIRST_SLICE;
    bool good = true;
    session->was_interrupted = false;
    if (is_over || session->cycle > cycle || moment->cycle > session->cycle)
        good = seat_restore(session, moment, cycle - moment->cycle < NEAR) && patches_apply(session);
    sentry_begin(&session->sentry, (struct sentry_window){true, session->cycle, UINT64_MAX, 0}, NULL, NULL);
    while (good && session->cycle < cycle && session->machine->end == END_RUNNING &&
           !session->was_interrupted) {
        if (cycle - session->cycle >= NEAR)
            good = seat_use(session, false);
        if (good)
            run_slice(session, &slice, cycle);
        if (session->cycle < cycle)
            take_moment(session, false);
    }
    return good;
}

struct debug_event session_go(struct session *session, uint64_t cycle)
{
    travel_to(session, cycle);
    if (session->machine->end != END_RUNNING)
        return session_arrive(session, travel_end(session));
    return session_arrive(session, event_of(session, session->was_interrupted ? STOP_AT_INTERRUPT
                                                     : session->cycle == 0    ? STOP_AT_START
                                                                              : STOP_AT_CYCLE));
}

bool session_set_input(struct session *session, int descriptor)
{
    const uint64_t skipped = session->link.skipped;
    session_go(session, session->timeline.moments[0].cycle);
    patches_forget_later(session);
    session->patch_count = 0;
    link_forget(&session->link);
    session->link.read_ended = false;
    session->link.descriptor = descriptor;
    return link_skip(&session->link, skipped);
}

/* ---- forward */

static uint32_t read_word(const void *context, uint32_t pp, unsigned number)
{
    const struct session *session = context;
    struct pp_view view;
    session->engine->view(session->state, pp, &view);
    if (number == 1)
        return view.pc;
    return number == view.late_target ? view.late_value : view.r[number];
}

/* If the run has ended under the sentry, adds the accesses of its last cycle. */
static void finish_watch(struct session *session)
{
    const struct expression_reader reader = {
        .machine = session->machine, .word = read_word, .context = session};
    if (session->machine->end != END_RUNNING && session->is_watched)
        sentry_finish(&session->sentry, session->cycle, &reader);
}

/* Finds the reason of a stop. False: the run goes on. */
static bool has_stopped(struct session *session, uint64_t until, struct debug_event *event)
{
    const struct sentry *sentry = &session->sentry;
    const bool is_over = session->machine->end != END_RUNNING;
    finish_watch(session);
    const bool has_event = session->is_watched && sentry->event_count != 0;
    *event = has_event                  ? sentry->events[0]
             : is_over                  ? travel_end(session)
             : session->was_interrupted ? event_of(session, STOP_AT_INTERRUPT)
                                        : event_of(session, STOP_AT_CYCLE);
    return event->kind != STOP_AT_CYCLE || (until != 0 && session->cycle >= until);
}

/* A run with traps, which had begun at cycle `from`, has ended by a fault: of a trap, or of the program. Goes
 * to the previous cycle, from where the sentry finds out. False: as seat_use. */
static bool leave_traps(struct session *session, uint64_t from)
{
    const uint64_t cycle = session->machine->fault.cycle;
    if (!travel_to(session, cycle > 0 ? cycle - 1 : 0))
        return false;
    sentry_begin(&session->sentry, (struct sentry_window){.from = from}, &session->points, NULL);
    return seat_use(session, true);
}

static bool has_trapped(const struct session *session)
{
    return session->trap_count != 0 && session->machine->end == END_FAULT &&
           session->machine->fault.code != FAULT_interrupted;
}

/* Runs to the next stop, ignoring findings. `watched`: under the sentry; `traps`: traps may replace it. */
static struct debug_event run_to_stop(struct session *session, uint64_t until, bool watched, bool traps)
{
    struct debug_event event = event_of(session, STOP_AT_CYCLE);
    const uint64_t first_slice = session->config.traps_at_once ? 1 : FIRST_SLICE, from = session->cycle;
    const double traps_after = session->config.traps_at_once ? 0 : TRAPS_AFTER;
    uint64_t slice = first_slice;
    uint64_t trapped = 0; /* cycle of the last fault of a run with traps */
    double looking = 0;   /* seconds that the sentry has looked for breakpoints */
    session->was_interrupted = false;
    if (session->machine->end != END_RUNNING)
        return event_of(session, end_of(session->machine));
    bool good = seat_use(session, watched);
    while (good) {
        const double taken = run_slice(session, &slice, until);
        if (has_trapped(session)) {
            trapped = session->machine->fault.cycle;
            good = leave_traps(session, from);
            looking = 0;
            slice = first_slice;
            continue;
        }
        if (has_stopped(session, until, &event))
            break;
        take_moment(session, false);
        looking += taken;
        if (traps && session->is_watched && looking >= traps_after && session->cycle > trapped)
            good = seat_trap(session);
    }
    if (good && session->trap_count != 0 && session->machine->end == END_RUNNING)
        good = seat_use(session, false);
    return good ? event : event_of(session, STOP_AT_FAULT);
}

/* The first cycle without known findings: there a store by the user has changed the run since the check. */
static uint64_t findings_limit(const struct session *session)
{
    uint64_t limit = UINT64_MAX;
    for (size_t k = 0; k < session->patch_count; k++)
        limit = session->patches[k].cycle < limit ? session->patches[k].cycle : limit;
    return limit;
}

static struct debug_event event_of_finding(const struct point_finding *finding, unsigned number)
{
    return (struct debug_event){
        .kind = STOP_AT_FINDING, .cycle = finding->cycle, .point = number, .pp = finding->pp, .count = 1};
}

struct debug_event travel_forward(struct session *session, uint64_t until, bool watched, bool traps)
{
    unsigned number = 0;
    const struct point_finding *finding =
        points_finding(&session->points, session->cycle + 1, findings_limit(session), false, &number);
    if (finding != NULL && until != 0 && finding->cycle > until)
        finding = NULL;
    const struct debug_event event =
        run_to_stop(session, finding != NULL ? finding->cycle : until, watched, traps);
    const bool is_found = finding != NULL && event.kind == STOP_AT_CYCLE && session->cycle == finding->cycle;
    return is_found ? event_of_finding(finding, number) : event;
}

const struct point_finding *session_finding(const struct session *session, unsigned number, size_t *index)
{
    const struct point *point = points_find(&session->points, number);
    const bool is_known = point != NULL && point->is_enabled && session->cycle < findings_limit(session);
    for (; is_known && *index < point->findings.count; (*index)++)
        if (point->findings.list[*index].cycle == session->cycle)
            return &point->findings.list[(*index)++];
    return NULL;
}

/* Whether a breakpoint or watchpoint may stop the run. */
static bool has_sentries(const struct session *session)
{
    for (size_t k = 0; k < session->points.count; k++)
        if (session->points.list[k].is_enabled && session->points.list[k].kind != POINT_CATCH)
            return true;
    return false;
}

struct debug_event session_continue(struct session *session, uint64_t until)
{
    const bool traps = points_are_plain(&session->points) && patches_next(session, 0) == 0;
    sentry_begin(&session->sentry, (struct sentry_window){.from = session->cycle}, &session->points, NULL);
    return session_arrive(session, travel_forward(session, until, has_sentries(session), traps));
}

/* ---- backward */

/* Repeats a part of the run under the sentry. */
static void replay_window(struct session *session, const struct sentry_window *window, struct points *points,
                          struct stepper *stepper)
{
    if (!travel_to(session, window->from) || session->machine->end != END_RUNNING)
        return;
    const struct moment *moment = timeline_before(&session->timeline, window->from);
    take_moment(session, window->from - moment->cycle > NEAR); /* the next search backward starts here */
    if (!seat_use(session, true))
        return;
    sentry_begin(&session->sentry, *window, points, stepper);
    while (session->cycle <= window->to && session->machine->end == END_RUNNING &&
           !session->was_interrupted) {
        const uint64_t start = session->cycle;
        run_on(session, window->to + 1);
        if (session->cycle == start || session->machine->pause)
            break; /* the sentry has seen the whole part */
    }
    finish_watch(session);
}

bool travel_search_back(struct session *session, uint64_t least, uint64_t before, struct points *points,
                        struct stepper *stepper, struct debug_event *event)
{
    struct sentry_window window = {.looks_back = true, .to = before, .most = before - 1};
    uint64_t width = WINDOW;
    int32_t level = 0;   /* depth from which the next part is searched (stepper_find) */
    bool is_last = true; /* the part is the last one of the search */
    session->was_interrupted = false;
    while (before > least) {
        window.from = window.to > least + width ? window.to - width : least;
        replay_window(session, &window, points, stepper);
        const bool is_found = session->sentry.event_count != 0;
        *event = is_found ? session->sentry.events[0] : event_of(session, STOP_AT_STEP);
        const enum stepper_answer answer =
            stepper != NULL ? stepper_find(stepper, window.most, is_last, &level, &event->cycle)
            : is_found      ? STEPPER_FOUND
                            : STEPPER_NONE;
        if (answer == STEPPER_FOUND || (answer == STEPPER_UNSURE && window.from == least))
            return true;
        if (window.from == least || session->was_interrupted)
            break;
        if (answer == STEPPER_NONE) {
            window.to = window.most = window.from;
            is_last = false;
        }
        width = width < WINDOW_MOST ? width * WIDER : width;
    }
    return false;
}

/* Finds the last stop before a cycle. False: there is none, or the user has interrupted. */
static bool find_stop_back(struct session *session, uint64_t before, struct debug_event *event)
{
    unsigned number;
    const uint64_t limit = findings_limit(session), first = session->timeline.moments[0].cycle;
    const struct point_finding *finding =
        points_finding(&session->points, first, before < limit ? before : limit, true, &number);
    if (has_sentries(session) && travel_search_back(session, finding != NULL ? finding->cycle : first, before,
                                                    &session->points, NULL, event))
        return true;
    if (finding != NULL && !session->was_interrupted)
        *event = event_of_finding(finding, number);
    return finding != NULL && !session->was_interrupted;
}

struct debug_event travel_arrive_back(struct session *session, uint64_t start,
                                      const struct debug_event *event)
{
    if (event == NULL)
        return session_go(session, session->was_interrupted ? start : session->timeline.moments[0].cycle);
    travel_to(session, event->cycle);
    return session_arrive(session, *event);
}

struct debug_event session_continue_back(struct session *session)
{
    struct debug_event event;
    const uint64_t start = session->cycle;
    session->was_interrupted = false;
    const bool is_before_end = session_is_over(session) && !stop_is_of_point(session->stop.kind);
    const bool is_found = find_stop_back(session, start + is_before_end, &event);
    return travel_arrive_back(session, start, is_found ? &event : NULL);
}

struct debug_event *session_find_before(struct session *session, struct points *points, uint64_t before,
                                        size_t *count)
{
    const uint64_t start = session->cycle;
    const bool was_over = session->machine->end != END_RUNNING;
    struct sentry *sentry = &session->sentry;
    struct debug_event event, *events = NULL;
    *count = 0;
    if (travel_search_back(session, session->timeline.moments[0].cycle, before, points, NULL, &event)) {
        events = sentry->events; /* the sentry makes another list */
        *count = sentry->event_count;
        sentry->events = NULL;
        sentry->event_count = sentry->event_room = 0;
    }
    travel_to(session, start);
    if (was_over &&
        session->machine->end == END_RUNNING) /* the event of a fault comes after the start of its cycle */
        while (session->machine->end == END_RUNNING && !session->was_interrupted)
            run_on(session, 0);
    return events;
}
