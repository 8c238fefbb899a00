/* line.h - the plugin that reads a line from a terminal, with editing, history and completion.
 *
 * It is a plugin because its library takes time to load, and most runs of pramsim do not need it. Knows no
 * command.
 */
#ifndef PRAM_DEBUG_LINE_H
#define PRAM_DEBUG_LINE_H

#include <stddef.h>

#define LINE_PLUGIN_FILE "pram-line.so"
#define LINE_PLUGIN_SYMBOL "line_plugin"

struct line_plugin {
    /* The next line, without the newline, or NULL at the end of the input. The caller frees it. next_name
     * returns the completions of the first word, one for each call, from *number 0 on, then NULL. */
    char *(*read)(const char *prompt, const char *(*next_name)(size_t *number));
};

#endif
