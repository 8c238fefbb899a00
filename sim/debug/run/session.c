/* session.c - see inside.h: options, engines and messages for both faces. */
#include <stdlib.h>
#include <string.h>

#include "common/message.h"
#include "inside.h"
#include "sim/cli/explain.h"
#include "sim/cli/option_value.h"
#include "sim/cli/resume.h"
#include "sim/observe/waiting/waiting.h"

#define DEBUG_MEMORY (UINT64_C(256) << 20)

enum { FEW_PPS = 32 }; /* up to this number of PPs the reference engine shows cycles faster */

static const struct engine *engine_named(const char *name)
{
    int k = 0;
    while (strcmp(option_engines[k]->name, name) != 0)
        k++;
    return option_engines[k];
}

struct session_config run_engines(const struct options *options)
{
    const bool watches = options->has_engine && !options->engine->parallel;
    const char *watched = options->config.pps > FEW_PPS ? "cycle" : "reference";
    /* engines that are made later would not see traps (seat.c) */
    const bool chooses = options->engine == option_engines[OPTION_ENGINE_auto];
    return (struct session_config){.fast = chooses ? option_engines[OPTION_ENGINE_bsp] : options->engine,
                                   .watched = watches ? options->engine : engine_named(watched),
                                   .memory =
                                       options->debug_memory != 0 ? options->debug_memory : DEBUG_MEMORY,
                                   .program = options->program,
                                   .input = -1};
}

bool run_resume(const struct options *options, struct machine *machine, const struct engine *engine,
                void *state, char error[SESSION_ERROR])
{
    struct file_error reason = {.text = ""};
    const bool good = resume_restore(options->resume, machine, engine, state, &reason);
    if (!good)
        snprintf(error, SESSION_ERROR, "%.100s: %.190s", options->resume, reason.text);
    return good;
}

/* Prints lines without their prefix, the program name. */
static void print_lines(const char *text, FILE *stream)
{
    static const char name[] = "pramsim: ";
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const size_t skipped = strncmp(text, name, sizeof name - 1) == 0 ? sizeof name - 1 : 0;
        message_line(stream, "%.*s", (int)(length - skipped), text + skipped);
        text += length + (text[length] == '\n');
    }
}

void run_explain(struct session *session, FILE *stream)
{
    struct machine *machine = session->machine;
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    if (lines == NULL)
        return;
    const enum machine_end end = machine->end;
    machine->end = END_FAULT; /* also if the session is before the fault */
    explain_fault(machine, session->engine, session->state);
    machine->end = end;
    fault_print(&machine->fault, "fault", &machine->object, lines);
    if (explain_is_about_all(machine->fault.code))
        waiting_print(machine, session->engine, session->state, "hint", lines);
    fclose(lines);
    print_lines(text, stream);
    free(text);
}

void run_explain_waits(const struct session *session, FILE *stream)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    if (lines == NULL)
        return;
    waiting_print(session->machine, session->engine, session->state, "note", lines);
    fclose(lines);
    if (size == 0)
        fprintf(stream, "No PP waits for a lock, a queue or a barrier.\n");
    print_lines(text, stream);
    free(text);
}
