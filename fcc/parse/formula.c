/* formula.c - calls of __builtin_NAME that stand for expressions: counts of bits, tests of floats, constants.
 */
#include <string.h>

#include "fcc/parse/operand.h"
#include "fcc/parse/parse.h"

/* ---- operands */

struct expression *operand_value(struct unit *unit, const struct operand *o)
{
    const struct expression *c = o->constant;
    struct expression *e =
        c != NULL ? check_number(unit, o->pos, c->type, c->value) : check_object(unit, o->pos, o->symbol);
    if (o->part == OPERAND_HIGH)
        e = check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, e, operand_word(unit, o->pos, 32));
    return o->part == OPERAND_WHOLE ? e : check_convert(unit, e, &type_basic[TYPE_UNSIGNED]);
}

struct operand operand_keep(struct unit *unit, struct expression *e, struct expression **made)
{
    struct operand o = {.pos = e->pos};
    struct expression *kept;
    e = check_keep(unit, e, &kept);
    o.symbol = kept->symbol;
    *made = *made == NULL ? e : check_comma(unit, e->pos, *made, e);
    return o;
}

struct expression *operand_word(struct unit *unit, source_pos pos, uint32_t value)
{
    return check_number(unit, pos, &type_basic[TYPE_UNSIGNED], value);
}

struct expression *operand_instruction(struct unit *unit, enum check_builtin_number number,
                                       struct expression *arguments)
{
    const char *name = check_builtin_row(number)->name;
    struct token token = {.kind = TOKEN_IDENTIFIER, .pos = arguments->pos};
    token.name = lex_name(unit->arena, &unit->names, name, strlen(name));
    return check_call(unit, arguments->pos, check_name(unit, &token), arguments);
}

/* ---- bits of a word */

/* The machine finds the highest set bit only: the lowest one is x & -x. */
static struct expression *below_lowest(struct unit *unit, const struct operand *o, uint32_t from)
{
    struct expression *negative = check_unary(unit, o->pos, TOKEN_MINUS, operand_value(unit, o));
    struct expression *lowest = check_binary(unit, o->pos, BINARY_AND, operand_value(unit, o), negative);
    struct expression *zeros = operand_instruction(unit, BUILTIN___lz, lowest);
    return check_binary(unit, o->pos, BINARY_SUBTRACT, operand_word(unit, o->pos, from), zeros);
}

static struct expression *trailing_zeros(struct unit *unit, const struct operand *o, uint32_t unused)
{
    (void)unused;
    return below_lowest(unit, o, 31);
}

static struct expression *first_set(struct unit *unit, const struct operand *o, uint32_t unused)
{
    (void)unused;
    return below_lowest(unit, o, 32);
}

static struct expression *leading_zeros(struct unit *unit, const struct operand *o, uint32_t unused)
{
    (void)unused;
    return operand_instruction(unit, BUILTIN___lz, operand_value(unit, o));
}

/* The set bits, of which the result has those in `mask`. */
static struct expression *set_bits(struct unit *unit, const struct operand *o, uint32_t mask)
{
    struct expression *bits = operand_instruction(unit, BUILTIN___popc, operand_value(unit, o));
    return mask == UINT32_MAX
               ? bits
               : check_binary(unit, o->pos, BINARY_AND, bits, operand_word(unit, o->pos, mask));
}

/* Bits behind the sign that are equal to it: leading zeros of x ^ x >> 31, less the sign. */
static struct expression *sign_bits(struct unit *unit, const struct operand *o, uint32_t unused)
{
    struct expression *number = check_convert(unit, operand_value(unit, o), &type_basic[TYPE_INT]);
    struct expression *sign =
        check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, number, operand_word(unit, o->pos, 31));
    struct expression *zeros = operand_instruction(
        unit, BUILTIN___lz, check_binary(unit, o->pos, BINARY_XOR, operand_value(unit, o), sign));
    (void)unused;
    return check_binary(unit, o->pos, BINARY_SUBTRACT, zeros, operand_word(unit, o->pos, 1));
}

/* The bytes in the other order: those at places 0 and 2 turn by 24 bits, the others by 8; of a shorter number
 * they are in the upper bits then, from `bit` on. */
static struct expression *swap_bytes(struct unit *unit, const struct operand *o, uint32_t bit)
{
    static const struct {
        uint32_t mask, bits;
    } parts[] = {{0x00ff00ff, 24}, {0xff00ff00, 8}};
    struct expression *sum[2];
    for (size_t i = 0; i < 2; i++) {
        struct expression *part = check_binary(unit, o->pos, BINARY_AND, operand_value(unit, o),
                                               operand_word(unit, o->pos, parts[i].mask));
        part->next = operand_word(unit, o->pos, parts[i].bits);
        sum[i] = operand_instruction(unit, BUILTIN___rol, part);
    }
    struct expression *swapped = check_binary(unit, o->pos, BINARY_OR, sum[0], sum[1]);
    return bit == 0
               ? swapped
               : check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, swapped, operand_word(unit, o->pos, bit));
}

/* ---- the same for long long, by its words */

static struct operand part_of(const struct operand *o, enum operand_part part)
{
    struct operand word = *o;
    word.part = part;
    return word;
}

/* high == 0 ? yes : no */
static struct expression *if_zero(struct unit *unit, const struct operand *o, struct expression *yes,
                                  struct expression *no)
{
    struct expression *is_zero =
        check_binary(unit, o->pos, BINARY_EQUAL, operand_value(unit, o), operand_word(unit, o->pos, 0));
    return check_conditional(unit, o->pos, is_zero, yes, no);
}

static struct expression *more(struct unit *unit, const struct operand *o, struct expression *bits,
                               uint32_t by)
{
    return check_binary(unit, o->pos, BINARY_ADD, check_convert(unit, bits, &type_basic[TYPE_UNSIGNED]),
                        operand_word(unit, o->pos, by));
}

static struct expression *leading_zeros_long(struct unit *unit, const struct operand *o, uint32_t unused)
{
    const struct operand low = part_of(o, OPERAND_LOW), high = part_of(o, OPERAND_HIGH);
    return if_zero(unit, &high, more(unit, o, leading_zeros(unit, &low, unused), 32),
                   leading_zeros(unit, &high, unused));
}

static struct expression *trailing_zeros_long(struct unit *unit, const struct operand *o, uint32_t unused)
{
    const struct operand low = part_of(o, OPERAND_LOW), high = part_of(o, OPERAND_HIGH);
    return if_zero(unit, &low, more(unit, o, trailing_zeros(unit, &high, unused), 32),
                   trailing_zeros(unit, &low, unused));
}

static struct expression *first_set_long(struct unit *unit, const struct operand *o, uint32_t unused)
{
    const struct operand low = part_of(o, OPERAND_LOW), high = part_of(o, OPERAND_HIGH);
    struct expression *above = if_zero(unit, &high, operand_word(unit, o->pos, 0),
                                       more(unit, o, first_set(unit, &high, unused), 32));
    return if_zero(unit, &low, above, first_set(unit, &low, unused));
}

static struct expression *set_bits_long(struct unit *unit, const struct operand *o, uint32_t mask)
{
    const struct operand low = part_of(o, OPERAND_LOW), high = part_of(o, OPERAND_HIGH);
    struct expression *sum = check_binary(unit, o->pos, BINARY_ADD, set_bits(unit, &low, UINT32_MAX),
                                          set_bits(unit, &high, UINT32_MAX));
    return check_binary(unit, o->pos, BINARY_AND, sum, operand_word(unit, o->pos, mask));
}

/* If the words behind the sign are all like it, those of the low word follow. */
static struct expression *sign_bits_long(struct unit *unit, const struct operand *o, uint32_t unused)
{
    const struct operand low = part_of(o, OPERAND_LOW), high = part_of(o, OPERAND_HIGH);
    struct expression *number = check_convert(unit, operand_value(unit, &high), &type_basic[TYPE_INT]);
    struct expression *sign =
        check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, number, operand_word(unit, o->pos, 31));
    struct expression *rest = operand_instruction(
        unit, BUILTIN___lz, check_binary(unit, o->pos, BINARY_XOR, operand_value(unit, &low), sign));
    struct expression *is_even = check_binary(unit, o->pos, BINARY_EQUAL, sign_bits(unit, &high, unused),
                                              operand_word(unit, o->pos, 31));
    return check_conditional(unit, o->pos, is_even, more(unit, o, rest, 31), sign_bits(unit, &high, unused));
}

static struct expression *swap_bytes_long(struct unit *unit, const struct operand *o, uint32_t unused)
{
    const struct operand low = part_of(o, OPERAND_LOW), high = part_of(o, OPERAND_HIGH);
    struct expression *upper =
        check_convert(unit, swap_bytes(unit, &low, unused), &type_basic[TYPE_UNSIGNED_LONG_LONG]);
    upper = check_binary(unit, o->pos, BINARY_SHIFT_LEFT, upper, operand_word(unit, o->pos, 32));
    return check_binary(unit, o->pos, BINARY_OR, upper, swap_bytes(unit, &high, unused));
}

/* ---- floats */

/* The bits of a float in `mask`, for a comparison. */
static struct expression *float_bits(struct unit *unit, const struct operand *o, uint32_t mask)
{
    struct expression *bits = operand_instruction(unit, BUILTIN___float_bits, operand_value(unit, o));
    return check_binary(unit, o->pos, BINARY_AND, bits, operand_word(unit, o->pos, mask));
}

enum { INFINITY_BITS = 0x7f800000, NAN_BITS = 0x7fc00000 };

static struct expression *compared_bits(struct unit *unit, const struct operand *o, enum binary_op operation,
                                        uint32_t mask, uint32_t with)
{
    return check_binary(unit, o->pos, operation, float_bits(unit, o, mask), operand_word(unit, o->pos, with));
}

static struct expression *is_negative(struct unit *unit, const struct operand *o, uint32_t unused)
{
    (void)unused;
    return compared_bits(unit, o, BINARY_NOT_EQUAL, 0x80000000, 0);
}

/* Whether the absolute value compares so with infinity. */
static struct expression *beside_infinity(struct unit *unit, const struct operand *o, uint32_t operation)
{
    return compared_bits(unit, o, (enum binary_op)operation, 0x7fffffff, INFINITY_BITS);
}

static struct expression *is_normal(struct unit *unit, const struct operand *o, uint32_t unused)
{
    (void)unused;
    struct expression *above = check_binary(unit, o->pos, BINARY_SUBTRACT, float_bits(unit, o, 0x7fffffff),
                                            operand_word(unit, o->pos, 0x800000));
    return check_binary(unit, o->pos, BINARY_LESS, above, operand_word(unit, o->pos, 0x7f000000));
}

static struct expression *compared(struct unit *unit, const struct operand *o, uint32_t operation)
{
    return check_binary(unit, o->pos, (enum binary_op)operation, operand_value(unit, o),
                        operand_value(unit, o + 1));
}

/* x < y || x > y */
static struct expression *is_beside(struct unit *unit, const struct operand *o, uint32_t unused)
{
    (void)unused;
    return check_binary(unit, o->pos, BINARY_LOGICAL_OR, compared(unit, o, BINARY_LESS),
                        compared(unit, o, BINARY_GREATER));
}

/* x != x || y != y */
static struct expression *is_unordered(struct unit *unit, const struct operand *o, uint32_t unused)
{
    const struct operand pairs[2][2] = {{o[0], o[0]}, {o[1], o[1]}};
    (void)unused;
    return check_binary(unit, o->pos, BINARY_LOGICAL_OR, compared(unit, pairs[0], BINARY_NOT_EQUAL),
                        compared(unit, pairs[1], BINARY_NOT_EQUAL));
}

static struct expression *float_of(struct unit *unit, const struct operand *o, uint32_t bits)
{
    return operand_instruction(unit, BUILTIN___bits_float, operand_word(unit, o->pos, bits));
}

/* `letters`: one for each argument: u unsigned, L unsigned long long, f float, - any, not looked at. Other
 * letters of the C type that gcc puts behind a name (f, l) mean nothing here. */
static const struct formula {
    const char *name;
    const char *letters;
    struct expression *(*make)(struct unit *unit, const struct operand *operands, uint32_t detail);
    uint32_t detail;
} formulas[] = {
    {"clzll", "L", leading_zeros_long, 0},
    {"ctzll", "L", trailing_zeros_long, 0},
    {"ffsll", "L", first_set_long, 0},
    {"popcountll", "L", set_bits_long, UINT32_MAX},
    {"parityll", "L", set_bits_long, 1},
    {"clrsbll", "L", sign_bits_long, 0},
    {"bswap64", "L", swap_bytes_long, 0},
    {"clz", "u", leading_zeros, 0},
    {"ctz", "u", trailing_zeros, 0},
    {"ffs", "u", first_set, 0},
    {"popcount", "u", set_bits, UINT32_MAX},
    {"parity", "u", set_bits, 1},
    {"clrsb", "u", sign_bits, 0},
    {"bswap16", "u", swap_bytes, 16},
    {"bswap32", "u", swap_bytes, 0},
    {"signbit", "f", is_negative, 0},
    {"isnan", "f", beside_infinity, BINARY_GREATER},
    {"isinf", "f", beside_infinity, BINARY_EQUAL},
    {"isfinite", "f", beside_infinity, BINARY_LESS},
    {"finite", "f", beside_infinity, BINARY_LESS},
    {"isnormal", "f", is_normal, 0},
    {"isgreater", "ff", compared, BINARY_GREATER},
    {"isgreaterequal", "ff", compared, BINARY_GREATER_EQUAL},
    {"isless", "ff", compared, BINARY_LESS},
    {"islessequal", "ff", compared, BINARY_LESS_EQUAL},
    {"islessgreater", "ff", is_beside, 0},
    {"isunordered", "ff", is_unordered, 0},
    {"inf", "", float_of, INFINITY_BITS},
    {"huge_val", "", float_of, INFINITY_BITS},
    {"nan", "-", float_of, NAN_BITS},
    {"nans", "-", float_of, NAN_BITS},
};

/* The name in `text`, its letter f or l at the end passed over. */
static bool is_named(const char *text, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(text, name, length) != 0)
        return false;
    text += length;
    return *text == '\0' || strcmp(text, "f") == 0 || strcmp(text, "l") == 0;
}

/* Reads an argument; *made gets what computes and keeps it behind what it was. False after a message. */
static bool read_operand(struct unit *unit, char letter, struct operand *o, struct expression **made)
{
    struct type *type = &type_basic[letter == 'f'   ? TYPE_FLOAT
                                    : letter == 'L' ? TYPE_UNSIGNED_LONG_LONG
                                                    : TYPE_UNSIGNED];
    struct expression *e = check_rvalue(unit, parse_assignment(unit));
    o->pos = e->pos;
    if (letter == '-' || check_failed(e) || unit->panic)
        return letter == '-';
    if (!type_is_arithmetic(e->type)) {
        source_error(&unit->source, e->pos, "expected a number, but this is of type '%s'",
                     type_text(unit->arena, e->type));
        return false;
    }
    e = check_convert(unit, e, type);
    if (e->kind == EXPRESSION_CONSTANT) {
        o->constant = e;
        return true;
    }
    *o = operand_keep(unit, e, made);
    return true;
}

static struct expression *parse_row(struct unit *unit, source_pos pos, const struct formula *formula)
{
    struct operand operands[2] = {{.pos = pos}, {.pos = pos}};
    struct expression *made = NULL;
    bool good = true;
    for (size_t i = 0; formula->letters[i] != '\0' && !unit->panic; i++) {
        if (i == 0 || parse_expect(unit, TOKEN_COMMA, "between the arguments"))
            good &= read_operand(unit, formula->letters[i], &operands[i], &made);
    }
    if (!good || unit->panic)
        return check_error_node(unit, pos);
    struct expression *e = formula->make(unit, operands, formula->detail);
    const bool is_number = formula->make != float_of && formula->make != swap_bytes_long;
    e = is_number ? check_convert(unit, e, &type_basic[TYPE_INT]) : e;
    return made == NULL ? e : check_comma(unit, pos, made, e);
}

struct expression *parse_formula(struct unit *unit, source_pos pos, const char *name)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        if (is_named(name, formulas[i].name))
            return parse_row(unit, pos, &formulas[i]);
    }
    return NULL;
}
