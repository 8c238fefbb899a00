/* quote.c - see quote.h. May call only the C library. */
#include "common/quote.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    char byte;
    char escape[QUOTE_MOST + 1];
    int is_written; /* else the byte has no quoted form, and the sequence is only read */
} rows[] = {{'"', "\\\"", 1}, {'\\', "\\\\", 1},  {'\n', "\\n", 1}, {'\r', "\\r", 1},
            {'\t', "\\t", 0}, {'\a', "\\a", 0},   {'\b', "\\b", 0}, {'\f', "\\f", 0},
            {'\v', "\\v", 0}, {'\033', "\\e", 0}, {'\'', "\\'", 0}, {'?', "\\?", 0}};

enum { ROWS = sizeof rows / sizeof *rows };

const char *quote_escape(char byte)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].byte == byte && rows[i].is_written)
            return rows[i].escape;
    return NULL;
}

/* Digits of a base from text[from] on, at most `most`; returns their number. */
static size_t count_digits(const char *text, size_t size, size_t from, size_t most, const char *digits)
{
    size_t count = 0;
    while (count < most && from + count < size && text[from + count] != '\0' &&
           strchr(digits, text[from + count]) != NULL)
        count++;
    return count;
}

size_t quote_read(const char *text, size_t size, char *byte)
{
    static const char octal[] = "01234567", hexadecimal[] = "0123456789abcdefABCDEF";
    char digits[4] = "";
    *byte = *text;
    if (*text != '\\' || size < 2)
        return 1;
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].escape[1] == text[1]) {
            *byte = rows[i].byte;
            return 2;
        }
    }
    const int is_hexadecimal = text[1] == 'x';
    const size_t from = is_hexadecimal ? 2 : 1;
    const size_t count =
        count_digits(text, size, from, is_hexadecimal ? 2 : 3, is_hexadecimal ? hexadecimal : octal);
    if (count == 0)
        return 1;
    memcpy(digits, text + from, count);
    *byte = (char)strtoul(digits, NULL, is_hexadecimal ? 16 : 8);
    return from + count;
}
