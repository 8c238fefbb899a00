/* scan.c - a source into pieces, brackets matched; see scan.h. */
#include "fcc/format/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

struct scanner {
    const char *text;
    size_t length;
    size_t at;
    size_t line;
    size_t line_start; /* offset */
    size_t column;     /* of `at` */
    struct pieces *pieces;
    struct format_error *error;
};

static const struct {
    const char *spelling;
    enum word_class class;
} words[] = {
#define FORMAT_WORD(spelling, class) {spelling, CLASS_##class},
#include "fcc/format/word.def"
};

bool format_is(const struct piece *piece, const char *spelling)
{
    return piece != NULL && format_is_token(piece) && strlen(spelling) == piece->length &&
           memcmp(piece->text, spelling, piece->length) == 0;
}

const struct piece *format_next(const struct pieces *pieces, size_t at)
{
    while (at < pieces->count && !format_is_token(&pieces->items[at]))
        at++;
    return at < pieces->count ? &pieces->items[at] : NULL;
}

const struct piece *format_before(const struct pieces *pieces, size_t at)
{
    while (at > 0 && !format_is_token(&pieces->items[at - 1]))
        at--;
    return at > 0 ? &pieces->items[at - 1] : NULL;
}

static char peek(const struct scanner *s, size_t ahead)
{
    return s->at + ahead < s->length ? s->text[s->at + ahead] : '\0';
}

static void step(struct scanner *s)
{
    const char c = s->text[s->at++];
    if (c == '\n') {
        s->line++;
        s->column = 0;
    } else if (c == '\t') {
        s->column = (s->column / 8 + 1) * 8;
    } else if (((unsigned char)c & 0xc0) != 0x80) {
        s->column++;
    }
}

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || ((unsigned char)c & 0x80) != 0;
}

/* The characters of a comment at `at`; those to the end if it is not closed. */
static size_t comment_length(const struct scanner *s, size_t at)
{
    const char *end = at + 2 < s->length ? memmem(s->text + at + 2, s->length - at - 2, "*/", 2) : NULL;
    return end != NULL ? (size_t)(end + 2 - (s->text + at)) : s->length - at;
}

/* The characters of a string or character from its quote on, within the line. */
static size_t string_length(const struct scanner *s, size_t at)
{
    const char quote = s->text[at];
    size_t length = 1;
    while (at + length < s->length && s->text[at + length] != '\n' && s->text[at + length] != quote)
        length += s->text[at + length] == '\\' && at + length + 1 < s->length ? 2 : 1;
    length += at + length < s->length && s->text[at + length] == quote;
    return at + length <= s->length ? length : s->length - at;
}

/* A directive goes to the end of its line, which \ and comments in it extend. */
static size_t directive_length(const struct scanner *s)
{
    size_t at = s->at;
    while (at < s->length && s->text[at] != '\n') {
        const char c = s->text[at], next = at + 1 < s->length ? s->text[at + 1] : '\0';
        if (c == '\\' && (next == '\n' || next == '\r'))
            at += 2 + (next == '\r' && at + 2 < s->length);
        else if (c == '/' && next == '*')
            at += comment_length(s, at);
        else if (c == '/' && next == '/')
            while (at < s->length && (s->text[at] != '\n' || s->text[at - 1] == '\\'))
                at++;
        else if (c == '"')
            at += string_length(s, at);
        else
            at++;
    }
    at = at < s->length ? at : s->length;
    while (at > s->at && isspace((unsigned char)s->text[at - 1]))
        at--;
    return at - s->at;
}

static size_t word_length(const struct scanner *s)
{
    size_t length = 0;
    while (is_word_character(peek(s, length)))
        length++;
    const bool is_prefix =
        length > 0 && length <= 2 && strchr("LuU", peek(s, 0)) != NULL && (length == 1 || peek(s, 1) == '8');
    if (is_prefix && (peek(s, length) == '"' || peek(s, length) == '\''))
        return length + string_length(s, s->at + length);
    return length;
}

static size_t number_length(const struct scanner *s)
{
    size_t length = 1;
    for (;;) {
        const char c = peek(s, length);
        const bool is_sign = (c == '+' || c == '-') && strchr("eEpP", peek(s, length - 1)) != NULL;
        if (!is_word_character(c) && !is_sign && (c != '.' || peek(s, length + 1) == '.'))
            return length;
        length++;
    }
}

static size_t punctuator_length(const struct scanner *s)
{
    static const char *const spellings[] = {"...", "<<=", ">>=", "->", "++", "--", "<<", ">>",
                                            "<=",  ">=",  "==",  "!=", "&&", "||", "*=", "/=",
                                            "%=",  "+=",  "-=",  "&=", "^=", "|="};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const size_t length = strlen(spellings[i]);
        if (s->length - s->at >= length && memcmp(s->text + s->at, spellings[i], length) == 0)
            return length;
    }
    return 1;
}

static size_t measure(const struct scanner *s, bool begins_line, enum piece_kind *kind)
{
    const char c = peek(s, 0), next = peek(s, 1);
    size_t length = 0;
    if (c == '#' && begins_line) {
        *kind = PIECE_DIRECTIVE;
        return directive_length(s);
    }
    if (c == '/' && next == '*') {
        *kind = PIECE_COMMENT;
        return comment_length(s, s->at);
    }
    if (c == '/' && next == '/') {
        *kind = PIECE_LINE_COMMENT;
        while (s->at + length < s->length && peek(s, length) != '\n')
            length++;
        while (isspace((unsigned char)peek(s, length - 1)))
            length--;
        return length;
    }
    if (c == '"' || c == '\'') {
        *kind = PIECE_STRING;
        return string_length(s, s->at);
    }
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)next))) {
        *kind = PIECE_NUMBER;
        return number_length(s);
    }
    if (is_word_character(c) || c == '$' || c == '@' || c == '#') {
        *kind = PIECE_WORD;
        length = is_word_character(c) ? word_length(s) : c == '$' && next == '$' ? 2 : 1;
        const char last = peek(s, length - 1);
        if (last == '"' || last == '\'')
            *kind = PIECE_STRING;
        return length;
    }
    *kind = PIECE_PUNCTUATOR;
    return punctuator_length(s);
}

static bool refuse(const struct scanner *s, size_t line, const char *text)
{
    *s->error = (struct format_error){line, text};
    return false;
}

static bool add_piece(struct scanner *s, size_t newlines, size_t blanks)
{
    struct pieces *pieces = s->pieces;
    struct piece piece = {.text = s->text + s->at,
                          .line = s->line,
                          .newlines = newlines,
                          .blanks = blanks,
                          .column = s->column};
    const bool begins_line = newlines > 0 || pieces->count == 0;
    piece.length = measure(s, begins_line, &piece.kind);
    if (format_is_token(&piece) && memchr(piece.text, '\\', piece.length) != NULL &&
        (piece.kind != PIECE_STRING || memmem(piece.text, piece.length, "\\\n", 2) != NULL))
        return refuse(s, s->line, "a line that \\ continues outside of directives cannot be formatted");
    for (size_t i = 0; piece.kind == PIECE_WORD && i < sizeof words / sizeof *words; i++)
        piece.class = format_is(&piece, words[i].spelling) ? words[i].class : piece.class;
    for (size_t i = 0; i < piece.length; i++)
        step(s);
    pieces->items = memory_grow(pieces->items, &pieces->capacity, pieces->count + 1, sizeof piece);
    pieces->items[pieces->count++] = piece;
    return true;
}

/* Joins brackets; each branch of a conditional directive must balance. */
static bool match_brackets(struct scanner *s)
{
    static const char open[] = "([{", close[] = ")]}";
    struct pieces *pieces = s->pieces;
    size_t *stack = memory_take(pieces->count + 1, sizeof *stack);
    size_t depth = 0, wrong = 0;
    for (size_t i = 0; i < pieces->count && wrong == 0; i++) {
        struct piece *piece = &pieces->items[i];
        if (piece->kind != PIECE_PUNCTUATOR || piece->length != 1)
            continue;
        if (strchr(open, piece->text[0]) != NULL)
            stack[depth++] = i;
        const char *closing = strchr(close, piece->text[0]);
        if (closing == NULL)
            continue;
        struct piece *opening = depth > 0 ? &pieces->items[stack[depth - 1]] : NULL;
        if (opening == NULL || opening->text[0] != open[closing - close]) {
            wrong = piece->line;
            continue;
        }
        piece->match = stack[--depth];
        opening->match = i;
        piece->is_one_line = opening->is_one_line = piece->line == opening->line;
    }
    if (wrong == 0 && depth > 0)
        wrong = pieces->items[stack[depth - 1]].line;
    free(stack);
    return wrong == 0 || refuse(s, wrong, "brackets do not match here, so that the text has no structure");
}

bool format_scan(const char *text, size_t length, struct pieces *pieces, struct format_error *error)
{
    struct scanner s = {.text = text, .length = length, .line = 1, .pieces = pieces, .error = error};
    *pieces = (struct pieces){0};
    while (s.at < length) {
        size_t newlines = 0, column = s.column;
        while (s.at < length && isspace((unsigned char)text[s.at])) {
            if (text[s.at] == '\n')
                newlines++;
            step(&s);
        }
        if (s.at < length && !add_piece(&s, newlines, newlines > 0 ? 0 : s.column - column))
            return false;
    }
    return match_brackets(&s);
}
