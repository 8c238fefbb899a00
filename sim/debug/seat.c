/* seat.c - see session.h: moves a run from engine to engine by snapshots.
 *
 * An engine that shows each cycle to the sentry is up to fifty times slower than one that does not. A trap
 * costs nothing: engines that are made while an instruction is illegal find the first PP that comes there, in
 * its exact cycle, as they find each fault. The run is then repeated up to that cycle under the sentry.
 */
#include <string.h>

#include "common/memory.h"
#include "session.h"

void seat_exchange_traps(struct session *session)
{
    for (uint32_t k = 0; k < session->trap_count; k++) {
        struct trap *trap = &session->traps[k];
        uint8_t *const opcode = &session->machine->program.code[trap->pc].opcode;
        const uint8_t other = *opcode;
        *opcode = trap->opcode;
        trap->opcode = other;
    }
}

/* Creates an engine for the start of the run. */
static bool create_engine(struct session *session, bool watched, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    machine->observers = NULL;
    if (watched)
        observer_add(&machine->observers, &session->sentry.observer);
    session->engine = watched ? session->config.watched : session->config.fast;
    session->is_watched = watched;
    seat_exchange_traps(session);
    session->state = session->engine->create(machine);
    seat_exchange_traps(session);
    if (session->state == NULL)
        snprintf(error, SESSION_ERROR, "the host has not enough memory for an engine");
    return session->state != NULL;
}

/* Replaces the host by one that has served no call. */
static bool renew_host(struct session *session, uint64_t errors, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    host_destroy(machine->host);
    machine->host = host_create(machine, error, SESSION_ERROR);
    if (machine->host == NULL)
        return false;
    if (session->config.program != NULL)
        files_protect(host_files(machine), session->config.program);
    host_lead_to(machine, &session->link, errors);
    return true;
}

static bool restore(struct session *session, const struct moment *moment, bool watched,
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
    const bool good = renew_host(session, moment->errors, error) && create_engine(session, watched, error) &&
                      snapshot_restore(&reader, machine, session->engine, session->state);
    if (reader.bad)
        snprintf(error, SESSION_ERROR, "%.*s", SESSION_ERROR - 1, reader.error);
    arena_release(&reader.texts);
    if (!good)
        return false;
    session->cycle = machine->stats.cycles = moment->cycle;
    machine->tick_instructions = 0;
    return true;
}

bool seat_restore(struct session *session, const struct moment *moment, bool watched,
                  char error[SESSION_ERROR])
{
    session->trap_count = 0;
    return restore(session, moment, watched, error);
}

/* Moves the run, where it stands, into another engine. */
static bool move(struct session *session, bool watched, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    struct moment moment = {.cycle = session->cycle,
                            .errors = host_stream(machine, HOST_STREAM_ERROR)->written};
    const bool good =
        snapshot_take(&moment.snapshot, machine, session->engine, session->state, error, SESSION_ERROR) &&
        restore(session, &moment, watched, error);
    snapshot_forget(&moment.snapshot);
    return good;
}

bool seat_use(struct session *session, bool watched, char error[SESSION_ERROR])
{
    if (session->state == NULL)
        return create_engine(session, watched, error);
    if (session->is_watched == watched && session->trap_count == 0)
        return true;
    session->trap_count = 0;
    return move(session, watched, error);
}

static void add_trap(struct session *session, uint32_t pc)
{
    session->traps = memory_grow(session->traps, &session->trap_room, session->trap_count + (size_t)1,
                                 sizeof *session->traps);
    session->traps[session->trap_count++] = (struct trap){.pc = pc, .opcode = DECODE_ILLEGAL};
}

bool seat_trap(struct session *session, char error[SESSION_ERROR])
{
    for (uint32_t pc = 0; pc < session->machine->program.count; pc++)
        if (session->sentry.marks[pc] != 0)
            add_trap(session, pc);
    return session->trap_count == 0 || move(session, false, error);
}

bool seat_renew(struct session *session, char error[SESSION_ERROR])
{
    return move(session, session->is_watched, error);
}
