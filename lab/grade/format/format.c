/* format.c - see format.h. */
#include "lab/grade/format/format.h"

static const struct {
    char letter;
    format_printer *print;
} formats[FORMAT_COUNT] = {
    [FORMAT_JSON] = {'j', format_json},
    [FORMAT_JUNIT] = {'u', format_junit},
    [FORMAT_GRADESCOPE] = {'e', format_gradescope},
    [FORMAT_CSV] = {'l', format_csv},
    [FORMAT_MARKDOWN] = {'m', format_markdown},
};

enum format format_of(char letter)
{
    enum format format = 0;
    while (format < FORMAT_COUNT && formats[format].letter != letter)
        format++;
    return format;
}

format_printer *format_print(enum format format)
{
    return formats[format].print;
}
