/* arrive.c - see session.h: after each move, finds and selects a team, and counts the hit of a breakpoint. */

#include "travel.h"

const struct stop_row stop_rows[] = {
#define STOP(name, reason, begin, text) {#name, reason, begin, text},
#include "stop.def"
};

/* Selects a team. In this order: the team of the PP in the event, the team of the selected PP, the
 * selected team, the first team. */
static void select_team(struct session *session, const struct debug_event *event)
{
    const uint32_t pp = event->pp != FAULT_NO_PP ? event->pp : session->machine->fault.pp;
    const bool is_told = event->pp != FAULT_NO_PP || (event->kind == STOP_AT_FAULT && pp != FAULT_NO_PP &&
                                                      pp < session->machine->config.pps);
    if (is_told && session_select_pp(session, pp))
        return;
    if (session_select_pp(session, session->pp) || session_select_team(session, session->team))
        return;
    session->team = TEAM_NONE;
    if (session->teams.count != 0)
        session_select_team(session, session->teams.list[0].number);
}

struct debug_event session_arrive(struct session *session, struct debug_event event)
{
    struct point *point = points_find(&session->points, event.point);
    teams_find(&session->teams, session->machine, session->engine, session->state, session->keys);
    select_team(session, &event);
    if (point != NULL)
        point->hits++;
    session->stop = event;
#ifdef PRAM_HOSTILE
    machine_demand("cycle", session->cycle, session_broken(session));
#endif
    return event;
}

void session_pin(struct session *session, uint32_t pp, bool is_pinned)
{
    session->teams.pinned[pp] = is_pinned;
    session_arrive(session, (struct debug_event){
                                .kind = session->stop.kind, .cycle = session->stop.cycle, .pp = FAULT_NO_PP});
}
