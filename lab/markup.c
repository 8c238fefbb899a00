/* markup.c - see markup.h. */
#include "lab/markup.h"

#include <stdbool.h>
#include <string.h>

/* U+FFFE and U+FFFF are valid UTF-8 but not characters of XML. */
static bool is_no_character(const char *text)
{
    return strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0;
}

void markup_print_text(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", stream);
            break;
        case '<':
            fputs("&lt;", stream);
            break;
        case '>':
            fputs("&gt;", stream);
            break;
        case '"':
            fputs("&quot;", stream);
            break;
        default:
            if (is_no_character(text))
                text += 2;
            else if ((unsigned char)*text >= ' ' || *text == '\n')
                putc(*text, stream);
        }
}
