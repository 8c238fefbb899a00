/* moving.c - see inside.h: commands that move the run, forward and back. */
#include <stdlib.h>

#include "inside.h"

/* ---- to stops */

static uint64_t beginning(const struct terminal *terminal)
{
    return terminal->session->timeline.moments[0].cycle;
}

/* Whether the run can go on. False after a message: it is over. */
static bool can_go_on(struct terminal *terminal)
{
    if (session_is_over(terminal->session))
        command_fail(terminal, "the run has ended; back and the reverse- commands go back, run begins anew");
    return !session_is_over(terminal->session);
}

bool moving_go(struct terminal *terminal, uint64_t cycle)
{
    const bool is_within = cycle >= beginning(terminal);
    if (is_within)
        report_stop(terminal, session_go(terminal->session, cycle));
    else
        command_fail(terminal, "the session begins at cycle %llu", (unsigned long long)beginning(terminal));
    return is_within;
}

void command_run(struct terminal *terminal)
{
    if (terminal->session->cycle != beginning(terminal) || session_is_over(terminal->session))
        session_go(terminal->session, beginning(terminal));
    report_stop(terminal, session_continue(terminal->session, 0));
}

void command_start(struct terminal *terminal)
{
    struct session *session = terminal->session;
    uint32_t pc;
    if (symbols_entries(session->symbols, "main", &pc, 1) == 0) {
        command_fail(terminal, "the program has no function main");
        return;
    }
    points_add_break(&session->points, "main", &pc, 1)->is_temporary = true;
    command_run(terminal);
}

void command_continue(struct terminal *terminal)
{
    uint64_t count;
    struct debug_event event = terminal->session->stop;
    if (!command_number(terminal, 1, &count) || !can_go_on(terminal))
        return;
    for (; count > 0; count--) {
        event = session_continue(terminal->session, 0);
        if (!stop_is_of_point(event.kind))
            break;
    }
    report_stop(terminal, event);
}

void command_cycle(struct terminal *terminal)
{
    uint64_t count;
    const uint64_t cycle = terminal->session->cycle;
    if (!command_number(terminal, 1, &count) || !can_go_on(terminal))
        return;
    const uint64_t until = count < UINT64_MAX - cycle ? cycle + count : UINT64_MAX;
    report_stop(terminal, count != 0 ? session_continue(terminal->session, until)
                                     : session_go(terminal->session, cycle));
}

void command_goto(struct terminal *terminal)
{
    uint64_t cycle;
    if (!command_number(terminal, UINT64_MAX, &cycle))
        return;
    if (cycle == UINT64_MAX)
        command_fail(terminal, "goto: to which cycle?");
    else
        moving_go(terminal, cycle);
}

void command_back(struct terminal *terminal)
{
    uint64_t count;
    if (!command_number(terminal, 1, &count))
        return;
    const uint64_t cycle = terminal->session->cycle, first = beginning(terminal);
    report_stop(terminal, session_go(terminal->session, cycle - first > count ? cycle - count : first));
}

void command_reverse_continue(struct terminal *terminal)
{
    report_stop(terminal, session_continue_back(terminal->session));
}

/* ---- steps */

/* Repeats a step as often as the line says. */
static void step(struct terminal *terminal, enum step_kind kind, bool back)
{
    uint64_t count;
    char error[SESSION_ERROR];
    struct debug_event event = terminal->session->stop;
    if (!command_number(terminal, 1, &count) || (!back && !can_go_on(terminal)))
        return;
    for (; count > 0; count--) {
        if (!(back ? session_step_back : session_step)(terminal->session, kind, &event, error)) {
            command_fail(terminal, "%s", error);
            return;
        }
        if (event.kind != STOP_AT_STEP)
            break;
    }
    if (event.kind == STOP_AT_STEP && event.pp == FAULT_NO_PP)
        say(terminal, "PP %u has ended.\n", terminal->session->stepper.pp);
    report_stop(terminal, event);
}

void command_step(struct terminal *terminal)
{
    step(terminal, terminal->command->way, false);
}

void command_reverse_step(struct terminal *terminal)
{
    step(terminal, terminal->command->way, true);
}

void command_finish(struct terminal *terminal)
{
    struct session *session = terminal->session;
    const struct info_function *function = symbols_about(session->symbols, session_pc(session, session->pp));
    const bool is_one = terminal->rest[0] == '\0' && !session_is_over(session);
    step(terminal, terminal->command->way, false);
    if (is_one && session->stop.kind == STOP_AT_STEP && session->stop.pp != FAULT_NO_PP)
        framing_result(terminal, function != NULL ? function->result : NULL);
}

void command_until(struct terminal *terminal)
{
    struct points *points = &terminal->session->points;
    struct place place;
    if (terminal->rest[0] == '\0') {
        step(terminal, STEP_ON, false);
        return;
    }
    if (!can_go_on(terminal) || !place_parse(terminal, terminal->rest, &place))
        return;
    struct point *point = points_add_break(points, place.label, place.pcs, place.count);
    const unsigned number = point->number;
    point->is_temporary = true;
    report_stop(terminal, session_continue(terminal->session, 0));
    points_remove(points, number); /* also after a stop for another reason */
}
