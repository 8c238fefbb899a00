/* kulisch.c - see kulisch.h. */
#include "kulisch.h"

#define DIGIT_MASK 0xffffffff

void kulisch_settle(struct kulisch *sum)
{
    sum->pending = 0;
    if (sum->first > sum->last)
        return;
    int64_t carry = 0;
    for (int32_t i = sum->first; i < sum->last; i++) {
        int64_t value = sum->digit[i] + carry;
        sum->digit[i] = value & DIGIT_MASK;
        carry = value >> 32;
    }
    sum->digit[sum->last] += carry;
    /* the last digit has the sign: it may not grow out of 32 bits, or the next one takes over */
    while (sum->last < sum->digits - 1 && sum->digit[sum->last] != (int32_t)sum->digit[sum->last]) {
        int64_t value = sum->digit[sum->last];
        sum->digit[sum->last] = value & DIGIT_MASK;
        sum->digit[++sum->last] = value >> 32;
    }
    while (sum->last >= sum->first && sum->digit[sum->last] == 0)
        sum->last--;
    while (sum->first <= sum->last && sum->digit[sum->first] == 0)
        sum->first++;
    if (sum->first > sum->last) {
        sum->first = sum->digits;
        sum->last = -1;
    }
}

void kulisch_add_special(struct kulisch *sum, double value)
{
    sum->specials |= isnan(value) ? KULISCH_NAN : value > 0 ? KULISCH_PLUS_INFINITY : KULISCH_MINUS_INFINITY;
    if ((sum->specials & KULISCH_NAN) != 0 ||
        sum->specials == (KULISCH_PLUS_INFINITY | KULISCH_MINUS_INFINITY))
        sum->specials = KULISCH_NAN;
}

void kulisch_take_digits(struct kulisch *sum, size_t terms)
{
    sum->first = 0;
    sum->last = sum->digits - 1;
    if (terms + sum->pending >= KULISCH_PENDING_LIMIT)
        kulisch_settle(sum);
    else
        sum->pending += (uint32_t)terms;
}

void kulisch_add_mpfr(struct kulisch *sum, mpfr_srcptr x)
{
    const mp_limb_t *limbs = mpfr_custom_get_significand(x);
    size_t count = ((size_t)mpfr_get_prec(x) + 63) / 64;
    if (!mpfr_regular_p(x)) {
        if (!mpfr_zero_p(x))
            kulisch_add_special(sum, mpfr_get_d(x, MPFR_RNDN));
        return;
    }
    long exponent = mpfr_get_exp(x) - 64 * (long)count;
    while (limbs[0] == 0) {
        limbs++;
        count--;
        exponent += 64;
    }
    uint64_t position = (uint64_t)(exponent - sum->least);
    uint32_t shift = position & 31;
    int32_t first = (int32_t)(position >> 5);
    int64_t sign = mpfr_signbit(x) ? -1 : 0;
    int64_t *digit = &sum->digit[first];
    uint64_t above = 0; /* what the shift pushed out of the limb before */
    for (size_t i = 0; i < count; i++) {
        uint64_t word = limbs[i] << shift | above;
        above = (limbs[i] >> 1) >> (63 - shift);
        digit[2 * i] += ((int64_t)(uint32_t)word ^ sign) - sign;
        digit[2 * i + 1] += ((int64_t)(word >> 32) ^ sign) - sign;
    }
    digit[2 * count] += ((int64_t)above ^ sign) - sign;
    kulisch_touch(sum, first, first + 2 * (int32_t)count);
}

/* ---- looking at the sum */

/* Settled, and the sign. */
static bool is_negative(const struct kulisch *sum)
{
    return sum->last >= 0 && sum->digit[sum->last] < 0;
}

/* Digit i of the sum's magnitude; *borrow is 0 before the first one. */
static inline uint32_t magnitude_digit(const struct kulisch *sum, int32_t i, bool negative, int64_t *borrow)
{
    int64_t value = negative ? *borrow - sum->digit[i] : sum->digit[i];
    *borrow = value >> 32;
    return (uint32_t)value;
}

static double special_value(uint32_t specials)
{
    return (specials & KULISCH_NAN) != 0 ? NAN : specials == KULISCH_PLUS_INFINITY ? INFINITY : -INFINITY;
}

void kulisch_to_mpfr(struct kulisch *sum, mpfr_ptr x, mp_limb_t *limbs)
{
    kulisch_settle(sum);
    if (sum->specials != 0 || sum->first > sum->last) {
        mpfr_custom_init_set(x, MPFR_ZERO_KIND, 0, 64, limbs);
        if (sum->specials != 0)
            mpfr_set_d(x, special_value(sum->specials), MPFR_RNDN);
        return;
    }
    bool negative = is_negative(sum);
    int64_t borrow = 0;
    size_t digits = (size_t)sum->last - (size_t)sum->first + 1;
    size_t count = (digits + 1) / 2;
    memset(limbs, 0, count * sizeof *limbs);
    for (size_t i = 0; i < digits; i++)
        limbs[i / 2] |= (mp_limb_t)magnitude_digit(sum, sum->first + (int32_t)i, negative, &borrow)
                        << (i % 2 * 32);
    while (limbs[count - 1] == 0)
        count--;
    int zeros = __builtin_clzl(limbs[count - 1]);
    if (zeros != 0)
        mpn_lshift(limbs, limbs, (mp_size_t)count, (unsigned)zeros);
    long exponent = (long)sum->least + 32l * sum->first + 64l * (long)count - zeros;
    mpfr_custom_init_set(x, negative ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND, exponent,
                         64 * (mpfr_prec_t)count, limbs);
}

double kulisch_round(struct kulisch *sum)
{
    mpfr_t x = {{0}};
    mp_limb_t limbs[KULISCH_DOUBLES_DIGITS / 2 + 2];
    kulisch_to_mpfr(sum, x, limbs);
    return mpfr_get_d(x, MPFR_RNDN);
}

void kulisch_extract(struct kulisch *sum, double *part, uint32_t count)
{
    memset(part, 0, count * sizeof *part);
    for (uint32_t i = 0; i < count; i++) {
        part[i] = kulisch_round(sum);
        if (part[i] == 0 || !isfinite(part[i]))
            return;
        kulisch_add_double(sum, -part[i]);
    }
}

/* ---- images */

void kulisch_store(struct kulisch *sum, uint32_t *image)
{
    kulisch_settle(sum);
    memset(image, 0, ((size_t)sum->digits + 1) * sizeof *image);
    image[0] = sum->specials;
    if (sum->specials != 0)
        return;
    for (int32_t i = sum->first; i <= sum->last; i++)
        image[1 + i] = (uint32_t)sum->digit[i];
    if (is_negative(sum))
        memset(&image[1 + sum->last + 1], 0xff, (size_t)(sum->digits - 1 - sum->last) * sizeof *image);
}

void kulisch_merge(struct kulisch *sum, const uint32_t *image)
{
    static const double values[] = {NAN, INFINITY, -INFINITY};
    for (int bit = 0; bit < 3; bit++)
        if ((image[0] >> bit & 1) != 0)
            kulisch_add_special(sum, values[bit]);
    int32_t top = sum->digits - 1;
    for (int32_t i = 0; i < top; i++)
        sum->digit[i] += image[1 + i];
    sum->digit[top] += (int32_t)image[1 + top];
    kulisch_touch(sum, 0, top);
}
