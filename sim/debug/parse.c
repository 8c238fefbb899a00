/* parse.c - see expression.h: from text to steps, by precedence climbing over the rows of operation.def. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside_expression.h"
#include "sim/machine/machine.h"

enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#define PP_FIELD(offset, name, text) PP_##name = (offset),
#include "asm/tables/group.def"
};

enum { PRECEDENCE_EITHER = 1, PRECEDENCE_BOTH = 2, NEST_MOST = 24 };

/* What has been parsed last: a value, or the address of a place. */
struct operand {
    enum value_kind kind;
    bool is_place;
    struct debug_variable place;
};

struct parser {
    struct expression *expression;
    const struct machine *machine;
    const struct symbols *symbols;
    uint32_t pc;
    const char *at;
    char *error;
    bool bad;
    unsigned nest;
    unsigned depth; /* of the stack */
};

static void parse_binary(struct parser *parser, unsigned least, struct operand *operand);

static void complain(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(struct parser *parser, const char *format, ...)
{
    va_list arguments;
    if (parser->bad)
        return;
    parser->bad = true;
    va_start(arguments, format);
    vsnprintf(parser->error, EXPRESSION_ERROR, format, arguments);
    va_end(arguments);
}

/* ---- steps */

static void emit(struct parser *parser, enum expression_work work, enum value_kind kind, uint32_t constant)
{
    struct expression *expression = parser->expression;
    const bool pushes = work <= WORK_PP, pops = work == WORK_INDEX || work >= WORK_BOTH;
    parser->depth += pushes;
    parser->depth -= pops && parser->depth > 1;
    if (expression->step_count == EXPRESSION_STEPS || parser->depth > EXPRESSION_DEPTH) {
        complain(parser, "the expression is too long");
        return;
    }
    expression->is_private |= work == WORK_REGISTER || work == WORK_PP;
    expression->steps[expression->step_count++] =
        (struct expression_step){.work = (uint8_t)work, .kind = (uint8_t)kind, .constant = constant};
}

/* Makes the operand a value: a word that is loaded, an array's address. */
static void settle(struct parser *parser, struct operand *operand)
{
    if (!operand->is_place)
        return;
    parser->expression->is_private |= operand->place.is_private;
    if (operand->place.dimensions == 0)
        emit(parser, WORK_LOAD, operand->kind, 0);
    else
        operand->kind = VALUE_UNSIGNED;
    operand->is_place = false;
}

static void make_float(struct parser *parser, struct operand *operand)
{
    if (operand->kind != VALUE_FLOAT)
        emit(parser, WORK_TO_FLOAT, operand->kind, 0);
    operand->kind = VALUE_FLOAT;
}

/* ---- tokens */

static void skip_blanks(struct parser *parser)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
}

static bool take(struct parser *parser, char character)
{
    skip_blanks(parser);
    if (*parser->at != character)
        return false;
    parser->at++;
    return true;
}

static void demand(struct parser *parser, char character)
{
    if (take(parser, character))
        return;
    if (*parser->at == '\0')
        complain(parser, "the expression ends where '%c' is expected", character);
    else
        complain(parser, "'%c' is expected before '%.20s'", character, parser->at);
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* ---- primary expressions */

unsigned debug_register(const char *name, size_t length)
{
    static const char *const names[] = {
#define ABI_REGISTER(number, name, who, text) [number] = #name,
#include "asm/tables/abi.def"
    };
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k]) == length && strncmp(names[k], name, length) == 0)
            return k;
    char *end;
    if (length < 2 || length > 3 || (name[0] != 'r' && name[0] != 'R') || !isdigit((unsigned char)name[1]))
        return 32;
    const unsigned long number = strtoul(name + 1, &end, 10);
    return end == name + length && number < 32 ? (unsigned)number : 32;
}

/* $, $$, $pc, $r7, $pp */
static void parse_dollar(struct parser *parser, struct operand *operand)
{
    const size_t length = word_length(parser->at);
    struct debug_variable block;
    if (length == 0) {
        const uint32_t field = take(parser, '$') ? PP_RANK : PP_ID;
        if (parser->symbols->source->variable(parser->symbols, parser->pc, "__fork_pp", &block)) {
            emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, block.address + field);
            emit(parser, WORK_LOAD, VALUE_INT, 0);
            parser->expression->is_private = true;
        } else {
            emit(parser, WORK_PP, VALUE_INT, 0); /* a program of assembly has no groups */
        }
    } else if (length == 2 && strncmp(parser->at, "pp", 2) == 0) {
        emit(parser, WORK_PP, VALUE_INT, 0);
    } else {
        const unsigned number = debug_register(parser->at, length);
        if (number == 32)
            complain(parser, "there is no register $%.*s (help registers lists them)",
                     (int)(length < 20 ? length : 20), parser->at);
        emit(parser, WORK_REGISTER, VALUE_INT, number % 32);
    }
    parser->at += length;
    operand->kind = VALUE_INT;
}

/* # and @ */
static void parse_group(struct parser *parser, bool is_size)
{
    struct debug_variable block;
    if (!parser->symbols->source->variable(parser->symbols, parser->pc, "__fork_pp", &block)) {
        complain(parser, "%c: the program has no groups of Fork", is_size ? '#' : '@');
        return;
    }
    if (is_size) {
        emit(parser, WORK_REGISTER, VALUE_UNSIGNED, MACHINE_GP);
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, GROUP_SIZE);
        emit(parser, WORK_ADD, VALUE_UNSIGNED, 0);
    } else {
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, block.address + PP_NUMBER);
    }
    emit(parser, WORK_LOAD, VALUE_INT, 0);
    parser->expression->is_private = true;
}

static void parse_number(struct parser *parser, struct operand *operand)
{
    char *end, *real_end;
    errno = 0;
    const unsigned long number = strtoul(parser->at, &end, 0);
    const bool is_hex = parser->at[0] == '0' && (parser->at[1] == 'x' || parser->at[1] == 'X');
    const float real = strtof(parser->at, &real_end);
    if (!is_hex && real_end > end) {
        uint32_t word;
        memcpy(&word, &real, sizeof word);
        operand->kind = VALUE_FLOAT;
        emit(parser, WORK_CONSTANT, VALUE_FLOAT, word);
        parser->at = real_end + (*real_end == 'f');
        return;
    }
    if (errno != 0 || number > UINT32_MAX)
        complain(parser, "%.20s has more than 32 bits", parser->at);
    operand->kind = number > INT32_MAX || *end == 'u' ? VALUE_UNSIGNED : VALUE_INT;
    emit(parser, WORK_CONSTANT, operand->kind, (uint32_t)number);
    parser->at = end + (*end == 'u');
}

static void parse_name(struct parser *parser, struct operand *operand)
{
    char name[256];
    const size_t length = word_length(parser->at);
    snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), parser->at);
    parser->at += length;
    if (strcmp(name, "__PROC_NR__") == 0) {
        emit(parser, WORK_PP, VALUE_INT, 0);
        return;
    }
    if (strcmp(name, "__STARTED_PROCS__") == 0) {
        emit(parser, WORK_CONSTANT, VALUE_INT, parser->machine->config.pps);
        return;
    }
    struct debug_variable variable;
    uint32_t entry;
    if (parser->symbols->source->variable(parser->symbols, parser->pc, name, &variable)) {
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, variable.address);
        *operand = (struct operand){.kind = variable.kind, .is_place = true, .place = variable};
    } else if (parser->symbols->source->entries(parser->symbols, name, &entry, 1) != 0) {
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, entry);
        operand->kind = VALUE_UNSIGNED;
    } else {
        complain(parser,
                 "there is no variable '%s' here: without DWARF the debugger knows globals, and no locals "
                 "(info variables lists them)",
                 name);
    }
}

static void parse_character(struct parser *parser)
{
    static const char codes[] = "n\nt\tr\r0\0\\\\''";
    char character = *parser->at != '\0' ? *parser->at++ : '\0';
    if (character == '\\') {
        for (size_t k = 0; k + 1 < sizeof codes; k += 2)
            if (codes[k] == *parser->at) {
                character = codes[k + 1];
                break;
            }
        parser->at += *parser->at != '\0';
    }
    emit(parser, WORK_CONSTANT, VALUE_INT, (uint32_t)(unsigned char)character);
    demand(parser, '\'');
}

static void parse_primary(struct parser *parser, struct operand *operand)
{
    skip_blanks(parser);
    const char first = *parser->at;
    *operand = (struct operand){.kind = VALUE_INT};
    if (take(parser, '(')) {
        parse_binary(parser, 0, operand);
        demand(parser, ')');
    } else if (take(parser, '$')) {
        parse_dollar(parser, operand);
    } else if (take(parser, '#')) {
        parse_group(parser, true);
    } else if (take(parser, '@')) {
        parse_group(parser, false);
    } else if (take(parser, '\'')) {
        parse_character(parser);
    } else if (isdigit((unsigned char)first) || (first == '.' && isdigit((unsigned char)parser->at[1]))) {
        parse_number(parser, operand);
    } else if (isalpha((unsigned char)first) || first == '_') {
        parse_name(parser, operand);
    } else if (first == '\0') {
        complain(parser, "the expression ends where a value is expected");
    } else {
        complain(parser, "a value is expected before '%.20s'", parser->at);
    }
}

/* [INDEX]: of an array one dimension less; of a value the word that it is the address of, and so on. */
static void parse_index(struct parser *parser, struct operand *operand)
{
    struct operand index;
    uint32_t stride = 1;
    if (!operand->is_place || operand->place.dimensions == 0) {
        settle(parser, operand);
        operand->place = (struct debug_variable){.words = 1, .element_words = 1};
    } else {
        struct debug_variable *place = &operand->place;
        stride = place->element_words;
        for (unsigned k = 1; k < place->dimensions; k++) {
            stride *= place->extents[k];
            place->extents[k - 1] = place->extents[k];
        }
        place->dimensions--;
        place->words = stride;
        if (place->dimensions == 0 && place->element_words > 1) { /* a structure, shown as its words */
            place->dimensions = 1;
            place->extents[0] = place->element_words;
            place->element_words = 1;
        }
    }
    parse_binary(parser, 0, &index);
    settle(parser, &index);
    demand(parser, ']');
    if (index.kind == VALUE_FLOAT)
        complain(parser, "an index is no float");
    operand->is_place = true;
    emit(parser, WORK_INDEX, VALUE_UNSIGNED, stride);
}

static void parse_postfix(struct parser *parser, struct operand *operand)
{
    parse_primary(parser, operand);
    while (!parser->bad) {
        skip_blanks(parser);
        if (parser->at[0] == '.' || (parser->at[0] == '-' && parser->at[1] == '>'))
            complain(parser, "members need types, which the program's debug information does not have; "
                             "NAME[INDEX] shows the words of a structure");
        else if (take(parser, '['))
            parse_index(parser, operand);
        else
            return;
    }
}

/* ---- unary operators and casts */

/* After '(': whether a type follows, up to its ')'. */
static bool take_cast(struct parser *parser, enum value_kind *kind)
{
    static const struct {
        const char *name;
        enum value_kind kind;
    } casts[] = {{"int", VALUE_INT}, {"unsigned", VALUE_UNSIGNED}, {"float", VALUE_FLOAT}};
    const char *at = parser->at + 1;
    while (isspace((unsigned char)*at))
        at++;
    const size_t length = word_length(at);
    for (size_t k = 0; k < sizeof casts / sizeof *casts; k++) {
        if (strlen(casts[k].name) != length || strncmp(casts[k].name, at, length) != 0)
            continue;
        at += length;
        while (isspace((unsigned char)*at))
            at++;
        if (*at != ')')
            return false;
        parser->at = at + 1;
        *kind = casts[k].kind;
        return true;
    }
    return false;
}

static void cast(struct parser *parser, struct operand *operand, enum value_kind kind)
{
    settle(parser, operand);
    if (kind == VALUE_FLOAT)
        make_float(parser, operand);
    else if (operand->kind == VALUE_FLOAT)
        emit(parser, WORK_TO_INT, VALUE_FLOAT, 0);
    operand->kind = kind;
}

static void parse_unary(struct parser *parser, struct operand *operand)
{
    enum value_kind kind;
    skip_blanks(parser);
    const char token = *parser->at;
    if (++parser->nest > NEST_MOST) {
        complain(parser, "the expression is nested too deeply");
        *operand = (struct operand){.kind = VALUE_INT};
    } else if (token == '(' && take_cast(parser, &kind)) {
        parse_unary(parser, operand);
        cast(parser, operand, kind);
    } else if (token == '\0' || strchr("-!~*&+", token) == NULL) {
        parse_postfix(parser, operand);
    } else {
        parser->at++;
        parse_unary(parser, operand);
        if (token == '&' && !operand->is_place)
            complain(parser, "& needs a variable");
        if (token == '&') {
            operand->is_place = false;
            operand->kind = VALUE_UNSIGNED;
            parser->nest--;
            return;
        }
        settle(parser, operand);
        if (operand->kind == VALUE_FLOAT && (token == '~' || token == '*'))
            complain(parser, "%c is not for floats", token);
        if (token == '*')
            *operand = (struct operand){
                .kind = VALUE_INT, .is_place = true, .place = {.words = 1, .element_words = 1}};
        else if (token != '+')
            emit(parser,
                 token == '-'   ? WORK_NEGATE
                 : token == '~' ? WORK_INVERT
                                : WORK_NOT,
                 operand->kind, 0);
        if (token == '!')
            operand->kind = VALUE_INT;
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
#define DIVISION(token, name, precedence, integer, unsigned_, real)                                          \
    {token, WORK_##name, precedence, false, sizeof(#real) != sizeof "NO_REAL"},
#include "operation.def"
    };
    const struct row *best = NULL;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strncmp(text, rows[k].token, strlen(rows[k].token)) == 0 &&
            (best == NULL || strlen(rows[k].token) > strlen(best->token)))
            best = &rows[k];
    return best;
}

/* Whether the value is not 0, as an integer. */
static void make_truth(struct parser *parser, struct operand *operand)
{
    if (operand->kind == VALUE_FLOAT) {
        emit(parser, WORK_NOT, VALUE_FLOAT, 0);
        emit(parser, WORK_NOT, VALUE_INT, 0);
    }
    operand->kind = VALUE_INT;
}

static void parse_binary(struct parser *parser, unsigned least, struct operand *operand)
{
    parse_unary(parser, operand);
    while (!parser->bad) {
        skip_blanks(parser);
        const struct row *row = find_operator(parser->at);
        struct operand right;
        if (row == NULL || row->precedence < least)
            return;
        const bool is_logic = row->work == WORK_BOTH || row->work == WORK_EITHER;
        parser->at += strlen(row->token);
        settle(parser, operand);
        if (is_logic)
            make_truth(parser, operand);
        const uint32_t skip = parser->expression->step_count;
        if (row->work == WORK_BOTH)
            emit(parser, WORK_SKIP, VALUE_INT, 0);
        parse_binary(parser, row->precedence + 1u, &right);
        settle(parser, &right);
        if (is_logic)
            make_truth(parser, &right);
        if (operand->kind == VALUE_FLOAT && right.kind != VALUE_FLOAT)
            make_float(parser, &right);
        if (operand->kind != VALUE_FLOAT && right.kind == VALUE_FLOAT) {
            emit(parser, WORK_BELOW_TO_FLOAT, operand->kind, 0);
            operand->kind = VALUE_FLOAT;
        }
        enum value_kind kind = operand->kind > right.kind ? operand->kind : right.kind;
        if (kind == VALUE_FLOAT && !row->has_real)
            complain(parser, "%s is not for floats", row->token);
        emit(parser, (enum expression_work)row->work, kind, 0);
        if (row->work == WORK_BOTH && !parser->bad)
            parser->expression->steps[skip].constant = parser->expression->step_count - skip - 1;
        operand->kind = row->compares ? VALUE_INT : kind;
    }
}

bool debug_parse(struct expression *expression, const struct machine *machine, const struct symbols *symbols,
                 uint32_t pc, const char *text, char error[EXPRESSION_ERROR])
{
    struct operand operand;
    struct parser parser = {.expression = expression,
                            .machine = machine,
                            .symbols = symbols,
                            .pc = pc,
                            .at = text,
                            .error = error};
    expression->step_count = 0;
    expression->is_private = false;
    parse_binary(&parser, 0, &operand);
    skip_blanks(&parser);
    if (*parser.at != '\0')
        complain(&parser, "'%.20s' is left over behind the expression", parser.at);
    expression->kind = operand.kind;
    expression->is_place = operand.is_place;
    expression->place = operand.place;
    expression->is_private |= operand.is_place && operand.place.is_private;
    return !parser.bad;
}
