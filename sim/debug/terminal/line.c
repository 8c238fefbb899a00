/* line.c - see inside.h: input lines. In a terminal they have editing, history and completion if the
 * plugin can be loaded. */
#include "line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/plugin.h"
#include "common/stop.h"
#include "inside.h"

char *line_of(FILE *stream)
{
    char *line = NULL;
    size_t room = 0;
    errno = 0;
    while (getline(&line, &room, stream) < 0) { /* an alarm (common/stop.h) does not end the input */
        if (!ferror(stream) || errno != EINTR || stop_level() > 0) {
            free(line);
            return NULL;
        }
        clearerr(stream);
        errno = 0;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

static char *read_plain(const char *prompt, bool is_terminal)
{
    if (is_terminal) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    return line_of(stdin);
}

/* Loads the plugin; NULL after a message. */
static const struct line_plugin *find_plugin(char *error, size_t error_size)
{
    void *library = plugin_load(LINE_PLUGIN_FILE, error, error_size);
    return library != NULL ? plugin_symbol(library, LINE_PLUGIN_SYMBOL, error, error_size) : NULL;
}

bool line_has_editing(void)
{
    char error[256];
    return find_plugin(error, sizeof error) != NULL;
}

char *line_read(const char *prompt, bool is_terminal, const char *(*next_name)(size_t *number))
{
    char error[256];
    const struct line_plugin *plugin = is_terminal ? find_plugin(error, sizeof error) : NULL;
    return plugin != NULL ? plugin->read(prompt, next_name) : read_plain(prompt, is_terminal);
}
