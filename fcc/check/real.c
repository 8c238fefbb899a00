/* real.c - constants of type real: their texts, and whether they are exactly an int or a float.
 *
 * The number format is chosen when the program runs, so a constant keeps its text, which is rounded once at
 * the start of the program. A constant that is exactly an int or a float needs no text: converting that word
 * also rounds once, in every format.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "fcc/check/check.h"

/* Parses the text as digits and a power of ten; false if it is hexadecimal or has too many digits. */
static bool read_decimal(const char *text, uint64_t *digits, int *tens)
{
    const uint64_t most = UINT64_C(100000000000000000);
    bool point = false;
    *digits = 0;
    *tens = 0;
    for (; *text != '\0' && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        if (!isdigit((unsigned char)*text) || *digits >= most)
            return false;
        *digits = *digits * 10 + (uint64_t)(*text - '0');
        *tens -= point;
    }
    if (*text == '\0')
        return true;
    bool negative = text[1] == '-';
    text += 1 + (text[1] == '-' || text[1] == '+');
    int exponent = 0;
    for (; isdigit((unsigned char)*text); text++) {
        if (exponent > 100)
            return false;
        exponent = exponent * 10 + (*text - '0');
    }
    *tens += negative ? -exponent : exponent;
    return *text == '\0';
}

/* The float that the text, without a sign, represents exactly; false if there is none that is easy to
 * find. */
static bool is_exactly_float(const char *text, float *value)
{
    enum { MOST_TENS = 40 };
    uint64_t digits;
    int tens;
    if (!read_decimal(text, &digits, &tens))
        return false;
    int twos = 0;
    while (digits != 0 && digits % 10 == 0) {
        digits /= 10;
        tens++;
    }
    if (digits == 0) {
        *value = 0;
        return true;
    }
    if (tens > MOST_TENS || tens < -MOST_TENS)
        return false;
    for (; tens > 0; tens--) {
        if (digits >= UINT64_C(1) << 60)
            return false;
        digits *= 5;
        twos++;
    }
    for (; tens < 0; tens++) {
        if (digits % 5 != 0)
            return false;
        digits /= 5;
        twos--;
    }
    while (digits % 2 == 0) {
        digits /= 2;
        twos++;
    }
    *value = ldexpf((float)digits, twos);
    return digits < UINT64_C(1) << 24 && isfinite(*value);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

struct expression *check_real(struct unit *unit, source_pos pos, const char *digits)
{
    struct expression *e = check_new(unit, EXPRESSION_REAL, pos, unit->real);
    unit->uses_real = true;
    bool negative = digits[0] == '-';
    float value;
    e->digits = digits;
    if (is_exactly_float(digits + negative, &value)) {
        value = negative ? -value : value;
        bool is_int = value == rintf(value) && fabsf(value) < 0x1p24f && (value != 0 || !negative);
        e->exact = is_int ? EXACT_INT : EXACT_FLOAT;
        e->value = is_int ? (uint32_t)(int32_t)value : bits_of(value);
    }
    return e;
}

struct expression *check_real_of(struct unit *unit, const struct expression *constant)
{
    if (constant->digits != NULL)
        return check_real(unit, constant->pos, constant->digits);
    struct expression *e = check_new(unit, EXPRESSION_REAL, constant->pos, unit->real);
    e->value = constant->value;
    if (type_is_float(constant->type)) {
        float value;
        memcpy(&value, &constant->value, sizeof value);
        e->digits = arena_format(unit->arena, "%a", (double)value);
        e->exact = EXACT_FLOAT;
        if (constant->exact != EXACT_FLOAT)
            source_warning(
                &unit->source, constant->pos, WARNING_real,
                "this constant is computed in float before it becomes real: give a number in it the suffix "
                "r, as in 0.1r");
    } else if (type_is_unsigned(constant->type)) {
        e->digits = arena_format(unit->arena, "%llu", (unsigned long long)constant->value);
        e->exact = constant->value <= INT32_MAX ? EXACT_INT : EXACT_NONE;
    } else {
        const int64_t number = check_signed(constant);
        e->digits = arena_format(unit->arena, "%lld", (long long)number);
        e->exact = number >= INT32_MIN && number <= INT32_MAX ? EXACT_INT : EXACT_NONE;
    }
    return e;
}

const char *check_negate_digits(struct unit *unit, const char *digits)
{
    return digits[0] == '-' ? digits + 1 : arena_format(unit->arena, "-%s", digits);
}

struct expression *check_floating(struct unit *unit, const struct token *token)
{
    const struct number_text *number = token->number;
    if (number->is_real)
        return check_real(unit, token->pos, number->text);
    if (isinf(number->value) && number->text[0] != '\0' && !unit->uses_real) /* else it may be one */
        source_warning(&unit->source, token->pos, WARNING_overflow,
                       "floating point constant '%s' is too large for float", number->text);
    enum type_kind kind = number->suffix == 'f'   ? TYPE_FLOAT
                          : number->suffix == 'l' ? TYPE_LONG_DOUBLE
                                                  : TYPE_DOUBLE;
    struct expression *e = check_number(unit, token->pos, &type_basic[kind], bits_of(number->value));
    e->digits = number->text[0] != '\0' ? number->text : NULL;
    e->exact = EXACT_FLOAT;
    return e;
}
