/* kulisch.h - the long accumulator: a fixed-point number so wide that sums of products of floats are exact.
 *
 * U. Kulisch's; 32-bit digits stand in 64-bit words, so that a term is added to three to five of them without
 * any carry; carries are settled after a billion terms or when the sum is looked at. The only thing that it
 * knows of number formats is double. No allocation; the memory is the caller's.
 */
#ifndef PRAM_REAL_KULISCH_H
#define PRAM_REAL_KULISCH_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <mpfr.h>

__extension__ typedef unsigned __int128 kulisch_wide;

/* Products of doubles have bits from 2^-2148 to 2^2047: 4196; 4224 bits as in the paper are 132 digits, and
 * one more takes what billions of terms can carry out of them. */
#define KULISCH_DOUBLES_LEAST (-2148)
#define KULISCH_DOUBLES_DIGITS 133

/* Terms that can be added before a word could overflow. */
#define KULISCH_PENDING_LIMIT (1u << 29)

/* What is in the sum and is no finite number. */
enum { KULISCH_NAN = 1, KULISCH_PLUS_INFINITY = 2, KULISCH_MINUS_INFINITY = 4 };

/* The sum of digit[i] * 2^(least + 32 i). Digits outside first..last are 0; between settlings each digit is
 * any 64-bit number; settled, all are 0 .. 2^32-1 but the last one, which has the sign. Empty: first > last.
 */
struct kulisch {
    int32_t least;
    int32_t digits;
    int32_t first;
    int32_t last;
    uint32_t pending;  /* terms since the last settling */
    uint32_t specials; /* KULISCH_..., ored */
    int64_t digit[];
};

/* One for sums of products of doubles, to be had on the stack. */
union kulisch_doubles {
    struct kulisch sum;
    int64_t room[sizeof(struct kulisch) / sizeof(int64_t) + KULISCH_DOUBLES_DIGITS];
};

/* Makes an accumulator of 0 from a used one, or from memory that is all 0. */
static inline void kulisch_clear(struct kulisch *sum, int32_t least, int32_t digits)
{
    if (sum->first <= sum->last)
        memset(&sum->digit[sum->first], 0, (size_t)(sum->last - sum->first + 1) * sizeof(int64_t));
    *sum = (struct kulisch){.least = least, .digits = digits, .first = digits, .last = -1};
}

/* The same from raw memory. */
static inline void kulisch_create_doubles(union kulisch_doubles *doubles)
{
    memset(doubles, 0, sizeof *doubles);
    kulisch_clear(&doubles->sum, KULISCH_DOUBLES_LEAST, KULISCH_DOUBLES_DIGITS);
}

/* Settles all carries. */
void kulisch_settle(struct kulisch *sum);

/* Adds what is NaN or infinite. */
void kulisch_add_special(struct kulisch *sum, double value);

/* Adds to *first..*last of the range in use. */
static inline void kulisch_touch(struct kulisch *sum, int32_t first, int32_t last)
{
    if (first < sum->first)
        sum->first = first;
    if (last > sum->last)
        sum->last = last;
    if (++sum->pending >= KULISCH_PENDING_LIMIT)
        kulisch_settle(sum);
}

/* Adds x * y, of doubles. `sum` is a kulisch_doubles'. */
static inline void kulisch_add_product(struct kulisch *sum, double x, double y)
{
    const uint64_t fraction = ((uint64_t)1 << 52) - 1;
    uint64_t a;
    uint64_t b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    uint32_t ea = (uint32_t)(a >> 52) & 0x7ff;
    uint32_t eb = (uint32_t)(b >> 52) & 0x7ff;
    if (__builtin_expect(ea == 0x7ff || eb == 0x7ff, 0)) {
        kulisch_add_special(sum, x * y);
        return;
    }
    /* a subnormal has the exponent of the least normal number, and no hidden bit */
    uint64_t ma = (a & fraction) | (uint64_t)(ea != 0) << 52;
    uint64_t mb = (b & fraction) | (uint64_t)(eb != 0) << 52;
    if (ma == 0 || mb == 0)
        return;
    kulisch_wide product = (kulisch_wide)ma * mb;
    uint32_t position =
        ea + (ea == 0) + eb + (eb == 0) - 2; /* of its lowest bit, from KULISCH_DOUBLES_LEAST */
    uint32_t shift = position & 31;
    int32_t first = (int32_t)(position >> 5);
    uint64_t low = (uint64_t)product;
    uint64_t high = (uint64_t)(product >> 64);
    uint64_t w0 = low << shift;
    uint64_t w1 = high << shift | (low >> 1) >> (63 - shift);
    uint64_t w2 = (high >> 1) >> (63 - shift);
    int64_t sign = -(int64_t)((a ^ b) >> 63); /* 0 or -1: (d ^ sign) - sign is d or -d */
    int64_t *digit = &sum->digit[first];
    digit[0] += ((int64_t)(uint32_t)w0 ^ sign) - sign;
    digit[1] += ((int64_t)(w0 >> 32) ^ sign) - sign;
    digit[2] += ((int64_t)(uint32_t)w1 ^ sign) - sign;
    digit[3] += ((int64_t)(w1 >> 32) ^ sign) - sign;
    digit[4] += ((int64_t)w2 ^ sign) - sign;
    kulisch_touch(sum, first, first + 4);
}

static inline void kulisch_add_double(struct kulisch *sum, double x)
{
    kulisch_add_product(sum, x, 1.0);
}

/* Adds sign * x, and x * y, of sums of `count` doubles, the first of which says if they are finite. */
static inline void kulisch_add_parts(struct kulisch *sum, const double *x, double sign, uint32_t count)
{
    for (uint32_t i = 0; i < (isfinite(x[0]) ? count : 1); i++)
        kulisch_add_product(sum, x[i], sign);
}

static inline void kulisch_add_products(struct kulisch *sum, const double *x, const double *y, uint32_t count)
{
    const uint32_t parts = isfinite(x[0]) && isfinite(y[0]) ? count : 1;
    for (uint32_t i = 0; i < parts; i++)
        for (uint32_t j = 0; j < parts; j++)
            kulisch_add_product(sum, x[i], y[j]);
}

/* Digits that a device has added: those of this number of terms. */
void kulisch_take_digits(struct kulisch *sum, size_t terms);

/* Adds x, whose top bit may be 0; the caller knows that it fits. */
void kulisch_add_mpfr(struct kulisch *sum, mpfr_srcptr x);

/* The sum, rounded once to nearest even. Settles. */
double kulisch_round(struct kulisch *sum);

/* Takes `count` doubles off the sum, each the rest rounded to nearest; part[0] alone is NaN or infinite if
 * the sum is. The sum loses them. */
void kulisch_extract(struct kulisch *sum, double *part, uint32_t count);

/* The sum, exactly, as an MPFR number; `limbs` has room for digits / 2 + 2 of them. Settles. */
void kulisch_to_mpfr(struct kulisch *sum, mpfr_ptr x, mp_limb_t *limbs);

/* The sum as words in two's complement, least significant first: digits + 1 of them, the first being
 * `specials`. Loading adds; every pattern of words is a sum. Settles. */
void kulisch_store(struct kulisch *sum, uint32_t *image);
void kulisch_merge(struct kulisch *sum, const uint32_t *image);

#endif
