/* lex.c - the lexer: names, punctuators and the order of tokens, driven by token.def and absent.def.
 *
 * A malformed token is reported and replaced by a harmless one, so that the parser always gets tokens.
 */
#include "fcc/text/lexer.h"

#include <ctype.h>
#include <string.h>

#include "fcc/text/tree.h"
#include "fcc/text/unicode.h"

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

/* Other spellings of keywords. */
static const struct {
    const char *spelling;
    enum token_kind keyword;
    bool may_be_name;
} aliases[] = {
#define ALIAS(spelling, keyword, may_be_name) {spelling, TOKEN_##keyword, may_be_name},
#include "fcc/text/alias.def"
};

/* The replacement for a word that Fork does not have. */
enum absent_form { ABSENT_PASSED, ABSENT_PRIVATE, ABSENT_WITH, ABSENT_TYPE, ABSENT_MAY_BE_NAME_WITH };

static const struct {
    const char *word;
    enum absent_form form;
    const char *instead;
} absents[] = {
#define ABSENT(word, form, instead) {word, ABSENT_##form, instead},
#include "fcc/text/absent.def"
#undef ABSENT
};

const char *lex_kind_text(enum token_kind kind)
{
    return kinds[kind].quoted;
}

int lex_precedence(enum token_kind kind)
{
    return kinds[kind].precedence;
}

int lex_operation(enum token_kind kind)
{
    return kinds[kind].operation;
}

/* ---- tokens */

/* Length of the next character of a name beyond ASCII, as UTF-8 or as \u00e9; 0: none. */
static uint32_t letter_length(const char *text, bool first, uint32_t *code)
{
    uint32_t length = *text == '\\'                  ? literal_universal(text, code)
                      : (unsigned char)*text >= 0x80 ? unicode_decode(text, code)
                                                     : 0;
    return length != 0 && unicode_in_name(*code, first) ? length : 0;
}

/* `$` is a letter of names in plain C, as gcc has it. */
static bool is_dollar(const struct lexer *lexer, const char *text)
{
    return *text == '$' && lexer->source->is_plain_c && !source_is_of_runtime(lexer->source, lexer->at);
}

static bool starts_name(const struct lexer *lexer)
{
    const char *text = lexer->text + lexer->at;
    uint32_t code;
    return isalpha((unsigned char)*text) || *text == '_' || is_dollar(lexer, text) ||
           letter_length(text, true, &code) != 0;
}

/* Bytes: with what is added to the names of local statics, and letters beyond ASCII written out, the
 * assembler's 1024 are never reached. */
#define LONGEST_NAME 255u

/* The kind of token of a name that was just read. */
static enum token_kind keyword_of(struct lexer *lexer, const struct name *name, source_pos pos)
{
    const enum token_kind kind = name->keyword;
    if (kind >= TOKEN_ASYNC && kind <= TOKEN_SYNC && lexer->source->is_plain_c &&
        !source_is_of_runtime(lexer->source, pos))
        return TOKEN_IDENTIFIER;
    if (name->is_keyword_call) {
        lexer_skip_space(lexer);
        return lexer->text[lexer->at] == '(' ? kind : TOKEN_IDENTIFIER;
    }
    return kind;
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
        taken = lexer_is_word(*at) || is_dollar(lexer, at) ? 1 : letter_length(at, false, &code);
        has_universal |= taken != 0 && *at == '\\';
    }
    token->length = lexer->at - token->pos;
    uint32_t length = token->length;
    if (has_universal) {
        char *copy = arena_alloc(lexer->source->arena, length);
        length = 0;
        for (const char *at = start; at < start + token->length;) {
            uint32_t taken = *at == '\\' ? literal_universal(at, &code) : 1;
            if (taken == 1)
                copy[length++] = *at;
            else
                length += unicode_encode(code, copy + length);
            at += taken;
        }
        spelling = copy;
    }
    if (length > LONGEST_NAME) {
        lexer_malformed(lexer, token->pos, "a name may have %u characters at most, this one has %u",
                        LONGEST_NAME, length);
        length = LONGEST_NAME;
    }
    token->name = lex_name(lexer->source->arena, lexer->names, spelling, length);
    token->kind = keyword_of(lexer, token->name, token->pos);
}

/* Skips the parentheses that come next, if any; returns whether there were any. */
static bool skip_parentheses(struct lexer *lexer)
{
    uint32_t depth = 0;
    lexer_skip_space(lexer);
    if (lexer->text[lexer->at] != '(')
        return false;
    do {
        depth += lexer->text[lexer->at] == '(';
        depth -= lexer->text[lexer->at] == ')';
        lexer->at++;
    } while (depth > 0 && lexer->at < lexer->source->length);
    return true;
}

/* Passes `volatile` or another qualifier of asm; false: there is none. */
static bool skip_qualifier(struct lexer *lexer)
{
    static const char *const qualifiers[] = {"volatile", "__volatile__", "inline", "__inline__"};
    lexer_skip_space(lexer);
    const char *text = lexer->text + lexer->at;
    for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
        const size_t length = strlen(qualifiers[i]);
        if (strncmp(text, qualifiers[i], length) == 0 && !lexer_is_word(text[length])) {
            lexer->at += (uint32_t)length;
            return true;
        }
    }
    return false;
}

/* Whether the rest of an `asm` has no instructions: qualifiers, then "" in parentheses. Reads over it. */
static bool has_no_instructions(struct lexer *lexer)
{
    const char *text = lexer->text;
    while (skip_qualifier(lexer))
        continue;
    if (text[lexer->at] != '(')
        return false;
    lexer->at++;
    for (lexer_skip_space(lexer); text[lexer->at] == '"'; lexer_skip_space(lexer)) {
        if (text[lexer->at + 1] != '"')
            return false;
        lexer->at += 2;
    }
    return text[lexer->at] == ':' || text[lexer->at] == ')';
}

/* Reports a word that Fork does not have; false: the parser gets no token for it. */
static bool replace_absent(struct lexer *lexer, struct token *token)
{
    const uint32_t row = token->name->absent - 1;
    enum absent_form form = absents[row].form;
    uint32_t behind = lexer->at;
    if ((form == ABSENT_WITH || form == ABSENT_MAY_BE_NAME_WITH) && lexer->source->is_plain_c) {
        const bool is_empty = has_no_instructions(lexer);
        lexer->at = behind;
        token->kind = TOKEN_ASM;
        if (is_empty)
            return true;
        token->kind = TOKEN_IDENTIFIER;
    }
    if (form == ABSENT_PRIVATE && lexer->source->is_plain_c)
        return false; /* the word states what all variables are */
    if (form == ABSENT_WITH || form == ABSENT_MAY_BE_NAME_WITH) {
        lexer_skip_space(lexer);
        if (strncmp(lexer->text + lexer->at, "volatile", strlen("volatile")) == 0)
            lexer->at += (uint32_t)strlen("volatile");
    }
    if (form != ABSENT_PASSED && form != ABSENT_PRIVATE && !skip_parentheses(lexer) &&
        form == ABSENT_MAY_BE_NAME_WITH) {
        lexer->at = behind;
        return true;
    }
    lexer_malformed(lexer, token->pos, "fcc has no '%s': %s (docs/c.md)", absents[row].word,
                    absents[row].instead);
    token->kind = TOKEN_INT;
    return form == ABSENT_TYPE;
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

/* `??(` and similar, trigraphs of C for keyboards without brackets; false: none. */
static bool refuse_trigraph(struct lexer *lexer)
{
    static const char letters[] = "=/'()!<>-";
    static const char meant[] = "#\\^[]|{}~";
    const char *text = lexer->text + lexer->at;
    const char *letter =
        text[0] == '?' && text[1] == '?' && text[2] != '\0' ? strchr(letters, text[2]) : NULL;
    if (letter == NULL)
        return false;
    lexer_malformed(lexer, lexer->at, "fcc has no trigraphs: write '%c', not '%.3s' (docs/c.md)",
                    meant[letter - letters], text);
    lexer->at += 3;
    return true;
}

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
    uint32_t length = c == '\\' ? literal_universal(text, &code) : unicode_decode(text, &code);
    if (length > 1) {
        lexer_malformed(lexer, lexer->at, "the character '%.*s' (U+%04X) cannot stand here", (int)length,
                        text, code);
        lexer->at += length - 1;
    } else if (isprint(c)) {
        lexer_malformed(lexer, lexer->at, "stray '%c' in the program", c);
    } else {
        lexer_malformed(lexer, lexer->at, "stray character of code %u in the program", c);
    }
    /* one message for a run of them: a character in another encoding has many bytes */
    do {
        lexer->at++;
    } while ((unsigned char)lexer->text[lexer->at] >= 0x80 && !starts_name(lexer));
}

static void add_token(struct lexer *lexer, const struct token *token)
{
    struct token_list *list = &lexer->tokens;
    struct arena *arena = lexer->source->arena;
    const uint32_t chunk = list->count / TOKENS_PER_CHUNK;
    if (list->count % TOKENS_PER_CHUNK == 0) {
        list->chunks = arena_grow(arena, list->chunks, chunk, &list->chunk_capacity, sizeof *list->chunks);
        list->chunks[chunk] = ARENA_ARRAY(arena, struct token, TOKENS_PER_CHUNK);
    }
    *lex_token(list, list->count++) = *token;
}

struct token_list lex(struct source *source, struct name_table *names)
{
    struct lexer lexer = {.source = source, .names = names, .text = source->text};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const char *spelling = kinds[keywords[i]].spelling;
        lex_name(source->arena, names, spelling, strlen(spelling))->keyword = keywords[i];
    }
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        const char *spelling = aliases[i].spelling;
        struct name *name = lex_name(source->arena, names, spelling, strlen(spelling));
        name->keyword = aliases[i].keyword;
        name->is_keyword_call = aliases[i].may_be_name;
    }
    for (size_t i = 0; i < sizeof absents / sizeof *absents; i++)
        lex_name(source->arena, names, absents[i].word, strlen(absents[i].word))->absent = (uint32_t)i + 1;
    for (;;) {
        lexer_skip_space(&lexer);
        struct token token = {.pos = lexer.at};
        char c = lexer.text[lexer.at];
        if (lexer.at >= source->length) {
            token.kind = TOKEN_END;
            add_token(&lexer, &token);
            return lexer.tokens;
        }
        if (refuse_trigraph(&lexer))
            continue;
        if (literal_prefix(&lexer) != 0) {
            literal_prefixed(&lexer, &token);
        } else if (starts_name(&lexer)) {
            read_name(&lexer, &token);
            if (token.name->absent != 0 && !replace_absent(&lexer, &token))
                continue;
            if (token.kind == TOKEN_ATTRIBUTE) {
                attribute_read(&lexer, token.pos);
                continue;
            }
            if (token.kind == TOKEN_EXTENSION) /* silences warnings that fcc does not have */
                continue;
        } else if (c == '[' && lexer.text[lexer.at + 1] == '[' && source->is_plain_c) {
            attribute_read_brackets(&lexer, token.pos);
            continue;
        } else if (isdigit((unsigned char)c) ||
                   (c == '.' && isdigit((unsigned char)lexer.text[lexer.at + 1]))) {
            literal_number(&lexer, &token);
        } else if (c == '\'') {
            literal_character(&lexer, &token);
        } else if (c == '"') {
            literal_string(&lexer, &token);
        } else if (!read_punctuator(&lexer, &token)) {
            report_stray(&lexer);
            continue;
        }
        add_token(&lexer, &token);
    }
}
