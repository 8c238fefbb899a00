/* step.c - see session.h: steps of the selected team's leader, forward and back. */
#include "common/message.h"
#include "sim/machine/caller.h"
#include "travel.h"

static bool needs_lines(enum step_kind kind)
{
    return kind == STEP_INTO || kind == STEP_OVER || kind == STEP_ON;
}

/* Whether the PP is in a group that it can leave. It cannot leave the group outside `start`. */
static bool is_in_group(const struct session *session, const struct pp_view *view)
{
    const uint32_t gp = view->r[MACHINE_GP];
    return gp != 0 && gp != object_value_of(&session->machine->object, "__fork_world", gp);
}

/* The return address of the function that a PP is in, and the stack pointer after the return. False:
 * unknown. */
static bool find_return(const struct session *session, uint32_t pp, uint32_t *pc, uint32_t *sp)
{
    struct pp_view view;
    session_view(session, pp, &view);
    struct caller_registers at = caller_registers(pp, view.pc, view.r);
    if (!caller_step(session->machine, &at, true))
        return false;
    *pc = at.pc + 1;
    *sp = at.sp;
    return true;
}

/* Sets up the stepper for a step. False with one line in `error`. */
static bool prepare(struct session *session, enum step_kind kind, bool back, char error[SESSION_ERROR])
{
    struct stepper *stepper = &session->stepper;
    struct pp_view view;
    session_view(session, session->pp, &view);
    if (needs_lines(kind) && !symbols_have_lines(session->symbols))
        return message_refuse(
            error, SESSION_ERROR,
            "the program has no lines (fcc -g makes them); stepi and nexti go by instructions");
    if (!back && !view.running)
        return message_refuse(error, SESSION_ERROR, "PP %u has ended", session->pp);
    if (kind == STEP_GROUP && !is_in_group(session, &view))
        return message_refuse(error, SESSION_ERROR, "PP %u is in no group that it can leave", session->pp);
    stepper->kind = kind;
    stepper->pp = session->pp;
    stepper->program = &session->machine->program;
    stepper->keys = session->steps;
    stepper->first_pc = view.pc;
    stepper->group = view.r[MACHINE_GP];
    if (kind == STEP_OUT && !back && !find_return(session, session->pp, &stepper->back, &stepper->sp))
        return message_refuse(error, SESSION_ERROR, "it is not known where this function of PP %u returns to",
                              session->pp);
    return true;
}

bool session_step(struct session *session, enum step_kind kind, struct debug_event *event,
                  char error[SESSION_ERROR])
{
    if (session_is_over(session))
        return message_refuse(error, SESSION_ERROR, "the run has ended; it can only be taken back");
    if (!prepare(session, kind, false, error))
        return false;
    sentry_begin(&session->sentry, (struct sentry_window){.from = session->cycle}, &session->points,
                 &session->stepper);
    *event = session_arrive(session, travel_forward(session, 0, true, false));
    return true;
}

/* Whether the leader is in code that no user function has called. */
static bool is_outside(const struct session *session)
{
    const uint32_t pc = session_users_pc(session, session->pp);
    return pc >= session->machine->program.count || session->keys[pc] == 0;
}

bool session_step_back(struct session *session, enum step_kind kind, struct debug_event *event,
                       char error[SESSION_ERROR])
{
    const uint64_t start = session->cycle;
    const unsigned pp = session->pp;
    if (kind == STEP_ON)
        return message_refuse(error, SESSION_ERROR, "there is no such step back");
    if (!prepare(session, kind, true, error))
        return false;
    if (kind == STEP_OVER &&
        is_outside(session)) /* a return to the runtime: every line has a smaller depth */
        session->stepper.kind = STEP_INTO;
    const uint64_t first = session->timeline.moments[0].cycle;
    const bool is_found =
        travel_search_back(session, first, start + session_is_over(session), NULL, &session->stepper, event);
    event->kind = STOP_AT_STEP;
    event->pp = pp;
    event->count = 1;
    *event = travel_arrive_back(session, start, is_found ? event : NULL);
    return true;
}
