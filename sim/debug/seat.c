/* seat.c - see session.h: moves a run from engine to engine by snapshots.
 *
 * An engine that shows each cycle to the sentry is up to fifty times slower than one that does not. A trap
 * costs nothing: engines that are made while an instruction is illegal find the first PP that comes there, in
 * its exact cycle, as they find each fault. The run is then repeated up to that cycle under the sentry.
 */
#include <string.h>

#include "asm/isa.h"
#include "common/memory.h"
#include "sim/host/files.h"
#include "travel.h"

/* Ends the run by a fault of the debugger itself. Returns false. */
static bool fail(struct session *session, const char *error)
{
    fault_set(&session->machine->fault, EXIT_CODE_memory, FAULT_NO_PP, 0, session->cycle, "%s", error);
    session->machine->end = END_FAULT;
    return false;
}

/* Exchanges the instructions of the program and of the traps. */
static void exchange_traps(struct session *session)
{
    for (size_t k = 0; k < session->trap_count; k++) {
        struct trap *trap = &session->traps[k];
        struct instruction *const instruction = &session->machine->program.code[trap->pc];
        const struct instruction other = *instruction;
        *instruction = trap->other;
        trap->other = other;
    }
}

void seat_run(struct session *session, uint64_t until)
{
    exchange_traps(session);
    session->engine->run(session->state, until);
    exchange_traps(session);
}

/* Creates an engine for the start of the run. */
static bool create_engine(struct session *session, bool watched)
{
    struct machine *machine = session->machine;
    machine->observers = NULL;
    if (watched)
        observer_add(&machine->observers, &session->sentry.observer);
    session->engine = watched ? session->config.watched : session->config.fast;
    session->is_watched = watched;
    exchange_traps(session);
    session->state = session->engine->create(machine);
    exchange_traps(session);
    return session->state != NULL || fail(session, "the host has not enough memory for an engine");
}

/* Replaces the host by one that has served no call. */
static bool renew_host(struct session *session, uint64_t errors)
{
    struct machine *machine = session->machine;
    char error[SESSION_ERROR];
    host_destroy(machine->host);
    machine->host = host_create(machine, error, sizeof error);
    if (machine->host == NULL)
        return fail(session, error);
    if (session->config.program != NULL)
        files_protect(machine->host->files, session->config.program);
    host_lead_to(machine, &session->link, errors);
    return true;
}

static bool restore(struct session *session, const struct moment *moment, bool watched)
{
    struct machine *machine = session->machine;
    struct snapshot_reader reader = snapshot_read(&moment->snapshot);
    if (session->state != NULL)
        session->engine->destroy(session->state);
    session->state = NULL;
    memset(&machine->fault, 0, sizeof machine->fault);
    machine->end = END_RUNNING;
    machine->status = 0;
    const bool good =
        renew_host(session, moment->errors) && create_engine(session, watched) &&
        (snapshot_restore(&reader, machine, session->engine, session->state) || fail(session, reader.error));
    arena_release(&reader.texts);
    if (good) {
        session->cycle = machine->stats.cycles = moment->cycle;
        machine->tick_instructions = 0;
    }
    return good;
}

bool seat_restore(struct session *session, const struct moment *moment, bool watched)
{
    session->trap_count = 0;
    return restore(session, moment, watched);
}

/* Moves the run, where it stands, into another engine. */
static bool move(struct session *session, bool watched)
{
    struct machine *machine = session->machine;
    struct moment moment = {.cycle = session->cycle, .errors = machine->host->errors.written};
    char error[SESSION_ERROR];
    const bool good =
        snapshot_take(&moment.snapshot, machine, session->engine, session->state, error, sizeof error)
            ? restore(session, &moment, watched)
            : fail(session, error);
    snapshot_forget(&moment.snapshot);
    return good;
}

bool seat_use(struct session *session, bool watched)
{
    if (session->state == NULL)
        return create_engine(session, watched);
    if (session->is_watched == watched && session->trap_count == 0)
        return true;
    session->trap_count = 0;
    return move(session, watched);
}

bool seat_trap(struct session *session)
{
    const uint32_t word = ISA_NULL_TRAP;
    struct instruction illegal;
    decode_words(&word, 1, &illegal);
    for (uint32_t pc = 0; pc < session->machine->program.count; pc++)
        if (session->sentry.marks[pc] != 0)
            *MEMORY_ADD(session->traps, session->trap_count, session->trap_room) =
                (struct trap){.pc = pc, .other = illegal};
    return session->trap_count == 0 || move(session, false);
}

bool seat_renew(struct session *session)
{
    return move(session, session->is_watched);
}
