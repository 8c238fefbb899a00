/* long_long.c - constants of type long long and unsigned long long: operators and conversions.
 *
 * The results are those of the code that lower/long_long.c makes: sums and products wrap around, a shift by 64 or
 * more leaves zeros or copies of the sign, a float beyond the type's range becomes its nearest number, a NaN 0.
 */
#include <math.h>
#include <string.h>

#include "fcc/check/check.h"

enum { BITS = 64 };

static uint64_t shift_right(uint64_t value, uint64_t count, bool is_unsigned)
{
    const uint64_t sign = !is_unsigned && value >> (BITS - 1) != 0 ? UINT64_MAX : 0;
    if (count == 0 || count >= BITS)
        return count == 0 ? value : sign;
    return value >> count | sign << (BITS - count);
}

static uint64_t magnitude(uint64_t value, bool is_unsigned)
{
    return !is_unsigned && value >> (BITS - 1) != 0 ? 0 - value : value;
}

static uint64_t divide(uint64_t left, uint64_t right, bool is_unsigned)
{
    const uint64_t quotient = magnitude(left, is_unsigned) / magnitude(right, is_unsigned);
    return !is_unsigned && (left ^ right) >> (BITS - 1) != 0 ? 0 - quotient : quotient;
}

/* Orders signed numbers as unsigned ones. */
static uint64_t rank(uint64_t value, bool is_unsigned)
{
    return is_unsigned ? value : value ^ UINT64_C(1) << (BITS - 1);
}

static bool compare(enum binary_op operation, uint64_t a, uint64_t b)
{
    switch (operation) {
    case BINARY_EQUAL:
        return a == b;
    case BINARY_NOT_EQUAL:
        return a != b;
    case BINARY_LESS:
        return a < b;
    case BINARY_LESS_EQUAL:
        return a <= b;
    case BINARY_GREATER:
        return a > b;
    default:
        return a >= b;
    }
}

bool check_fold_long_long(enum binary_op operation, bool is_unsigned, uint64_t left, uint64_t right,
                          uint64_t *result)
{
    if ((operation == BINARY_DIVIDE || operation == BINARY_REMAINDER) && right == 0)
        return false;
    switch (operation) {
    case BINARY_ADD:
        *result = left + right;
        break;
    case BINARY_SUBTRACT:
        *result = left - right;
        break;
    case BINARY_MULTIPLY:
        *result = left * right;
        break;
    case BINARY_DIVIDE:
        *result = divide(left, right, is_unsigned);
        break;
    case BINARY_REMAINDER:
        *result = left - divide(left, right, is_unsigned) * right;
        break;
    case BINARY_AND:
        *result = left & right;
        break;
    case BINARY_OR:
        *result = left | right;
        break;
    case BINARY_XOR:
        *result = left ^ right;
        break;
    case BINARY_SHIFT_LEFT:
        *result = right < BITS ? left << right : 0;
        break;
    case BINARY_SHIFT_RIGHT:
        *result = shift_right(left, right, is_unsigned);
        break;
    default:
        *result = compare(operation, rank(left, is_unsigned), rank(right, is_unsigned));
    }
    return true;
}

/* ---- conversions */

static uint64_t from_float(uint64_t bits, bool is_unsigned)
{
    const uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    if (isnan(value) || (is_unsigned && value < 0))
        return 0;
    if (is_unsigned)
        return value >= 0x1p64f ? UINT64_MAX : (uint64_t)value;
    return value >= 0x1p63f ? INT64_MAX : value < -0x1p63f ? (uint64_t)INT64_MIN : (uint64_t)(int64_t)value;
}

static uint32_t to_float(uint64_t value, bool is_unsigned)
{
    const float number = is_unsigned ? (float)value : (float)(int64_t)value;
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

uint64_t check_convert_long_long(uint64_t value, const struct type *from, const struct type *to)
{
    if (type_is_float(from))
        return from_float(value, type_is_unsigned(to));
    if (!type_is_long_long(from))
        return type_is_unsigned(from) ? value : (uint64_t)(int32_t)(uint32_t)value;
    if (to->kind == TYPE_BOOL)
        return value != 0;
    if (type_is_float(to))
        return to_float(value, type_is_unsigned(from));
    return type_is_long_long(to) ? value : (uint32_t)value;
}
