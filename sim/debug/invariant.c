/* invariant.c - see session.h: the invariants of a session between two moves. */
#include "session.h"
#include "sim/host/call.h"

static bool holds_cycle(const struct session *session)
{
    return session->cycle == session->machine->stats.cycles;
}

static bool holds_moments(const struct session *session)
{
    const struct timeline *timeline = &session->timeline;
    for (size_t k = 1; k < timeline->count; k++)
        if (timeline->moments[k - 1].cycle >= timeline->moments[k].cycle)
            return false;
    return timeline->count != 0 && timeline->moments[0].cycle <= session->cycle;
}

static bool holds_bytes(const struct session *session)
{
    const struct timeline *timeline = &session->timeline;
    uint64_t bytes = 0;
    for (size_t k = 0; k < timeline->count; k++)
        bytes += timeline->moments[k].snapshot.size;
    return bytes == timeline->bytes && (bytes <= timeline->bytes_most || timeline->count <= 2);
}

static bool holds_points(const struct session *session)
{
    for (size_t k = 0; k < session->points.count; k++) {
        const struct point *point = &session->points.list[k];
        if (k > 0 && point->number <= session->points.list[k - 1].number)
            return false;
        if ((point->kind == POINT_BREAK && point->pc_count == 0) ||
            (point->kind == POINT_WATCH && point->words == 0))
            return false;
    }
    return true;
}

static bool holds_teams(const struct session *session)
{
    uint64_t members = 0, running = 0;
    for (size_t k = 0; k < session->teams.count; k++)
        members += session->teams.list[k].count;
    for (uint32_t pp = 0; pp < session->machine->config.pps; pp++) {
        struct pp_view view;
        session_view(session, pp, &view);
        running += view.running;
        if (view.running != (teams_of_pp(&session->teams, pp) != NULL))
            return false;
    }
    return members == running;
}

static bool holds_selection(const struct session *session)
{
    if (session->teams.count == 0)
        return session->team == TEAM_NONE;
    const struct team *team = teams_of_pp(&session->teams, session->pp);
    return team != NULL && team->number == session->team;
}

static bool holds_output(const struct session *session)
{
    const struct host *host = session->machine->host;
    return host->output.used == 0 && host->output.written <= session->link.shown[HOST_STREAM_OUTPUT] &&
           host->errors.written <= session->link.shown[HOST_STREAM_ERROR];
}

const char *session_broken(struct session *session)
{
    static const struct {
        bool (*holds)(const struct session *session);
        const char *text;
    } rows[] = {
#define INVARIANT(name, text) {holds_##name, text},
#include "invariant.def"
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (!rows[k].holds(session))
            return rows[k].text;
    return NULL;
}
