/* builtin.c - what gcc calls __builtin_NAME: calls with arguments of their own kind, tests of floats, counts
 * of bits, constants, and functions of the library under another name.
 */
#include "fcc/check/check.h"
#include "fcc/parse/parse.h"

#include <string.h>

/* ---- calls with arguments of their own kind; the '(' has been taken, the ')' is left */

/* __builtin_expect(value, guess), __builtin_expect_with_probability(value, guess, p): the value. */
static struct expression *parse_expect_call(struct unit *unit, source_pos pos)
{
    struct expression *e = parse_assignment(unit);
    parse_expect(unit, TOKEN_COMMA, "after the value of '__builtin_expect'");
    do {
        struct expression *guess = unit->panic ? check_error_node(unit, pos) : parse_assignment(unit);
        e = guess->has_effect ? check_comma(unit, pos, guess, e) : e;
    } while (parse_accept(unit, TOKEN_COMMA));
    e = check_rvalue(unit, e);
    return type_is_scalar(e->type) && !type_is_long_long(e->type)
               ? check_convert(unit, e, &type_basic[TYPE_LONG])
               : e;
}

/* __builtin_constant_p(value) */
static struct expression *parse_constant_call(struct unit *unit, source_pos pos)
{
    unit->unevaluated++;
    const struct expression *e = parse_assignment(unit);
    unit->unevaluated--;
    const bool is_constant = e->kind == EXPRESSION_CONSTANT || e->kind == EXPRESSION_STRING;
    return check_number(unit, pos, &type_basic[TYPE_INT], is_constant);
}

/* __builtin_choose_expr(constant, yes, no): one of the two, as it is. */
static struct expression *parse_choice_call(struct unit *unit, source_pos pos)
{
    uint32_t value = 0;
    struct expression *e = parse_conditional(unit);
    bool known =
        !unit->panic && check_integer_constant(unit, e, "the choice of '__builtin_choose_expr'", &value);
    parse_expect(unit, TOKEN_COMMA, "after the choice");
    unit->unevaluated += value == 0;
    struct expression *yes = parse_assignment(unit);
    unit->unevaluated -= value == 0;
    parse_expect(unit, TOKEN_COMMA, "after the first expression");
    unit->unevaluated += value != 0;
    struct expression *no = parse_assignment(unit);
    unit->unevaluated -= value != 0;
    return known && !unit->panic ? (value != 0 ? yes : no) : check_error_node(unit, pos);
}

/* __builtin_types_compatible_p(type, type), qualifiers at the top aside */
static struct expression *parse_types_call(struct unit *unit, source_pos pos)
{
    struct type *left = parse_type_name(unit);
    parse_expect(unit, TOKEN_COMMA, "after the first type");
    if (unit->panic)
        return check_error_node(unit, pos);
    struct type *right = parse_type_name(unit);
    const bool fits =
        type_identical(type_unqualified(unit->arena, left), type_unqualified(unit->arena, right));
    return check_number(unit, pos, &type_basic[TYPE_INT], fits);
}

/* __builtin_offsetof(type, member.member[index]): a constant, as the address in an object at 0. */
static struct expression *parse_offset_call(struct unit *unit, source_pos pos)
{
    struct type *type = parse_type_name(unit);
    parse_expect(unit, TOKEN_COMMA, "after the type of '__builtin_offsetof'");
    if (unit->panic || !parse_is(unit, TOKEN_IDENTIFIER)) {
        parse_error(unit, "a member's name");
        return check_error_node(unit, pos);
    }
    struct expression *zero = check_number(unit, pos, type_pointer(unit->arena, type), 0);
    struct expression *e = check_member(unit, pos, zero, true, parse_next(unit));
    parse_advance(unit);
    e = parse_suffixes(unit, e);
    e = check_failed(e) ? e : check_unary(unit, pos, TOKEN_AMPERSAND, e);
    return check_failed(e) ? e : check_cast(unit, pos, &type_basic[TYPE_UNSIGNED], e);
}

/* __builtin_unreachable() and __builtin_trap(): this PP stops. */
static struct expression *parse_halt_call(struct unit *unit, source_pos pos)
{
    const struct token *next = parse_next(unit);
    struct expression *halt = check_new(unit, EXPRESSION_BUILTIN, pos, &type_basic[TYPE_VOID]);
    halt->value = BUILTIN___halt;
    halt->has_effect = true;
    if (next->kind != TOKEN_RIGHT_PAREN)
        parse_error(unit, "')'");
    return halt;
}

/* __builtin_prefetch(address, ...): the arguments are computed, no more. */
static struct expression *parse_prefetch_call(struct unit *unit, source_pos pos)
{
    struct expression *e = check_number(unit, pos, &type_basic[TYPE_INT], 0);
    do {
        struct expression *argument = parse_assignment(unit);
        e = argument->has_effect ? check_comma(unit, pos, e, argument) : e;
    } while (!unit->panic && parse_accept(unit, TOKEN_COMMA));
    return check_cast(unit, pos, &type_basic[TYPE_VOID], e);
}

/* __builtin_assume_aligned(pointer, ...): the pointer. */
static struct expression *parse_aligned_call(struct unit *unit, source_pos pos)
{
    struct expression *e = check_rvalue(unit, parse_assignment(unit));
    while (!unit->panic && parse_accept(unit, TOKEN_COMMA))
        parse_assignment(unit);
    return check_cast(unit, pos, type_pointer(unit->arena, &type_basic[TYPE_VOID]), e);
}

/* __builtin_alloca(words): words of the stack, until the function ends. */
static struct expression *parse_alloca_call(struct unit *unit, source_pos pos)
{
    return parse_stack_words(unit, pos, parse_assignment(unit));
}

static struct expression *variable_args(struct unit *unit, source_pos pos)
{
    const struct token token = {.kind = TOKEN_VARIABLE_ARGS, .pos = pos};
    return check_special(unit, &token);
}

/* __builtin_va_start(list, last) */
static struct expression *parse_start_call(struct unit *unit, source_pos pos)
{
    struct expression *list = parse_assignment(unit);
    if (parse_accept(unit, TOKEN_COMMA))
        parse_assignment(unit);
    return unit->panic ? check_error_node(unit, pos)
                       : check_assign(unit, pos, list, variable_args(unit, pos));
}

/* __builtin_va_copy(to, from) */
static struct expression *parse_copy_call(struct unit *unit, source_pos pos)
{
    struct expression *to = parse_assignment(unit);
    parse_expect(unit, TOKEN_COMMA, "after the first list");
    return unit->panic ? check_error_node(unit, pos) : check_assign(unit, pos, to, parse_assignment(unit));
}

/* __builtin_va_end(list) */
static struct expression *parse_end_call(struct unit *unit, source_pos pos)
{
    return check_cast(unit, pos, &type_basic[TYPE_VOID], parse_assignment(unit));
}

/* ---- calls that stand for expressions */

/* An argument, which an expression may have several times: a constant, or kept in a variable. */
struct operand {
    source_pos pos;
    struct expression *constant;
    struct symbol *symbol;
};

static struct expression *value_of(struct unit *unit, const struct operand *o)
{
    const struct expression *c = o->constant;
    return c != NULL ? check_number(unit, o->pos, c->type, c->value) : check_object(unit, o->pos, o->symbol);
}

static struct expression *word(struct unit *unit, source_pos pos, uint32_t value)
{
    return check_number(unit, pos, &type_basic[TYPE_UNSIGNED], value);
}

static struct expression *instruction(struct unit *unit, enum check_builtin_number number,
                                      struct expression *arguments)
{
    const char *name = check_builtin_row(number)->name;
    struct token token = {.kind = TOKEN_IDENTIFIER, .pos = arguments->pos};
    token.name = lex_name(unit->arena, &unit->names, name, strlen(name));
    return check_call(unit, arguments->pos, check_name(unit, &token), arguments);
}

/* The machine finds the highest set bit only: the lowest one is x & -x. */
static struct expression *below_lowest(struct unit *unit, const struct operand *o, uint32_t from)
{
    struct expression *negative = check_unary(unit, o->pos, TOKEN_MINUS, value_of(unit, o));
    struct expression *lowest = check_binary(unit, o->pos, BINARY_AND, value_of(unit, o), negative);
    struct expression *zeros = instruction(unit, BUILTIN___lz, lowest);
    return check_binary(unit, o->pos, BINARY_SUBTRACT, word(unit, o->pos, from), zeros);
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
    return instruction(unit, BUILTIN___lz, value_of(unit, o));
}

/* The set bits, of which the result has those in `mask`. */
static struct expression *set_bits(struct unit *unit, const struct operand *o, uint32_t mask)
{
    struct expression *bits = instruction(unit, BUILTIN___popc, value_of(unit, o));
    return mask == UINT32_MAX ? bits : check_binary(unit, o->pos, BINARY_AND, bits, word(unit, o->pos, mask));
}

/* Bits behind the sign that are equal to it: leading zeros of x ^ x >> 31, less the sign. */
static struct expression *sign_bits(struct unit *unit, const struct operand *o, uint32_t unused)
{
    struct expression *number = check_convert(unit, value_of(unit, o), &type_basic[TYPE_INT]);
    struct expression *sign = check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, number, word(unit, o->pos, 31));
    struct expression *zeros =
        instruction(unit, BUILTIN___lz, check_binary(unit, o->pos, BINARY_XOR, value_of(unit, o), sign));
    (void)unused;
    return check_binary(unit, o->pos, BINARY_SUBTRACT, zeros, word(unit, o->pos, 1));
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
        struct expression *part =
            check_binary(unit, o->pos, BINARY_AND, value_of(unit, o), word(unit, o->pos, parts[i].mask));
        part->next = word(unit, o->pos, parts[i].bits);
        sum[i] = instruction(unit, BUILTIN___rol, part);
    }
    struct expression *swapped = check_binary(unit, o->pos, BINARY_OR, sum[0], sum[1]);
    return bit == 0 ? swapped
                    : check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, swapped, word(unit, o->pos, bit));
}

/* The bits of a float in `mask`, for a comparison. */
static struct expression *float_bits(struct unit *unit, const struct operand *o, uint32_t mask)
{
    struct expression *bits = instruction(unit, BUILTIN___float_bits, value_of(unit, o));
    return check_binary(unit, o->pos, BINARY_AND, bits, word(unit, o->pos, mask));
}

enum { INFINITY_BITS = 0x7f800000, NAN_BITS = 0x7fc00000 };

static struct expression *compared_bits(struct unit *unit, const struct operand *o, enum binary_op operation,
                                        uint32_t mask, uint32_t with)
{
    return check_binary(unit, o->pos, operation, float_bits(unit, o, mask), word(unit, o->pos, with));
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
                                            word(unit, o->pos, 0x800000));
    return check_binary(unit, o->pos, BINARY_LESS, above, word(unit, o->pos, 0x7f000000));
}

static struct expression *compared(struct unit *unit, const struct operand *o, uint32_t operation)
{
    return check_binary(unit, o->pos, (enum binary_op)operation, value_of(unit, o), value_of(unit, o + 1));
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
    return instruction(unit, BUILTIN___bits_float, word(unit, o->pos, bits));
}

/* `letters`: one for each argument: u unsigned, f float, - any, not looked at. The letters of the C type that
 * gcc puts behind a name (f, l, ll) mean nothing here: all integers and all floats have one size. */
static const struct formula {
    const char *name;
    const char *letters;
    struct expression *(*make)(struct unit *unit, const struct operand *operands, uint32_t detail);
    uint32_t detail;
} formulas[] = {
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

/* The name in `text`, its letters f, l or ll at the end passed over. */
static bool is_named(const char *text, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(text, name, length) != 0)
        return false;
    text += length;
    return *text == '\0' || strcmp(text, "f") == 0 || strcmp(text, "l") == 0 || strcmp(text, "ll") == 0;
}

/* Reads an argument; *made gets what computes and keeps it behind what it was. False after a message. */
static bool read_operand(struct unit *unit, char letter, struct operand *o, struct expression **made)
{
    struct type *type = &type_basic[letter == 'f' ? TYPE_FLOAT : TYPE_UNSIGNED];
    struct expression *e = check_rvalue(unit, parse_assignment(unit)), *kept;
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
    e = check_keep(unit, e, &kept);
    o->symbol = kept->symbol;
    *made = *made == NULL ? e : check_comma(unit, e->pos, *made, e);
    return true;
}

static struct expression *parse_formula(struct unit *unit, source_pos pos, const struct formula *formula)
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
    const bool is_number = formula->make != float_of;
    e = is_number ? check_convert(unit, e, &type_basic[TYPE_INT]) : e;
    return made == NULL ? e : check_comma(unit, pos, made, e);
}

/* ---- __builtin_add_overflow(a, b, &result) and its like: whether the result differs from that of whole
 * numbers */

/* The upper word of an operand: its sign. */
static struct expression *upper(struct unit *unit, const struct operand *o, bool is_signed)
{
    struct expression *number = check_convert(unit, value_of(unit, o), &type_basic[TYPE_INT]);
    struct expression *sign = check_binary(unit, o->pos, BINARY_SHIFT_RIGHT, number, word(unit, o->pos, 31));
    return is_signed ? check_convert(unit, sign, &type_basic[TYPE_UNSIGNED]) : word(unit, o->pos, 0);
}

/* The upper word of a sum or difference, whose lower one is o[2]. */
static struct expression *upper_sum(struct unit *unit, const struct operand *o, enum binary_op operation,
                                    const bool *is_signed)
{
    const struct operand *left = operation == BINARY_ADD ? &o[2] : &o[0],
                         *right = operation == BINARY_ADD ? &o[0] : &o[1];
    struct expression *carry =
        check_binary(unit, o->pos, BINARY_LESS, value_of(unit, left), value_of(unit, right));
    struct expression *sum = check_binary(unit, o->pos, operation, upper(unit, &o[0], is_signed[0]),
                                          upper(unit, &o[1], is_signed[1]));
    return check_binary(unit, o->pos, operation, sum, check_convert(unit, carry, &type_basic[TYPE_UNSIGNED]));
}

/* The upper word of a product: that of the two words without sign, less the other word where one is negative.
 */
static struct expression *upper_product(struct unit *unit, const struct operand *o, const bool *is_signed)
{
    struct expression *left = value_of(unit, &o[0]);
    left->next = value_of(unit, &o[1]);
    struct expression *product = instruction(unit, BUILTIN___mlhu, left);
    for (int i = 0; i < 2; i++) {
        struct expression *less = check_binary(unit, o->pos, BINARY_AND, upper(unit, &o[i], is_signed[i]),
                                               value_of(unit, &o[1 - i]));
        product = check_binary(unit, o->pos, BINARY_SUBTRACT, product, less);
    }
    return product;
}

static struct operand kept_operand(struct unit *unit, struct expression *e, struct expression **made)
{
    struct operand o = {.pos = e->pos};
    struct expression *kept;
    e = check_keep(unit, e, &kept);
    o.symbol = kept->symbol;
    *made = *made == NULL ? e : check_comma(unit, e->pos, *made, e);
    return o;
}

static struct expression *overflow_call(struct unit *unit, source_pos pos, enum binary_op operation)
{
    struct operand o[3] = {{0}}; /* the operands, the lower word of the result */
    struct expression *made = NULL;
    bool is_signed[2] = {false};
    for (int i = 0; i < 2 && !unit->panic; i++) {
        struct expression *e = check_rvalue(unit, parse_assignment(unit));
        parse_expect(unit, TOKEN_COMMA, "between the arguments");
        if (unit->panic || check_failed(e) || !type_is_integer(e->type))
            return check_error_node(unit, pos);
        is_signed[i] = !type_is_unsigned(check_promote(unit, e)->type);
        o[i] = kept_operand(unit, check_convert(unit, e, &type_basic[TYPE_UNSIGNED]), &made);
    }
    struct expression *place = check_rvalue(unit, parse_assignment(unit));
    if (unit->panic || check_failed(place) || place->type->kind != TYPE_POINTER ||
        !type_is_integer(place->type->base))
        return check_error_node(unit, pos);
    const bool is_signed_result = !type_is_unsigned(place->type->base);
    const struct operand result = kept_operand(unit, place, &made);
    o[2] = kept_operand(
        unit, check_binary(unit, pos, operation, value_of(unit, &o[0]), value_of(unit, &o[1])), &made);
    struct expression *high = operation == BINARY_MULTIPLY ? upper_product(unit, o, is_signed)
                                                           : upper_sum(unit, o, operation, is_signed);
    struct expression *differs =
        check_binary(unit, pos, BINARY_NOT_EQUAL, high, upper(unit, &o[2], is_signed_result));
    struct expression *target = check_unary(unit, pos, TOKEN_STAR, value_of(unit, &result));
    made = check_comma(unit, pos, made, check_assign(unit, pos, target, value_of(unit, &o[2])));
    return check_comma(unit, pos, made, differs);
}

static struct expression *parse_add_overflow(struct unit *unit, source_pos pos)
{
    return overflow_call(unit, pos, BINARY_ADD);
}

static struct expression *parse_subtract_overflow(struct unit *unit, source_pos pos)
{
    return overflow_call(unit, pos, BINARY_SUBTRACT);
}

static struct expression *parse_multiply_overflow(struct unit *unit, source_pos pos)
{
    return overflow_call(unit, pos, BINARY_MULTIPLY);
}

/* ---- all of them */

static const struct {
    const char *name;
    struct expression *(*parse)(struct unit *unit, source_pos pos);
} calls[] = {
    {"expect", parse_expect_call},
    {"expect_with_probability", parse_expect_call},
    {"constant_p", parse_constant_call},
    {"choose_expr", parse_choice_call},
    {"types_compatible_p", parse_types_call},
    {"offsetof", parse_offset_call},
    {"unreachable", parse_halt_call},
    {"trap", parse_halt_call},
    {"prefetch", parse_prefetch_call},
    {"assume_aligned", parse_aligned_call},
    {"alloca", parse_alloca_call},
    {"va_start", parse_start_call},
    {"va_copy", parse_copy_call},
    {"va_end", parse_end_call},
    {"va_arg", parse_variable_argument},
    {"add_overflow", parse_add_overflow},
    {"sub_overflow", parse_subtract_overflow},
    {"mul_overflow", parse_multiply_overflow},
};

/* `__builtin_memcpy` and its like: the function without the prefix, if it is declared or C's library has it.
 */
static struct expression *library_function(struct unit *unit, const struct token *token, const char *text)
{
    struct token plain = *token;
    plain.name = lex_name(unit->arena, &unit->names, text, strlen(text));
    const struct symbol *symbol = plain.name->symbol;
    if (symbol == NULL)
        symbol = check_library_function(unit, &plain);
    if (symbol == NULL || (symbol->kind != SYMBOL_FUNCTION && symbol->kind != SYMBOL_BUILTIN))
        return NULL;
    parse_advance(unit);
    return check_name(unit, &plain);
}

/* One of the tables' rows; NULL: it is none. The '(' has been taken. */
static struct expression *parse_row(struct unit *unit, source_pos pos, const char *text)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(text, calls[i].name) == 0)
            return calls[i].parse(unit, pos);
    }
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        if (is_named(text, formulas[i].name))
            return parse_formula(unit, pos, &formulas[i]);
    }
    return NULL;
}

struct expression *parse_builtin(struct unit *unit, const struct token *name)
{
    static const char prefix[] = "__builtin_";
    const size_t length = sizeof prefix - 1;
    const bool is_alloca = unit->source.is_plain_c && lex_same(name->name, "alloca");
    if (!is_alloca && strncmp(name->name->text, prefix, length) != 0)
        return NULL;
    const char *text = name->name->text + (is_alloca ? 0 : length);
    if (parse_ahead(unit, 1)->kind == TOKEN_LEFT_PAREN) {
        const uint32_t at = unit->at;
        parse_nest(unit);
        parse_advance(unit);
        parse_advance(unit);
        struct expression *e = parse_row(unit, name->pos, text);
        if (e != NULL)
            parse_expect(unit, TOKEN_RIGHT_PAREN, "to end the arguments");
        parse_unnest(unit);
        if (e != NULL)
            return unit->panic ? check_error_node(unit, name->pos) : e;
        unit->at = at;
    }
    return library_function(unit, name, text);
}
