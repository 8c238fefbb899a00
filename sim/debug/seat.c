/* seat.c - see session.h: moves a run from engine to engine by snapshots. */
#include <string.h>

#include "session.h"

/* An engine that has not run. */
static bool create_engine(struct session *session, bool watched, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    machine->observers = NULL;
    if (watched)
        observer_add(&machine->observers, &session->sentry.observer);
    session->engine = watched ? session->config.watched : session->config.fast;
    session->is_watched = watched;
    session->state = session->engine->create(machine);
    if (session->state == NULL)
        snprintf(error, SESSION_ERROR, "the host has not enough memory for an engine");
    return session->state != NULL;
}

/* A host that has done nothing yet. */
static bool renew_host(struct session *session, uint64_t errors, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    host_destroy(machine->host);
    machine->host = host_create(machine, error, SESSION_ERROR);
    if (machine->host == NULL)
        return false;
    if (session->config.program != NULL)
        host_protect(machine, session->config.program);
    host_lead_to(machine, &session->link, errors);
    return true;
}

bool seat_restore(struct session *session, const struct moment *moment, bool watched,
                  char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    struct snapshot_reader reader = snapshot_read(&moment->snapshot);
    if (session->state != NULL)
        session->engine->destroy(session->state);
    session->state = NULL;
    memset(&machine->fault, 0, sizeof machine->fault);
    machine->end = END_RUNNING;
    machine->status = 0;
    if (!renew_host(session, moment->errors, error) || !create_engine(session, watched, error) ||
        !snapshot_restore(&reader, machine, session->engine, session->state, error, SESSION_ERROR))
        return false;
    session->cycle = machine->stats.cycles = moment->cycle;
    machine->tick_instructions = 0;
    return true;
}

/* Moves the run as it is into another engine. */
static bool move(struct session *session, bool watched, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    struct moment moment = {.cycle = session->cycle, .errors = host_errors(machine)};
    const bool good =
        snapshot_take(&moment.snapshot, machine, session->engine, session->state, error, SESSION_ERROR) &&
        seat_restore(session, &moment, watched, error);
    snapshot_forget(&moment.snapshot);
    return good;
}

bool seat_use(struct session *session, bool watched, char error[SESSION_ERROR])
{
    if (session->state == NULL)
        return create_engine(session, watched, error);
    return session->is_watched == watched || move(session, watched, error);
}

bool seat_renew(struct session *session, char error[SESSION_ERROR])
{
    return move(session, session->is_watched, error);
}
