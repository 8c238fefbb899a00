/* long_long.c - values of type long long: two words, the low one first in memory.
 *
 * Most operators become a few operations on words, none of which branches. Division and conversions to and
 * from float are calls of straight functions in fork-rt/c/long_long.fork. A function of this file that takes
 * a type handles values of one word, too: then `high` is of kind IR_NONE.
 */
#include "fcc/lower/state.h"

/* As in expression.c: the frames of nested expressions stay small. */
#define OWN_FRAME __attribute__((noinline))

static struct words word_of(struct ir_operand word)
{
    return (struct words){word, ir_none()};
}

static struct ir_operand op(struct lower *l, enum ir_op op, struct ir_operand a, struct ir_operand b)
{
    return lower_binary_op(l, op, a, b);
}

/* ---- memory */

static struct place second_word(const struct place *place)
{
    struct place second = *place;
    if (second.base.kind == IR_VREG)
        second.offset++;
    else
        second.base.value++;
    return second;
}

struct words lower_load_words(struct lower *l, const struct place *place, const struct type *type)
{
    struct words words = word_of(lower_load_place(l, place, type));
    if (type_is_long_long(type)) {
        const struct place second = second_word(place);
        words.high = lower_load_place(l, &second, type);
    }
    return words;
}

void lower_store_words(struct lower *l, const struct place *place, struct words value)
{
    lower_store_place(l, place, value.low);
    if (value.high.kind != IR_NONE) {
        const struct place second = second_word(place);
        lower_store_place(l, &second, value.high);
    }
}

struct words lower_words_registers(struct lower *l, const struct type *type)
{
    struct words registers = word_of(lower_vreg_of(l, type));
    if (type_is_long_long(type))
        registers.high = lower_vreg(l);
    return registers;
}

void lower_copy_to_registers(struct lower *l, struct words registers, struct words value)
{
    lower_copy(l, registers.low.id, value.low);
    if (registers.high.kind != IR_NONE)
        lower_copy(l, registers.high.id, value.high);
}

/* ---- calls of the library */

/* Calls a function of the words of two values, of which b may be NULL. Its result is a word, or two words
 * that it stores where its first argument says. */
static struct words call(struct lower *l, const char *name, const struct words *a, const struct words *b,
                         bool is_long_long)
{
    const struct ir_operand result = is_long_long ? ir_slot_address(lower_temporary(l, 2), 0) : ir_none();
    const struct ir_operand all[] = {result, a->low, a->high, b != NULL ? b->low : ir_none(),
                                     b != NULL ? b->high : ir_none()};
    const uint32_t most = sizeof all / sizeof *all;
    struct ir_operand *args = ARENA_ARRAY(l->ir->arena, struct ir_operand, most);
    uint32_t count = 0;
    for (uint32_t i = 0; i < most; i++) {
        if (all[i].kind != IR_NONE)
            args[count++] = all[i];
    }
    struct ir_instr *instr = lower_emit(l, IR_CALL);
    instr->a = ir_symbol_address(lower_external(l, name, true), 0);
    instr->args = args;
    instr->arg_count = count;
    if (is_long_long) {
        const struct ir_operand low = lower_load(l, result, 0, 0, 0);
        return (struct words){low, lower_load(l, result, 1, 0, 0)};
    }
    instr->dst = ir_add_vreg(l->function);
    return word_of(ir_vreg(instr->dst));
}

/* ---- operators */

/* The sum of low words carries if it is less than either of them. */
static struct words add(struct lower *l, struct words a, struct words b)
{
    const struct ir_operand low = op(l, IR_ADD, a.low, b.low);
    const struct ir_operand carry = op(l, IR_SLTU, low, b.low);
    return (struct words){low, op(l, IR_ADD, op(l, IR_ADD, a.high, b.high), carry)};
}

static struct words subtract(struct lower *l, struct words a, struct words b)
{
    const struct ir_operand borrow = op(l, IR_SLTU, a.low, b.low);
    const struct ir_operand low = op(l, IR_SUB, a.low, b.low);
    return (struct words){low, op(l, IR_SUB, op(l, IR_SUB, a.high, b.high), borrow)};
}

static struct words multiply(struct lower *l, struct words a, struct words b)
{
    const struct ir_operand upper = op(l, IR_MUL, a.low, b.high);
    const struct ir_operand cross = op(l, IR_ADD, op(l, IR_MUL, a.high, b.low), upper);
    const struct ir_operand low = op(l, IR_MUL, a.low, b.low);
    return (struct words){low, op(l, IR_ADD, op(l, IR_MULHU, a.low, b.low), cross)};
}

/* The runtime must not divide by zero in predicated code. */
static struct words divide(struct lower *l, bool is_remainder, bool is_unsigned, struct words a,
                           struct words b)
{
    static const char *const names[2][2] = {{"__fork_long_divide", "__fork_long_divide_unsigned"},
                                            {"__fork_long_remainder", "__fork_long_remainder_unsigned"}};
    if (l->predicate != 0) {
        b.low = lower_select(l, ir_vreg(l->predicate), b.low, ir_const(1));
        b.high = lower_select(l, ir_vreg(l->predicate), b.high, ir_const(0));
    }
    return call(l, names[is_remainder][is_unsigned], &a, &b, true);
}

static struct words bitwise(struct lower *l, enum ir_op operation, struct words a, struct words b)
{
    const struct ir_operand low = op(l, operation, a.low, b.low);
    return (struct words){low, op(l, operation, a.high, b.high)};
}

/* Shifts of words by 32 or more, as an unsigned number, leave no bit: so `n - 32` and `32 - n` are right for
 * all n. */
static struct words shift_left(struct lower *l, struct words a, struct ir_operand n)
{
    const struct ir_operand more = op(l, IR_SUB, n, ir_const(32));
    const struct ir_operand less = op(l, IR_SUB, ir_const(32), n);
    const struct ir_operand near = op(l, IR_SHR, a.low, less);
    const struct ir_operand across = op(l, IR_OR, op(l, IR_SHL, a.low, more), near);
    const struct ir_operand low = op(l, IR_SHL, a.low, n);
    return (struct words){low, op(l, IR_OR, op(l, IR_SHL, a.high, n), across)};
}

/* An arithmetic shift by 32 or more leaves copies of the sign: where n < 32, they are masked. */
static struct words shift_right(struct lower *l, bool is_unsigned, struct words a, struct ir_operand n)
{
    const enum ir_op shift = is_unsigned ? IR_SHR : IR_SAR;
    const struct ir_operand more = op(l, IR_SUB, n, ir_const(32));
    const struct ir_operand less = op(l, IR_SUB, ir_const(32), n);
    struct ir_operand far = op(l, shift, a.high, more);
    if (!is_unsigned) {
        const struct ir_operand is_far = op(l, IR_SLEU, ir_const(32), n);
        far = op(l, IR_AND, far, op(l, IR_SUB, ir_const(0), is_far));
    }
    const struct ir_operand across = op(l, IR_OR, op(l, IR_SHL, a.high, less), far);
    const struct ir_operand low = op(l, IR_OR, op(l, IR_SHR, a.low, n), across);
    return (struct words){low, op(l, shift, a.high, n)};
}

struct words lower_words_arithmetic(struct lower *l, enum binary_op operation, const struct type *type,
                                    struct words a, struct words b)
{
    const bool is_unsigned = type_is_unsigned(type);
    if (!type_is_long_long(type))
        return word_of(lower_arithmetic(l, operation, type, a.low, b.low));
    switch (operation) {
    case BINARY_ADD:
        return add(l, a, b);
    case BINARY_SUBTRACT:
        return subtract(l, a, b);
    case BINARY_MULTIPLY:
        return multiply(l, a, b);
    case BINARY_DIVIDE:
    case BINARY_REMAINDER:
        return divide(l, operation == BINARY_REMAINDER, is_unsigned, a, b);
    case BINARY_AND:
        return bitwise(l, IR_AND, a, b);
    case BINARY_OR:
        return bitwise(l, IR_OR, a, b);
    case BINARY_XOR:
        return bitwise(l, IR_XOR, a, b);
    case BINARY_SHIFT_LEFT:
        return shift_left(l, a, b.low);
    default:
        return shift_right(l, is_unsigned, a, b.low);
    }
}

/* ---- comparisons */

static struct ir_operand less(struct lower *l, bool is_unsigned, struct words a, struct words b)
{
    const struct ir_operand above = op(l, is_unsigned ? IR_SLTU : IR_SLT, a.high, b.high);
    const struct ir_operand is_even = op(l, IR_SEQ, a.high, b.high);
    const struct ir_operand below = op(l, IR_AND, op(l, IR_SLTU, a.low, b.low), is_even);
    return op(l, IR_OR, above, below);
}

struct ir_operand lower_compare_words(struct lower *l, enum binary_op operation, const struct type *type,
                                      struct words a, struct words b)
{
    const bool is_unsigned = type_is_unsigned(type);
    const bool is_swapped = operation == BINARY_GREATER || operation == BINARY_LESS_EQUAL;
    if (operation == BINARY_EQUAL || operation == BINARY_NOT_EQUAL) {
        const struct words differences = bitwise(l, IR_XOR, a, b);
        return op(l, operation == BINARY_EQUAL ? IR_SEQ : IR_SNE,
                  op(l, IR_OR, differences.low, differences.high), ir_const(0));
    }
    const struct ir_operand truth = is_swapped ? less(l, is_unsigned, b, a) : less(l, is_unsigned, a, b);
    return operation == BINARY_LESS || operation == BINARY_GREATER ? truth
                                                                   : op(l, IR_XOR, truth, ir_const(1));
}

struct ir_operand lower_any_bit(struct lower *l, struct words value)
{
    return value.high.kind == IR_NONE ? value.low : op(l, IR_OR, value.low, value.high);
}

struct words lower_select_words(struct lower *l, struct ir_operand mask, struct words yes, struct words no)
{
    struct words chosen = word_of(lower_select(l, mask, yes.low, no.low));
    if (yes.high.kind != IR_NONE)
        chosen.high = lower_select(l, mask, yes.high, no.high);
    return chosen;
}

/* ---- conversions */

/* The power 2^32 as a real. */
static struct ir_operand real_power(struct lower *l)
{
    return lower_unary_op(l, IR_FTOR, ir_const(0x4f800000));
}

static struct ir_operand to_real(struct lower *l, struct words value, const struct type *from,
                                 const struct type *to)
{
    const struct type *word = &type_basic[type_is_unsigned(from) ? TYPE_UNSIGNED : TYPE_INT];
    const struct ir_operand high = lower_real_conversion(l, value.high, word, to);
    const struct ir_operand low = lower_real_conversion(l, value.low, &type_basic[TYPE_UNSIGNED], to);
    return lower_fma(l, high, real_power(l), low);
}

/* The magnitude towards zero, in two parts that saturate; NaN is 0. */
static struct words real_magnitude(struct lower *l, struct ir_operand value, const struct type *real)
{
    const struct type *word = &type_basic[TYPE_UNSIGNED];
    const struct ir_operand size = lower_unary_op(l, IR_FABS, value);
    const struct ir_operand part = lower_binary_op(l, IR_FDIV, size, real_power(l));
    const struct ir_operand high = lower_real_conversion(l, part, real, word);
    const struct ir_operand whole = lower_real_conversion(l, high, word, real);
    const struct ir_operand less = lower_unary_op(l, IR_FNEG, whole);
    const struct ir_operand rest = lower_fma(l, less, real_power(l), size);
    return (struct words){lower_real_conversion(l, rest, real, word), high};
}

/* A number beyond the range becomes the nearest one: the most negative one is one less than the opposite of
 * the greatest one. */
static struct words from_real(struct lower *l, struct ir_operand value, const struct type *from,
                              bool is_unsigned)
{
    struct words size = real_magnitude(l, value, from);
    const struct ir_operand is_negative = lower_binary_op(l, IR_FSLT, value, ir_real_zero());
    const struct ir_operand mask = op(l, IR_SUB, ir_const(0), is_negative);
    const struct words sign = {mask, mask};
    if (is_unsigned)
        return bitwise(l, IR_ANDN, size, sign);
    const struct ir_operand is_large = op(l, IR_SAR, size.high, ir_const(31));
    size.low = op(l, IR_OR, size.low, is_large);
    size.high = lower_select(l, is_large, ir_const(INT32_MAX), size.high);
    const struct ir_operand less = op(l, IR_AND, mask, is_large);
    return add(l, subtract(l, bitwise(l, IR_XOR, size, sign), sign), (struct words){less, less});
}

static struct words to_long_long(struct lower *l, struct words value, const struct type *from,
                                 const struct type *to)
{
    static const char *const names[] = {"__fork_long_from_float", "__fork_long_from_float_unsigned"};
    if (type_is_real(from))
        return from_real(l, value.low, from, type_is_unsigned(to));
    if (type_is_float(from))
        return call(l, names[type_is_unsigned(to)], &value, NULL, true);
    if (type_is_unsigned(from) || from->kind == TYPE_BOOL)
        return (struct words){value.low, ir_const(0)};
    return (struct words){value.low, op(l, IR_SAR, value.low, ir_const(31))};
}

struct words lower_convert_words(struct lower *l, struct words value, const struct type *from,
                                 const struct type *to)
{
    static const char *const names[] = {"__fork_long_to_float", "__fork_long_to_float_unsigned"};
    if (type_is_long_long(to))
        return type_is_long_long(from) ? value : to_long_long(l, value, from, to);
    if (!type_is_long_long(from))
        return word_of(lower_conversion(l, value.low, from, to));
    if (to->kind == TYPE_BOOL)
        return word_of(op(l, IR_SNE, lower_any_bit(l, value), ir_const(0)));
    if (type_is_real(to))
        return word_of(to_real(l, value, from, to));
    if (type_is_float(to))
        return call(l, names[type_is_unsigned(from)], &value, NULL, false);
    return word_of(value.low);
}

/* ---- expressions */

static struct words constant(const struct expression *e)
{
    return (struct words){ir_const((int32_t)(uint32_t)e->value),
                          ir_const((int32_t)(uint32_t)(e->value >> 32))};
}

OWN_FRAME static struct words unary(struct lower *l, const struct expression *e)
{
    const struct words a = lower_words(l, e->left);
    const struct words zero = {ir_const(0), ir_const(0)}, ones = {ir_const(-1), ir_const(-1)};
    return e->kind == EXPRESSION_NEGATE ? subtract(l, zero, a) : bitwise(l, IR_XOR, a, ones);
}

OWN_FRAME static struct words binary(struct lower *l, const struct expression *e)
{
    const struct words a = lower_words(l, e->left), b = lower_words(l, e->right);
    lower_at(l, e->pos);
    return lower_words_arithmetic(l, e->operation, e->left->type, a, b);
}

OWN_FRAME static struct words object(struct lower *l, const struct expression *e)
{
    const struct place place = lower_place(l, e);
    return lower_load_words(l, &place, e->type);
}

OWN_FRAME static struct words assignment(struct lower *l, const struct expression *e)
{
    const struct words value = lower_words(l, e->right);
    const struct place place = lower_place(l, e->left);
    lower_store_words(l, &place, value);
    return value;
}

OWN_FRAME static struct words conversion(struct lower *l, const struct expression *e)
{
    const struct words value = lower_words(l, e->left);
    return lower_convert_words(l, value, e->left->type, e->type);
}

OWN_FRAME static struct words result(struct lower *l, const struct expression *e)
{
    struct place place;
    lower_at(l, e->pos);
    lower_call(l, e, &place);
    return lower_load_words(l, &place, e->type);
}

static struct words long_long(struct lower *l, const struct expression *e)
{
    switch (e->kind) {
    case EXPRESSION_CONSTANT:
        return constant(e);
    case EXPRESSION_OBJECT:
    case EXPRESSION_MEMBER:
    case EXPRESSION_DEREFERENCE:
        return object(l, e);
    case EXPRESSION_NEGATE:
    case EXPRESSION_COMPLEMENT:
        return unary(l, e);
    case EXPRESSION_BINARY:
        return binary(l, e);
    case EXPRESSION_CONDITIONAL:
        return lower_conditional_words(l, e);
    case EXPRESSION_CONVERT:
        return conversion(l, e);
    case EXPRESSION_COMMA:
        lower_effect(l, e->left);
        return lower_words(l, e->right);
    case EXPRESSION_ASSIGN:
        return assignment(l, e);
    case EXPRESSION_UPDATE:
        return lower_update(l, e);
    case EXPRESSION_CALL:
        return result(l, e);
    case EXPRESSION_STATEMENTS:
        lower_body(l, e->body);
        return lower_words(l, e->left);
    default: /* after an error */
        return (struct words){ir_const(0), ir_const(0)};
    }
}

struct words lower_words(struct lower *l, const struct expression *e)
{
    const source_pos outer = l->pos;
    if (!type_is_long_long(e->type))
        return word_of(lower_value(l, e));
    const struct words words = long_long(l, e);
    lower_at(l, outer);
    return words;
}
