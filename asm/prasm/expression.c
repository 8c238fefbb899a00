/* expression.c - expressions: from text to postfix terms, from terms to a value.
 *
 * A value is a number, a place in a section, or a symbol of another file plus a number. Numbers are 64 bits
 * wide and wrap; whether they fit is checked where they are used. May call scan.c and symbol.c.
 */
#include "asm/prasm/prasm.h"

#include "asm/isa.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Postfix of at most PRASM_MAX_NESTING nested operands, each with one pending value per precedence level. */
#define STACK_VALUES (PRASM_MAX_NESTING * 8)

static const struct {
    char text[3];
    enum term_kind kind;
    int precedence;
} operators[] = {
    {"|", TERM_OR, 1},          {"^", TERM_XOR, 2},          {"&", TERM_AND, 3},
    {"<<", TERM_SHIFT_LEFT, 4}, {">>", TERM_SHIFT_RIGHT, 4}, {"+", TERM_ADD, 5},
    {"-", TERM_SUBTRACT, 5},    {"*", TERM_MULTIPLY, 6},     {"/", TERM_DIVIDE, 6},
};
#define OPERATOR_COUNT (sizeof operators / sizeof operators[0])
#define LOWEST_PRECEDENCE 1

/* ---- parsing */

static void add_term(struct assembler *assembler, struct term term)
{
    assembler->terms = memory_grow(assembler->terms, &assembler->term_capacity, assembler->term_count + 1,
                                   sizeof *assembler->terms);
    assembler->terms[assembler->term_count++] = term;
}

static bool parse_operation(struct assembler *assembler, int lowest, int depth);

static bool digit_of(char character, int base, int *digit)
{
    if (isdigit((unsigned char)character))
        *digit = character - '0';
    else if (isxdigit((unsigned char)character))
        *digit = tolower((unsigned char)character) - 'a' + 10;
    else
        return false;
    return *digit < base;
}

static bool parse_number(struct assembler *assembler, const struct spot *spot)
{
    const char *at = assembler->cursor;
    int base = 10;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        base = 16;
    else if (at[0] == '0' && (at[1] == 'b' || at[1] == 'B') && (at[2] == '0' || at[2] == '1'))
        base = 2;
    if (base != 10)
        at += 2;
    int64_t number = 0;
    int digits = 0;
    bool too_large = false;
    for (int digit; digit_of(*at, base, &digit); at++, digits = 1) {
        number = number * base + digit;
        if (number > UINT32_MAX) {
            too_large = true;
            number = UINT32_MAX;
        }
    }
    bool label = base == 10 && (*at == 'b' || *at == 'f') && !isalnum((unsigned char)at[1]) && at[1] != '_';
    assembler->cursor = at + label;
    if (digits == 0 || isalnum((unsigned char)*assembler->cursor) || *assembler->cursor == '_')
        return complain(assembler, spot, "malformed number");
    if (label) {
        if (number > PRASM_MAX_NUMERIC_LABEL)
            return complain(assembler, spot, "numeric labels go from 0 to %d", PRASM_MAX_NUMERIC_LABEL);
        struct symbol *symbol = symbol_numeric(assembler, (unsigned)number, *at == 'f', spot);
        if (symbol == NULL)
            return false;
        add_term(assembler, (struct term){.kind = TERM_SYMBOL, .column = spot->column, .symbol = symbol});
        return true;
    }
    if (*assembler->cursor == '.' && isdigit((unsigned char)assembler->cursor[1]))
        return complain(assembler, spot, "a floating-point number can stand only after .float");
    if (too_large)
        return complain(assembler, spot, "the number does not fit 32 bits");
    add_term(assembler, (struct term){.kind = TERM_NUMBER, .column = spot->column, .number = number});
    return true;
}

static bool parse_name(struct assembler *assembler, const struct spot *spot)
{
    const char *name;
    size_t length = scan_name(assembler, &name);
    struct term term = {.kind = TERM_PLACE, .column = spot->column};
    if (length == 1 && *name == '.') {
        term.section = assembler->section;
        term.number = emit_place(assembler);
        add_term(assembler, term);
        return true;
    }
    for (enum object_section section = SECTION_TEXT; section < SECTION_END; section++) {
        const char *known = object_section_name(section);
        if (strlen(known) == length && memcmp(known, name, length) == 0) {
            term.section = section;
            add_term(assembler, term);
            return true;
        }
    }
    term.section = object_find_debug(name, length);
    if (term.section != SECTION_UNDEFINED) {
        add_term(assembler, term);
        return true;
    }
    if (isa_register_number(name, length) >= 0)
        return complain(assembler, spot, "a register cannot stand in an expression");
    if (length > OBJECT_MAX_NAME)
        return complain(assembler, spot, "a name may have %u characters at most", OBJECT_MAX_NAME);
    term.kind = TERM_SYMBOL;
    term.symbol = symbol_find(assembler, name, length);
    add_term(assembler, term);
    return true;
}

static bool parse_parentheses(struct assembler *assembler, int depth)
{
    assembler->cursor++;
    return parse_operation(assembler, LOWEST_PRECEDENCE, depth + 1) &&
           scan_expect(assembler, ')', "the expression");
}

/* %hi( ) and %lo( ) */
static bool parse_part(struct assembler *assembler, const struct spot *spot, int depth)
{
    bool high = strncmp(assembler->cursor, "%hi", 3) == 0;
    if (!high && strncmp(assembler->cursor, "%lo", 3) != 0)
        return complain(assembler, spot, "unknown operator (%%hi() and %%lo() begin with %%)");
    assembler->cursor += 3;
    struct spot inner = scan_spot(assembler);
    if (*assembler->cursor != '(')
        return complain(assembler, &inner, "expected '(' after %%%s", high ? "hi" : "lo");
    if (!parse_parentheses(assembler, depth))
        return false;
    add_term(assembler, (struct term){.kind = high ? TERM_HIGH : TERM_LOW, .column = spot->column});
    return true;
}

static bool parse_operand(struct assembler *assembler, int depth)
{
    char buffer[48];
    struct spot spot = scan_spot(assembler);
    if (depth > PRASM_MAX_NESTING)
        return complain(assembler, &spot, "the expression is nested deeper than %d", PRASM_MAX_NESTING);
    char first = *assembler->cursor;
    if (first == '(')
        return parse_parentheses(assembler, depth);
    if (first == '-' || first == '~' || first == '+') {
        assembler->cursor++;
        if (!parse_operand(assembler, depth + 1))
            return false;
        if (first != '+')
            add_term(assembler,
                     (struct term){.kind = first == '-' ? TERM_NEGATE : TERM_INVERT, .column = spot.column});
        return true;
    }
    if (first == '%')
        return parse_part(assembler, &spot, depth);
    if (first == '\'') {
        int64_t character = 0;
        assembler->cursor++;
        if (*assembler->cursor == '\'')
            return complain(assembler, &spot, "empty character constant");
        if (!scan_character(assembler, '\'', &character))
            return false;
        struct spot end = scan_spot_at(assembler, assembler->cursor);
        if (*assembler->cursor != '\'')
            return complain(assembler, &end, "missing ' after the character");
        assembler->cursor++;
        add_term(assembler, (struct term){.kind = TERM_NUMBER, .column = spot.column, .number = character});
        return true;
    }
    if (isdigit((unsigned char)first))
        return parse_number(assembler, &spot);
    if (scan_is_name_start(first))
        return parse_name(assembler, &spot);
    return complain(assembler, &spot, "expected an expression, found %s",
                    scan_found(assembler, buffer, sizeof buffer));
}

static int next_operator(struct assembler *assembler)
{
    if (scan_at_end(assembler))
        return -1;
    for (size_t i = 0; i < OPERATOR_COUNT; i++)
        if (strncmp(assembler->cursor, operators[i].text, strlen(operators[i].text)) == 0)
            return (int)i;
    return -1;
}

/* Operand, then operators of at least the precedence `lowest`. */
static bool parse_operation(struct assembler *assembler, int lowest, int depth)
{
    if (!parse_operand(assembler, depth))
        return false;
    for (;;) {
        int found = next_operator(assembler);
        if (found < 0 || operators[found].precedence < lowest)
            return true;
        struct spot spot = scan_spot(assembler);
        assembler->cursor += strlen(operators[found].text);
        if (!parse_operation(assembler, operators[found].precedence + 1, depth))
            return false;
        add_term(assembler, (struct term){.kind = operators[found].kind, .column = spot.column});
    }
}

bool expression_parse(struct assembler *assembler, struct expression *out)
{
    size_t first = assembler->term_count;
    *out = (struct expression){.first = (uint32_t)first, .spot = scan_spot(assembler)};
    if (!parse_operation(assembler, LOWEST_PRECEDENCE, 0)) {
        assembler->term_count = first;
        return false;
    }
    out->count = (uint32_t)(assembler->term_count - first);
    return true;
}

struct expression expression_wrap(struct assembler *assembler, const struct expression *inner,
                                  enum term_kind kind)
{
    struct expression outer = *inner;
    outer.first = (uint32_t)assembler->term_count;
    outer.count = inner->count + 1;
    for (uint32_t i = 0; i < inner->count; i++)
        add_term(assembler, assembler->terms[inner->first + i]);
    add_term(assembler, (struct term){.kind = kind, .column = inner->spot.column});
    return outer;
}

void expression_forget(struct assembler *assembler, const struct expression *expression)
{
    if ((size_t)expression->first + expression->count == assembler->term_count)
        assembler->term_count = expression->first;
}

/* ---- evaluating */

static int64_t wrap(uint64_t number)
{
    return (int64_t)number;
}

static bool same_base(const struct value *a, const struct value *b)
{
    return a->kind == b->kind &&
           (a->kind == VALUE_SECTION ? a->section == b->section : a->symbol == b->symbol);
}

static bool apply_part(struct assembler *assembler, struct value *a, enum term_kind kind,
                       const struct spot *spot)
{
    if (a->part != PART_ALL)
        return complain(assembler, spot, "%%hi() and %%lo() of an address cannot be used in a calculation");
    if (a->kind != VALUE_NUMBER) {
        a->part = kind == TERM_HIGH ? PART_HIGH : PART_LOW;
        return true;
    }
    uint32_t word = (uint32_t)a->number;
    uint32_t field = kind == TERM_HIGH ? (word + 4096u) >> 13 : word & 0x1fffu;
    uint32_t sign = kind == TERM_HIGH ? 1u << 18 : 1u << 12;
    a->number = (int32_t)((field ^ sign) - sign);
    return true;
}

static bool apply_unary(struct assembler *assembler, struct value *a, enum term_kind kind,
                        const struct spot *spot)
{
    if (kind == TERM_HIGH || kind == TERM_LOW)
        return apply_part(assembler, a, kind, spot);
    if (a->kind != VALUE_NUMBER)
        return complain(assembler, spot, "'%c' needs a number, this is an address",
                        kind == TERM_NEGATE ? '-' : '~');
    a->number = kind == TERM_NEGATE ? wrap(0 - (uint64_t)a->number) : ~a->number;
    return true;
}

static bool add_values(struct assembler *assembler, struct value *a, const struct value *b,
                       const struct spot *spot)
{
    if (a->kind != VALUE_NUMBER && b->kind != VALUE_NUMBER)
        return complain(assembler, spot, "two addresses cannot be added");
    int64_t sum = wrap((uint64_t)a->number + (uint64_t)b->number);
    if (a->kind == VALUE_NUMBER)
        *a = *b;
    a->number = sum;
    return true;
}

static bool subtract_values(struct assembler *assembler, struct value *a, const struct value *b,
                            const struct spot *spot)
{
    if (b->kind != VALUE_NUMBER && !same_base(a, b))
        return complain(assembler, spot,
                        a->kind == VALUE_NUMBER
                            ? "an address cannot be subtracted from a number"
                            : "the difference of addresses in different sections is unknown");
    if (b->kind != VALUE_NUMBER)
        a->kind = VALUE_NUMBER;
    a->number = wrap((uint64_t)a->number - (uint64_t)b->number);
    return true;
}

static bool apply_numbers(struct assembler *assembler, int64_t *a, int64_t b, enum term_kind kind,
                          const struct spot *spot)
{
    switch (kind) {
    case TERM_MULTIPLY:
        *a = wrap((uint64_t)*a * (uint64_t)b);
        return true;
    case TERM_DIVIDE:
        if (b == 0)
            return complain(assembler, spot, "division by zero");
        *a = b == -1 ? wrap(0 - (uint64_t)*a) : *a / b;
        return true;
    case TERM_SHIFT_LEFT:
    case TERM_SHIFT_RIGHT:
        if (b < 0 || b > 63)
            return complain(assembler, spot, "a shift by %" PRId64 " is out of range (0 to 63)", b);
        *a = kind == TERM_SHIFT_LEFT ? wrap((uint64_t)*a << b) : *a >> b;
        return true;
    case TERM_AND:
        *a &= b;
        return true;
    case TERM_XOR:
        *a ^= b;
        return true;
    default:
        *a |= b;
        return true;
    }
}

static bool apply_binary(struct assembler *assembler, struct value *a, const struct value *b,
                         enum term_kind kind, const struct spot *spot)
{
    if (a->part != PART_ALL || b->part != PART_ALL)
        return complain(assembler, spot, "%%hi() and %%lo() of an address cannot be used in a calculation");
    if (kind == TERM_ADD)
        return add_values(assembler, a, b, spot);
    if (kind == TERM_SUBTRACT)
        return subtract_values(assembler, a, b, spot);
    if (a->kind != VALUE_NUMBER || b->kind != VALUE_NUMBER)
        return complain(assembler, spot, "this operator needs numbers, not addresses");
    return apply_numbers(assembler, &a->number, b->number, kind, spot);
}

/* Evaluates the expression of a .set symbol and keeps its value. */
static enum evaluation find_set_value(struct assembler *assembler, struct symbol *symbol, bool at_end)
{
    struct value value;
    symbol->setting->visiting = true;
    assembler->set_depth++;
    enum evaluation result = expression_evaluate(assembler, &symbol->setting->expression, at_end, &value);
    assembler->set_depth--;
    symbol->setting->visiting = false;
    if (result == EVALUATED && value.part != PART_ALL) {
        complain(assembler, &symbol->setting->expression.spot,
                 "%%hi() and %%lo() of an address cannot be given a name");
        result = EVALUATION_FAILED;
    }
    if (result == EVALUATED) {
        symbol->setting->known = true;
        symbol->setting->value = value;
    }
    if (result == EVALUATION_FAILED)
        symbol->reported = true;
    return result;
}

bool symbol_try_set(struct assembler *assembler, struct symbol *symbol)
{
    return find_set_value(assembler, symbol, false) != EVALUATION_FAILED;
}

static enum evaluation evaluate_set(struct assembler *assembler, struct symbol *symbol,
                                    const struct spot *spot, bool at_end, struct value *out)
{
    /* before the end only its definition is evaluated: else each use would evaluate a long definition again
     */
    if (!symbol->setting->known && !symbol->reported && !at_end)
        return EVALUATION_UNKNOWN;
    if (!symbol->setting->known && !symbol->reported && symbol->setting->visiting) {
        complain(assembler, spot, "'%s' is defined by itself", symbol->name);
        symbol->reported = true;
    }
    if (!symbol->setting->known && !symbol->reported && assembler->set_depth >= PRASM_MAX_NESTING) {
        complain(assembler, spot, "'%s' is defined through more than %d others", symbol->name,
                 PRASM_MAX_NESTING);
        symbol->reported = true;
    }
    if (symbol->reported)
        return EVALUATION_FAILED;
    enum evaluation result = symbol->setting->known ? EVALUATED : find_set_value(assembler, symbol, at_end);
    if (result == EVALUATED)
        *out = symbol->setting->value;
    return result;
}

enum evaluation symbol_evaluate(struct assembler *assembler, struct symbol *symbol, const struct spot *spot,
                                bool at_end, struct value *out)
{
    *out = (struct value){0};
    if (symbol->state == SYMBOL_SET)
        return evaluate_set(assembler, symbol, spot, at_end, out);
    if (symbol->state == SYMBOL_LABEL) {
        out->kind = VALUE_SECTION;
        out->section = symbol->section;
        out->number = (int64_t)symbol->offset;
        return EVALUATED;
    }
    if (!at_end)
        return EVALUATION_UNKNOWN;
    if (symbol->imported) {
        out->kind = VALUE_SYMBOL;
        out->symbol = symbol;
        return EVALUATED;
    }
    if (!symbol->reported && !assembler->include_missing) {
        symbol->reported = true;
        if (isdigit((unsigned char)symbol->name[0]))
            complain(assembler, spot, "no label '%s:' after this line", symbol->name);
        else
            complain(assembler, spot, "undefined symbol '%s' (if another file defines it: .extern %s)",
                     symbol->name, symbol->name);
    }
    return EVALUATION_FAILED;
}

/* Number of values that a step takes from the stack. */
static size_t operand_count(enum term_kind kind)
{
    if (kind == TERM_NUMBER || kind == TERM_SYMBOL || kind == TERM_PLACE)
        return 0;
    return kind == TERM_NEGATE || kind == TERM_INVERT || kind == TERM_HIGH || kind == TERM_LOW ? 1 : 2;
}

enum evaluation expression_evaluate(struct assembler *assembler, const struct expression *expression,
                                    bool at_end, struct value *out)
{
    struct value stack[STACK_VALUES];
    size_t depth = 0;
    for (uint32_t i = 0; i < expression->count; i++) {
        const struct term *term = &assembler->terms[expression->first + i];
        struct spot spot = expression->spot;
        spot.column = term->column;
        struct value *top = &stack[depth];
        size_t operands = operand_count(term->kind);
        enum evaluation result = EVALUATED;
        if (operands > depth || depth == STACK_VALUES)
            return EVALUATION_FAILED; /* the parser never makes such an expression */
        if (term->kind == TERM_NUMBER)
            *top = (struct value){.kind = VALUE_NUMBER, .number = term->number};
        else if (term->kind == TERM_PLACE)
            *top = (struct value){.kind = VALUE_SECTION, .section = term->section, .number = term->number};
        else if (term->kind == TERM_SYMBOL)
            result = symbol_evaluate(assembler, term->symbol, &spot, at_end, top);
        else if (operands == 1 ? !apply_unary(assembler, top - 1, term->kind, &spot)
                               : !apply_binary(assembler, top - 2, top - 1, term->kind, &spot))
            result = EVALUATION_FAILED;
        if (result != EVALUATED)
            return result;
        depth = depth + 1 - operands;
    }
    if (depth != 1)
        return EVALUATION_FAILED;
    *out = stack[0];
    return EVALUATED;
}

bool expression_constant(struct assembler *assembler, const char *what, int64_t *number, struct spot *spot)
{
    struct expression expression;
    struct value value;
    if (!expression_parse(assembler, &expression))
        return false;
    *spot = expression.spot;
    enum evaluation result = expression_evaluate(assembler, &expression, false, &value);
    expression_forget(assembler, &expression);
    if (result == EVALUATION_FAILED)
        return false;
    if (result == EVALUATION_UNKNOWN || value.kind != VALUE_NUMBER)
        return complain(assembler, spot, "%s must be a number that is known here", what);
    *number = value.number;
    return true;
}
