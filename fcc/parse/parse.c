/* parse.c - the base of the parser: tokens, messages, recovery. */
#include "fcc/parse/parse.h"

#include "fcc/check/check.h"
#include "fcc/text/watch.h"

const struct token *parse_ahead(const struct unit *unit, uint32_t ahead)
{
    uint32_t at = unit->at;
    while (ahead > 0 && lex_token(&unit->tokens, at)->kind != TOKEN_END) {
        at++;
        ahead--;
    }
    return lex_token(&unit->tokens, at);
}

bool parse_is(const struct unit *unit, enum token_kind kind)
{
    return lex_token(&unit->tokens, unit->at)->kind == kind;
}

void parse_advance(struct unit *unit)
{
    const struct token *token = lex_token(&unit->tokens, unit->at);
    const struct front_watch *watch = unit->options->watch;
    if (watch != NULL && token->kind == TOKEN_IDENTIFIER)
        watch->token(watch->context, unit, token);
    if (token->kind != TOKEN_END)
        unit->at++;
}

bool parse_accept(struct unit *unit, enum token_kind kind)
{
    if (unit->panic || !parse_is(unit, kind))
        return false;
    parse_advance(unit);
    return true;
}

/* The position right after the last consumed token. */
static source_pos behind(const struct unit *unit)
{
    const struct token *last = lex_token(&unit->tokens, unit->at > 0 ? unit->at - 1 : 0);
    return last->pos + last->length;
}

/* A token as messages quote it. */
static const char *token_text(struct unit *unit, const struct token *token)
{
    if (token->kind == TOKEN_END || token->kind == TOKEN_STRING)
        return lex_kind_text(token->kind);
    return arena_format(unit->arena, "'%.*s'", (int)(token->length < 60 ? token->length : 60),
                        unit->source.text + token->pos);
}

/* Whether the next token begins a new line: then something is missing at the end of the previous line. */
static bool next_on_new_line(const struct unit *unit)
{
    if (unit->at == 0)
        return false;
    uint32_t end = behind(unit);
    for (source_pos pos = end; pos < parse_next(unit)->pos; pos++) {
        if (unit->source.text[pos] == '\n')
            return true;
    }
    return parse_is(unit, TOKEN_END);
}

void parse_error(struct unit *unit, const char *wanted)
{
    if (unit->panic)
        return;
    const struct token *next = parse_next(unit);
    source_pos pos = next_on_new_line(unit) ? behind(unit) : next->pos;
    unit->panic = true;
    if (!source_is_marked(&unit->source, pos))
        source_error(&unit->source, pos, "expected %s before %s", wanted, token_text(unit, next));
}

/* Keywords that can only begin a statement or declaration: the parser continues there after an error. */
static bool begins_statement(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_IF:
    case TOKEN_WHILE:
    case TOKEN_DO:
    case TOKEN_FOR:
    case TOKEN_SWITCH:
    case TOKEN_CASE:
    case TOKEN_DEFAULT:
    case TOKEN_BREAK:
    case TOKEN_CONTINUE:
    case TOKEN_RETURN:
    case TOKEN_GOTO:
    case TOKEN_TYPEDEF:
    case TOKEN_STATIC:
    case TOKEN_EXTERN:
    case TOKEN_START:
    case TOKEN_FARM:
    case TOKEN_SEQ:
    case TOKEN_FORK:
    case TOKEN_JOIN:
    case TOKEN_BARRIER:
        return true;
    default:
        return false;
    }
}

/* Whether a statement probably ends before the next token. */
static bool may_follow(const struct unit *unit)
{
    return next_on_new_line(unit) || parse_is(unit, TOKEN_RIGHT_BRACE) ||
           begins_statement(parse_next(unit)->kind) || parse_starts_declaration(unit);
}

/* The opening bracket for a closing one; 0: none, or the kind is no closing bracket. */
static uint32_t opening_of(const struct unit *unit, enum token_kind closing)
{
    const enum token_kind opening = closing == TOKEN_RIGHT_PAREN     ? TOKEN_LEFT_PAREN
                                    : closing == TOKEN_RIGHT_BRACKET ? TOKEN_LEFT_BRACKET
                                                                     : TOKEN_LEFT_BRACE;
    const bool is_closing =
        closing == TOKEN_RIGHT_PAREN || closing == TOKEN_RIGHT_BRACKET || closing == TOKEN_RIGHT_BRACE;
    uint32_t depth = 1;
    uint32_t at = is_closing ? unit->at : 0;
    while (at > 0 && depth > 0) {
        enum token_kind kind = lex_token(&unit->tokens, --at)->kind;
        depth += kind == closing;
        depth -= kind == opening;
    }
    return depth == 0 ? at : 0;
}

/* If macros have opened more brackets of a kind than they have closed since the present one, a macro is to
 * blame. */
static void note_macro(struct unit *unit, enum token_kind closing)
{
    const uint32_t first = opening_of(unit, closing);
    const enum token_kind opening = lex_token(&unit->tokens, first)->kind;
    const struct token *blamed = NULL;
    uint32_t depth = 0;
    for (uint32_t at = first; at > 0 && at < unit->at; at++) {
        const struct token *token = lex_token(&unit->tokens, at);
        if ((token->kind != opening && token->kind != closing) ||
            !source_is_expanded(&unit->source, token->pos))
            continue;
        blamed = depth == 0 ? token : blamed;
        depth += token->kind == opening;
        depth -= token->kind == closing && depth > 0;
    }
    if (depth > 0)
        source_note(&unit->source, blamed->pos, "the macro opens %s, and does not close it",
                    lex_kind_text(opening));
}

bool parse_expect(struct unit *unit, enum token_kind kind, const char *where)
{
    if (parse_accept(unit, kind))
        return true;
    if (!unit->panic) {
        const char *wanted = lex_kind_text(kind);
        bool forgotten = kind == TOKEN_SEMICOLON && may_follow(unit);
        parse_error(unit, *where == '\0' ? wanted : arena_format(unit->arena, "%s %s", wanted, where));
        note_macro(unit, kind);
        if (forgotten) { /* go on as if it were there */
            unit->panic = false;
            return true;
        }
    }
    return false;
}

/* How many braces since the token `start` are still open. */
static uint32_t open_braces(const struct unit *unit, uint32_t start)
{
    uint32_t depth = 0;
    for (uint32_t at = start; at < unit->at; at++) {
        enum token_kind kind = lex_token(&unit->tokens, at)->kind;
        depth += kind == TOKEN_LEFT_BRACE;
        depth -= kind == TOKEN_RIGHT_BRACE && depth > 0;
    }
    return depth;
}

/* Leaves the braces of initial values: up to the last '}', or before a ';' or a token that can only begin a
 * statement, where braces must be missing. */
static void leave_braces(struct unit *unit, uint32_t outer)
{
    uint32_t depth = outer;
    while (depth > 0) {
        enum token_kind kind = parse_next(unit)->kind;
        if (kind == TOKEN_END || kind == TOKEN_SEMICOLON || begins_statement(kind))
            return;
        parse_advance(unit);
        depth += kind == TOKEN_LEFT_BRACE;
        depth -= kind == TOKEN_RIGHT_BRACE;
    }
}

void parse_recover_from(struct unit *unit, uint32_t start)
{
    leave_braces(unit, open_braces(unit, start));
    parse_recover(unit);
}

void parse_recover(struct unit *unit)
{
    uint32_t depth = 0;
    for (;;) {
        enum token_kind kind = parse_next(unit)->kind;
        if (kind == TOKEN_END || (depth == 0 && (kind == TOKEN_RIGHT_BRACE || begins_statement(kind))))
            break;
        parse_advance(unit);
        if (kind == TOKEN_LEFT_BRACE) {
            depth++;
        } else if (kind == TOKEN_RIGHT_BRACE) {
            depth--;
            if (depth == 0 && !parse_is(unit, TOKEN_ELSE)) /* an else is lost with its if */
                break;
        } else if (kind == TOKEN_SEMICOLON && depth == 0) {
            break;
        }
    }
    unit->panic = false;
}

void parse_skip_braces(struct unit *unit)
{
    uint32_t depth = 0;
    do {
        depth += parse_is(unit, TOKEN_LEFT_BRACE);
        depth -= parse_is(unit, TOKEN_RIGHT_BRACE);
        parse_advance(unit);
    } while (depth > 0 && !parse_is(unit, TOKEN_END));
}

void parse_nest(struct unit *unit)
{
    if (++unit->nesting > UNIT_NESTING_LIMIT)
        source_fatal(&unit->source, parse_next(unit)->pos, "brackets and blocks are nested more than %d deep",
                     UNIT_NESTING_LIMIT);
}

void parse_unnest(struct unit *unit)
{
    unit->nesting--;
}

void parse_recover_global(struct unit *unit, uint32_t start)
{
    uint32_t outer = open_braces(unit, start);
    uint32_t depth = 0;
    leave_braces(unit, outer);
    if (outer > 0 && !parse_is(unit, TOKEN_COMMA) && !parse_is(unit, TOKEN_SEMICOLON)) {
        unit->panic = false;
        return;
    }
    while (!parse_is(unit, TOKEN_END)) {
        enum token_kind kind = parse_next(unit)->kind;
        parse_advance(unit);
        if (kind == TOKEN_LEFT_BRACE)
            depth++;
        else if ((kind == TOKEN_RIGHT_BRACE && (depth == 0 || --depth == 0)) ||
                 (kind == TOKEN_SEMICOLON && depth == 0))
            break;
    }
    unit->panic = false;
}
