/* scan.c - parts of a source line: names, characters, strings, registers; and messages.
 *
 * Runs on the cursor of struct assembler. May call isa.h for the registers' names.
 */
#include "asm/prasm/prasm.h"

#include "asm/isa.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct spot scan_spot_at(const struct assembler *assembler, const char *at)
{
    return (struct spot){.inclusion = assembler->inclusion,
                         .line_text = assembler->line_text,
                         .line = assembler->line,
                         .column = (uint32_t)(at - assembler->line_text) + 1};
}

static void skip_blanks(struct assembler *assembler)
{
    while (*assembler->cursor == ' ' || *assembler->cursor == '\t' || *assembler->cursor == '\r')
        assembler->cursor++;
}

struct spot scan_spot(struct assembler *assembler)
{
    skip_blanks(assembler);
    return scan_spot_at(assembler, assembler->cursor);
}

static void report(struct assembler *assembler, enum diag_severity severity, const struct spot *spot,
                   const char *format, va_list arguments)
{
    char text[1400]; /* two names of OBJECT_MAX_NAME never stand in one message */
    vsnprintf(text, sizeof text, format, arguments);
    struct diag_place place = {.file = spot->inclusion->name,
                               .line_text = spot->line_text,
                               .line = (int)spot->line,
                               .column = (int)spot->column};
    diag_report(assembler->diag, severity, &place, "%s", text);
    if (severity != DIAG_ERROR)
        return;
    for (const struct inclusion *inner = spot->inclusion; inner->parent != NULL; inner = inner->parent) {
        struct diag_place from = {.file = inner->parent->name, .line = (int)inner->parent_line};
        diag_report(assembler->diag, DIAG_NOTE, &from, "included from here");
    }
}

bool complain(struct assembler *assembler, const struct spot *spot, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(assembler, DIAG_ERROR, spot, format, arguments);
    va_end(arguments);
    return false;
}

void remark(struct assembler *assembler, const struct spot *spot, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(assembler, DIAG_NOTE, spot, format, arguments);
    va_end(arguments);
}

bool scan_at_end(struct assembler *assembler)
{
    skip_blanks(assembler);
    const char *at = assembler->cursor;
    return *at == '\0' || *at == '\n' || *at == '#' || (at[0] == '/' && at[1] == '/');
}

bool scan_take(struct assembler *assembler, char character)
{
    skip_blanks(assembler);
    if (*assembler->cursor != character)
        return false;
    assembler->cursor++;
    return true;
}

bool scan_is_name_start(char character)
{
    return isalpha((unsigned char)character) || character == '_' || character == '.' || character == '$';
}

static bool is_name_part(char character)
{
    return scan_is_name_start(character) || isdigit((unsigned char)character);
}

size_t scan_name(struct assembler *assembler, const char **name)
{
    skip_blanks(assembler);
    const char *end = assembler->cursor;
    if (scan_is_name_start(*end))
        while (is_name_part(*end))
            end++;
    *name = assembler->cursor;
    size_t length = (size_t)(end - assembler->cursor);
    assembler->cursor = end;
    return length;
}

const char *scan_found(struct assembler *assembler, char *buffer, size_t size)
{
    if (scan_at_end(assembler))
        return "the end of the line";
    const char *at = assembler->cursor;
    size_t length = 1;
    if (is_name_part(*at))
        while (length < 32 && is_name_part(at[length]))
            length++;
    else if ((unsigned char)*at < ' ' || (unsigned char)*at >= 0x7f)
        return "a character that means nothing here";
    snprintf(buffer, size, "'%.*s'", (int)length, at);
    return buffer;
}

bool scan_expect(struct assembler *assembler, char character, const char *after)
{
    char buffer[48];
    struct spot spot = scan_spot(assembler);
    if (scan_take(assembler, character))
        return true;
    return complain(assembler, &spot, "expected '%c' after %s, found %s", character, after,
                    scan_found(assembler, buffer, sizeof buffer));
}

bool scan_end(struct assembler *assembler)
{
    char buffer[48];
    if (scan_at_end(assembler))
        return true;
    struct spot spot = scan_spot(assembler);
    return complain(assembler, &spot, "unexpected %s at the end of the statement",
                    scan_found(assembler, buffer, sizeof buffer));
}

static int hexadecimal_digit(char character)
{
    if (isdigit((unsigned char)character))
        return character - '0';
    if (isxdigit((unsigned char)character))
        return tolower((unsigned char)character) - 'a' + 10;
    return -1;
}

static bool scan_escape(struct assembler *assembler, int64_t *character)
{
    static const char letters[] = "abefnrtv0\\'\"";
    static const char meanings[] = "\a\b\033\f\n\r\t\v\0\\'\"";
    struct spot spot = scan_spot_at(assembler, assembler->cursor);
    char letter = assembler->cursor[1];
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);
    if (found != NULL) {
        assembler->cursor += 2;
        *character = (unsigned char)meanings[found - letters];
        return true;
    }
    if (letter == 'x' && hexadecimal_digit(assembler->cursor[2]) >= 0) {
        int first = hexadecimal_digit(assembler->cursor[2]);
        int second = hexadecimal_digit(assembler->cursor[3]);
        *character = second < 0 ? first : first * 16 + second;
        assembler->cursor += second < 0 ? 3 : 4;
        return true;
    }
    return complain(assembler, &spot,
                    "unknown escape sequence (known: \\a \\b \\e \\f \\n \\r \\t \\v \\0 "
                    "\\\\ \\' \\\" \\xHH)");
}

bool scan_character(struct assembler *assembler, char quote, int64_t *character)
{
    char byte = *assembler->cursor;
    if (byte == '\0' || byte == '\n') {
        struct spot spot = scan_spot_at(assembler, assembler->cursor);
        return complain(assembler, &spot, "missing %c", quote);
    }
    if (byte == '\\')
        return scan_escape(assembler, character);
    assembler->cursor++;
    *character = (unsigned char)byte;
    return true;
}

bool scan_string(struct assembler *assembler, char **text, size_t *length, const char *what)
{
    char buffer[48];
    struct spot spot = scan_spot(assembler);
    if (!scan_take(assembler, '"'))
        return complain(assembler, &spot, "expected %s in double quotes, found %s", what,
                        scan_found(assembler, buffer, sizeof buffer));
    /* no escape sequence is shorter than its byte */
    size_t room = strcspn(assembler->cursor, "\n") + 1;
    const char *quote = memchr(assembler->cursor, '"', room);
    while (quote != NULL && quote > assembler->cursor && quote[-1] == '\\')
        quote = memchr(quote + 1, '"', room - (size_t)(quote + 1 - assembler->cursor));
    char *bytes =
        arena_alloc(&assembler->arena, quote != NULL ? (size_t)(quote - assembler->cursor) + 1 : room);
    size_t count = 0;
    while (*assembler->cursor != '"') {
        int64_t character = 0;
        if (!scan_character(assembler, '"', &character))
            return false;
        bytes[count++] = (char)character;
    }
    assembler->cursor++;
    *text = bytes;
    *length = count;
    return true;
}

int scan_register(struct assembler *assembler)
{
    const char *name;
    size_t length = scan_name(assembler, &name);
    int number = isa_register_number(name, length);
    if (number < 0)
        assembler->cursor = name;
    return number;
}

int scan_real_register(struct assembler *assembler)
{
    const char *name;
    size_t length = scan_name(assembler, &name);
    int number = isa_real_register_number(name, length);
    if (number < 0)
        assembler->cursor = name;
    return number;
}

bool scan_symbol_name(struct assembler *assembler, const char *what, const char **name, size_t *length)
{
    char buffer[48];
    struct spot spot = scan_spot(assembler);
    *length = scan_name(assembler, name);
    if (*length == 0)
        return complain(assembler, &spot, "expected a symbol's name after %s, found %s", what,
                        scan_found(assembler, buffer, sizeof buffer));
    if (*length > OBJECT_MAX_NAME)
        return complain(assembler, &spot, "a name may have %u characters at most", OBJECT_MAX_NAME);
    if (isa_register_number(*name, *length) >= 0)
        return complain(assembler, &spot, "'%.*s' is a register and cannot be a symbol", (int)*length, *name);
    if (*length == 1 && **name == '.')
        return complain(assembler, &spot, "'.' is the place itself and cannot be defined");
    return true;
}
