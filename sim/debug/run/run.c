/* run.c - see run.h. */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/message.h"
#include "common/stop.h"
#include "sim/explain.h"
#include "sim/option_value.h"
#include "sim/debug/terminal/terminal.h"
#include "sim/waiting/waiting.h"

#define DEBUG_MEMORY (UINT64_C(256) << 20)

enum { FEW_PPS = 32 }; /* on no more the reference engine shows cycles faster */

static const struct engine *engine_named(const char *name)
{
    int k = 0;
    while (strcmp(option_engines[k]->name, name) != 0)
        k++;
    return option_engines[k];
}

/* What belongs to a session, for its callbacks. */
struct link {
    struct session *session;
    bool is_within_line; /* the program has printed, and no end of the line */
};

static void show(void *context, enum host_stream stream, const char *bytes, size_t count)
{
    struct link *link = context;
    link->is_within_line = bytes[count - 1] != '\n';
    FILE *file = stream == HOST_STREAM_OUTPUT ? stdout : stderr;
    fflush(stdout);
    fwrite(bytes, 1, count, file);
    fflush(file);
}

static void show_log(void *context, const char *text)
{
    struct link *link = context;
    if (link->is_within_line)
        fputc('\n', stdout);
    link->is_within_line = false;
    message_line(stdout, "%s", text);
}

static bool is_interrupted(void *context)
{
    (void)context;
    return stop_take_where();
}

static void begin_text(void *context, FILE *stream)
{
    struct link *link = context;
    if (link->is_within_line)
        fputc('\n', stream);
    link->is_within_line = false;
}

/* ---- what messages say of a run */

/* Prints lines without the name of the program that they begin with. */
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

static void explain(void *context, FILE *stream)
{
    struct session *session = ((struct link *)context)->session;
    struct machine *machine = session->machine;
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    if (lines == NULL)
        return;
    const enum machine_end end = machine->end;
    machine->end = END_FAULT; /* also where the session stands before it */
    explain_fault(machine, session->engine, session->state);
    machine->end = end;
    fault_print(&machine->fault, &machine->object, lines);
    if (explain_is_about_all(machine->fault.code))
        waiting_print(machine, session->engine, session->state, "hint", lines);
    fclose(lines);
    print_lines(text, stream);
    free(text);
}

static void explain_waits(void *context, FILE *stream)
{
    const struct session *session = ((struct link *)context)->session;
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

/* ---- the session */

static struct session_config choose(const struct options *options, struct link *link)
{
    const bool watches = options->has_engine && !options->engine->parallel;
    const char *watched = options->config.pps > FEW_PPS ? "cycle" : "reference";
    return (struct session_config){
        .fast = options->engine,
        .watched = watches ? options->engine : engine_named(watched),
        .memory = options->debug_memory != 0 ? options->debug_memory : DEBUG_MEMORY,
        .program = options->program,
        .input = options->debug_commands != NULL || isatty(STDIN_FILENO) != 0 ? STDIN_FILENO : -1,
        .show = show,
        .log = show_log,
        .is_interrupted = is_interrupted,
        .context = link};
}

int debug_run(const struct options *options, struct machine *machine)
{
    char error[SESSION_ERROR] = "";
    struct link link = {.session = NULL};
    const struct session_config config = choose(options, &link);
    stop_let_interrupt_ask();
    struct session *session = session_create(machine, &config, error);
    link.session = session;
    if (session == NULL) {
        message_line(stderr, "pramsim: --debug: %s", error);
        return EXIT_CODE_memory;
    }
    const struct terminal_config terminal = {.session = session,
                                             .name = options->config.arguments[0],
                                             .commands = options->debug_commands,
                                             .is_batch = options->batch,
                                             .output = stdout,
                                             .begin_text = begin_text,
                                             .explain = explain,
                                             .explain_waits = explain_waits,
                                             .context = &link};
    const bool good = terminal_run(&terminal);
    const bool is_whole = session_is_over(session) && machine->end != END_FAULT;
    const int signal_status = stop_reason() == STOP_SIGNAL ? FAULT_interrupted : 0;
    session_destroy(session);
    const bool is_written = host_finish(machine, is_whole) && fflush(stdout) == 0;
    if (signal_status != 0)
        return signal_status;
    if (!is_written)
        return FAULT_output;
    return good || !options->batch ? 0 : EXIT_CODE_usage;
}
