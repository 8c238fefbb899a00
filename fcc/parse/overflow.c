/* overflow.c - __builtin_add_overflow(a, b, &result) and its relatives: whether the result differs from that
 * of whole numbers.
 *
 * The result of whole numbers has an upper part, which the operands' signs decide. A part is a word, or two
 * words if one of the types is long long.
 */
#include "fcc/parse/operand.h"
#include "fcc/parse/parse.h"

/* The operands, the lower part of the result, and the unsigned type of the parts. */
struct overflow {
    source_pos pos;
    struct operand o[3];
    bool is_signed[2];
    struct type *part;
    struct expression *made; /* what computes the operands */
};

static struct expression *value(struct unit *unit, const struct overflow *f, int i)
{
    return operand_value(unit, &f->o[i]);
}

static struct expression *compute(struct unit *unit, const struct overflow *f, enum binary_op operation,
                                  struct expression *left, struct expression *right)
{
    return check_binary(unit, f->pos, operation, left, right);
}

/* The upper part of an operand: its sign. */
static struct expression *upper(struct unit *unit, const struct overflow *f, int i, bool is_signed)
{
    const bool is_long = type_is_long_long(f->part);
    if (!is_signed)
        return check_number(unit, f->pos, f->part, 0);
    struct expression *number =
        check_convert(unit, value(unit, f, i), &type_basic[is_long ? TYPE_LONG_LONG : TYPE_INT]);
    struct expression *sign =
        compute(unit, f, BINARY_SHIFT_RIGHT, number, operand_word(unit, f->pos, is_long ? 63 : 31));
    return check_convert(unit, sign, f->part);
}

/* The upper part of a sum or difference, whose lower one is o[2]. */
static struct expression *upper_sum(struct unit *unit, const struct overflow *f, enum binary_op operation)
{
    const int left = operation == BINARY_ADD ? 2 : 0, right = operation == BINARY_ADD ? 0 : 1;
    struct expression *carry = compute(unit, f, BINARY_LESS, value(unit, f, left), value(unit, f, right));
    struct expression *sum =
        compute(unit, f, operation, upper(unit, f, 0, f->is_signed[0]), upper(unit, f, 1, f->is_signed[1]));
    return compute(unit, f, operation, sum, check_convert(unit, carry, f->part));
}

/* A word of an operand as a long long. */
static struct expression *half(struct unit *unit, const struct overflow *f, int i, enum operand_part part)
{
    struct operand o = f->o[i];
    o.part = part;
    return check_convert(unit, operand_value(unit, &o), f->part);
}

/* The upper part of the product of two unsigned long longs, from products of their words. */
static struct expression *upper_long_product(struct unit *unit, struct overflow *f)
{
    struct operand low = operand_keep(
        unit, compute(unit, f, BINARY_MULTIPLY, half(unit, f, 0, OPERAND_LOW), half(unit, f, 1, OPERAND_LOW)),
        &f->made);
    struct expression *cross =
        compute(unit, f, BINARY_MULTIPLY, half(unit, f, 0, OPERAND_HIGH), half(unit, f, 1, OPERAND_LOW));
    low.part = OPERAND_HIGH;
    struct operand first =
        operand_keep(unit, compute(unit, f, BINARY_ADD, cross, operand_value(unit, &low)), &f->made);
    cross = compute(unit, f, BINARY_MULTIPLY, half(unit, f, 0, OPERAND_LOW), half(unit, f, 1, OPERAND_HIGH));
    first.part = OPERAND_LOW;
    struct operand second =
        operand_keep(unit, compute(unit, f, BINARY_ADD, cross, operand_value(unit, &first)), &f->made);
    first.part = second.part = OPERAND_HIGH;
    struct expression *high =
        compute(unit, f, BINARY_MULTIPLY, half(unit, f, 0, OPERAND_HIGH), half(unit, f, 1, OPERAND_HIGH));
    high = compute(unit, f, BINARY_ADD, high, operand_value(unit, &first));
    return compute(unit, f, BINARY_ADD, high, operand_value(unit, &second));
}

/* The upper part of a product: that of the two parts without sign, less the other part where one is negative.
 */
static struct expression *upper_product(struct unit *unit, struct overflow *f)
{
    struct expression *left = value(unit, f, 0);
    left->next = value(unit, f, 1);
    struct expression *product = type_is_long_long(f->part) ? upper_long_product(unit, f)
                                                            : operand_instruction(unit, BUILTIN___mlhu, left);
    for (int i = 0; i < 2; i++) {
        struct expression *less =
            compute(unit, f, BINARY_AND, upper(unit, f, i, f->is_signed[i]), value(unit, f, 1 - i));
        product = compute(unit, f, BINARY_SUBTRACT, product, less);
    }
    return product;
}

/* Whether the whole result is another number than what the target's type makes of its lower part. */
static struct expression *differs(struct unit *unit, struct overflow *f, enum binary_op operation,
                                  const struct type *target)
{
    struct expression *high =
        operation == BINARY_MULTIPLY ? upper_product(unit, f) : upper_sum(unit, f, operation);
    struct expression *differs =
        compute(unit, f, BINARY_NOT_EQUAL, high, upper(unit, f, 2, !type_is_unsigned(target)));
    if (!type_is_long_long(f->part) || type_is_long_long(target))
        return differs;
    struct expression *word = check_convert(unit, value(unit, f, 2),
                                            &type_basic[type_is_unsigned(target) ? TYPE_UNSIGNED : TYPE_INT]);
    struct expression *is_cut =
        compute(unit, f, BINARY_NOT_EQUAL, value(unit, f, 2), check_convert(unit, word, f->part));
    return compute(unit, f, BINARY_LOGICAL_OR, differs, is_cut);
}

static struct expression *overflow_call(struct unit *unit, source_pos pos, enum binary_op operation)
{
    struct overflow f = {.pos = pos, .part = &type_basic[TYPE_UNSIGNED]};
    struct expression *e[2] = {NULL, NULL};
    for (int i = 0; i < 2 && !unit->panic; i++) {
        e[i] = check_rvalue(unit, parse_assignment(unit));
        parse_expect(unit, TOKEN_COMMA, "between the arguments");
        if (unit->panic || check_failed(e[i]) || !type_is_integer(e[i]->type))
            return check_error_node(unit, pos);
        f.is_signed[i] = !type_is_unsigned(check_promote(unit, e[i])->type);
    }
    struct expression *place = check_rvalue(unit, parse_assignment(unit));
    if (unit->panic || e[1] == NULL || check_failed(place) || place->type->kind != TYPE_POINTER ||
        !type_is_integer(place->type->base))
        return check_error_node(unit, pos);
    const struct type *target = place->type->base;
    if (type_is_long_long(e[0]->type) || type_is_long_long(e[1]->type) || type_is_long_long(target))
        f.part = &type_basic[TYPE_UNSIGNED_LONG_LONG];
    for (int i = 0; i < 2; i++)
        f.o[i] = operand_keep(unit, check_convert(unit, e[i], f.part), &f.made);
    const struct operand result = operand_keep(unit, place, &f.made);
    f.o[2] =
        operand_keep(unit, compute(unit, &f, operation, value(unit, &f, 0), value(unit, &f, 1)), &f.made);
    struct expression *is_other = differs(unit, &f, operation, target);
    struct expression *to = check_unary(unit, pos, TOKEN_STAR, operand_value(unit, &result));
    struct expression *made = check_comma(unit, pos, f.made, check_assign(unit, pos, to, value(unit, &f, 2)));
    return check_comma(unit, pos, made, is_other);
}

struct expression *parse_add_overflow(struct unit *unit, source_pos pos)
{
    return overflow_call(unit, pos, BINARY_ADD);
}

struct expression *parse_subtract_overflow(struct unit *unit, source_pos pos)
{
    return overflow_call(unit, pos, BINARY_SUBTRACT);
}

struct expression *parse_multiply_overflow(struct unit *unit, source_pos pos)
{
    return overflow_call(unit, pos, BINARY_MULTIPLY);
}
