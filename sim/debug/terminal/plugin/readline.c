/* readline.c - see ../line.h: reads lines with GNU readline. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "sim/debug/terminal/line.h"

extern const struct line_plugin line_plugin;

/* readline's callbacks have no context. */
static struct {
    const char *(*next_name)(size_t *number);
    size_t number;
} completion;

static char *complete(const char *word, int state)
{
    const char *name;
    if (state == 0)
        completion.number = 0;
    while ((name = completion.next_name(&completion.number)) != NULL)
        if (strncmp(name, word, strlen(word)) == 0)
            return strdup(name);
    return NULL;
}

/* The first word of a line is a command; later words may be names of files. */
static char **complete_first(const char *word, int start, int end)
{
    (void)end;
    return start == 0 ? rl_completion_matches(word, complete) : NULL;
}

static char *read_line(const char *prompt, const char *(*next_name)(size_t *number))
{
    completion.next_name = next_name;
    rl_attempted_completion_function = complete_first;
    rl_catch_signals = 1;
    char *line = readline(prompt);
    if (line != NULL && line[0] != '\0')
        add_history(line);
    return line;
}

const struct line_plugin line_plugin = {.read = read_line};
