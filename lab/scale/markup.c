/* markup.c - see markup.h. */
#include "lab/scale/markup.h"

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
            if ((unsigned char)*text >= ' ' || *text == '\n')
                putc(*text, stream);
        }
}
