/* operand.c - see inside_parse.h: operands of expressions, from constants and names to members. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm/isa.h"
#include "asm/tables/alu.h"
#include "inside_parse.h"
#include "sim/machine/machine.h"

void parse_complain(struct parser *parser, const char *format, ...)
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

void parse_emit(struct parser *parser, enum expression_work work, enum value_kind kind, uint32_t constant)
{
    struct expression *expression = parser->expression;
    const bool pushes = work <= WORK_PP, pops = work == WORK_INDEX || work >= WORK_BOTH;
    parser->depth += pushes;
    parser->depth -= pops && parser->depth > 1;
    if (expression->step_count == EXPRESSION_STEPS || parser->depth > EXPRESSION_DEPTH) {
        parse_complain(parser, "the expression is too long");
        return;
    }
    expression->is_private |= work == WORK_REGISTER || work == WORK_PP;
    expression->steps[expression->step_count++] =
        (struct expression_step){.work = (uint8_t)work, .kind = (uint8_t)kind, .constant = constant};
}

/* see inside_parse.h */
void parse_settle(struct parser *parser, struct operand *operand)
{
    struct expression *expression = parser->expression;
    const struct info_type *bare = info_bare(operand->type);
    if (!operand->is_place)
        return;
    operand->is_place = false;
    expression->is_private |= operand->is_private;
    if (bare->kind == INFO_POINTER || bare->kind == INFO_ARRAY)
        operand->target = bare->target;
    if (info_is_long_long(bare))
        parse_complain(parser,
                       "a long long has two words, and expressions compute with words: print it alone");
    if (!info_is_word(bare)) {
        operand->type = symbols_word(VALUE_UNSIGNED);
        return;
    }
    struct expression_step *last =
        expression->step_count != 0 ? &expression->steps[expression->step_count - 1] : NULL;
    if (last != NULL && last->work == WORK_LOCAL_ADDRESS)
        last->work = WORK_LOCAL_VALUE; /* the variable may be in a register */
    else
        parse_emit(parser, WORK_LOAD, parse_kind(operand), 0);
    if (operand->bits != 0)
        parse_emit(parser, WORK_BITS, parse_kind(operand), operand->bits * 32 + operand->first_bit);
    operand->bits = 0;
}

void parse_make_float(struct parser *parser, struct operand *operand)
{
    if (parse_kind(operand) != VALUE_FLOAT)
        parse_emit(parser, WORK_TO_FLOAT, parse_kind(operand), 0);
    *operand = parse_word(VALUE_FLOAT);
}

/* ---- tokens */

void parse_skip_blanks(struct parser *parser)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
}

static bool take(struct parser *parser, char character)
{
    parse_skip_blanks(parser);
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
        parse_complain(parser, "the expression ends where '%c' is expected", character);
    else
        parse_complain(parser, "'%c' is expected before '%.20s'", character, parser->at);
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* ---- primary expressions */

/* Emits the load of a word of the PP's private block, as symbols_own_word. */
static bool emit_own_word(struct parser *parser, uint32_t field)
{
    uint32_t address;
    if (!symbols_own_word(parser->symbols, field, &address))
        return false;
    parse_emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, address);
    parse_emit(parser, WORK_LOAD, VALUE_INT, 0);
    parser->expression->is_private = true;
    return true;
}

/* $, $$, $pc, $r7, $pp */
static void parse_dollar(struct parser *parser)
{
    const size_t length = word_length(parser->at);
    if (length == 0) {
        if (!emit_own_word(parser, take(parser, '$') ? PP_RANK : PP_ID))
            parse_emit(parser, WORK_PP, VALUE_INT, 0); /* a program in assembly has no groups */
    } else if (length == 2 && strncmp(parser->at, "pp", 2) == 0) {
        parse_emit(parser, WORK_PP, VALUE_INT, 0);
    } else {
        const int number = isa_register_number(parser->at, length);
        if (number < 0)
            parse_complain(parser, "there is no register $%.*s (help registers lists them)",
                           (int)(length < 20 ? length : 20), parser->at);
        parse_emit(parser, WORK_REGISTER, VALUE_INT, (uint32_t)number % 32);
    }
    parser->at += length;
}

/* @ */
static void parse_number_of_group(struct parser *parser)
{
    if (!emit_own_word(parser, PP_NUMBER))
        parse_complain(parser, "@: the program has no groups of Fork");
}

/* # */
static void parse_size_of_group(struct parser *parser)
{
    uint32_t block;
    if (!symbols_own_word(parser->symbols, 0, &block))
        parse_complain(parser, "#: the program has no groups of Fork");
    parse_emit(parser, WORK_REGISTER, VALUE_UNSIGNED, MACHINE_GP);
    parse_emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, GROUP_SIZE);
    parse_emit(parser, WORK_ADD, VALUE_UNSIGNED, 0);
    parse_emit(parser, WORK_LOAD, VALUE_INT, 0);
}

static void parse_number(struct parser *parser, struct operand *operand)
{
    char *end, *real_end;
    errno = 0;
    const unsigned long number = strtoul(parser->at, &end, 0);
    const bool is_hex = parser->at[0] == '0' && (parser->at[1] == 'x' || parser->at[1] == 'X');
    const float real = strtof(parser->at, &real_end);
    if (!is_hex && real_end > end) {
        *operand = parse_word(VALUE_FLOAT);
        parse_emit(parser, WORK_CONSTANT, VALUE_FLOAT, alu_bits(real));
        parser->at = real_end + (*real_end == 'f');
        return;
    }
    if (errno != 0 || number > UINT32_MAX)
        parse_complain(parser, "%.20s has more than 32 bits", parser->at);
    *operand = parse_word(number > INT32_MAX || *end == 'u' ? VALUE_UNSIGNED : VALUE_INT);
    parse_emit(parser, WORK_CONSTANT, parse_kind(operand), (uint32_t)number);
    parser->at = end + (*end == 'u');
}

static void parse_variable(struct parser *parser, const struct debug_variable *variable,
                           struct operand *operand)
{
    struct expression *expression = parser->expression;
    *operand = (struct operand){.type = variable->type, .is_place = true, .is_private = variable->is_private};
    if (variable->symbol != NULL) {
        parse_emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, variable->address);
        return;
    }
    if (expression->local_count == EXPRESSION_LOCALS) {
        parse_complain(parser, "the expression has more than %d local variables", EXPRESSION_LOCALS);
        return;
    }
    parse_emit(parser, WORK_LOCAL_ADDRESS, VALUE_UNSIGNED, expression->local_count);
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
        parse_emit(parser, WORK_PP, VALUE_INT, 0);
        return;
    }
    if (strcmp(name, "__STARTED_PROCS__") == 0) {
        parse_emit(parser, WORK_CONSTANT, VALUE_INT, parser->symbols->machine->config.pps);
        return;
    }
    struct debug_variable variable;
    uint32_t entry;
    int32_t enumerator;
    if (symbols_variable(parser->symbols, parser->pc, parser->level, name, &variable)) {
        parse_variable(parser, &variable, operand);
    } else if (symbols_enumerator(parser->symbols, name, &enumerator)) {
        parse_emit(parser, WORK_CONSTANT, VALUE_INT, (uint32_t)enumerator);
    } else if (symbols_entries(parser->symbols, name, &entry, 1) != 0) {
        parse_emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, entry);
        *operand = parse_word(VALUE_UNSIGNED);
    } else {
        parse_complain(parser, "there is no variable '%s' here (info locals and info variables list them)",
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
    parse_emit(parser, WORK_CONSTANT, VALUE_INT, (uint32_t)(unsigned char)character);
    demand(parser, '\'');
}

static void parse_primary(struct parser *parser, struct operand *operand)
{
    parse_skip_blanks(parser);
    const char first = *parser->at;
    *operand = parse_word(VALUE_INT);
    if (take(parser, '(')) {
        parser->binary(parser, 0, operand);
        demand(parser, ')');
    } else if (take(parser, '$')) {
        parse_dollar(parser);
    } else if (take(parser, '#')) {
        parse_size_of_group(parser);
    } else if (take(parser, '@')) {
        parse_number_of_group(parser);
    } else if (take(parser, '\'')) {
        parse_character(parser);
    } else if (isdigit((unsigned char)first) || (first == '.' && isdigit((unsigned char)parser->at[1]))) {
        parse_number(parser, operand);
    } else if (isalpha((unsigned char)first) || first == '_') {
        parse_name(parser, operand);
    } else if (first == '\0') {
        parse_complain(parser, "the expression ends where a value is expected");
    } else {
        parse_complain(parser, "a value is expected before '%.20s'", parser->at);
    }
}

/* [INDEX]: of an array, an element; of a structure, a word; of a pointer, the word or element at that
 * distance. */
static void parse_index(struct parser *parser, struct operand *operand)
{
    struct operand index;
    const struct info_type *bare = info_bare(operand->type), *element = symbols_word(VALUE_INT);
    const bool is_pointer = !operand->is_place || info_is_word(bare);
    if (is_pointer)
        parse_settle(parser, operand);
    if (is_pointer && operand->target != NULL)
        element = operand->target;
    else if (!is_pointer && bare->kind == INFO_ARRAY)
        element = bare->target;
    *operand =
        (struct operand){.type = element, .is_place = true, .is_private = is_pointer || operand->is_private};
    parser->binary(parser, 0, &index);
    parse_settle(parser, &index);
    demand(parser, ']');
    if (parse_kind(&index) == VALUE_FLOAT)
        parse_complain(parser, "an index is no float");
    parse_emit(parser, WORK_INDEX, VALUE_UNSIGNED, symbols_words(element));
}

/* Finds a member by name, also in anonymous structures. *offset becomes its offset in the outer structure. */
static const struct info_member *find_member(const struct info_type *type, const char *name, size_t length,
                                             uint32_t *offset, unsigned depth)
{
    const struct info_type *bare = info_bare(type);
    const bool has_members = bare->kind == INFO_STRUCT || bare->kind == INFO_UNION;
    for (size_t k = 0; has_members && k < bare->member_count && depth < PARSE_NEST_MOST; k++) {
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

/* .NAME of a place, and ->NAME of a pointer. */
static void parse_member(struct parser *parser, struct operand *operand)
{
    const bool is_arrow = *parser->at == '-';
    parser->at += is_arrow ? 2 : 1;
    parse_skip_blanks(parser);
    const char *name = parser->at;
    const size_t length = word_length(name);
    const struct info_type *type = operand->type;
    uint32_t offset = 0;
    parser->at += length;
    if (is_arrow) {
        parse_settle(parser, operand);
        type = operand->target;
    }
    const struct info_member *member =
        type != NULL && (is_arrow || operand->is_place) ? find_member(type, name, length, &offset, 0) : NULL;
    if (member == NULL) {
        parse_complain(parser, "what stands before %s%.*s has no such member (whatis says its type)",
                       is_arrow ? "->" : ".", (int)(length < 40 ? length : 40), name);
        return;
    }
    if (offset != 0) {
        parse_emit(parser, WORK_CONSTANT, VALUE_UNSIGNED, offset);
        parse_emit(parser, WORK_ADD, VALUE_UNSIGNED, 0);
    }
    *operand = (struct operand){.type = member->type,
                                .is_place = true,
                                .is_private = is_arrow || operand->is_private,
                                .bits = member->bits,
                                .first_bit = member->first_bit};
}

void parse_postfix(struct parser *parser, struct operand *operand)
{
    parse_primary(parser, operand);
    while (!parser->bad) {
        parse_skip_blanks(parser);
        if (parser->at[0] == '.' || (parser->at[0] == '-' && parser->at[1] == '>'))
            parse_member(parser, operand);
        else if (take(parser, '['))
            parse_index(parser, operand);
        else
            return;
    }
}
