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
    const struct info_type *type;   /* NULL: a word of that kind */
    const struct info_type *target; /* of a value that is a pointer: what it points to; NULL: words */
    uint32_t bits, first_bit;       /* of a place that is a bit-field; bits 0: of another one */
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
    struct expression *expression = parser->expression;
    const struct info_type *bare = operand->type != NULL ? info_bare(operand->type) : NULL;
    if (!operand->is_place)
        return;
    operand->is_place = false;
    expression->is_private |= operand->place.is_private;
    if (bare != NULL && (bare->kind == INFO_POINTER || bare->kind == INFO_ARRAY))
        operand->target = bare->target;
    if (operand->place.dimensions != 0) {
        operand->kind = VALUE_UNSIGNED;
        operand->type = NULL;
        return;
    }
    struct expression_step *last = &expression->steps[expression->step_count - 1];
    if (expression->step_count != 0 && last->work == WORK_LOCAL_ADDRESS)
        last->work = WORK_LOCAL_VALUE; /* it may be in a register */
    else
        emit(parser, WORK_LOAD, operand->kind, 0);
    if (operand->bits != 0)
        emit(parser, WORK_BITS, operand->kind, operand->bits * 32 + operand->first_bit);
    operand->bits = 0;
}

/* Makes the operand a place of a type, whose address is on the stack. */
static void be_place(struct operand *operand, const struct info_type *type)
{
    const bool is_private = operand->place.is_private;
    *operand = (struct operand){.is_place = true, .type = type};
    symbols_shape(&operand->place, type);
    operand->place.is_private = is_private;
    operand->kind = operand->place.kind;
}

static void make_float(struct parser *parser, struct operand *operand)
{
    if (operand->kind != VALUE_FLOAT)
        emit(parser, WORK_TO_FLOAT, operand->kind, 0);
    operand->kind = VALUE_FLOAT;
    operand->type = operand->target = NULL;
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

static void parse_variable(struct parser *parser, const struct debug_variable *variable,
                           struct operand *operand)
{
    struct expression *expression = parser->expression;
    *operand = (struct operand){
        .kind = variable->kind, .is_place = true, .place = *variable, .type = variable->type};
    if (!variable->is_local) {
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, variable->address);
        return;
    }
    if (expression->local_count == EXPRESSION_LOCALS) {
        complain(parser, "the expression has more than %d local variables", EXPRESSION_LOCALS);
        return;
    }
    emit(parser, WORK_LOCAL_ADDRESS, VALUE_UNSIGNED, expression->local_count);
    expression->locals[expression->local_count++] = *variable;
    expression->is_private = true;
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
    int32_t enumerator;
    if (parser->symbols->source->variable(parser->symbols, parser->pc, name, &variable)) {
        parse_variable(parser, &variable, operand);
    } else if (parser->symbols->source->enumerator(parser->symbols, name, &enumerator)) {
        emit(parser, WORK_CONSTANT, VALUE_INT, (uint32_t)enumerator);
    } else if (parser->symbols->source->entries(parser->symbols, name, &entry, 1) != 0) {
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, entry);
        operand->kind = VALUE_UNSIGNED;
    } else {
        complain(parser, "there is no variable '%s' here (info locals and info variables list them)", name);
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
    const struct info_type *element = NULL;
    uint32_t stride = 1;
    const bool is_array = operand->type != NULL && info_bare(operand->type)->kind == INFO_ARRAY;
    if (operand->is_place && is_array)
        element = info_bare(operand->type)->target;
    if (element == NULL && !(operand->is_place && operand->place.dimensions != 0)) {
        settle(parser, operand);
        element = operand->target;
        operand->place.is_private = true;
    }
    if (element != NULL) {
        stride = info_bare(element)->words != 0 ? info_bare(element)->words : 1;
        be_place(operand, element);
    } else if (!operand->is_place || operand->place.dimensions == 0) {
        settle(parser, operand);
        operand->place = (struct debug_variable){.words = 1, .element_words = 1};
        operand->type = NULL;
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

/* The member of that name, also of anonymous structures in it; *offset becomes that in the outer one. */
static const struct info_member *find_member(const struct info_type *type, const char *name, size_t length,
                                             uint32_t *offset, unsigned depth)
{
    const struct info_type *bare = info_bare(type);
    const bool has_members = bare->kind == INFO_STRUCT || bare->kind == INFO_UNION;
    for (size_t k = 0; has_members && k < bare->member_count && depth < NEST_MOST; k++) {
        const struct info_member *member = &bare->members[k];
        uint32_t inner = *offset + member->offset;
        if (member->name != NULL && strlen(member->name) == length &&
            strncmp(member->name, name, length) == 0) {
            *offset = inner;
            return member;
        }
        const struct info_member *found =
            member->name == NULL ? find_member(member->type, name, length, &inner, depth + 1) : NULL;
        if (found != NULL) {
            *offset = inner;
            return found;
        }
    }
    return NULL;
}

/* .NAME of a place, ->NAME of a pointer. */
static void parse_member(struct parser *parser, struct operand *operand)
{
    const bool is_arrow = *parser->at == '-';
    parser->at += is_arrow ? 2 : 1;
    skip_blanks(parser);
    const char *name = parser->at;
    const size_t length = word_length(name);
    const struct info_type *type = operand->type;
    uint32_t offset = 0;
    parser->at += length;
    if (is_arrow) {
        settle(parser, operand);
        type = operand->target;
        operand->place.is_private = true;
    }
    const struct info_member *member =
        type != NULL && (is_arrow || operand->is_place) ? find_member(type, name, length, &offset, 0) : NULL;
    if (member == NULL) {
        complain(parser, "what stands before %s%.*s has no such member (whatis says its type)",
                 is_arrow ? "->" : ".", (int)(length < 40 ? length : 40), name);
        return;
    }
    if (offset != 0) {
        emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, offset);
        emit(parser, WORK_ADD, VALUE_UNSIGNED, 0);
    }
    be_place(operand, member->type);
    operand->bits = member->bits;
    operand->first_bit = member->first_bit;
}

static void parse_postfix(struct parser *parser, struct operand *operand)
{
    parse_primary(parser, operand);
    while (!parser->bad) {
        skip_blanks(parser);
        if (parser->at[0] == '.' || (parser->at[0] == '-' && parser->at[1] == '>'))
            parse_member(parser, operand);
        else if (take(parser, '['))
            parse_index(parser, operand);
        else
            return;
    }
}

/* ---- unary operators and casts */

/* A type that a cast names, and how many '*' follow. */
struct cast {
    enum value_kind kind;
    const struct info_type *type; /* NULL: a word of that kind */
    bool is_pointer;
};

static const char *behind_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

/* The type of that name. False: there is none. */
static bool name_cast(const struct parser *parser, const char *name, size_t length, struct cast *cast)
{
    static const struct {
        const char *name;
        enum value_kind kind;
    } words[] = {{"int", VALUE_INT}, {"unsigned", VALUE_UNSIGNED}, {"float", VALUE_FLOAT}};
    char text[128];
    *cast = (struct cast){.kind = VALUE_INT};
    snprintf(text, sizeof text, "%.*s", (int)(length < 127 ? length : 127), name);
    cast->type = length != 0 ? parser->symbols->source->type(parser->symbols, text) : NULL;
    if (cast->type != NULL)
        cast->kind = symbols_kind(cast->type);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(words[k].name, text) == 0) {
            cast->kind = words[k].kind;
            return true;
        }
    return cast->type != NULL;
}

/* After '(': whether a type follows, up to its ')'. */
static bool take_cast(struct parser *parser, struct cast *cast)
{
    const char *at = behind_blanks(parser->at + 1);
    size_t length = word_length(at);
    const bool is_tag = (length == 6 && strncmp(at, "struct", length) == 0) ||
                        (length == 5 && strncmp(at, "union", length) == 0) ||
                        (length == 4 && strncmp(at, "enum", length) == 0);
    if (is_tag) {
        at = behind_blanks(at + length);
        length = word_length(at);
    }
    const char *end = behind_blanks(at + length);
    cast->is_pointer = false;
    if ((*end != ')' && *end != '*') || !name_cast(parser, at, length, cast))
        return false;
    if (*end == '*') {
        cast->is_pointer = true;
        end = behind_blanks(end + 1);
    }
    if (*end == ')')
        parser->at = end + 1;
    return *end == ')';
}

static void cast(struct parser *parser, struct operand *operand, const struct cast *to)
{
    settle(parser, operand);
    const enum value_kind kind = to->is_pointer ? VALUE_UNSIGNED : to->kind;
    const bool is_whole = to->is_pointer || to->type == NULL || info_bare(to->type)->words == 1;
    if (!is_whole)
        complain(parser, "a cast is to a type of one word, or to a pointer");
    if (kind == VALUE_FLOAT)
        make_float(parser, operand);
    else if (operand->kind == VALUE_FLOAT)
        emit(parser, WORK_TO_INT, VALUE_FLOAT, 0);
    operand->kind = kind;
    operand->type = to->is_pointer ? NULL : to->type;
    operand->target = to->is_pointer ? to->type : NULL;
    if (operand->type != NULL && info_bare(operand->type)->kind == INFO_POINTER)
        operand->target = info_bare(operand->type)->target;
}

/* An operator before its operand, which has been parsed. */
static void apply_unary(struct parser *parser, char token, struct operand *operand)
{
    if (token == '&') {
        if (!operand->is_place || operand->bits != 0)
            complain(parser, "& needs a variable");
        *operand = (struct operand){.kind = VALUE_UNSIGNED, .target = operand->type};
        return;
    }
    settle(parser, operand);
    if (operand->kind == VALUE_FLOAT && (token == '~' || token == '*'))
        complain(parser, "%c is not for floats", token);
    if (token == '*' && operand->target != NULL) {
        operand->place.is_private = true;
        be_place(operand, operand->target);
        return;
    }
    if (token == '*') {
        *operand =
            (struct operand){.kind = VALUE_INT, .is_place = true, .place = {.words = 1, .element_words = 1}};
        return;
    }
    if (token != '+')
        emit(parser, token == '-' ? WORK_NEGATE : token == '~' ? WORK_INVERT : WORK_NOT, operand->kind, 0);
    operand->type = operand->target = NULL;
    if (token == '!')
        operand->kind = VALUE_INT;
}

static void parse_unary(struct parser *parser, struct operand *operand)
{
    struct cast to;
    skip_blanks(parser);
    const char token = *parser->at;
    if (++parser->nest > NEST_MOST) {
        complain(parser, "the expression is nested too deeply");
        *operand = (struct operand){.kind = VALUE_INT};
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

/* The words of what a pointer points to; 1: it is none, or words. */
static uint32_t stride_of(const struct operand *operand)
{
    const uint32_t words = operand->target != NULL ? info_bare(operand->target)->words : 1;
    return words != 0 ? words : 1;
}

/* POINTER + INTEGER counts elements. */
static void scale(struct parser *parser, unsigned work, const struct operand *left,
                  const struct operand *right)
{
    if ((work != WORK_ADD && work != WORK_SUBTRACT) || (left->target == NULL && right->target == NULL))
        return;
    if (left->target == NULL && stride_of(right) != 1)
        complain(parser, "the pointer stands left of the integer in a sum");
    if (left->target != NULL && right->target == NULL && stride_of(left) != 1) {
        emit(parser, WORK_CONSTANT, VALUE_INT, stride_of(left));
        emit(parser, WORK_MULTIPLY, VALUE_INT, 0);
    }
}

/* What has become of pointers: a difference counts elements, a sum is a pointer. */
static void finish_pointer(struct parser *parser, unsigned work, struct operand *left,
                           const struct operand *right)
{
    const struct info_type *target = left->target != NULL ? left->target : right->target;
    const bool is_sum = work == WORK_ADD || (work == WORK_SUBTRACT && right->target == NULL);
    if (work == WORK_SUBTRACT && left->target != NULL && right->target != NULL && stride_of(left) != 1) {
        emit(parser, WORK_CONSTANT, VALUE_INT, stride_of(left));
        emit(parser, WORK_DIVIDE, VALUE_INT, 0);
    }
    left->type = NULL;
    left->target = is_sum ? target : NULL;
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
        scale(parser, row->work, operand, &right);
        enum value_kind kind = operand->kind > right.kind ? operand->kind : right.kind;
        if (kind == VALUE_FLOAT && !row->has_real)
            complain(parser, "%s is not for floats", row->token);
        emit(parser, (enum expression_work)row->work, kind, 0);
        finish_pointer(parser, row->work, operand, &right);
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
    expression->step_count = expression->local_count = 0;
    expression->is_private = false;
    expression->symbols = symbols;
    parse_binary(&parser, 0, &operand);
    if (operand.bits != 0 && !parser.bad)
        settle(&parser, &operand);
    skip_blanks(&parser);
    if (*parser.at != '\0')
        complain(&parser, "'%.20s' is left over behind the expression", parser.at);
    expression->kind = operand.kind;
    expression->is_place = operand.is_place;
    expression->place = operand.place;
    expression->type = operand.type;
    expression->target = operand.target;
    expression->is_private |= operand.is_place && operand.place.is_private;
    return !parser.bad;
}
