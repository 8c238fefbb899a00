/* condition.c - the value of #if and #elif: integer expressions of 64 bits, signed and unsigned, and
 * `defined`.
 *
 * May call expand.c. Operands that are not evaluated (right of && and so on) may divide by zero. Depth is
 * limited.
 */
#include "fcc/preprocess/state.h"

#include <ctype.h>
#include <string.h>

struct value {
    uint64_t bits;
    bool is_unsigned;
};

struct condition {
    struct preprocessor *pp;
    struct pp_token token; /* the next one */
    uint32_t depth;
    uint32_t skipped; /* > 0: not evaluated */
    bool failed;
};

enum operation {
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REMAINDER,
    OP_ADD,
    OP_SUBTRACT,
    OP_LEFT,
    OP_RIGHT,
    OP_LESS,
    OP_GREATER,
    OP_LESS_EQUAL,
    OP_GREATER_EQUAL,
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_AND,
    OP_XOR,
    OP_OR,
    OP_BOTH,
    OP_EITHER,
    OP_COMMA
};

static const struct binary {
    const char *spelling;
    enum operation operation;
    int precedence;
} binaries[] = {
    {"*", OP_MULTIPLY, 12},
    {"/", OP_DIVIDE, 12},
    {"%", OP_REMAINDER, 12},
    {"+", OP_ADD, 11},
    {"-", OP_SUBTRACT, 11},
    {"<<", OP_LEFT, 10},
    {">>", OP_RIGHT, 10},
    {"<", OP_LESS, 9},
    {">", OP_GREATER, 9},
    {"<=", OP_LESS_EQUAL, 9},
    {">=", OP_GREATER_EQUAL, 9},
    {"==", OP_EQUAL, 8},
    {"!=", OP_NOT_EQUAL, 8},
    {"&", OP_AND, 7},
    {"^", OP_XOR, 6},
    {"|", OP_OR, 5},
    {"&&", OP_BOTH, 4},
    {"||", OP_EITHER, 3},
    {",", OP_COMMA, 1},
};

enum { LOWEST = 1, CONDITIONAL = 2 };

static void fail(struct condition *c, const struct pp_token *where, const char *text)
{
    if (!c->failed) {
        bool quotes = where != NULL && where->kind != PP_END;
        if (quotes)
            pp_error(c->pp, where, "%s '%.*s'", text, (int)(where->length < 60 ? where->length : 60),
                     where->text);
        else
            pp_error(c->pp, NULL, "%s the end of the line", text);
    }
    c->failed = true;
}

static void advance(struct condition *c)
{
    expand_token(c->pp, &c->token);
}

static struct value evaluate(struct condition *c, int lowest);

static void deepen(struct condition *c)
{
    if (++c->depth > PREPROCESS_NESTING_LIMIT)
        pp_fatal(c->pp, NULL, "the condition is nested more than %d deep", PREPROCESS_NESTING_LIMIT);
}

/* ---- operands */

static int digit_of(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : 99;
}

/* Whether the end of a number is one of u, l, ll in any order and case; sets *is_unsigned. */
static bool read_suffix(const char *text, uint32_t length, bool *is_unsigned)
{
    uint32_t us = 0;
    uint32_t ls = 0;
    for (uint32_t i = 0; i < length; i++) {
        if (text[i] == 'u' || text[i] == 'U') {
            us++;
        } else if (text[i] == 'l' || text[i] == 'L') {
            if (ls > 0 && text[i - 1] != text[i])
                return false;
            ls++;
        } else {
            return false;
        }
    }
    *is_unsigned = us != 0;
    return us <= 1 && ls <= 2;
}

static struct value read_number(struct condition *c)
{
    const struct pp_token *token = &c->token;
    const char *text = token->text;
    uint32_t base = 10;
    uint32_t i = 0;
    if (text[0] == '0') {
        char second = token->length > 1 ? (char)tolower((unsigned char)text[1]) : '\0';
        base = second == 'x' ? 16 : second == 'b' ? 2 : 8;
        i = base == 8 ? 0 : 2;
    }
    struct value value = {0};
    bool too_large = false;
    uint32_t start = i;
    for (; i < token->length && (uint32_t)digit_of(text[i]) < base; i++) {
        uint64_t next = value.bits * base + (uint64_t)digit_of(text[i]);
        too_large |= value.bits > (UINT64_MAX - (uint64_t)digit_of(text[i])) / base;
        value.bits = next;
    }
    if (i == start || !read_suffix(text + i, token->length - i, &value.is_unsigned)) {
        fail(c, token, "a condition needs whole numbers, not");
    } else if (too_large) {
        pp_warning(c->pp, token, "this number does not fit 64 bits");
    } else if (!value.is_unsigned && value.bits > INT64_MAX) {
        if (base == 10)
            pp_warning(c->pp, token, "this number is so large that it is unsigned");
        value.is_unsigned = true;
    }
    return value;
}

/* One character of a character constant; *i is advanced after it. */
static uint64_t read_escape(const struct pp_token *token, uint32_t *i)
{
    static const char letters[] = "abefnrtv";
    static const char values[] = "\a\b\033\f\n\r\t\v";
    char c = token->text[(*i)++];
    if (c != '\\' || *i + 1 >= token->length)
        return (unsigned char)c;
    c = token->text[(*i)++];
    const char *letter = strchr(letters, c);
    uint64_t value = 0;
    if (letter != NULL)
        return (uint64_t)values[letter - letters];
    if (c == 'x') {
        while (digit_of(token->text[*i]) < 16)
            value = value * 16 + (uint64_t)digit_of(token->text[(*i)++]);
        return value;
    }
    if (digit_of(c) < 8) {
        value = (uint64_t)digit_of(c);
        for (int n = 1; n < 3 && digit_of(token->text[*i]) < 8; n++)
            value = value * 8 + (uint64_t)digit_of(token->text[(*i)++]);
        return value;
    }
    return (unsigned char)c;
}

/* Characters are unsigned, as in the language; several are packed into 32 bits. */
static struct value read_character(struct condition *c)
{
    uint64_t value = 0;
    uint32_t count = 0;
    const char *quote = memchr(c->token.text, '\'', c->token.length); /* L or another prefix may be before */
    uint32_t i = (uint32_t)(quote - c->token.text) + 1;
    while (i + 1 < c->token.length) {
        value = value << 8 | read_escape(&c->token, &i);
        count++;
    }
    if (count == 0)
        fail(c, &c->token, "empty character constant");
    else if (count > 1)
        pp_warning(c->pp, &c->token, "character constant with more than one character");
    return (struct value){.bits = (uint64_t)(int64_t)(int32_t)(uint32_t)value};
}

/* defined NAME and defined(NAME), after the word; nothing is expanded. */
static struct value read_defined(struct condition *c)
{
    struct preprocessor *pp = c->pp;
    struct pp_token token;
    pp->prevent_expansion++;
    expand_token(pp, &token);
    bool in_parentheses = pp_is(&token, "(");
    if (in_parentheses)
        expand_token(pp, &token);
    struct value value = {0};
    if (token.kind != PP_NAME)
        fail(c, &token, "'defined' needs the name of a macro, not");
    else
        value.bits = macro_is_defined(pp, token.name);
    if (in_parentheses && !c->failed) {
        expand_token(pp, &token);
        if (!pp_is(&token, ")"))
            fail(c, &token, "expected ')' after 'defined' before");
    }
    pp->prevent_expansion--;
    return value;
}

static struct value read_name(struct condition *c)
{
    struct preprocessor *pp = c->pp;
    struct value value = {0};
    if (c->token.name == pp->name_defined) {
        value = read_defined(c);
    } else if (c->token.name == pp->name_has_include || c->token.name == pp->name_has_include_next) {
        const bool next = c->token.name == pp->name_has_include_next;
        value.bits = include_exists(pp, &c->token, next);
    } /* what is no macro is 0 */
    return value;
}

static struct value read_operand(struct condition *c)
{
    struct value value = {0};
    deepen(c);
    if (pp_is(&c->token, "(")) {
        struct pp_token open = c->token;
        advance(c);
        value = evaluate(c, LOWEST);
        if (!c->failed && !pp_is(&c->token, ")")) {
            fail(c, &c->token, "expected ')' in the condition before");
            pp_note(c->pp, open.place, "for this '('");
        }
    } else if (pp_is(&c->token, "-") || pp_is(&c->token, "+") || pp_is(&c->token, "~") ||
               pp_is(&c->token, "!")) {
        char operation = *c->token.text;
        advance(c);
        value = read_operand(c);
        switch (operation) {
        case '-':
            value.bits = -value.bits;
            break;
        case '~':
            value.bits = ~value.bits;
            break;
        case '!':
            value = (struct value){.bits = value.bits == 0};
            break;
        default:
            break;
        }
        c->depth--;
        return value;
    } else if (c->token.kind == PP_NUMBER) {
        value = read_number(c);
    } else if (c->token.kind == PP_CHARACTER) {
        value = read_character(c);
    } else if (c->token.kind == PP_NAME) {
        value = read_name(c);
    } else {
        fail(c, &c->token, "expected a number in the condition before");
    }
    if (!c->failed)
        advance(c);
    c->depth--;
    return value;
}

/* ---- operators */

static const struct binary *find_binary(const struct pp_token *token)
{
    for (size_t i = 0; token->kind == PP_PUNCTUATOR && i < sizeof binaries / sizeof *binaries; i++) {
        if (strlen(binaries[i].spelling) == token->length &&
            memcmp(binaries[i].spelling, token->text, token->length) == 0)
            return &binaries[i];
    }
    return NULL;
}

static uint64_t shift(struct value left, struct value right, bool to_left)
{
    uint64_t count = right.bits;
    if (!right.is_unsigned && (int64_t)right.bits < 0) { /* the other way round, as gcc has it */
        count = -right.bits;
        to_left = !to_left;
    }
    bool negative = !left.is_unsigned && (int64_t)left.bits < 0;
    if (count >= 64)
        return !to_left && negative ? UINT64_MAX : 0;
    if (to_left)
        return left.bits << count;
    uint64_t shifted = left.bits >> count;
    return negative && count > 0 ? shifted | ~(UINT64_MAX >> count) : shifted;
}

static uint64_t divide(struct condition *c, struct value left, struct value right, bool is_unsigned,
                       bool remainder, const struct pp_token *where)
{
    if (right.bits == 0) {
        if (c->skipped == 0)
            fail(c, where, "the condition divides by zero:");
        return 0;
    }
    if (is_unsigned)
        return remainder ? left.bits % right.bits : left.bits / right.bits;
    if (right.bits == UINT64_MAX) /* -1: the only case of overflow */
        return remainder ? 0 : -left.bits;
    int64_t a = (int64_t)left.bits;
    int64_t b = (int64_t)right.bits;
    return (uint64_t)(remainder ? a % b : a / b);
}

static bool compare(struct value left, struct value right, bool is_unsigned, enum operation operation)
{
    bool less = is_unsigned ? left.bits < right.bits : (int64_t)left.bits < (int64_t)right.bits;
    bool equal = left.bits == right.bits;
    switch (operation) {
    case OP_LESS:
        return less;
    case OP_GREATER:
        return !less && !equal;
    case OP_LESS_EQUAL:
        return less || equal;
    case OP_GREATER_EQUAL:
        return !less;
    case OP_EQUAL:
        return equal;
    default:
        return !equal;
    }
}

static struct value apply(struct condition *c, enum operation operation, struct value left,
                          struct value right, const struct pp_token *where)
{
    bool is_unsigned = left.is_unsigned || right.is_unsigned;
    struct value value = {.is_unsigned = is_unsigned};
    switch (operation) {
    case OP_MULTIPLY:
        value.bits = left.bits * right.bits;
        break;
    case OP_DIVIDE:
    case OP_REMAINDER:
        value.bits = divide(c, left, right, is_unsigned, operation == OP_REMAINDER, where);
        break;
    case OP_ADD:
        value.bits = left.bits + right.bits;
        break;
    case OP_SUBTRACT:
        value.bits = left.bits - right.bits;
        break;
    case OP_LEFT:
    case OP_RIGHT:
        value = (struct value){shift(left, right, operation == OP_LEFT), left.is_unsigned};
        break;
    case OP_AND:
        value.bits = left.bits & right.bits;
        break;
    case OP_XOR:
        value.bits = left.bits ^ right.bits;
        break;
    case OP_OR:
        value.bits = left.bits | right.bits;
        break;
    case OP_BOTH:
        value = (struct value){.bits = left.bits != 0 && right.bits != 0};
        break;
    case OP_EITHER:
        value = (struct value){.bits = left.bits != 0 || right.bits != 0};
        break;
    case OP_COMMA:
        value = right;
        break;
    default:
        value = (struct value){.bits = compare(left, right, is_unsigned, operation)};
        break;
    }
    return value;
}

/* left ? middle : right; the `?` is the next token. */
static struct value evaluate_conditional(struct condition *c, struct value left)
{
    deepen(c);
    advance(c);
    c->skipped += left.bits == 0;
    struct value middle = evaluate(c, LOWEST);
    c->skipped -= left.bits == 0;
    if (!c->failed && !pp_is(&c->token, ":"))
        fail(c, &c->token, "expected ':' in the condition before");
    if (c->failed)
        return left;
    advance(c);
    c->skipped += left.bits != 0;
    struct value right = evaluate(c, CONDITIONAL);
    c->skipped -= left.bits != 0;
    c->depth--;
    return (struct value){left.bits != 0 ? middle.bits : right.bits, middle.is_unsigned || right.is_unsigned};
}

/* An expression of operators that bind at least as tightly as `lowest`. */
static struct value evaluate(struct condition *c, int lowest)
{
    struct value left = read_operand(c);
    while (!c->failed) {
        if (pp_is(&c->token, "?") && lowest <= CONDITIONAL) {
            left = evaluate_conditional(c, left);
            continue;
        }
        const struct binary *binary = find_binary(&c->token);
        if (binary == NULL || binary->precedence < lowest)
            break;
        bool decided = (binary->operation == OP_BOTH && left.bits == 0) ||
                       (binary->operation == OP_EITHER && left.bits != 0);
        advance(c);
        struct pp_token where = c->token;
        c->skipped += decided;
        struct value right = evaluate(c, binary->precedence + 1);
        c->skipped -= decided;
        if (!c->failed)
            left = apply(c, binary->operation, left, right, &where);
    }
    return left;
}

bool condition_value(struct preprocessor *pp, const struct pp_token *directive)
{
    struct condition c = {.pp = pp};
    advance(&c);
    if (c.token.kind == PP_END) {
        pp_error(pp, directive, "#%s without a condition", directive->name->text);
        return false;
    }
    struct value value = evaluate(&c, LOWEST);
    if (!c.failed && c.token.kind != PP_END)
        fail(&c, &c.token, "the condition should end before");
    return !c.failed && value.bits != 0;
}
