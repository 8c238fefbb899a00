/* message.c - see message.h. May call only the C library. */
#include "common/message.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL = 1024,   /* bytes of a line that need no allocation */
    MOST_SHOWN = 6, /* longest shown form of a byte */
};

/* Code points that are not text: controls, marks and overrides of direction, separators of lines. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xfeff;
}

/* Bytes of the UTF-8 character at the start of `size` bytes, with its code point; 0: not UTF-8. */
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

size_t message_utf8(const char *text, size_t size)
{
    uint32_t code;
    return decode((const unsigned char *)text, size, &code);
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

/* Whether a character is shown unchanged. */
static bool is_itself(const struct message_character *character, const char *text)
{
    return strlen(character->shown) == character->bytes &&
           memcmp(character->shown, text, character->bytes) == 0;
}

bool message_is_plain(const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        const struct message_character character = message_character(text + i, size - i);
        if (!is_itself(&character, text + i))
            return false;
        i += character.bytes;
    }
    return true;
}

void message_text(FILE *stream, const char *text, size_t size)
{
    size_t written = 0;
    for (size_t i = 0; i < size;) {
        const struct message_character character = message_character(text + i, size - i);
        if (!is_itself(&character, text + i)) {
            fwrite(text + written, 1, i - written, stream);
            fputs(character.shown, stream);
            written = i + character.bytes;
        }
        i += character.bytes;
    }
    fwrite(text + written, 1, size - written, stream);
}

/* Writes `text` with escapes, ended by 0, to `escaped`, which has MOST_SHOWN bytes for each of its bytes, and
 * two more. */
static size_t escape(const char *text, size_t size, char *escaped)
{
    size_t length = 0;
    for (size_t i = 0; i < size;) {
        const struct message_character character = message_character(text + i, size - i);
        const size_t shown = strlen(character.shown);
        memcpy(escaped + length, character.shown, shown);
        length += shown;
        i += character.bytes;
    }
    escaped[length] = '\0';
    return length;
}

/* ---- colours */

/* Colours of kinds of messages, as in gcc. */
static const struct {
    const char *kind; /* with the characters around it */
    const char *color;
} kinds[] = {{": fault: ", "\033[1;31m"},
             {": error: ", "\033[1;31m"},
             {": warning: ", "\033[1;35m"},
             {": note: ", "\033[1;36m"},
             {": hint: ", "\033[1;36m"}};

/* Standard error belongs to the whole process, and so do its colours. */
static bool has_color;

bool message_wants_color(enum message_color when, int descriptor)
{
    const char *terminal = getenv("TERM"), *forbidden = getenv("NO_COLOR");
    return when == MESSAGE_COLOR_ALWAYS ||
           (when == MESSAGE_COLOR_AUTO && isatty(descriptor) && terminal != NULL && terminal[0] != '\0' &&
            strcmp(terminal, "dumb") != 0 && (forbidden == NULL || forbidden[0] == '\0'));
}

void message_use_color(enum message_color when)
{
    has_color = message_wants_color(when, STDERR_FILENO);
}

/* Prints a line that has been escaped: the part before its kind in bold, the kind in its colour. */
static void print_colored(FILE *stream, const char *line)
{
    const char *at = NULL, *color = "";
    size_t length = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const char *found = strstr(line, kinds[k].kind);
        if (found != NULL && (at == NULL || found < at)) {
            at = found;
            color = kinds[k].color;
            length = strlen(kinds[k].kind) - 1; /* without the blank at its end */
        }
    }
    if (at == NULL)
        fputs(line, stream);
    else
        fprintf(stream, "\033[1m%.*s:\033[m %s%.*s\033[m%s", (int)(at - line), line, color, (int)length - 2,
                at + 2, at + length);
}

/* ---- lines */

void message_vline(FILE *stream, const char *format, va_list arguments)
{
    char usual[USUAL];
    char usual_escaped[MOST_SHOWN * USUAL + 2];
    char *text = usual;
    char *escaped = usual_escaped;
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(usual, sizeof usual, format, arguments);
    if (length >= USUAL && vasprintf(&text, format, again) < 0)
        text = usual; /* cut */
    va_end(again);
    if (text != usual)
        escaped = malloc(MOST_SHOWN * strlen(text) + 2);
    if (escaped != NULL) {
        size_t shown = escape(text, strlen(text), escaped);
        escaped[shown++] = '\n';
        escaped[shown] = '\0';
        if (has_color && fileno(stream) == STDERR_FILENO)
            print_colored(stream, escaped);
        else
            fwrite(escaped, 1, shown, stream);
    } else {
        message_text(stream, text, strlen(text));
        fputc('\n', stream);
    }
    if (escaped != usual_escaped)
        free(escaped);
    if (text != usual)
        free(text);
}

void message_line(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vline(stream, format, arguments);
    va_end(arguments);
}

int message_fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message_vline(stderr, format, arguments);
    va_end(arguments);
    return status;
}

bool message_refuse(char *error, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return false;
}
