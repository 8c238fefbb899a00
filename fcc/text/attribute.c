/* attribute.c - `__attribute__((...))`: read by the lexer, so that it is legal wherever gcc accepts it.
 *
 * It becomes no token. The marks of attribute.def are noted beside the tokens (lex_mark); the parser
 * queries the marks of a declaration.
 */
#include "fcc/text/lexer.h"

#include "common/bisect.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name;
    enum token_mark_kind mark;
} marks[] = {
#define ATTRIBUTE_MARK(name, mark) {name, TOKEN_MARK_##mark},
#include "fcc/text/attribute.def"
};

static const struct {
    const char *name;
    const char *instead;
} refused[] = {
#define ATTRIBUTE_REFUSED(name, instead) {name, instead},
#define ATTRIBUTE_CALL(name, mark, has_argument, instead) {name, instead},
#include "fcc/text/attribute.def"
};

static const struct {
    const char *name;
    enum token_mark_kind mark;
    bool has_argument; /* the name of a function */
    const char *instead;
} calls[] = {
#define ATTRIBUTE_CALL(name, mark, has_argument, instead) {name, TOKEN_MARK_##mark, has_argument, instead},
#include "fcc/text/attribute.def"
};

static void add_mark(struct lexer *lexer, enum token_mark_kind kind, struct name *argument)
{
    struct token_list *list = &lexer->tokens;
    list->marks = arena_grow(lexer->source->arena, list->marks, list->mark_count, &list->mark_capacity,
                             sizeof *list->marks);
    list->marks[list->mark_count++] = (struct token_mark){list->count, kind, argument};
}

const struct token_mark *lex_mark(const struct token_list *list, enum token_mark_kind kind, uint32_t first,
                                  uint32_t last)
{
    BISECT(low, list->mark_count, i, list->marks[i].at < first)
    while (low < list->mark_count && list->marks[low].at <= last && list->marks[low].kind != kind)
        low++;
    return low < list->mark_count && list->marks[low].at <= last ? &list->marks[low] : NULL;
}

/* `__packed__` is packed. */
static struct name *plain_name(struct lexer *lexer, const char *text, size_t length)
{
    if (length > 4 && strncmp(text, "__", 2) == 0 && strncmp(text + length - 2, "__", 2) == 0) {
        text += 2;
        length -= 4;
    }
    return lex_name(lexer->source->arena, lexer->names, text, length);
}

static source_pos behind_space(const struct lexer *lexer, source_pos at)
{
    while (isspace((unsigned char)lexer->text[at]))
        at++;
    return at;
}

/* The word in the parentheses that come next; NULL: no parentheses, or something else in them. */
static struct name *argument_ahead(const struct lexer *lexer)
{
    source_pos at = behind_space(lexer, lexer->at);
    if (lexer->text[at] != '(')
        return NULL;
    const source_pos word = at = behind_space(lexer, at + 1);
    while (lexer_is_word(lexer->text[at]))
        at++;
    const bool is_word = at > word && lexer->text[behind_space(lexer, at)] == ')';
    return is_word ? lex_name(lexer->source->arena, lexer->names, lexer->text + word, at - word) : NULL;
}

/* An attribute by which a function is called, such as cleanup. In plain C it becomes a mark. */
static bool take_call(struct lexer *lexer, const struct name *name)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct name *argument = lex_same(name, calls[i].name) ? argument_ahead(lexer) : NULL;
        if (lex_same(name, calls[i].name) && lexer->source->is_plain_c &&
            calls[i].has_argument == (argument != NULL)) {
            add_mark(lexer, calls[i].mark, argument);
            return true;
        }
    }
    return false;
}

static void take_attribute(struct lexer *lexer, source_pos pos, size_t length)
{
    struct name *name = plain_name(lexer, lexer->text + pos, length);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (lex_same(name, marks[i].name)) {
            add_mark(lexer, marks[i].mark, NULL);
            return;
        }
    }
    if (take_call(lexer, name))
        return;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (lex_same(name, refused[i].name)) {
            lexer_malformed(lexer, pos, "fcc has no attribute '%s': %s (docs/c.md)", name->text,
                            refused[i].instead);
            return;
        }
    }
    if (!name->is_ignored_attribute)
        source_warning(lexer->source, pos, WARNING_attributes,
                       "the attribute '%.*s' is ignored, here and everywhere else",
                       (int)(name->length < 60 ? name->length : 60), name->text);
    name->is_ignored_attribute = true;
}

/* Skips a string or character in the arguments of an attribute. */
static void pass_quoted(struct lexer *lexer)
{
    const char quote = lexer->text[lexer->at++];
    while (lexer->at < lexer->source->length && lexer->text[lexer->at] != quote) {
        const bool escapes = lexer->text[lexer->at] == '\\' && lexer->at + 1 < lexer->source->length;
        lexer->at += escapes ? 2 : 1;
    }
    lexer->at += lexer->at < lexer->source->length;
}

/* Skips a name or number; a name at the beginning or after a comma is the attribute's name. */
static void pass_word(struct lexer *lexer, bool names_attribute)
{
    const source_pos start = lexer->at;
    while (lexer_is_word(lexer->text[lexer->at]))
        lexer->at++;
    if (names_attribute && !isdigit((unsigned char)lexer->text[start]))
        take_attribute(lexer, start, lexer->at - start);
}

void attribute_read(struct lexer *lexer, source_pos pos)
{
    uint32_t depth = 0;
    bool begins = false; /* an attribute */
    lexer_skip_space(lexer);
    if (lexer->text[lexer->at] != '(') {
        lexer_malformed(lexer, pos, "expected '((' after '__attribute__'");
        return;
    }
    do {
        const char c = lexer->text[lexer->at];
        if (lexer->at >= lexer->source->length) {
            lexer_malformed(lexer, pos, "this '__attribute__' has no end: a ')' is missing");
            return;
        }
        if (lexer_is_word(c)) {
            if (begins && depth == 1)
                lexer_malformed(lexer, pos, "expected '((' after '__attribute__'");
            pass_word(lexer, begins && depth == 2);
            begins = false;
        } else if (c == '"' || c == '\'') {
            pass_quoted(lexer);
        } else {
            depth += c == '(';
            depth -= c == ')';
            begins = (c == '(' && depth <= 2) || (c == ',' && depth == 2);
            lexer->at++;
        }
        if (depth > 0)
            lexer_skip_space(lexer);
    } while (depth > 0);
}

/* Whether the word that comes next is the `gnu` of `gnu::unused`. */
static bool is_prefix(const struct lexer *lexer)
{
    source_pos at = lexer->at;
    while (lexer_is_word(lexer->text[at]))
        at++;
    return lexer->text[at] == ':' && lexer->text[at + 1] == ':';
}

void attribute_read_brackets(struct lexer *lexer, source_pos pos)
{
    uint32_t depth = 0;
    lexer->at += 2;
    for (;;) {
        lexer_skip_space(lexer);
        const char c = lexer->text[lexer->at];
        if (lexer->at >= lexer->source->length) {
            lexer_malformed(lexer, pos, "this '[[' has no end: a ']]' is missing");
            return;
        }
        if (depth == 0 && c == ']' && lexer->text[lexer->at + 1] == ']') {
            lexer->at += 2;
            return;
        }
        if (lexer_is_word(c)) {
            pass_word(lexer, depth == 0 && !is_prefix(lexer));
        } else if (c == '"' || c == '\'') {
            pass_quoted(lexer);
        } else {
            depth += c == '(';
            depth -= c == ')' && depth > 0;
            lexer->at++;
        }
    }
}
