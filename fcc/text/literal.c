/* literal.c - numbers, characters and strings of the lexer; see lexer.h.
 *
 * Malformed literals are reported and replaced by harmless ones.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fcc/text/lexer.h"
#include "fcc/text/unicode.h"

/* ---- numbers */

/* The longest text of a floating point constant: more than the widest number of the precision unit needs. */
enum { LONGEST_FLOAT = 20000, LONGEST_INTEGER = 79 };

static void read_float(struct lexer *lexer, struct token *token, const char *text)
{
    char *end;
    float value = strtof(text, &end);
    size_t length = (size_t)(end - text);
    bool is_real = *end == 'r' || *end == 'R';
    bool is_suffixed = *end != '\0' && strchr("fFlLrR", *end) != NULL;
    if (end[is_suffixed] != '\0' && strchr("ij", end[strlen(end) - 1]) != NULL)
        lexer_malformed(lexer, token->pos,
                        "fcc has no imaginary constants as '%s': write a struct of two floats (docs/c.md)",
                        text);
    else if (end[is_suffixed] != '\0')
        lexer_malformed(lexer, token->pos, "malformed floating point constant '%s'", text);
    else if (isinf(value) && is_suffixed && !is_real)
        source_warning(lexer->source, token->pos, WARNING_overflow,
                       "floating point constant '%s' is too large for float", text);
    if (is_suffixed && !is_real)
        length = 0; /* a float, whose text is not kept */
    struct number_text *number = arena_alloc(lexer->source->arena, sizeof *number + length + 1);
    number->value = value;
    number->is_real = is_real;
    number->suffix = is_suffixed && !is_real ? (char)tolower((unsigned char)*end) : '\0';
    memcpy(number->text, text, length);
    token->kind = TOKEN_FLOATING;
    token->number = number;
}

/* The type of a constant without malformed suffix: the first that holds it of those that C99 6.4.4.1 p5
 * lists; `long` is as wide as `int`. */
static void set_integer_type(struct token *token, bool decimal, bool is_unsigned, unsigned longs)
{
    const uint64_t value = token->value;
    const bool is_short = longs < 2 && value <= (decimal && !is_unsigned ? INT32_MAX : UINT32_MAX);
    token->longs = (uint8_t)(is_short ? longs : 2);
    token->is_unsigned = is_unsigned || value > (is_short ? INT32_MAX : (uint64_t)INT64_MAX);
}

static void read_integer(struct lexer *lexer, struct token *token, const char *text)
{
    char *end;
    errno = 0;
    bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B') && (text[2] == '0' || text[2] == '1');
    unsigned long long value = strtoull(binary ? text + 2 : text, &end, binary ? 2 : 0);
    bool too_large = errno == ERANGE;
    bool decimal = text[0] != '0';
    unsigned unsigneds = 0;
    unsigned longs = 0;
    for (; *end != '\0' && strchr("uUlL", *end) != NULL; end++) {
        if (toupper((unsigned char)*end) == 'U')
            unsigneds++;
        else
            longs++;
    }
    if (*end != '\0' || unsigneds > 1 || longs > 2)
        lexer_malformed(lexer, token->pos, "malformed integer constant '%s'", text);
    else if (too_large)
        lexer_malformed(lexer, token->pos, "integer constant '%s' does not fit 64 bits", text);
    else if (decimal && unsigneds == 0 && value > INT64_MAX)
        source_warning(lexer->source, token->pos, WARNING_overflow,
                       "integer constant '%s' does not fit long long; it is taken as unsigned: write %su",
                       text, text);
    token->kind = TOKEN_INTEGER;
    token->value = value;
    set_integer_type(token, decimal, unsigneds != 0, longs <= 2 ? longs : 2);
}

void literal_number(struct lexer *lexer, struct token *token)
{
    const char *start = lexer->text + lexer->at;
    uint32_t length = 0;
    bool hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    bool is_float = false;
    while (lexer_is_word(start[length]) || start[length] == '.') {
        char c = (char)tolower((unsigned char)start[length]);
        is_float |= c == '.' || c == (hexadecimal ? 'p' : 'e');
        length++;
        if ((c == (hexadecimal ? 'p' : 'e')) && (start[length] == '+' || start[length] == '-'))
            length++;
    }
    token->length = length;
    lexer->at += length;
    is_float |= tolower((unsigned char)start[length - 1]) == 'r';
    if (length > (is_float ? LONGEST_FLOAT : LONGEST_INTEGER)) {
        lexer_malformed(lexer, token->pos, "number of %u characters is too long", length);
        token->kind = TOKEN_INTEGER;
        return;
    }
    const char *text = arena_text(lexer->source->arena, start, length);
    if (is_float)
        read_float(lexer, token, text);
    else
        read_integer(lexer, token, text);
}

/* ---- characters and strings */

static int digit_value(char c, int base)
{
    int value = isdigit((unsigned char)c)    ? c - '0'
                : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                             : 99;
    return value < base ? value : -1;
}

/* The code point of \u00e9 or \U000000e9 at the start of `text`, and its length; 0: none. */
uint32_t literal_universal(const char *text, uint32_t *code)
{
    uint32_t digits = text[0] != '\\' ? 0 : text[1] == 'u' ? 4 : text[1] == 'U' ? 8 : 0;
    *code = 0;
    for (uint32_t i = 0; i < digits; i++) {
        int digit = digit_value(text[2 + i], 16);
        if (digit < 0)
            return 0;
        *code = *code << 4 | (uint32_t)digit;
    }
    return digits == 0 ? 0 : digits + 2;
}

/* A character of a literal: one word, or the bytes of UTF-8 for \u and \U. */
struct letter {
    uint32_t count;
    uint32_t words[UNICODE_MOST_BYTES];
};

/* \u or \U in a literal; lexer->at is at the letter. */
static struct letter read_universal(struct lexer *lexer)
{
    struct letter letter = {1, {'?'}};
    uint32_t code;
    char bytes[UNICODE_MOST_BYTES];
    source_pos start = lexer->at - 1;
    uint32_t length = literal_universal(lexer->text + start, &code);
    if (length == 0) {
        lexer_malformed(lexer, start, "\\%c needs %d hexadecimal digits", lexer->text[lexer->at],
                        lexer->text[lexer->at] == 'u' ? 4 : 8);
        lexer->at++;
        return letter;
    }
    lexer->at = start + length;
    if (!unicode_is_universal(code)) {
        lexer_malformed(lexer, start, "'%.*s' is not a character that can be written like this%s",
                        (int)length, lexer->text + start, code < 0x80 ? ": write the character itself" : "");
        return letter;
    }
    letter.count = unicode_encode(code, bytes);
    for (uint32_t i = 0; i < letter.count; i++)
        letter.words[i] = (unsigned char)bytes[i];
    return letter;
}

/* The character after a backslash; lexer->at is at it. */
static uint32_t read_escape(struct lexer *lexer)
{
    static const char letters[] = "abefnrtv";
    static const char values[] = "\a\b\033\f\n\r\t\v";
    source_pos start = lexer->at - 1;
    char c = lexer->text[lexer->at++];
    const char *letter = c != '\0' ? strchr(letters, c) : NULL;
    uint32_t value = 0;
    if (letter != NULL)
        return (uint32_t)values[letter - letters];
    if (digit_value(c, 8) >= 0) {
        lexer->at--;
        for (int i = 0; i < 3 && digit_value(lexer->text[lexer->at], 8) >= 0; i++)
            value = value * 8 + (uint32_t)digit_value(lexer->text[lexer->at++], 8);
        return value;
    }
    if (c == 'x') {
        if (digit_value(lexer->text[lexer->at], 16) < 0)
            lexer_malformed(lexer, start, "\\x without hexadecimal digits");
        while (digit_value(lexer->text[lexer->at], 16) >= 0)
            value = value * 16 + (uint32_t)digit_value(lexer->text[lexer->at++], 16);
        return value;
    }
    if (c == '\n' || c == '\0') {
        lexer->at--;
        return '\\';
    }
    if (strchr("'\"?\\", c) == NULL)
        source_warning(lexer->source, start, WARNING_escape, "unknown escape sequence '\\%c'", c);
    return (unsigned char)c;
}

/* The one word of a character beyond ASCII, from its bytes of UTF-8. */
static struct letter widen(struct letter letter)
{
    char bytes[sizeof letter.words / sizeof *letter.words + 1] = "";
    uint32_t code;
    for (uint32_t i = 0; i < letter.count; i++)
        bytes[i] = (char)letter.words[i];
    if (letter.count > 1 && unicode_decode(bytes, &code) == letter.count)
        letter = (struct letter){1, {code}};
    return letter;
}

/* The next character of a literal. */
static struct letter read_letter(struct lexer *lexer)
{
    uint32_t code;
    const uint32_t length = lexer->is_wide ? unicode_decode(lexer->text + lexer->at, &code) : 1;
    if (length > 1) {
        lexer->at += length;
        return (struct letter){1, {code}};
    }
    char c = lexer->text[lexer->at++];
    char next = lexer->text[lexer->at];
    if (c == '\\' && (next == 'u' || next == 'U')) {
        const struct letter letter = read_universal(lexer);
        return lexer->is_wide ? widen(letter) : letter;
    }
    return (struct letter){1, {c == '\\' ? read_escape(lexer) : (unsigned char)c}};
}

/* A literal without an end in its line: an apparent end of the statement is not part of it. */
static void give_back(struct lexer *lexer, source_pos start)
{
    while (lexer->at > start + 1 && strchr(" ;){}", lexer->text[lexer->at - 1]) != NULL)
        lexer->at--;
}

void literal_character(struct lexer *lexer, struct token *token)
{
    uint32_t count = 0;
    uint32_t value = 0;
    lexer->at++;
    while (lexer->text[lexer->at] != '\'') {
        char c = lexer->text[lexer->at];
        if (c == '\n' || c == '\0') {
            lexer_malformed(lexer, token->pos, "missing closing ' of a character constant");
            give_back(lexer, token->pos);
            count = 1;
            break;
        }
        const struct letter letter = read_letter(lexer);
        for (uint32_t i = 0; i < letter.count; i++) {
            value = count == 0 ? letter.words[i] : value << 8 | letter.words[i];
            count++;
        }
    }
    lexer->at += lexer->text[lexer->at] == '\'';
    if (count == 0)
        lexer_malformed(lexer, token->pos, "empty character constant");
    else if (count > 1)
        source_warning(lexer->source, token->pos, WARNING_overflow,
                       "character constant with more than one character");
    token->kind = TOKEN_INTEGER;
    token->value = value;
    token->length = lexer->at - token->pos;
}

static void append_word(struct lexer *lexer, struct string_literal *string, uint32_t *capacity, uint32_t word)
{
    string->words =
        arena_grow(lexer->source->arena, string->words, string->count, capacity, sizeof *string->words);
    string->words[string->count++] = word;
}

uint32_t literal_prefix(const struct lexer *lexer)
{
    const char *text = lexer->text + lexer->at;
    const uint32_t length = text[0] == 'u' && text[1] == '8'                     ? 2
                            : text[0] == 'L' || text[0] == 'u' || text[0] == 'U' ? 1
                                                                                 : 0;
    return length != 0 && (text[length] == '"' || text[length] == '\'') ? length : 0;
}

/* Skips the prefix of a string, if there is one; returns whether the string is a wide one. */
static bool pass_prefix(struct lexer *lexer)
{
    const uint32_t length = literal_prefix(lexer);
    const bool is_string = lexer->text[lexer->at + length] == '"';
    lexer->at += is_string ? length : 0;
    return length == 1 && is_string;
}

/* One of adjacent strings; lexer->at is at its '"'. */
static void read_part(struct lexer *lexer, struct string_literal *string, uint32_t *capacity)
{
    source_pos start = lexer->at++;
    while (lexer->text[lexer->at] != '"') {
        char c = lexer->text[lexer->at];
        if (c == '\n' || (c == '\0' && lexer->at >= lexer->source->length)) {
            lexer_malformed(lexer, start, "missing closing \" of a string");
            give_back(lexer, start);
            break;
        }
        const struct letter letter = read_letter(lexer);
        for (uint32_t i = 0; i < letter.count; i++)
            append_word(lexer, string, capacity, letter.words[i]);
    }
    lexer->at += lexer->text[lexer->at] == '"';
}

void literal_string(struct lexer *lexer, struct token *token)
{
    struct string_literal *string = ARENA_NEW(lexer->source->arena, struct string_literal);
    const source_pos start = lexer->at;
    uint32_t capacity = 0;
    while (lexer->text[lexer->at] == '"') {
        read_part(lexer, string, &capacity);
        token->length = lexer->at - token->pos;
        lexer_skip_space(lexer);
        if (pass_prefix(lexer) && !lexer->is_wide) { /* all of them are wide: start again */
            lexer->is_wide = true;
            lexer->at = start;
            string->count = 0;
        }
    }
    append_word(lexer, string, &capacity, 0);
    string->is_wide = lexer->is_wide;
    lexer->is_wide = false;
    token->kind = TOKEN_STRING;
    token->string = string;
}

void literal_prefixed(struct lexer *lexer, struct token *token)
{
    const uint32_t length = literal_prefix(lexer);
    lexer->is_wide = length == 1;
    lexer->at += length;
    (lexer->text[lexer->at] == '"' ? literal_string : literal_character)(lexer, token);
    lexer->is_wide = false;
}

const char *lex_string_text(struct arena *arena, const struct string_literal *string)
{
    char *text = arena_alloc(arena, string->count);
    for (uint32_t i = 0; i + 1 < string->count; i++) {
        uint32_t c = string->words[i];
        text[i] = c >= ' ' && c <= UCHAR_MAX && c != 0x7f ? (char)c : '?';
    }
    return text;
}
