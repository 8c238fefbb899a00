/* session.c - see session.h: creates and destroys a session. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/memory.h"
#include "common/message.h"
#include "travel.h"

void session_note_variables(struct session *session)
{
    memcpy(session->before, session->machine->memory.cells + session->before_first,
           session->before_count * sizeof *session->before);
}

/* ---- making */

/* Numbers the user's source lines, by pc. */
static uint32_t *number_lines(const struct machine *machine, const struct symbols *symbols)
{
    const uint32_t count = machine->program.count;
    uint32_t *keys = memory_take((size_t)count + 1, sizeof *keys);
    for (uint32_t pc = 0; pc < count; pc++) {
        struct info_line place;
        size_t file = 0;
        if (machine->program.origins[pc] != ORIGIN_USER || !symbols_place_of(symbols, pc, &place))
            continue;
        while (strcmp(machine->object.files[file].name, place.file) != 0)
            file++;
        keys[pc] = (uint32_t)(file << 20) + (place.line & 0xfffff) + 1;
    }
    return keys;
}

/* The same, but a prologue belongs to the call, as the code of the library does: a step into a function ends
 * at its first statement. */
static uint32_t *number_steps(const struct machine *machine, const struct symbols *symbols,
                              const uint32_t *keys)
{
    const struct object *object = &machine->object;
    const uint32_t count = machine->program.count;
    uint32_t *steps = memory_take((size_t)count + 1, sizeof *steps);
    memcpy(steps, keys, count * sizeof *steps);
    for (size_t k = 0; k < object->body_count; k++) {
        const uint32_t body = object->bodies[k];
        uint32_t first;
        if (body < count && symbols_function(symbols, body, &first) != NULL)
            memset(steps + first, 0, (body - first) * sizeof *steps);
    }
    return steps;
}

/* Marks output and input before the session's beginning as done, so that neither is repeated. */
static bool resume(struct session *session, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    const struct session_config *config = &session->config;
    if (config->resume == NULL)
        return true;
    if (!config->resume(config->options, machine, session->engine, session->state, error))
        return false;
    session->cycle = machine->stats.cycles;
    patches_forget_later(session);
    return link_skip(&session->link, host_read(machine)) ||
           message_refuse(error, SESSION_ERROR,
                          "standard input has fewer bytes than the %llu that were read from it",
                          (unsigned long long)host_read(machine));
}

static bool begin(struct session *session, char error[SESSION_ERROR])
{
    struct machine *machine = session->machine;
    host_lead_to(machine, &session->link, 0);
    teams_create(&session->teams, machine->config.pps);
    if (!seat_use(session, false))
        return message_refuse(error, SESSION_ERROR, "%s", machine->fault.text);
    return resume(session, error) &&
           timeline_take(&session->timeline, machine, session->engine, session->state, error, SESSION_ERROR);
}

struct session *session_create(struct machine *machine, const struct session_config *config,
                               char error[SESSION_ERROR])
{
    struct session *session = memory_take(1, sizeof *session);
    const struct object *object = &machine->object;
    struct file_error reason;
    const char *path = config->image != NULL ? config->image : config->program;
    session->config = *config;
    session->machine = machine;
    session->link =
        (struct host_link){.show = config->show, .context = config->context, .descriptor = config->input};
    if (path != NULL)
        session->image = file_read(path, FILE_MAX_BYTES, true, &session->image_size, &reason);
    session->symbols = symbols_create(machine, session->image, session->image_size, session->note);
    session->keys = number_lines(machine, session->symbols);
    session->steps = number_steps(machine, session->symbols, session->keys);
    session->timeline.bytes_most = config->memory;
    sentry_create(&session->sentry, machine);
    session->sentry.log = config->log;
    session->sentry.log_context = config->context;
    session->before_first = object->address[SECTION_DATA];
    const uint32_t words = machine->program.data_end - session->before_first;
    session->before_count = machine->program.data_end < session->before_first ? 0
                            : words < SESSION_CHANGES_WORDS                   ? words
                                                                              : SESSION_CHANGES_WORDS;
    session->before = memory_take((size_t)session->before_count + 1, sizeof *session->before);
    if (!begin(session, error)) {
        session_destroy(session);
        return NULL;
    }
    session_note_variables(session);
    session_arrive(session, (struct debug_event){.kind = session->cycle == 0 ? STOP_AT_START : STOP_AT_CYCLE,
                                                 .cycle = session->cycle,
                                                 .pp = FAULT_NO_PP});
    return session;
}

void session_destroy(struct session *session)
{
    if (session->state != NULL)
        session->engine->destroy(session->state);
    session->machine->observers = NULL;
    host_lead_to(session->machine, NULL, 0);
    link_forget(&session->link);
    sentry_destroy(&session->sentry);
    stepper_free(&session->stepper);
    points_free(&session->points);
    timeline_free(&session->timeline);
    teams_destroy(&session->teams);
    symbols_destroy(session->symbols);
    free(session->image);
    free(session->keys);
    free(session->steps);
    free(session->patches);
    free(session->traps);
    free(session->before);
    free(session);
}
