/* parse.c - see expression.h: translates text to steps, by precedence climbing over the rows of
 * operation.def. operand.c parses the operands. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "inside_parse.h"
#include "sim/machine/machine.h"

enum { PRECEDENCE_EITHER = 1, PRECEDENCE_BOTH = 2 };

/* ---- unary operators and casts */

static const char *behind_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* After '(': parses a type up to ')'. *to becomes a value of the type. False: no type follows. */
static bool take_cast(struct parser *parser, struct operand *to)
{
    const char *at = behind_blanks(parser->at + 1), *end = at + strcspn(at, "*)");
    char name[128];
    size_t length = (size_t)(end - at);
    while (length > 0 && isspace((unsigned char)at[length - 1]))
        length--;
    snprintf(name, sizeof name, "%.*s", (int)(length < 127 ? length : 127), at);
    const struct info_type *type = symbols_type(parser->symbols, name);
    const bool is_pointer = *end == '*';
    if (is_pointer)
        end = behind_blanks(end + 1);
    if (type == NULL || *end != ')')
        return false;
    *to = (struct operand){.type = type};
    if (is_pointer)
        *to = (struct operand){.type = symbols_word(VALUE_UNSIGNED), .target = type};
    else if (info_bare(type)->kind == INFO_POINTER)
        to->target = info_bare(type)->target;
    parser->at = end + 1;
    return true;
}

static void cast(struct parser *parser, struct operand *operand, const struct operand *to)
{
    parse_settle(parser, operand);
    if (info_bare(to->type)->words != 1)
        parse_complain(parser, "a cast is to a type of one word, or to a pointer");
    if (parse_kind(to) == VALUE_FLOAT)
        parse_make_float(parser, operand);
    else if (parse_kind(operand) == VALUE_FLOAT)
        parse_emit(parser, WORK_TO_INT, VALUE_FLOAT, 0);
    *operand = *to;
}

/* Applies a unary operator to the parsed operand. */
static void apply_unary(struct parser *parser, char token, struct operand *operand)
{
    if (token == '&') {
        if (!operand->is_place || operand->bits != 0)
            parse_complain(parser, "& needs a variable");
        *operand = (struct operand){.type = symbols_word(VALUE_UNSIGNED), .target = operand->type};
        return;
    }
    parse_settle(parser, operand);
    if (parse_kind(operand) == VALUE_FLOAT && (token == '~' || token == '*'))
        parse_complain(parser, "%c is not for floats", token);
    if (token == '*') {
        const struct info_type *target = operand->target;
        *operand = (struct operand){.type = target != NULL ? target : symbols_word(VALUE_INT),
                                    .is_place = true,
                                    .is_private = target != NULL};
        return;
    }
    const enum value_kind kind = parse_kind(operand);
    if (token != '+')
        parse_emit(parser, token == '-' ? WORK_NEGATE : token == '~' ? WORK_INVERT : WORK_NOT, kind, 0);
    *operand = parse_word(token == '!' ? VALUE_INT : kind);
}

static void parse_unary(struct parser *parser, struct operand *operand)
{
    struct operand to;
    parse_skip_blanks(parser);
    const char token = *parser->at;
    if (++parser->nest > PARSE_NEST_MOST) {
        parse_complain(parser, "the expression is nested too deeply");
        *operand = parse_word(VALUE_INT);
    } else if (token == '(' && take_cast(parser, &to)) {
        parse_unary(parser, operand);
        cast(parser, operand, &to);
    } else if (token == '\0' || strchr("-!~*&+", token) == NULL) {
        parse_postfix(parser, operand);
    } else {
        parser->at++;
        parse_unary(parser, operand);
        apply_unary(parser, token, operand);
    }
    parser->nest--;
}

/* ---- binary operators */

struct row {
    const char *token;
    uint8_t work, precedence;
    bool compares, has_real;
};

static const struct row *find_operator(const char *text)
{
    static const struct row rows[] = {
        {"||", WORK_EITHER, PRECEDENCE_EITHER, true, true},
        {"&&", WORK_BOTH, PRECEDENCE_BOTH, true, true},
#define OPERATION(token, name, precedence, integer, unsigned_, real)                                         \
    {token, WORK_##name, precedence, false, sizeof(#real) != sizeof "NO_REAL"},
#define COMPARISON(token, name, precedence, all) {token, WORK_##name, precedence, true, true},
#include "operation.def"
    };
    const struct row *best = NULL;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strncmp(text, rows[k].token, strlen(rows[k].token)) == 0 &&
            (best == NULL || strlen(rows[k].token) > strlen(best->token)))
            best = &rows[k];
    return best;
}

/* Makes the operand an integer that is 0 only if the value is 0. */
static void make_truth(struct parser *parser, struct operand *operand)
{
    if (parse_kind(operand) == VALUE_FLOAT) {
        parse_emit(parser, WORK_NOT, VALUE_FLOAT, 0);
        parse_emit(parser, WORK_NOT, VALUE_INT, 0);
    }
    *operand = parse_word(VALUE_INT);
}

/* The number of words of a pointer's target; 1: of words, or no pointer. */
static uint32_t stride_of(const struct operand *operand)
{
    return operand->target != NULL ? symbols_words(operand->target) : 1;
}

/* Scales the integer in POINTER + INTEGER by the size of an element. */
static void scale(struct parser *parser, unsigned work, const struct operand *left,
                  const struct operand *right)
{
    if ((work != WORK_ADD && work != WORK_SUBTRACT) || (left->target == NULL && right->target == NULL))
        return;
    if (left->target == NULL && stride_of(right) != 1)
        parse_complain(parser, "the pointer stands left of the integer in a sum");
    if (left->target != NULL && right->target == NULL && stride_of(left) != 1) {
        parse_emit(parser, WORK_CONSTANT, VALUE_INT, stride_of(left));
        parse_emit(parser, WORK_MULTIPLY, VALUE_INT, 0);
    }
}

/* Ends pointer arithmetic: a difference counts elements. Returns the target of the sum; NULL: it is no
 * pointer. */
static const struct info_type *finish_pointer(struct parser *parser, unsigned work,
                                              const struct operand *left, const struct operand *right)
{
    const bool is_difference = work == WORK_SUBTRACT && right->target != NULL;
    if (is_difference && left->target != NULL && stride_of(left) != 1) {
        parse_emit(parser, WORK_CONSTANT, VALUE_INT, stride_of(left));
        parse_emit(parser, WORK_DIVIDE, VALUE_INT, 0);
    }
    if ((work != WORK_ADD && work != WORK_SUBTRACT) || is_difference)
        return NULL;
    return left->target != NULL ? left->target : right->target;
}

static void parse_binary(struct parser *parser, unsigned least, struct operand *operand)
{
    parse_unary(parser, operand);
    while (!parser->bad) {
        parse_skip_blanks(parser);
        const struct row *row = find_operator(parser->at);
        struct operand right;
        if (row == NULL || row->precedence < least)
            return;
        const bool is_logic = row->work == WORK_BOTH || row->work == WORK_EITHER;
        parser->at += strlen(row->token);
        parse_settle(parser, operand);
        if (is_logic)
            make_truth(parser, operand);
        const uint32_t skip = parser->expression->step_count;
        if (row->work == WORK_BOTH)
            parse_emit(parser, WORK_SKIP, VALUE_INT, 0);
        parse_binary(parser, row->precedence + 1u, &right);
        parse_settle(parser, &right);
        if (is_logic)
            make_truth(parser, &right);
        const enum value_kind own = parse_kind(operand), other = parse_kind(&right);
        const enum value_kind kind = own > other ? own : other;
        if (kind == VALUE_FLOAT && other != VALUE_FLOAT)
            parse_make_float(parser, &right);
        if (kind == VALUE_FLOAT && own != VALUE_FLOAT) {
            parse_emit(parser, WORK_BELOW_TO_FLOAT, own, 0);
            *operand = parse_word(VALUE_FLOAT);
        }
        scale(parser, row->work, operand, &right);
        if (kind == VALUE_FLOAT && !row->has_real)
            parse_complain(parser, "%s is not for floats", row->token);
        parse_emit(parser, (enum expression_work)row->work, kind, 0);
        *operand = (struct operand){.type = symbols_word(row->compares ? VALUE_INT : kind),
                                    .target = finish_pointer(parser, row->work, operand, &right)};
        if (row->work == WORK_BOTH && !parser->bad)
            parser->expression->steps[skip].constant = parser->expression->step_count - skip - 1;
    }
}

bool debug_parse(struct expression *expression, const struct symbols *symbols, uint32_t pc, size_t level,
                 const char *text, char error[EXPRESSION_ERROR])
{
    struct operand operand;
    struct parser parser = {.binary = parse_binary,
                            .expression = expression,
                            .symbols = symbols,
                            .pc = pc,
                            .level = level,
                            .at = text,
                            .error = error};
    expression->step_count = expression->local_count = 0;
    expression->is_private = false;
    expression->symbols = symbols;
    parse_binary(&parser, 0, &operand);
    if (operand.bits != 0 && !parser.bad)
        parse_settle(&parser, &operand);
    parse_skip_blanks(&parser);
    if (*parser.at != '\0')
        parse_complain(&parser, "'%.20s' is left over behind the expression", parser.at);
    expression->is_place = operand.is_place;
    expression->type = operand.type;
    expression->target = operand.target;
    expression->is_private |= operand.is_place && operand.is_private;
    return !parser.bad;
}
