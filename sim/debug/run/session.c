/* session.c - see inside.h: options, engines and messages for both faces. */
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "inside.h"
#include "sim/cli/explain.h"
#include "sim/cli/options.h"
#include "sim/cli/resume.h"
#include "sim/observe/waiting/waiting.h"

#define DEBUG_MEMORY (UINT64_C(256) << 20)

static bool resume(const struct options *options, struct machine *machine, const struct engine *engine,
                   void *state, char error[SESSION_ERROR])
{
    struct file_error reason = {.text = ""};
    const bool good = resume_restore(options->resume, machine, engine, state, &reason);
    if (!good)
        snprintf(error, SESSION_ERROR, "%.100s: %.190s", options->resume, reason.text);
    return good;
}

/* ---- explanations */

/* Text that is printed to a stream. */
struct printed {
    FILE *stream;
    char *text;
    size_t size;
};

static void begin(struct printed *printed)
{
    printed->stream = open_memstream(&printed->text, &printed->size);
    if (printed->stream == NULL)
        memory_is_short();
}

/* Ends the text, and removes the name of the program from its lines. */
static char *finish(struct printed *printed)
{
    static const char name[] = "pramsim: ";
    fclose(printed->stream);
    char *to = printed->text;
    for (const char *from = to; *from != '\0';) {
        from += strncmp(from, name, sizeof name - 1) == 0 ? sizeof name - 1 : 0;
        const size_t line = strcspn(from, "\n"), length = line + (from[line] == '\n');
        memmove(to, from, length);
        from += length;
        to += length;
    }
    *to = '\0';
    return printed->text;
}

static char *explain(const struct session *session)
{
    struct machine *machine = session->machine;
    struct printed printed;
    begin(&printed);
    const enum machine_end end = machine->end;
    machine->end = END_FAULT; /* also if the session is before the fault */
    explain_fault(machine, session->engine, session->state);
    machine->end = end;
    fault_print(&machine->fault, "fault", &machine->object, printed.stream);
    if (explain_is_about_all(machine->fault.code))
        waiting_print(machine, session->engine, session->state, "hint", printed.stream);
    return finish(&printed);
}

static char *explain_waits(const struct session *session)
{
    struct printed printed;
    begin(&printed);
    waiting_print(session->machine, session->engine, session->state, "note", printed.stream);
    fflush(printed.stream);
    if (printed.size == 0)
        fputs("No PP waits for a lock, a queue or a barrier.\n", printed.stream);
    return finish(&printed);
}

bool run_leave(struct session *session)
{
    struct machine *machine = session->machine;
    const bool is_whole = session_is_over(session) && machine->end != END_FAULT;
    session_destroy(session);
    return host_finish(machine, is_whole);
}

struct session_config run_engines(const struct options *options)
{
    const bool watches = options->has[OPTION_engine] && !options->engine->parallel;
    /* engines that are made later would not see traps (seat.c) */
    const bool chooses = options->engine == option_engines[OPTION_ENGINE_auto];
    return (struct session_config){.fast = chooses ? option_engines[OPTION_ENGINE_bsp] : options->engine,
                                   .watched = watches ? options->engine : options_close_engine(options),
                                   .memory =
                                       options->debug_memory != 0 ? options->debug_memory : DEBUG_MEMORY,
                                   .program = options->program,
                                   .input = -1,
                                   .options = options,
                                   .resume = options->resume != NULL ? resume : NULL,
                                   .explain = explain,
                                   .explain_waits = explain_waits};
}
