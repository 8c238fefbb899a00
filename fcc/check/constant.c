/* constant.c - constant folding with the machine's arithmetic, and constants that the linker completes.
 */
#include <math.h>

#include "fcc/check/check.h"
#include "common/float_bits.h"

static bool is_comparison(enum binary_op operation)
{
    return operation >= BINARY_EQUAL && operation <= BINARY_GREATER_EQUAL;
}

/* What a comparison says of two operands; floats without an order are none of the three. */
static bool fold_comparison(enum binary_op operation, bool less, bool equal, bool greater)
{
    switch (operation) {
    case BINARY_EQUAL:
        return equal;
    case BINARY_NOT_EQUAL:
        return !equal;
    case BINARY_LESS:
        return less;
    case BINARY_LESS_EQUAL:
        return less || equal;
    case BINARY_GREATER:
        return greater;
    default:
        return greater || equal;
    }
}

static bool fold_float(enum binary_op operation, float l, float r, uint32_t *result)
{
    float value;
    switch (operation) {
    case BINARY_ADD:
        value = l + r;
        break;
    case BINARY_SUBTRACT:
        value = l - r;
        break;
    case BINARY_MULTIPLY:
        value = l * r;
        break;
    case BINARY_DIVIDE:
        value = l / r;
        break;
    default:
        return false;
    }
    *result = bits_of_float(value);
    return !isnan(value); /* the machine's NaN has its own bits: let it compute them */
}

static bool fold_signed(enum binary_op operation, int32_t l, int32_t r, uint32_t *result)
{
    switch (operation) {
    case BINARY_DIVIDE:
        if (r == 0 || (l == INT32_MIN && r == -1)) {
            return false;
        }
        *result = (uint32_t)(l / r);
        return true;
    case BINARY_REMAINDER:
        if (r == 0 || (l == INT32_MIN && r == -1)) {
            return false;
        }
        *result = (uint32_t)(l % r);
        return true;
    case BINARY_SHIFT_RIGHT: {
        uint32_t count = (uint32_t)r < 31 ? (uint32_t)r : 31;
        *result = (uint32_t)(l < 0 ? ~(~l >> count) : l >> count);
        return true;
    }
    default:
        return false;
    }
}

static bool fold_unsigned(enum binary_op operation, uint32_t l, uint32_t r, uint32_t *result)
{
    switch (operation) {
    case BINARY_ADD:
        *result = l + r;
        return true;
    case BINARY_SUBTRACT:
        *result = l - r;
        return true;
    case BINARY_MULTIPLY:
        *result = l * r;
        return true;
    case BINARY_DIVIDE:
        *result = r != 0 ? l / r : 0;
        return r != 0;
    case BINARY_REMAINDER:
        *result = r != 0 ? l % r : 0;
        return r != 0;
    case BINARY_AND:
        *result = l & r;
        return true;
    case BINARY_OR:
        *result = l | r;
        return true;
    case BINARY_XOR:
        *result = l ^ r;
        return true;
    case BINARY_SHIFT_LEFT:
        *result = r < 32 ? l << r : 0;
        return true;
    case BINARY_SHIFT_RIGHT:
        *result = r < 32 ? l >> r : 0;
        return true;
    default:
        return false;
    }
}

bool check_fold_binary(enum binary_op operation, const struct type *type, uint32_t left, uint32_t right,
                       uint32_t *result)
{
    if (type_is_float(type)) {
        float l = float_of_bits(left);
        float r = float_of_bits(right);
        if (is_comparison(operation)) {
            *result = fold_comparison(operation, l<r, l == r, l> r);
            return true;
        }
        return fold_float(operation, l, r, result);
    }
    if (is_comparison(operation)) {
        bool is_unsigned = type_is_unsigned(type);
        bool less = is_unsigned ? left < right : (int32_t)left < (int32_t)right;
        *result = fold_comparison(operation, less, left == right, !less && left != right);
        return true;
    }
    bool sign_matters =
        operation == BINARY_DIVIDE || operation == BINARY_REMAINDER || operation == BINARY_SHIFT_RIGHT;
    if (sign_matters && !type_is_unsigned(type)) {
        return fold_signed(operation, (int32_t)left, (int32_t)right, result);
    }
    return fold_unsigned(operation, left, right, result);
}

/* As the instruction ftoi does it: towards zero, saturating, NaN is 0. */
static uint32_t float_to_word(float value, bool is_unsigned)
{
    if (isnan(value)) {
        return 0;
    }
    if (is_unsigned && value >= 2147483648.0f) {
        return value >= 4294967296.0f ? UINT32_MAX : (uint32_t)value;
    }
    if (value >= 2147483648.0f) {
        return INT32_MAX;
    }
    return value <= -2147483648.0f ? (uint32_t)INT32_MIN : (uint32_t)(int32_t)value;
}

uint32_t check_fold_convert(uint32_t value, const struct type *from, const struct type *to)
{
    if (to->kind == TYPE_BOOL) {
        return type_is_float(from) ? float_of_bits(value) != 0.0f : value != 0;
    }
    if (type_is_float(from) && type_is_integer(to)) {
        return float_to_word(float_of_bits(value), type_is_unsigned(to));
    }
    if (type_is_integer(from) && type_is_float(to)) {
        return bits_of_float(type_is_unsigned(from) ? (float)value : (float)(int32_t)value);
    }
    return value;
}

bool check_integer_constant(struct unit *unit, struct expression *e, const char *what, uint32_t *value)
{
    *value = 0;
    if (check_failed(e)) {
        return false;
    }
    if (e->kind != EXPRESSION_CONSTANT || !type_is_integer(e->type)) {
        source_error(&unit->source, e->pos, "%s must be an integer constant", what);
        return false;
    }
    *value = e->value;
    return true;
}

/* ---- addresses */

/* The address of an lvalue that lives for the whole run. */
static bool lvalue_address(const struct expression *e, struct constant_address *out)
{
    switch (e->kind) {
    case EXPRESSION_OBJECT:
        out->symbol = e->symbol;
        return e->symbol->is_static;
    case EXPRESSION_FUNCTION:
        out->symbol = e->symbol;
        return true;
    case EXPRESSION_STRING:
        out->string = e->string;
        return true;
    case EXPRESSION_MEMBER:
        if (!lvalue_address(e->left, out)) {
            return false;
        }
        out->value += e->offset;
        return true;
    case EXPRESSION_DEREFERENCE:
        return check_constant_address(e->left, out);
    default:
        return false;
    }
}

static bool is_number(const struct constant_address *address)
{
    return address->symbol == NULL && address->string == NULL;
}

/* What an operator makes of two constants, one of which may be an address; of two only the difference of
 * places in the same object is known before the linker has put it somewhere. */
static bool combine(const struct expression *e, struct constant_address *left,
                    const struct constant_address *right)
{
    bool whole = !type_is_float(e->left->type);
    if (is_number(left) && is_number(right)) {
        return check_fold_binary(e->operation, e->left->type, left->value, right->value, &left->value);
    }
    if (e->operation == BINARY_ADD && whole && (is_number(left) || is_number(right))) {
        uint32_t value = left->value + right->value;
        *left = is_number(left) ? *right : *left;
        left->value = value;
        return true;
    }
    if (e->operation == BINARY_SUBTRACT && whole) {
        left->value -= right->value;
        if (!is_number(right) && left->symbol == right->symbol && left->string == right->string) {
            left->symbol = NULL;
            left->string = NULL;
            return true;
        }
        return is_number(right);
    }
    return false;
}

bool check_constant_address(const struct expression *e, struct constant_address *out)
{
    struct constant_address right = {NULL, NULL, 0};
    *out = right;
    switch (e->kind) {
    case EXPRESSION_CONSTANT:
        out->value = e->value;
        return true;
    case EXPRESSION_ADDRESS:
        return lvalue_address(e->left, out);
    case EXPRESSION_CONVERT:
        if (type_is_real(e->type) || type_is_real(e->left->type) || !check_constant_address(e->left, out)) {
            return false;
        }
        if (is_number(out)) {
            out->value = check_fold_convert(out->value, e->left->type, e->type);
            return true;
        }
        /* a float made of an address is no word of it; all others keep the word */
        return !type_is_float(e->type) && e->type->kind != TYPE_BOOL;
    case EXPRESSION_BINARY:
        return check_constant_address(e->left, out) && check_constant_address(e->right, &right) &&
               combine(e, out, &right);
    case EXPRESSION_CONDITIONAL:
        if (e->left->kind != EXPRESSION_CONSTANT) {
            return false;
        }
        return check_constant_address(
            check_fold_convert(e->left->value, e->left->type, &type_basic[TYPE_BOOL]) != 0 ? e->right
                                                                                           : e->third,
            out);
    default:
        return false;
    }
}
