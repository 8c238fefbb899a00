/* line.h - the plugin that reads a line from a terminal with editing, history and completion.
 *
 * A plugin, because its library takes time to load, and most runs of pramsim have no use for it. Knows no
 * command.
 */
#ifndef PRAM_DEBUG_LINE_H
#define PRAM_DEBUG_LINE_H

#include <stddef.h>

#define LINE_PLUGIN_FILE "pram-line.so"
#define LINE_PLUGIN_SYMBOL "line_plugin"

struct line_plugin {
    /* A line, without its end; free it. NULL: the input has ended. next_name gives all names that the first
     * word may be completed to, one after the other, from *number 0 on; NULL: there are no more. */
    char *(*read)(const char *prompt, const char *(*next_name)(size_t *number));
};

#endif
