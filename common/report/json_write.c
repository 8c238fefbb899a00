/* json_write.c - see json_write.h. Calls message.h, for what is UTF-8. */
#include "common/report/json_write.h"

#include <string.h>

#include "common/message.h"

/* Writes one byte of ASCII, escaped where JSON wants it. */
static void write_ascii(FILE *stream, char byte)
{
    static const char escaped[] = "\"\\\n\t\r\b\f", letters[] = "\"\\ntrbf";
    const char *found = byte != '\0' ? strchr(escaped, byte) : NULL;
    if (found != NULL)
        fprintf(stream, "\\%c", letters[found - escaped]);
    else if ((unsigned char)byte < ' ' || byte == '\x7f')
        fprintf(stream, "\\u%04x", (unsigned)(unsigned char)byte);
    else
        fputc(byte, stream);
}

void json_write_text(FILE *stream, const char *text)
{
    const size_t size = text != NULL ? strlen(text) : 0;
    fputc('"', stream);
    for (size_t i = 0; i < size;) {
        const size_t bytes = message_utf8(text + i, size - i);
        if (bytes == 0)
            fputs("\xef\xbf\xbd", stream);
        else if (bytes == 1)
            write_ascii(stream, text[i]);
        else
            fwrite(text + i, 1, bytes, stream);
        i += bytes != 0 ? bytes : 1;
    }
    fputc('"', stream);
}
