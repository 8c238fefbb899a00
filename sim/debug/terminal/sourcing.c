/* sourcing.c - see inside.h: commands in files, and commands for the session. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/message.h"
#include "common/stop.h"
#include "inside.h"

void sourcing_echo(struct terminal *terminal, const char *line)
{
    fputs(PROMPT, terminal->out);
    message_line(terminal->out, "%s", line);
    fflush(terminal->out);
}

void sourcing_file(struct terminal *terminal, const char *path)
{
    char *line;
    FILE *file = terminal->depth < SOURCE_DEPTH ? fopen(path, "re") : NULL;
    if (file == NULL) {
        command_fail(terminal, "%s: %s", path,
                     terminal->depth < SOURCE_DEPTH ? strerror(errno) : "files that carry out each other");
        return;
    }
    terminal->depth++;
    while (!terminal->is_done && stop_level() == 0 && (line = line_of(file)) != NULL) {
        if (line[0] != '\0') {
            sourcing_echo(terminal, line);
            terminal->execute(terminal, line);
        }
        free(line);
    }
    terminal->depth--;
    fclose(file);
}

void command_source(struct terminal *terminal, char *rest)
{
    const char *path = command_word(&rest);
    if (path[0] == '\0')
        command_fail(terminal, "source: which file?");
    else
        sourcing_file(terminal, path);
}

void command_quit(struct terminal *terminal, char *rest)
{
    (void)rest;
    terminal->is_done = true;
}

void command_input(struct terminal *terminal, char *rest)
{
    struct session *session = terminal->session;
    const char *path = command_word(&rest);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        command_fail(terminal, "%s: %s", path, strerror(errno));
        return;
    }
    if (terminal->input >= 0)
        close(terminal->input);
    terminal->input = file;
    if (!session_set_input(session, file))
        command_fail(terminal, "%s has fewer bytes than were read before the session began", path);
    message_line(terminal->out, "The program reads %s.", path);
    catching_renew(terminal);
    report_stop(terminal, session->stop);
}
