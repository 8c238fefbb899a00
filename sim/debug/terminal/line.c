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

const struct line_plugin *line_editor(void)
{
    char error[256];
    void *library = plugin_load(LINE_PLUGIN_FILE, error, sizeof error);
    return library != NULL ? plugin_symbol(library, LINE_PLUGIN_SYMBOL, error, sizeof error) : NULL;
}
