/* moving.c - see inside.h: moves the run, and sends events of stops. */
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "inside.h"

enum { FINDING_TEXT = 640 };

/* The protocol's name for the reason of a stop. */
static const char *reason_of(const struct dap *dap, const struct debug_event *event)
{
    const struct point *point = points_find(&dap->session->points, event->point);
    const bool is_address = event->kind == STOP_AT_BREAKPOINT && point != NULL && point->text[0] == '*';
    return is_address ? "instruction breakpoint" : stop_rows[event->kind].reason;
}

/* The finding of an event; NULL: the event is another one. */
static const struct point_finding *finding_of(const struct dap *dap, const struct debug_event *event)
{
    size_t index = 0;
    return event->kind == STOP_AT_FINDING ? session_finding(dap->session, event->point, &index) : NULL;
}

/* The text of an event: "a[3]: 4 -> 5 by PP 7", or the reason. */
static json_t *describe(const struct dap *dap, const struct debug_event *event)
{
    const struct point *point = points_find(&dap->session->points, event->point);
    const struct point_finding *finding = finding_of(dap, event);
    if (finding != NULL)
        return json_text(finding->text);
    if (event->kind != STOP_AT_WATCH || point == NULL)
        return json_text(stop_rows[event->kind].text);
    json_t *text = event->is_read
                       ? dap_format("%s: %d read by PP %u", point->text, (int32_t)event->before, event->pp)
                       : dap_format("%s: %d -> %d by PP %u", point->text, (int32_t)event->before,
                                    (int32_t)event->after, event->pp);
    return text != NULL ? text : json_text(stop_rows[event->kind].text);
}

/* The text of a fault. */
static json_t *explain_text(const struct dap *dap)
{
    char *text = dap->session->config.explain(dap->session);
    json_t *said = json_text(text);
    free(text);
    return said;
}

/* The text of a fault or finding; NULL: the event is another one. */
static json_t *details_of(const struct dap *dap, const struct debug_event *event)
{
    const struct point_finding *finding = finding_of(dap, event);
    char text[FINDING_TEXT];
    if (finding == NULL)
        return event->kind == STOP_AT_FAULT ? explain_text(dap) : NULL;
    snprintf(text, sizeof text, "PP %u: %s\n%s", finding->pp, finding->text, finding->hint);
    return json_text(text);
}

void moving_say_stop(struct dap *dap, const struct debug_event *event)
{
    const unsigned team = dap->session->team != TEAM_NONE ? dap->session->team : DAP_NO_TEAM;
    dap->container_count = 0;
    dap_event(dap, "stopped",
              dap_pack("{ss so sI sb so* so*}", "reason", reason_of(dap, event), "description",
                       describe(dap, event), "threadId", (json_int_t)team, "allThreadsStopped", 1, "text",
                       details_of(dap, event), "hitBreakpointIds",
                       event->point != 0 ? dap_pack("[I]", (json_int_t)event->point) : NULL));
}

static void end(struct dap *dap)
{
    if (session_is_over(dap->session))
        dap_event(dap, "exited", dap_pack("{si}", "exitCode", dap->session->machine->status));
    dap_event(dap, "terminated", NULL);
}

static void say_where(struct dap *dap, const struct debug_event *event)
{
    const bool is_fault = event->kind == STOP_AT_FAULT;
    const bool is_end = event->kind == STOP_AT_EXIT || event->kind == STOP_AT_HALTED;
    if (dap->action > ACTION_PAUSE || dap->is_done || dap->wire.has_ended)
        return; /* the client wants no stop, but the end */
    if ((is_fault && (dap->filters & FILTER_FAULT) == 0) || (is_end && (dap->filters & FILTER_END) == 0)) {
        json_t *text = is_fault ? explain_text(dap) : NULL;
        if (text != NULL)
            dap_output(dap, "stderr", json_string_value(text));
        json_decref(text);
        end(dap);
        return;
    }
    moving_say_stop(dap, event);
}

/* Runs until a stop that is not a message. */
static struct debug_event run(struct dap *dap)
{
    struct debug_event event;
    dap->is_running = true;
    do {
        event = session_continue(dap->session, 0);
        while (json_array_size(dap->queue) != 0)
            dap->answer_next(dap);
    } while (event.kind == STOP_AT_INTERRUPT && dap->action == ACTION_NONE && !dap->is_done &&
             !dap->wire.has_ended);
    dap->is_running = false;
    return event;
}

/* Runs to the first line of main, or to an earlier stop. */
static struct debug_event enter(struct dap *dap)
{
    struct session *session = dap->session;
    uint32_t pcs[POINT_PCS];
    const size_t count = symbols_entries(session->symbols, "main", pcs, POINT_PCS);
    if (count == 0)
        return session->stop;
    const unsigned number = points_add_break(&session->points, "main", pcs, count)->number;
    struct debug_event event = run(dap);
    points_remove(&session->points, number);
    if (event.kind == STOP_AT_BREAKPOINT && event.point == number) {
        event.kind = STOP_AT_START;
        event.point = 0;
    }
    return event;
}

static struct debug_event begin(struct dap *dap)
{
    struct session *session = dap->session;
    const int64_t at = dap_integer(dap->launch, "at", -1);
    const bool is_entry = dap_flag(dap->launch, "stopOnEntry");
    if (at >= 0)
        return session_go(session, (uint64_t)at);
    if (is_entry && session->cycle != 0) /* a session from a checkpoint begins after the first line of main */
        return session->stop;
    return is_entry ? enter(dap) : run(dap);
}

static struct debug_event step(struct dap *dap, bool back)
{
    char error[SESSION_ERROR];
    struct debug_event event = dap->session->stop;
    if ((back ? session_step_back : session_step)(dap->session, dap->step, &event, error))
        return event;
    json_t *line = dap_format("%s\n", error);
    dap_output(dap, "important", json_string_value(line));
    json_decref(line);
    event.kind = STOP_AT_STEP; /* the client waits for the event of a stop */
    return event;
}

static void perform(struct dap *dap, enum dap_action action)
{
    struct debug_event event;
    switch (action) {
    case ACTION_NONE:
    case ACTION_PAUSE:
        return;
    case ACTION_RESTART:
        if (starting_renew(dap))
            return;
        dap_output(dap, "important", dap->error);
        dap_event(dap, "terminated", NULL);
        return;
    case ACTION_END:
        dap_event(dap, "terminated", NULL);
        return;
    case ACTION_BEGIN:
        event = begin(dap);
        break;
    case ACTION_CONTINUE:
        event = run(dap);
        break;
    case ACTION_BACK:
        event = session_continue_back(dap->session);
        break;
    default:
        event = step(dap, action == ACTION_STEP_BACK);
        break;
    }
    say_where(dap, &event);
}

void moving_perform(struct dap *dap)
{
    while (dap->action != ACTION_NONE) {
        const enum dap_action action = dap->action;
        dap->action = ACTION_NONE;
        perform(dap, action);
    }
}

/* ---- requests */

static const struct move {
    const char *request;
    enum dap_action action;
    enum step_kind line, instruction; /* by the granularity */
} moves[] = {{"continue", ACTION_CONTINUE, STEP_OVER, STEP_OVER},
             {"reverseContinue", ACTION_BACK, STEP_OVER, STEP_OVER},
             {"next", ACTION_STEP, STEP_OVER, STEP_NEXT},
             {"stepIn", ACTION_STEP, STEP_INTO, STEP_INSTRUCTION},
             {"stepOut", ACTION_STEP, STEP_OUT, STEP_OUT},
             {"stepBack", ACTION_STEP_BACK, STEP_OVER, STEP_NEXT}};

/* Begins a move of the team of a request, after the response. */
json_t *request_move(struct dap *dap, const json_t *arguments)
{
    const struct move *move = moves;
    const int64_t number = dap_integer(arguments, "threadId", dap->session->team);
    const char *granularity = dap_string(arguments, "granularity");
    while (strcmp(move->request, dap->request) != 0)
        move++;
    const bool is_forward = move->action == ACTION_CONTINUE || move->action == ACTION_STEP;
    if (is_forward && session_is_over(dap->session))
        return dap_refuse(dap, "the run has ended; it can only be taken back");
    if (number != DAP_NO_TEAM && number != dap->session->team &&
        (number <= 0 || number > DAP_NO_TEAM || !session_select_team(dap->session, (unsigned)number)))
        return dap_refuse(dap, "there is no team %lld", (long long)number);
    dap->action = move->action;
    dap->step =
        granularity != NULL && strcmp(granularity, "instruction") == 0 ? move->instruction : move->line;
    return move->action == ACTION_CONTINUE ? dap_pack("{sb}", "allThreadsContinued", 1) : json_null();
}

json_t *request_pause(struct dap *dap, const json_t *arguments)
{
    (void)arguments;
    if (dap->action == ACTION_NONE)
        dap->action = ACTION_PAUSE;
    return json_null();
}
