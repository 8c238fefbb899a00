/* color.c - see inside.h: colours of the output. */
#include "inside.h"

void color_begin(const struct terminal *terminal, enum color color)
{
    static const char *const sequences[] = {[COLOR_STOP] = "\033[1m",
                                            [COLOR_NUMBER] = "\033[36m",
                                            [COLOR_CHANGE] = "\033[33m",
                                            [COLOR_FAILURE] = "\033[31m"};
    if (terminal->config.has_color)
        fputs(sequences[color], terminal->out);
}

void color_end(const struct terminal *terminal)
{
    if (terminal->config.has_color)
        fputs("\033[m", terminal->out);
}
