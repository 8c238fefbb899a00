/* run.c - see run.h. */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/message.h"
#include "common/stop.h"
#include "inside.h"
#include "sim/debug/terminal/terminal.h"

/* The context of the session's callbacks. */
struct link {
    bool is_within_line; /* the program's last output does not end a line */
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

/* ---- the session */

static struct session_config choose(const struct options *options, struct link *link)
{
    struct session_config config = run_engines(options);
    config.input = options->debug_commands != NULL || isatty(STDIN_FILENO) != 0 ? STDIN_FILENO : -1;
    config.show = show;
    config.log = show_log;
    config.is_interrupted = is_interrupted;
    config.find = run_find;
    config.context = link;
    return config;
}

int debug_run(const struct options *options, const char *object, struct machine *machine)
{
    char error[SESSION_ERROR] = "";
    struct link link = {.is_within_line = false};
    struct session_config config = choose(options, &link);
    config.image = object;
    stop_let_interrupt_ask();
    struct session *session = session_create(machine, &config, error);
    if (session == NULL) {
        message_line(stderr, "pramsim: --debug: %s", error);
        return options->resume != NULL ? EXIT_CODE_checkpoint : EXIT_CODE_memory;
    }
    const struct terminal_config terminal = {.session = session,
                                             .name = options->config.arguments[0],
                                             .commands = options->debug_commands,
                                             .is_batch = options->has[OPTION_batch],
                                             .goes = options->has[OPTION_at],
                                             .at = options->at,
                                             .output = stdout,
                                             .has_color = message_wants_color(options->color, STDOUT_FILENO),
                                             .begin_text = begin_text,
                                             .context = &link};
    const bool good = terminal_run(&terminal);
    const int signal_status = stop_reason() == STOP_SIGNAL ? FAULT_interrupted : 0;
    const bool is_written = run_leave(session) && fflush(stdout) == 0;
    if (signal_status != 0)
        return signal_status;
    if (!is_written)
        return FAULT_output;
    return good || !options->has[OPTION_batch] ? 0 : EXIT_CODE_usage;
}
