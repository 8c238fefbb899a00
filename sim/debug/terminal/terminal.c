/* terminal.c - see terminal.h: reads commands. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/plural.h"
#include "common/stop.h"
#include "inside.h"
#include "line.h"

/* The completions of a word. */
static const char *next_name(size_t *number)
{
    return *number < command_count ? commands[(*number)++].name : NULL;
}

static void converse(struct terminal *terminal)
{
    const bool is_terminal = isatty(STDIN_FILENO) != 0;
    char last[LINE_SIZE] = ""; /* the command that an empty line repeats */
    const struct line_plugin *editor = is_terminal ? line_editor() : NULL;
    if (is_terminal && editor == NULL)
        say(terminal,
            "Lines cannot be edited: this pramsim was built without GNU readline (libreadline-dev of "
            "Debian and Ubuntu, readline-devel of Fedora, readline of Arch).\n");
    while (!terminal->is_done && stop_level() == 0) {
        if (is_terminal && editor == NULL) {
            say(terminal, PROMPT);
            fflush(terminal->out);
        }
        char *line = editor != NULL ? editor->read(PROMPT, next_name) : line_of(stdin);
        if (line == NULL)
            break;
        if (!is_terminal)
            command_echo(terminal, line);
        if (line[strspn(line, " \t")] != '\0')
            snprintf(last, sizeof last, "%s", line);
        free(line);
        char text[LINE_SIZE];
        memcpy(text, last, sizeof text);
        const struct command *command = command_execute(terminal, text);
        if (command == NULL || !command->repeats)
            last[0] = '\0';
    }
    if (is_terminal && !terminal->is_done)
        say(terminal, "\n");
}

struct terminal *terminal_create(const struct terminal_config *config)
{
    struct terminal *terminal = memory_take(1, sizeof *terminal);
    terminal->config = *config;
    terminal->session = config->session;
    terminal->out = config->output;
    terminal->input = -1;
    return terminal;
}

bool terminal_do(struct terminal *terminal, const char *line, FILE *output)
{
    char text[LINE_SIZE];
    snprintf(text, sizeof text, "%s", line);
    terminal->out = output;
    terminal->has_failed = false;
    command_execute(terminal, text);
    return !terminal->has_failed;
}

void terminal_destroy(struct terminal *terminal)
{
    for (size_t k = 0; k < terminal->display_count; k++)
        free(terminal->displays[k].text);
    if (terminal->input >= 0)
        close(terminal->input);
    free(terminal);
}

bool terminal_run(const struct terminal_config *config)
{
    struct terminal *terminal = terminal_create(config);
    const struct session *session = config->session;
    say(terminal, "%s: %u PP%s; help lists the commands.\n", config->name, session->machine->config.pps,
        plural(session->machine->config.pps));
    if (!symbols_have_lines(session->symbols))
        say(terminal,
            "The program has no debug information (fcc -g makes it): places are functions and addresses.\n");
    else if (session->note[0] != '\0')
        say(terminal, "note: %s.\n", session->note);
    const bool is_within = !config->goes || moving_go(terminal, config->at);
    if (!config->goes && session->cycle != 0) /* the session begins inside the run */
        report_stop(terminal, session->stop);
    if (is_within && config->commands != NULL)
        command_file(terminal, config->commands);
    if (!config->is_batch)
        converse(terminal);
    const bool good = !terminal->has_failed;
    terminal_destroy(terminal);
    return good;
}
