/* operator.c - arithmetic, comparisons and conversions as operations of the machine; subscripts. */
#include "fcc/ir/index.h"
#include "fcc/lower/state.h"

struct row {
    enum ir_op signed_op;
    enum ir_op unsigned_op;
    enum ir_op float_op; /* IR_OP_COUNT: there is none */
    bool swapped;
};

static const struct row rows[] = {
    [BINARY_ADD] = {IR_ADD, IR_ADD, IR_FADD, false},
    [BINARY_SUBTRACT] = {IR_SUB, IR_SUB, IR_FSUB, false},
    [BINARY_MULTIPLY] = {IR_MUL, IR_MUL, IR_FMUL, false},
    [BINARY_DIVIDE] = {IR_DIV, IR_DIVU, IR_FDIV, false},
    [BINARY_REMAINDER] = {IR_REM, IR_REMU, IR_OP_COUNT, false},
    [BINARY_AND] = {IR_AND, IR_AND, IR_OP_COUNT, false},
    [BINARY_OR] = {IR_OR, IR_OR, IR_OP_COUNT, false},
    [BINARY_XOR] = {IR_XOR, IR_XOR, IR_OP_COUNT, false},
    [BINARY_SHIFT_LEFT] = {IR_SHL, IR_SHL, IR_OP_COUNT, false},
    [BINARY_SHIFT_RIGHT] = {IR_SAR, IR_SHR, IR_OP_COUNT, false},
    [BINARY_EQUAL] = {IR_SEQ, IR_SEQ, IR_FSEQ, false},
    [BINARY_NOT_EQUAL] = {IR_SNE, IR_SNE, IR_FSNE, false},
    [BINARY_LESS] = {IR_SLT, IR_SLTU, IR_FSLT, false},
    [BINARY_LESS_EQUAL] = {IR_SLE, IR_SLEU, IR_FSLE, false},
    [BINARY_GREATER] = {IR_SLT, IR_SLTU, IR_FSLT, true},
    [BINARY_GREATER_EQUAL] = {IR_SLE, IR_SLEU, IR_FSLE, true},
};

struct ir_operand lower_select(struct lower *l, struct ir_operand mask, struct ir_operand yes,
                               struct ir_operand no)
{
    if (lower_is_real(l, yes))
        return lower_select_real(l, mask, yes, no);
    struct ir_operand difference = lower_binary_op(l, IR_XOR, yes, no);
    return lower_binary_op(l, IR_XOR, lower_binary_op(l, IR_AND, difference, mask), no);
}

struct ir_operand lower_arithmetic(struct lower *l, enum binary_op operation, const struct type *type,
                                   struct ir_operand a, struct ir_operand b)
{
    const struct row *row = &rows[operation];
    enum ir_op op = type_is_float(type)      ? row->float_op
                    : type_is_unsigned(type) ? row->unsigned_op
                                             : row->signed_op;
    bool divides = (ir_ops[op].flags & IR_TRAPS) != 0;
    if (divides && l->predicate != 0 && (b.kind != IR_CONST || b.value == 0))
        b = lower_select(l, ir_vreg(l->predicate), b,
                         ir_const(1)); /* must not divide by zero in predicated code */
    return row->swapped ? lower_binary_op(l, op, b, a) : lower_binary_op(l, op, a, b);
}

struct ir_operand lower_truth(struct lower *l, struct ir_operand value, const struct type *type)
{
    return lower_binary_op(l, type_is_float(type) ? IR_FSNE : IR_SNE, value, lower_zero(type));
}

/* The nearest unsigned integer towards zero; 0 for NaN. FTOI saturates: for x >= 2^31, FTOI(x) is 2^31 - 1
 * and FTOI(x - 2^31) is the rest, which is negative for smaller x. */
static struct ir_operand float_to_unsigned(struct lower *l, struct ir_operand value)
{
    const struct ir_operand limit = ir_const(0x4f000000); /* 2^31 */
    struct ir_operand positive = lower_binary_op(l, IR_FMAX, value, ir_const(0));
    struct ir_operand rest = lower_unary_op(l, IR_FTOI, lower_binary_op(l, IR_FSUB, positive, limit));
    struct ir_operand above = lower_binary_op(l, IR_MAX, rest, ir_const(-1));
    struct ir_operand sum = lower_binary_op(l, IR_ADD, lower_unary_op(l, IR_FTOI, positive), above);
    return lower_binary_op(l, IR_ADD, sum, ir_const(1));
}

struct ir_operand lower_conversion(struct lower *l, struct ir_operand value, const struct type *from,
                                   const struct type *to)
{
    if (to->kind == TYPE_BOOL)
        return from->kind == TYPE_BOOL ? value : lower_truth(l, value, from);
    if (type_is_real(to) != type_is_real(from))
        return lower_real_conversion(l, value, from, to);
    if (type_is_float(to) && type_is_integer(from))
        return lower_unary_op(l, type_is_unsigned(from) ? IR_UTOF : IR_ITOF, value);
    if (type_is_integer(to) && type_is_float(from))
        return type_is_unsigned(to) ? float_to_unsigned(l, value) : lower_unary_op(l, IR_FTOI, value);
    return value;
}

/* ---- subscripts (ir.h, invariant 12) */

/* The array whose first element's address a pointer is; NULL: no such pointer. */
static const struct expression *array_of(const struct expression *pointer)
{
    const struct expression *array = pointer->kind == EXPRESSION_ADDRESS ? pointer->left : NULL;
    return array != NULL && array->type->kind == TYPE_ARRAY && pointer->type->base == array->type->base
               ? array
               : NULL;
}

/* The array of the last subscript on the path to an lvalue; NULL: there is none, or a pointer follows. */
static const struct expression *subscripted(const struct expression *e)
{
    while (e->kind == EXPRESSION_MEMBER ||
           (e->kind == EXPRESSION_DEREFERENCE && e->left->kind == EXPRESSION_ADDRESS))
        e = e->kind == EXPRESSION_MEMBER ? e->left : e->left->left;
    const struct expression *sum = e->kind == EXPRESSION_DEREFERENCE ? e->left : NULL;
    return sum != NULL && sum->kind == EXPRESSION_BINARY ? array_of(sum->left) : NULL;
}

/* A last member of at most one element may represent any length: the size of the block decides. */
static uint32_t words_of(const struct expression *array)
{
    const struct type *type = array->type;
    const bool may_be_longer = array->kind == EXPRESSION_MEMBER && array->member->next == NULL &&
                               (type->length <= 1 || type->incomplete_array);
    return may_be_longer ? 0 : type_words(type);
}

/* The position of an array's subscripts in the code: after those of the enclosing arrays. */
static uint32_t first_bit(const struct expression *array)
{
    uint32_t bits = 0;
    while ((array = subscripted(array)) != NULL)
        bits += guard_level_bits(words_of(array));
    return bits;
}

static bool has_room(const struct expression *array)
{
    return first_bit(array) + guard_level_bits(words_of(array)) <= GUARD_CODE_BITS;
}

/* Whether more is known about it or its elements than the variable. */
static bool has_parts(const struct expression *array)
{
    const struct type *element = array->type->base;
    return array->kind != EXPRESSION_OBJECT || element->kind == TYPE_ARRAY || type_is_record(element);
}

static const char *name_of(const struct expression *e)
{
    while (e->kind == EXPRESSION_DEREFERENCE || e->kind == EXPRESSION_BINARY ||
           e->kind == EXPRESSION_ADDRESS || e->kind == EXPRESSION_CONVERT)
        e = e->left;
    return e->kind == EXPRESSION_OBJECT                              ? e->symbol->name->text
           : e->kind == EXPRESSION_MEMBER && e->member->name != NULL ? e->member->name->text
                                                                     : "";
}

/* The arrays on the path to an lvalue, if more is known than its variable. */
const struct ir_rows *lower_rows(const struct lower *l, const struct expression *e)
{
    const struct expression *array = subscripted(e);
    uint32_t level = 0;
    for (const struct expression *outer = array; outer != NULL; outer = subscripted(outer))
        level++;
    if (level == 0 || !has_room(array) || (level == 1 && array->kind == EXPRESSION_OBJECT))
        return NULL;
    struct ir_rows *found = ARENA_NEW(l->ir->arena, struct ir_rows);
    found->count = level;
    for (; array != NULL; array = subscripted(array))
        found->rows[--level] = (struct ir_row){.name = name_of(array),
                                               .kind = array->kind == EXPRESSION_DEREFERENCE ? 'r'
                                                       : array->kind == EXPRESSION_MEMBER    ? 'm'
                                                                                             : 'v',
                                               .words = words_of(array),
                                               .element = type_words(array->type->base)};
    return found;
}

bool lower_is_subscript(const struct expression *pointer)
{
    return pointer->kind == EXPRESSION_BINARY && array_of(pointer->left) != NULL;
}

struct ir_index lower_sum_index(const struct expression *sum, bool follows)
{
    const struct expression *array = array_of(sum->left);
    if (array == NULL || !has_parts(array) || !has_room(array))
        return (struct ir_index){.is_known = false};
    const int64_t times = words_of(array) == 0 ? 0 : (int64_t)1 << first_bit(array);
    struct ir_part start = ir_part_times(0, 1);
    if (follows)
        start.kind = IR_PART_FOLLOWS;
    return ir_index_of(start, ir_part_times(sum->operation == BINARY_ADD ? times : -times, 1));
}
