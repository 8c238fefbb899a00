/* lex.c - the lexer: names, numbers, characters, strings and punctuators, driven by token.def.
 *
 * What is malformed is reported and replaced by something harmless, so that the parser always gets tokens.
 */
#include "fcc/text/lex.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fcc/text/tree.h"
#include "fcc/text/unicode.h"

struct lexer {
    struct source *source;
    struct name_table *names;
    const char *text;
    uint32_t at; /* offset of the next character */
    struct token *tokens;
    uint32_t count;
    uint32_t capacity;
};

static const struct {
    const char *spelling;
    const char *quoted;
    int precedence;
    int operation;
} kinds[TOKEN_COUNT] = {
    [TOKEN_END] = {"", "end of file", 0, 0}, [TOKEN_IDENTIFIER] = {"", "identifier", 0, 0},
    [TOKEN_INTEGER] = {"", "number", 0, 0},  [TOKEN_FLOATING] = {"", "number", 0, 0},
    [TOKEN_STRING] = {"", "string", 0, 0},
#define PUNCTUATOR(name, spelling, precedence, operation)                                                    \
    [TOKEN_##name] = {spelling, "'" spelling "'", precedence, BINARY_##operation},
#define KEYWORD(name, spelling) [TOKEN_##name] = {spelling, "'" spelling "'", 0, 0},
#include "fcc/text/token.def"
};

static const enum token_kind punctuators[] = {
#define PUNCTUATOR(name, spelling, precedence, operation) TOKEN_##name,
#include "fcc/text/token.def"
};

static const enum token_kind keywords[] = {
#define KEYWORD(name, spelling) TOKEN_##name,
#include "fcc/text/token.def"
};

const char *lex_kind_text(enum token_kind kind)
{
    return kinds[kind].quoted;
}

bool lex_same(const struct name *name, const char *text)
{
    return strcmp(name->text, text) == 0;
}

int lex_precedence(enum token_kind kind)
{
    return kinds[kind].precedence;
}

int lex_operation(enum token_kind kind)
{
    return kinds[kind].operation;
}

/* Reports something that is no token. */
static void __attribute__((format(printf, 3, 4)))
malformed(struct lexer *lexer, source_pos pos, const char *format, ...)
{
    char text[200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    source_error(lexer->source, pos, "%s", text);
    source_mark(lexer->source, pos);
}

/* ---- names */

static uint32_t hash_text(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash;
}

static void grow_names(struct arena *arena, struct name_table *names)
{
    uint32_t size = names->size == 0 ? 1024 : names->size * 2;
    struct name **buckets = ARENA_ARRAY(arena, struct name *, size);
    for (uint32_t i = 0; i < names->size; i++) {
        struct name *name = names->buckets[i];
        while (name != NULL) {
            struct name *next = name->next_in_bucket;
            struct name **bucket = &buckets[hash_text(name->text, name->length) & (size - 1)];
            name->next_in_bucket = *bucket;
            *bucket = name;
            name = next;
        }
    }
    names->buckets = buckets;
    names->size = size;
}

struct name *lex_name(struct arena *arena, struct name_table *names, const char *text, size_t length)
{
    if (names->count >= names->size) {
        grow_names(arena, names);
    }
    struct name **bucket = &names->buckets[hash_text(text, length) & (names->size - 1)];
    for (struct name *name = *bucket; name != NULL; name = name->next_in_bucket) {
        if (name->length == length && memcmp(name->text, text, length) == 0) {
            return name;
        }
    }
    struct name *name = arena_alloc(arena, sizeof *name + length + 1);
    memcpy(name->text, text, length);
    name->length = (uint32_t)length;
    name->keyword = TOKEN_IDENTIFIER;
    name->next_in_bucket = *bucket;
    *bucket = name;
    names->count++;
    return name;
}

/* ---- numbers */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The longest text of a floating point constant: more than the widest number of the precision unit needs. */
enum { LONGEST_FLOAT = 20000, LONGEST_INTEGER = 79 };

static void read_float(struct lexer *lexer, struct token *token, const char *text)
{
    char *end;
    float value = strtof(text, &end);
    size_t length = (size_t)(end - text);
    bool is_real = *end == 'r' || *end == 'R';
    bool is_suffixed = *end != '\0' && strchr("fFlLrR", *end) != NULL;
    if (end[is_suffixed] != '\0') {
        malformed(lexer, token->pos, "malformed floating point constant '%s'", text);
    } else if (isinf(value) && is_suffixed && !is_real) {
        source_warning(lexer->source, token->pos, "floating point constant '%s' is too large for float",
                       text);
    }
    if (is_suffixed && !is_real) {
        length = 0; /* a float, and nothing more is known of it */
    }
    struct number_text *number = arena_alloc(lexer->source->arena, sizeof *number + length + 1);
    number->value = value;
    number->is_real = is_real;
    number->suffix = is_suffixed && !is_real ? (char)tolower((unsigned char)*end) : '\0';
    memcpy(number->text, text, length);
    token->kind = TOKEN_FLOATING;
    token->number = number;
}

static void read_integer(struct lexer *lexer, struct token *token, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    bool too_large = errno == ERANGE || value > UINT32_MAX;
    bool decimal = text[0] != '0';
    unsigned unsigneds = 0;
    unsigned longs = 0;
    for (; *end != '\0' && strchr("uUlL", *end) != NULL; end++) {
        if (toupper((unsigned char)*end) == 'U') {
            unsigneds++;
        } else {
            longs++;
        }
    }
    if (*end != '\0' || unsigneds > 1 || longs > 2) {
        malformed(lexer, token->pos, "malformed integer constant '%s'", text);
    } else if (too_large) {
        malformed(lexer, token->pos, "integer constant '%s' does not fit a word of 32 bits", text);
    } else if (decimal && unsigneds == 0 && value > INT32_MAX) {
        source_warning(lexer->source, token->pos,
                       "integer constant '%s' does not fit int; it is taken as unsigned: write %su", text,
                       text);
    }
    token->kind = TOKEN_INTEGER;
    token->value = (uint32_t)value;
    token->is_unsigned = unsigneds != 0 || value > INT32_MAX;
    token->longs = (uint8_t)(longs <= 2 ? longs : 2);
}

static void read_number(struct lexer *lexer, struct token *token)
{
    const char *start = lexer->text + lexer->at;
    uint32_t length = 0;
    bool hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    bool is_float = false;
    while (is_word(start[length]) || start[length] == '.') {
        char c = (char)tolower((unsigned char)start[length]);
        is_float |= c == '.' || c == (hexadecimal ? 'p' : 'e');
        length++;
        if ((c == (hexadecimal ? 'p' : 'e')) && (start[length] == '+' || start[length] == '-')) {
            length++;
        }
    }
    token->length = length;
    lexer->at += length;
    is_float |= tolower((unsigned char)start[length - 1]) == 'r';
    if (length > (is_float ? LONGEST_FLOAT : LONGEST_INTEGER)) {
        malformed(lexer, token->pos, "number of %u characters is too long", length);
        token->kind = TOKEN_INTEGER;
        return;
    }
    const char *text = arena_text(lexer->source->arena, start, length);
    if (is_float) {
        read_float(lexer, token, text);
    } else {
        read_integer(lexer, token, text);
    }
}

/* ---- characters and strings */

static int digit_value(char c, int base)
{
    int value = isdigit((unsigned char)c)    ? c - '0'
                : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                             : 99;
    return value < base ? value : -1;
}

/* The code point of \u00e9 or \U000000e9 that begins at `text`, and the characters it takes; 0: it is none.
 */
static uint32_t universal_length(const char *text, uint32_t *code)
{
    uint32_t digits = text[0] != '\\' ? 0 : text[1] == 'u' ? 4 : text[1] == 'U' ? 8 : 0;
    *code = 0;
    for (uint32_t i = 0; i < digits; i++) {
        int digit = digit_value(text[2 + i], 16);
        if (digit < 0) {
            return 0;
        }
        *code = *code << 4 | (uint32_t)digit;
    }
    return digits == 0 ? 0 : digits + 2;
}

/* A character of a literal: one word, or the bytes of UTF-8 for what \u and \U say. */
struct letter {
    uint32_t count;
    uint32_t words[UNICODE_MOST_BYTES];
};

/* \u or \U in a literal; lexer->at stands on the letter. */
static struct letter read_universal(struct lexer *lexer)
{
    struct letter letter = {1, {'?'}};
    uint32_t code;
    char bytes[UNICODE_MOST_BYTES];
    source_pos start = lexer->at - 1;
    uint32_t length = universal_length(lexer->text + start, &code);
    if (length == 0) {
        malformed(lexer, start, "\\%c needs %d hexadecimal digits", lexer->text[lexer->at],
                  lexer->text[lexer->at] == 'u' ? 4 : 8);
        lexer->at++;
        return letter;
    }
    lexer->at = start + length;
    if (!unicode_is_universal(code)) {
        malformed(lexer, start, "'%.*s' is no character that can be written so%s", (int)length,
                  lexer->text + start, code < 0x80 ? ": write the character itself" : "");
        return letter;
    }
    letter.count = unicode_encode(code, bytes);
    for (uint32_t i = 0; i < letter.count; i++) {
        letter.words[i] = (unsigned char)bytes[i];
    }
    return letter;
}

/* The character behind a backslash; lexer->at stands on it. */
static uint32_t read_escape(struct lexer *lexer)
{
    static const char letters[] = "abefnrtv";
    static const char values[] = "\a\b\033\f\n\r\t\v";
    source_pos start = lexer->at - 1;
    char c = lexer->text[lexer->at++];
    const char *letter = c != '\0' ? strchr(letters, c) : NULL;
    uint32_t value = 0;
    if (letter != NULL) {
        return (uint32_t)values[letter - letters];
    }
    if (digit_value(c, 8) >= 0) {
        lexer->at--;
        for (int i = 0; i < 3 && digit_value(lexer->text[lexer->at], 8) >= 0; i++) {
            value = value * 8 + (uint32_t)digit_value(lexer->text[lexer->at++], 8);
        }
        return value;
    }
    if (c == 'x') {
        if (digit_value(lexer->text[lexer->at], 16) < 0) {
            malformed(lexer, start, "\\x without hexadecimal digits");
        }
        while (digit_value(lexer->text[lexer->at], 16) >= 0) {
            value = value * 16 + (uint32_t)digit_value(lexer->text[lexer->at++], 16);
        }
        return value;
    }
    if (c == '\n' || c == '\0') {
        lexer->at--;
        return '\\';
    }
    if (strchr("'\"?\\", c) == NULL) {
        source_warning(lexer->source, start, "unknown escape sequence '\\%c'", c);
    }
    return (unsigned char)c;
}

/* The next character of a literal. */
static struct letter read_letter(struct lexer *lexer)
{
    char c = lexer->text[lexer->at++];
    char next = lexer->text[lexer->at];
    if (c == '\\' && (next == 'u' || next == 'U')) {
        return read_universal(lexer);
    }
    return (struct letter){1, {c == '\\' ? read_escape(lexer) : (unsigned char)c}};
}

/* A literal that its line ends: what looks like the end of the statement was not meant to be in it. */
static void give_back(struct lexer *lexer, source_pos start)
{
    while (lexer->at > start + 1 && strchr(" ;){}", lexer->text[lexer->at - 1]) != NULL) {
        lexer->at--;
    }
}

static void read_character(struct lexer *lexer, struct token *token)
{
    uint32_t count = 0;
    uint32_t value = 0;
    lexer->at++;
    while (lexer->text[lexer->at] != '\'') {
        char c = lexer->text[lexer->at];
        if (c == '\n' || c == '\0') {
            malformed(lexer, token->pos, "missing closing ' of a character constant");
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
    if (count == 0) {
        malformed(lexer, token->pos, "empty character constant");
    } else if (count > 1) {
        source_warning(lexer->source, token->pos, "character constant with more than one character");
    }
    token->kind = TOKEN_INTEGER;
    token->value = value;
    token->length = lexer->at - token->pos;
}

static void append_word(struct lexer *lexer, struct string_literal *string, uint32_t *capacity, uint32_t word)
{
    if (string->count == *capacity) {
        *capacity = *capacity == 0 ? 16 : *capacity * 2;
        uint32_t *larger = ARENA_ARRAY(lexer->source->arena, uint32_t, *capacity);
        if (string->count != 0) {
            memcpy(larger, string->words, string->count * sizeof *larger);
        }
        string->words = larger;
    }
    string->words[string->count++] = word;
}

static void skip_space(struct lexer *lexer);

static void read_string(struct lexer *lexer, struct token *token)
{
    struct string_literal *string = ARENA_NEW(lexer->source->arena, struct string_literal);
    uint32_t capacity = 0;
    while (lexer->text[lexer->at] == '"') {
        source_pos start = lexer->at++;
        while (lexer->text[lexer->at] != '"') {
            char c = lexer->text[lexer->at];
            if (c == '\n' || (c == '\0' && lexer->at >= lexer->source->length)) {
                malformed(lexer, start, "missing closing \" of a string");
                give_back(lexer, start);
                break;
            }
            const struct letter letter = read_letter(lexer);
            for (uint32_t i = 0; i < letter.count; i++) {
                append_word(lexer, string, &capacity, letter.words[i]);
            }
        }
        lexer->at += lexer->text[lexer->at] == '"';
        token->length = lexer->at - token->pos;
        skip_space(lexer);
    }
    append_word(lexer, string, &capacity, 0);
    token->kind = TOKEN_STRING;
    token->string = string;
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

/* ---- the rest */

/* Passes blanks, comments (there are none after cpp, but fcc can be given any text) and cpp's own lines. */
static void skip_space(struct lexer *lexer)
{
    const char *text = lexer->text;
    for (;;) {
        char c = text[lexer->at];
        bool at_start = lexer->at == 0 || text[lexer->at - 1] == '\n';
        if (c == '/' && text[lexer->at + 1] == '*') {
            const char *end = strstr(text + lexer->at + 2, "*/");
            if (end == NULL) {
                malformed(lexer, lexer->at, "comment without an end");
                lexer->at = lexer->source->length;
                return;
            }
            lexer->at = (uint32_t)(end - text) + 2;
        } else if ((c == '/' && text[lexer->at + 1] == '/') ||
                   (at_start && source_is_directive(lexer->source, lexer->at))) {
            lexer->at += (uint32_t)strcspn(text + lexer->at, "\n");
        } else if (c != '\0' && isspace((unsigned char)c)) {
            lexer->at++;
        } else {
            return;
        }
    }
}

/* The characters of the text that a letter of a name beyond ASCII takes, as UTF-8 or as \u00e9; 0: none. */
static uint32_t letter_length(const char *text, bool first, uint32_t *code)
{
    uint32_t length = *text == '\\'                  ? universal_length(text, code)
                      : (unsigned char)*text >= 0x80 ? unicode_decode(text, code)
                                                     : 0;
    return length != 0 && unicode_in_name(*code, first) ? length : 0;
}

static bool starts_name(const struct lexer *lexer)
{
    const char *text = lexer->text + lexer->at;
    uint32_t code;
    return isalpha((unsigned char)*text) || *text == '_' || letter_length(text, true, &code) != 0;
}

/* A name's spelling in UTF-8; only names with \u in them need a copy. */
static void read_name(struct lexer *lexer, struct token *token)
{
    const char *start = lexer->text + lexer->at;
    const char *spelling = start;
    uint32_t code;
    bool has_universal = false;
    for (uint32_t taken = 1; taken != 0; lexer->at += taken) {
        const char *at = lexer->text + lexer->at;
        taken = is_word(*at) ? 1 : letter_length(at, false, &code);
        has_universal |= taken != 0 && *at == '\\';
    }
    token->length = lexer->at - token->pos;
    uint32_t length = token->length;
    if (has_universal) {
        char *copy = arena_alloc(lexer->source->arena, length);
        length = 0;
        for (const char *at = start; at < start + token->length;) {
            uint32_t taken = *at == '\\' ? universal_length(at, &code) : 1;
            if (taken == 1) {
                copy[length++] = *at;
            } else {
                length += unicode_encode(code, copy + length);
            }
            at += taken;
        }
        spelling = copy;
    }
    token->name = lex_name(lexer->source->arena, lexer->names, spelling, length);
    token->kind = token->name->keyword;
}

/* Other spellings for keyboards without brackets and braces (C99 6.4.6); the preprocessor knows %: by itself.
 */
static const struct {
    char spelling[3];
    enum token_kind kind;
} digraphs[] = {{"<:", TOKEN_LEFT_BRACKET},
                {":>", TOKEN_RIGHT_BRACKET},
                {"<%", TOKEN_LEFT_BRACE},
                {"%>", TOKEN_RIGHT_BRACE}};

static bool read_punctuator(struct lexer *lexer, struct token *token)
{
    const char *text = lexer->text + lexer->at;
    for (size_t i = 0; i < sizeof digraphs / sizeof *digraphs; i++) {
        if (strncmp(text, digraphs[i].spelling, 2) == 0) {
            token->kind = digraphs[i].kind;
            token->length = 2;
            lexer->at += 2;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; i++) {
        const char *spelling = kinds[punctuators[i]].spelling;
        size_t length = strlen(spelling);
        if (*spelling == *text && strncmp(spelling, text, length) == 0) {
            token->kind = punctuators[i];
            token->length = (uint32_t)length;
            lexer->at += (uint32_t)length;
            return true;
        }
    }
    return false;
}

static void report_stray(struct lexer *lexer)
{
    const char *text = lexer->text + lexer->at;
    unsigned char c = (unsigned char)*text;
    uint32_t code;
    uint32_t length = c == '\\' ? universal_length(text, &code) : unicode_decode(text, &code);
    if (length > 1) {
        malformed(lexer, lexer->at, "the character '%.*s' (U+%04X) cannot stand here", (int)length, text,
                  code);
        lexer->at += length - 1;
    } else if (isprint(c)) {
        malformed(lexer, lexer->at, "stray '%c' in the program", c);
    } else {
        malformed(lexer, lexer->at, "stray character of code %u in the program", c);
    }
    /* one message for a run of them: a character in another encoding is many bytes */
    do {
        lexer->at++;
    } while ((unsigned char)lexer->text[lexer->at] >= 0x80 && !starts_name(lexer));
}

static void add_token(struct lexer *lexer, const struct token *token)
{
    if (lexer->count == lexer->capacity) {
        lexer->capacity = lexer->capacity == 0 ? 4096 : lexer->capacity * 2;
        struct token *larger = ARENA_ARRAY(lexer->source->arena, struct token, lexer->capacity);
        if (lexer->count != 0) {
            memcpy(larger, lexer->tokens, lexer->count * sizeof *larger);
        }
        lexer->tokens = larger;
    }
    lexer->tokens[lexer->count++] = *token;
}

struct token *lex(struct source *source, struct name_table *names)
{
    struct lexer lexer = {.source = source, .names = names, .text = source->text};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const char *spelling = kinds[keywords[i]].spelling;
        lex_name(source->arena, names, spelling, strlen(spelling))->keyword = keywords[i];
    }
    for (;;) {
        skip_space(&lexer);
        struct token token = {.pos = lexer.at};
        char c = lexer.text[lexer.at];
        if (lexer.at >= source->length) {
            token.kind = TOKEN_END;
            add_token(&lexer, &token);
            return lexer.tokens;
        }
        if (starts_name(&lexer)) {
            read_name(&lexer, &token);
        } else if (isdigit((unsigned char)c) ||
                   (c == '.' && isdigit((unsigned char)lexer.text[lexer.at + 1]))) {
            read_number(&lexer, &token);
        } else if (c == '\'') {
            read_character(&lexer, &token);
        } else if (c == '"') {
            read_string(&lexer, &token);
        } else if (!read_punctuator(&lexer, &token)) {
            report_stray(&lexer);
            continue;
        }
        add_token(&lexer, &token);
    }
}
