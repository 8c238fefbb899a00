/* scan.c - characters to preprocessing tokens: line splices, comments, names, numbers, literals, punctuators.
 *
 * May call the arena only; reports nothing: invalid characters are PP_OTHER, for the lexer of the language. A
 * spelling points into the file unless it has a line splice.
 */
#include "fcc/preprocess/state.h"

#include <ctype.h>
#include <string.h>

/* Letters outside ASCII count as letters; the lexer knows which of them names may contain. */
static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether \u00e9 or \U000000e9 is next. */
static bool is_universal(const char *text)
{
    return text[0] == '\\' && (text[1] == 'u' || text[1] == 'U') && isxdigit((unsigned char)text[2]);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

/* The offset after all line splices at `at`: a backslash, perhaps blanks, a newline. */
static uint32_t after_splices(const struct pp_scanner *s, uint32_t at)
{
    while (s->text[at] == '\\') {
        uint32_t next = at + 1;
        while (is_blank(s->text[next]))
            next++;
        if (s->text[next] != '\n')
            break;
        at = next + 1;
    }
    return at;
}

/* The next character, after splices. */
static char look(struct pp_scanner *s)
{
    if (s->text[s->at] == '\\')
        s->at = after_splices(s, s->at);
    return s->text[s->at];
}

static bool at_end(const struct pp_scanner *s)
{
    return s->at >= s->size;
}

static void pass_line(struct pp_scanner *s)
{
    for (;;) {
        size_t length = strcspn(s->text + s->at, "\\\n");
        s->at += (uint32_t)length;
        uint32_t next = after_splices(s, s->at);
        if (next != s->at)
            s->at = next;
        else if (!at_end(s) && s->text[s->at] != '\n')
            s->at++; /* a backslash, or a character of code 0 */
        else
            return;
    }
}

/* The end of a comment; `at` is after its opening. */
static void pass_comment(struct pp_scanner *s)
{
    uint32_t start = s->at;
    while (!at_end(s)) {
        const char *star = memchr(s->text + s->at, '*', s->size - s->at);
        if (star == NULL) {
            s->at = s->size;
            break;
        }
        s->at = (uint32_t)(star - s->text) + 1;
        if (look(s) == '/') {
            s->at++;
            return;
        }
    }
    s->open_comment = start;
}

/* Skips a comment; false if there is none. */
static bool pass_any_comment(struct pp_scanner *s)
{
    if (s->text[s->at] != '/')
        return false;
    uint32_t second = after_splices(s, s->at + 1);
    if (s->text[second] == '/') {
        s->at = second + 1;
        pass_line(s);
        return true;
    }
    if (s->text[second] == '*') {
        s->at = second + 1;
        pass_comment(s);
        return true;
    }
    return false;
}

bool scan_space(struct pp_scanner *s, bool over_lines)
{
    bool any = false;
    for (;;) {
        char c = look(s);
        if (is_blank(c)) {
            s->at++;
        } else if (c == '\n' && over_lines) {
            s->at++;
            s->line_start = true;
        } else if (c == '\0' && !at_end(s)) {
            return any;
        } else if (!pass_any_comment(s)) {
            return any;
        }
        any = true;
    }
}

/* Skips a literal whose opening quote is next; false, with nothing skipped, if its line ends first. */
static bool pass_literal(struct pp_scanner *s, char quote)
{
    uint32_t start = s->at++;
    for (;;) {
        char c = look(s);
        if (c == '\n' || at_end(s)) {
            s->at = start;
            return false;
        }
        s->at++;
        if (c == quote)
            return true;
        if (c == '\\') {
            look(s);
            if (s->text[s->at] != '\n' && !at_end(s))
                s->at++;
        }
    }
}

void scan_rest(struct pp_scanner *s)
{
    for (;;) {
        char c = look(s);
        if (c == '\n' || at_end(s))
            return;
        if (c == '"' || c == '\'') {
            if (!pass_literal(s, c))
                s->at++;
        } else if (!pass_any_comment(s)) {
            s->at++;
        }
    }
}

/* ---- names */

struct pp_name *scan_find_name(struct preprocessor *pp, const char *text, size_t length)
{
    struct name_entry *entry = names_find(&pp->names, text, length);
    if (entry->item != NULL)
        return entry->item;
    struct pp_name *name = arena_alloc(&pp->arena, sizeof *name + length + 1);
    memcpy(name->text, text, length);
    name->length = (uint32_t)length;
    entry->name = name->text;
    entry->item = name;
    return name;
}

/* ---- tokens */

/* Punctuators of more than one character, longer ones first. */
static const char *const punctuators[] = {
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=",   "/=",  "%=",  "+=",  "-=", "&=", "^=", "|=", "##", "$$", "<:", ":>", "<%", "%>", "%:",
};

/* Whether a letter of names stands there, digits among them; `$` is one where the options say so. */
static bool is_letter(const struct pp_scanner *s, char c)
{
    return is_word(c) || (c == '$' && s->dollars);
}

static void pass_name(struct pp_scanner *s)
{
    do {
        s->at += is_universal(s->text + s->at) ? 2 : 1;
        while (is_letter(s, s->text[s->at]))
            s->at++;
    } while (is_letter(s, look(s)) || is_universal(s->text + s->at));
}

/* A name, or a literal that begins with one: L"text", u8'x'. */
static enum pp_kind pass_name_or_literal(struct pp_scanner *s)
{
    static const char *const prefixes[] = {"L", "u", "U", "u8"};
    const uint32_t start = s->at;
    pass_name(s);
    const char quote = s->text[s->at];
    for (size_t i = 0; (quote == '"' || quote == '\'') && i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t length = strlen(prefixes[i]);
        if (s->at - start == length && strncmp(s->text + start, prefixes[i], length) == 0 &&
            pass_literal(s, quote))
            return quote == '"' ? PP_STRING : PP_CHARACTER;
    }
    return PP_NAME;
}

static void pass_number(struct pp_scanner *s)
{
    for (;;) {
        char c = look(s);
        if (!is_word(c) && c != '.' && !is_universal(s->text + s->at))
            return;
        s->at++;
        if (strchr("eEpP", c) != NULL) {
            char sign = look(s);
            s->at += sign == '+' || sign == '-';
        }
    }
}

static void pass_punctuator(struct pp_scanner *s)
{
    char text[5] = "";
    uint32_t ends[4] = {0};
    uint32_t at = s->at;
    for (int i = 0; i < 4; i++) {
        at = after_splices(s, at);
        text[i] = s->text[at];
        if (text[i] == '\0')
            break;
        ends[i] = ++at;
    }
    for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; i++) {
        size_t length = strlen(punctuators[i]);
        if (punctuators[i][0] == text[0] && strncmp(punctuators[i], text, length) == 0) {
            s->at = ends[length - 1];
            return;
        }
    }
    s->at++;
}

/* Skips the next token and returns its kind. */
static enum pp_kind pass_token(struct pp_scanner *s, bool wants_header)
{
    char c = s->text[s->at];
    if ((is_letter(s, c) && !isdigit((unsigned char)c)) || is_universal(s->text + s->at))
        return pass_name_or_literal(s);
    if (isdigit((unsigned char)c) ||
        (c == '.' && isdigit((unsigned char)s->text[after_splices(s, s->at + 1)]))) {
        pass_number(s);
        return PP_NUMBER;
    }
    if (c == '<' && wants_header) {
        uint32_t length = (uint32_t)strcspn(s->text + s->at, ">\n");
        if (s->text[s->at + length] == '>') {
            s->at += length + 1;
            return PP_HEADER;
        }
    }
    if (c == '"' || c == '\'') {
        if (pass_literal(s, c))
            return c == '"' ? PP_STRING : PP_CHARACTER;
        pass_line(s); /* a literal without an end: the lexer reports it */
        return PP_OTHER;
    }
    if (ispunct((unsigned char)c) && c != '\\' && c != '`') {
        pass_punctuator(s);
        return PP_PUNCTUATOR;
    }
    s->at++;
    return PP_OTHER;
}

/* The spelling of `length` bytes without the splices in it; NULL if there are none. */
static char *without_splices(struct preprocessor *pp, const struct pp_scanner *s, uint32_t start,
                             uint32_t *length)
{
    uint32_t end = start + *length;
    const char *backslash = memchr(s->text + start, '\\', *length);
    for (; backslash != NULL;
         backslash = memchr(backslash + 1, '\\', (size_t)(s->text + end - backslash - 1))) {
        uint32_t at = (uint32_t)(backslash - s->text);
        if (after_splices(s, at) != at)
            break;
    }
    if (backslash == NULL)
        return NULL;
    char *text = arena_alloc(&pp->arena, *length + 1);
    uint32_t count = 0;
    for (uint32_t at = after_splices(s, start); at < end; at = after_splices(s, at))
        text[count++] = s->text[at++];
    *length = count;
    return text;
}

void scan_token(struct preprocessor *pp, struct pp_scanner *s, struct pp_token *token)
{
    bool space = scan_space(s, !pp->in_directive);
    *token = (struct pp_token){.text = s->text + s->at};
    token->flags = (uint8_t)((space ? PP_SPACE : 0) | (s->line_start ? PP_LINE_START : 0));
    uint32_t start = s->at;
    s->dollars = pp->options->dollars;
    token->place = start;
    if (at_end(s) || s->text[start] == '\n') {
        token->kind = PP_END;
        return;
    }
    s->line_start = false;
    token->kind = (uint8_t)pass_token(s, pp->wants_header);
    token->length = s->at - start;
    char *clean = without_splices(pp, s, start, &token->length);
    if (clean != NULL)
        token->text = clean;
    if (token->kind == PP_NAME)
        token->name = scan_find_name(pp, token->text, token->length);
}

bool scan_would_join(const struct pp_token *left, const struct pp_token *right)
{
    char a = left->text[left->length - 1];
    char b = right->text[0];
    if (left->kind == PP_NUMBER)
        return is_word(b) || b == '.' || ((b == '+' || b == '-') && strchr("eEpP", a) != NULL);
    if (is_word(a) && left->kind == PP_NAME)
        return is_word(b);
    if (left->kind == PP_OTHER || right->kind == PP_OTHER)
        return true;
    if (left->kind != PP_PUNCTUATOR)
        return false;
    if (a == '.' && (isdigit((unsigned char)b) || b == '.'))
        return true;
    if (a == '/' && (b == '/' || b == '*'))
        return true;
    if (right->kind != PP_PUNCTUATOR)
        return false;
    for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; i++) {
        size_t length = left->length;
        if (strncmp(punctuators[i], left->text, length) == 0 && punctuators[i][length] == b)
            return true;
    }
    return false;
}
