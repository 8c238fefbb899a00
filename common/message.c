/* message.c - see message.h. May call only the C library. */
#include "common/message.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL = 1024 }; /* bytes of a line that need no memory */

/* Code points that are no text: controls, marks and overrides of direction, separators of lines. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

/* Bytes of the UTF-8 character at the start of `size` bytes, with its code point; 0: it is none. */
static size_t decode(const unsigned char *text, size_t size, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = text[0];
    const size_t bytes = first < 0x80   ? 1
                         : first < 0xc2 ? 0
                         : first < 0xe0 ? 2
                         : first < 0xf0 ? 3
                         : first < 0xf5 ? 4
                                        : 0;
    if (bytes == 0 || bytes > size)
        return 0;
    *code = bytes == 1 ? first : first & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3f);
    }
    bool is_surrogate = *code >= 0xd800 && *code < 0xe000;
    return *code < least[bytes] || *code > 0x10ffff || is_surrogate ? 0 : bytes;
}

struct message_character message_character(const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    struct message_character result = {.bytes = 1, .columns = 1};
    uint32_t code = 0;
    const size_t length = decode(bytes, size, &code);
    if (length > 0 && !is_control(code)) {
        memcpy(result.shown, text, length);
        result.bytes = length;
        return result;
    }
    int columns;
    if (length > 1) {
        columns = snprintf(result.shown, sizeof result.shown, "\\u%04x", (unsigned)code & 0xffff);
        result.bytes = length;
    } else if (length == 1 && (code == '\n' || code == '\t' || code == '\r')) {
        columns = snprintf(result.shown, sizeof result.shown, "\\%c",
                           code == '\n'   ? 'n'
                           : code == '\t' ? 't'
                                          : 'r');
    } else {
        columns = snprintf(result.shown, sizeof result.shown, "\\x%02x", bytes[0]);
    }
    result.columns = columns;
    return result;
}

/* The same text with escapes and room for one more byte, in new memory; NULL: there is none. */
static char *escape(const char *text, size_t size, size_t *length)
{
    char *escaped = size <= SIZE_MAX / 6 - 1 ? malloc(6 * size + 1) : NULL; /* a byte is shown as 6 at most */
    *length = 0;
    for (size_t i = 0; i < size && escaped != NULL;) {
        const struct message_character character = message_character(text + i, size - i);
        const size_t shown = strlen(character.shown);
        memcpy(escaped + *length, character.shown, shown);
        *length += shown;
        i += character.bytes;
    }
    return escaped;
}

void message_text(FILE *stream, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        const struct message_character character = message_character(text + i, size - i);
        fputs(character.shown, stream);
        i += character.bytes;
    }
}

void message_vline(FILE *stream, const char *format, va_list arguments)
{
    char usual[USUAL];
    char *long_text = NULL;
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(usual, sizeof usual, format, arguments);
    if (length >= USUAL && vasprintf(&long_text, format, again) < 0)
        long_text = NULL;
    va_end(again);
    const char *text = long_text != NULL ? long_text : usual;
    size_t escaped_length;
    char *escaped = escape(text, strlen(text), &escaped_length);
    if (escaped != NULL) {
        escaped[escaped_length] = '\n';
        fwrite(escaped, 1, escaped_length + 1, stream);
    } else {
        message_text(stream, text, strlen(text));
        fputc('\n', stream);
    }
    free(escaped);
    free(long_text);
}

void message_line(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vline(stream, format, arguments);
    va_end(arguments);
}
