/* formula.c - see formula.h: compiles a text to steps of a stack machine, term by term. May call memory.h. */
#include "lab/formula.h"

#include "common/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 256, TERMS_MOST = 16, DEPTH_MOST = 32, NAME_MOST = 8 };

enum step_kind {
    STEP_NUMBER,
    STEP_VARIABLE,
    STEP_ADD,
    STEP_SUBTRACT,
    STEP_MULTIPLY,
    STEP_DIVIDE,
    STEP_POWER,
    STEP_NEGATE,
    STEP_FUNCTION
};

struct step {
    enum step_kind kind;
    unsigned index; /* index of a variable, or of a function */
    double number;
};

struct term {
    size_t begin, end; /* range of its steps */
    char *text;
};

struct formula {
    struct step steps[STEPS_MOST];
    size_t count;
    struct term terms[TERMS_MOST];
    size_t term_count;
};

/* Functions of one argument, as functions of two. */
#define OF_ONE(name, function)                                                                               \
    static double name(double x, double unused)                                                              \
    {                                                                                                        \
        (void)unused;                                                                                        \
        return function(x);                                                                                  \
    }
OF_ONE(base_two, log2)
OF_ONE(natural, log)
OF_ONE(square_root, sqrt)
OF_ONE(round_up, ceil)
OF_ONE(round_down, floor)
#undef OF_ONE

static const struct function {
    const char *name;
    unsigned arguments;
    double (*compute)(double x, double y);
} functions[] = {
    {"log", 1, base_two}, {"ln", 1, natural},       {"sqrt", 1, square_root}, {"ceil", 1, round_up},
    {"min", 2, fmin},     {"floor", 1, round_down}, {"max", 2, fmax},
};

struct parser {
    struct formula *formula;
    const char *text, *at;
    const char *names;
    unsigned depth;
    char *error; /* the earliest error; empty: none yet */
    size_t error_size;
};

static bool fail(struct parser *parser, const char *what)
{
    if (parser->error[0] == '\0')
        snprintf(parser->error, parser->error_size, "%s, at column %zu of \"%s\"", what,
                 (size_t)(parser->at - parser->text) + 1, parser->text);
    return false;
}

static void skip_space(struct parser *parser)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
}

static bool accept(struct parser *parser, char character)
{
    skip_space(parser);
    if (*parser->at != character)
        return false;
    parser->at++;
    return true;
}

static bool add_step(struct parser *parser, struct step step)
{
    if (parser->formula->count == STEPS_MOST)
        return fail(parser, "the formula is too long");
    parser->formula->steps[parser->formula->count++] = step;
    return true;
}

static bool parse_sum(struct parser *parser);
static bool parse_factor(struct parser *parser);

static bool parse_number(struct parser *parser)
{
    char *end;
    const double number = strtod(parser->at, &end);
    if (end == parser->at || !isfinite(number))
        return fail(parser, "not a number");
    parser->at = end;
    return add_step(parser, (struct step){.kind = STEP_NUMBER, .number = number});
}

static bool parse_power(struct parser *parser)
{
    if (!accept(parser, '^'))
        return true;
    const bool is_negative = accept(parser, '-');
    return parse_factor(parser) && (!is_negative || add_step(parser, (struct step){.kind = STEP_NEGATE})) &&
           add_step(parser, (struct step){.kind = STEP_POWER});
}

/* The rest after a function's name: `(x)`, `(x, y)`, or for one argument the next factor; before these a
 * power of the value. */
static bool parse_call(struct parser *parser, unsigned index)
{
    const struct function *function = &functions[index];
    double power = 1;
    if (accept(parser, '^')) {
        char *end;
        skip_space(parser);
        power = strtod(parser->at, &end);
        if (end == parser->at || !isfinite(power))
            return fail(parser, "the power of a function is a number");
        parser->at = end;
    }
    if (accept(parser, '(')) {
        bool good = parse_sum(parser);
        for (unsigned k = 1; good && k < function->arguments; k++)
            good = (accept(parser, ',') || fail(parser, "a comma is missing")) && parse_sum(parser);
        if (!good || !(accept(parser, ')') || fail(parser, "a ) is missing")))
            return false;
    } else if (function->arguments > 1)
        return fail(parser, "a ( is missing");
    else if (!parse_factor(parser))
        return false;
    return add_step(parser, (struct step){.kind = STEP_FUNCTION, .index = index}) &&
           (power == 1 || (add_step(parser, (struct step){.kind = STEP_NUMBER, .number = power}) &&
                           add_step(parser, (struct step){.kind = STEP_POWER})));
}

static bool parse_name(struct parser *parser)
{
    char name[NAME_MOST + 1];
    size_t length = 0;
    while (length < NAME_MOST && isalpha((unsigned char)parser->at[length])) {
        name[length] = parser->at[length];
        length++;
    }
    name[length] = '\0';
    for (unsigned k = 0; k < sizeof functions / sizeof *functions; k++)
        if (strcmp(functions[k].name, name) == 0) {
            parser->at += length;
            return parse_call(parser, k);
        }
    if (length != 1 || strchr(parser->names, name[0]) == NULL)
        return fail(parser, "there is no such variable or function");
    parser->at++;
    return add_step(parser, (struct step){.kind = STEP_VARIABLE, .index = (unsigned)(name[0] - 'a')});
}

static bool parse_factor(struct parser *parser)
{
    if (++parser->depth > DEPTH_MOST)
        return fail(parser, "brackets are nested too deep");
    skip_space(parser);
    const char next = *parser->at;
    bool good;
    if (accept(parser, '('))
        good = parse_sum(parser) && (accept(parser, ')') || fail(parser, "a ) is missing"));
    else if (isdigit((unsigned char)next) || next == '.')
        good = parse_number(parser);
    else if (islower((unsigned char)next))
        good = parse_name(parser);
    else
        good = fail(parser, next == '\0' ? "something is missing at the end" : "not expected here");
    good = good && parse_power(parser);
    parser->depth--;
    return good;
}

/* Whether a factor begins here, without a sign before it. */
static bool is_factor(struct parser *parser)
{
    skip_space(parser);
    const char next = *parser->at;
    return next == '(' || next == '.' || isalnum((unsigned char)next);
}

static bool parse_product(struct parser *parser)
{
    const bool is_negative = accept(parser, '-');
    if (!parse_factor(parser))
        return false;
    for (;;) {
        enum step_kind kind = STEP_MULTIPLY;
        if (accept(parser, '/'))
            kind = STEP_DIVIDE;
        else if (!accept(parser, '*') && !is_factor(parser))
            break;
        if (!parse_factor(parser) || !add_step(parser, (struct step){.kind = kind}))
            return false;
    }
    return !is_negative || add_step(parser, (struct step){.kind = STEP_NEGATE});
}

static bool parse_sum(struct parser *parser)
{
    if (!parse_product(parser))
        return false;
    for (;;) {
        const bool adds = accept(parser, '+');
        if (!adds && !accept(parser, '-'))
            return true;
        if (!parse_product(parser) ||
            !add_step(parser, (struct step){.kind = adds ? STEP_ADD : STEP_SUBTRACT}))
            return false;
    }
}

/* A part of the text without blanks around it, after a minus if it is negative. */
static char *copy_trimmed(const char *begin, const char *end, bool is_negative)
{
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (begin < end && isspace((unsigned char)end[-1]))
        end--;
    char *copy = memory_take((size_t)(end - begin) + 2, 1);
    copy[0] = '-';
    memcpy(copy + is_negative, begin, (size_t)(end - begin));
    return copy;
}

/* One term; its sign is part of it. */
static bool parse_term(struct parser *parser, bool is_negative)
{
    struct formula *formula = parser->formula;
    if (formula->term_count == TERMS_MOST)
        return fail(parser, "the formula has too many terms");
    struct term *term = &formula->terms[formula->term_count];
    const char *begin = parser->at;
    term->begin = formula->count;
    if (!parse_product(parser) || (is_negative && !add_step(parser, (struct step){.kind = STEP_NEGATE})))
        return false;
    term->end = formula->count;
    term->text = copy_trimmed(begin, parser->at, is_negative);
    formula->term_count++;
    return true;
}

struct formula *formula_parse(const char *text, const char *names, char *error, size_t error_size)
{
    struct formula *formula = memory_take(1, sizeof *formula);
    struct parser parser = {.formula = formula,
                            .text = text,
                            .at = text,
                            .names = names,
                            .error = error,
                            .error_size = error_size};
    error[0] = '\0';
    bool good = parse_term(&parser, false);
    while (good) {
        const bool adds = accept(&parser, '+');
        if (!adds && !accept(&parser, '-'))
            break;
        good = parse_term(&parser, !adds);
    }
    skip_space(&parser);
    if (good && *parser.at != '\0')
        good = fail(&parser, "not expected here");
    if (good)
        return formula;
    formula_free(formula);
    return NULL;
}

void formula_free(struct formula *formula)
{
    if (formula == NULL)
        return;
    for (size_t k = 0; k < formula->term_count; k++)
        free(formula->terms[k].text);
    free(formula);
}

bool formula_uses(const struct formula *formula, char name)
{
    for (size_t k = 0; k < formula->count; k++)
        if (formula->steps[k].kind == STEP_VARIABLE && formula->steps[k].index == (unsigned)(name - 'a'))
            return true;
    return false;
}

/* Replaces the two topmost values by one; returns the number of values left. */
static size_t combine(double *stack, size_t height, enum step_kind kind)
{
    const double right = stack[height - 1], left = stack[height - 2];
    stack[height - 2] = kind == STEP_ADD        ? left + right
                        : kind == STEP_SUBTRACT ? left - right
                        : kind == STEP_MULTIPLY ? left * right
                        : kind == STEP_DIVIDE   ? left / right
                                                : pow(left, right);
    return height - 1;
}

/* Brackets are nested at most DEPTH_MOST deep, and each takes at most three places: a sum, a product, a
 * power. */
enum { STACK_MOST = 4 * DEPTH_MOST + 8 };

static double compute(const struct formula *formula, size_t begin, size_t end, const double *values)
{
    double stack[STACK_MOST] = {0};
    size_t height = 0;
    for (size_t k = begin; k < end; k++) {
        const struct step *step = &formula->steps[k];
        switch (step->kind) {
        case STEP_NUMBER:
            stack[height++] = step->number;
            break;
        case STEP_VARIABLE:
            stack[height++] = values[step->index];
            break;
        case STEP_NEGATE:
            stack[height - 1] = -stack[height - 1];
            break;
        case STEP_FUNCTION: {
            const struct function *function = &functions[step->index];
            height -= function->arguments;
            stack[height] = function->compute(stack[height], stack[height + function->arguments - 1]);
            height++;
            break;
        }
        default:
            height = combine(stack, height, step->kind);
        }
    }
    return stack[0];
}

double formula_term(const struct formula *formula, size_t term, const double values[FORMULA_LETTERS])
{
    return compute(formula, formula->terms[term].begin, formula->terms[term].end, values);
}

double formula_value(const struct formula *formula, const double values[FORMULA_LETTERS])
{
    double sum = 0;
    for (size_t k = 0; k < formula->term_count; k++)
        sum += formula_term(formula, k, values);
    return sum;
}

size_t formula_terms(const struct formula *formula)
{
    return formula->term_count;
}

const char *formula_term_text(const struct formula *formula, size_t term)
{
    return formula->terms[term].text;
}
