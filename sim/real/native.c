/* native.c - the formats of the processor: double and long double (x87 extended). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "hub.h"

#define DOUBLE_NAN 0x7ff8000000000000u

static void store_double(uint32_t *image, double x)
{
    uint64_t bits = DOUBLE_NAN; /* one NaN for all */
    if (x == x)
        memcpy(&bits, &x, sizeof bits);
    image[0] = (uint32_t)bits;
    image[1] = (uint32_t)(bits >> 32);
}

static double load_double(const uint32_t *image)
{
    uint64_t bits = image[0] | (uint64_t)image[1] << 32;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define NATIVE_NAME double
#define NATIVE_TYPE double
#define NATIVE_SQRT sqrt
#define NATIVE_FMA fma
#define NATIVE_ABS fabs
#define NATIVE_BITS 53
#define NATIVE_LEAST (-1074)
#define NATIVE_WORDS 2
#define NATIVE_GET mpfr_get_d
#define NATIVE_SET mpfr_set_d
#define NATIVE_STORE store_double
#define NATIVE_LOAD load_double
#include "native.inc"

const struct real_family real_double = NATIVE_FAMILY;

#undef NATIVE_NAME
#undef NATIVE_TYPE
#undef NATIVE_SQRT
#undef NATIVE_FMA
#undef NATIVE_ABS
#undef NATIVE_BITS
#undef NATIVE_LEAST
#undef NATIVE_WORDS
#undef NATIVE_GET
#undef NATIVE_SET
#undef NATIVE_STORE
#undef NATIVE_LOAD

#define LDOUBLE_NAN_LIMB 0xc000000000000000u
#define LDOUBLE_NAN_EXPONENT 0x7fffu

static void store_ldouble(uint32_t *image, long double x)
{
    uint64_t significand = LDOUBLE_NAN_LIMB;
    uint32_t exponent = LDOUBLE_NAN_EXPONENT;
    if (x == x) {
        unsigned char bytes[sizeof x];
        memcpy(bytes, &x, sizeof x);
        memcpy(&significand, bytes, 8);
        exponent = bytes[8] | (uint32_t)bytes[9] << 8;
    }
    image[0] = (uint32_t)significand;
    image[1] = (uint32_t)(significand >> 32);
    image[2] = exponent;
}

/* The x87 has encodings that are no numbers: an integer bit that the exponent contradicts. They load as NaN.
 */
static long double load_ldouble(const uint32_t *image)
{
    uint64_t significand = image[0] | (uint64_t)image[1] << 32;
    uint32_t exponent = image[2] & 0xffff;
    if ((significand >> 63 != 0) != ((exponent & 0x7fff) != 0)) {
        significand = LDOUBLE_NAN_LIMB;
        exponent = LDOUBLE_NAN_EXPONENT;
    }
    unsigned char bytes[sizeof(long double)] = {0};
    memcpy(bytes, &significand, 8);
    bytes[8] = (unsigned char)exponent;
    bytes[9] = (unsigned char)(exponent >> 8);
    long double x;
    memcpy(&x, bytes, sizeof x);
    return x;
}

/* Without MPFR's own conversions, which allocate. */
static void set_ldouble(mpfr_ptr z, long double x, mpfr_rnd_t round)
{
    int exponent;
    if (!isfinite(x) || x == 0) {
        mpfr_set_d(z, (double)x, round);
        return;
    }
    long double scaled = ldexpl(frexpl(fabsl(x), &exponent), 64); /* an integer of 64 bits */
    mpfr_set_ui_2exp(z, (uint64_t)scaled, exponent - 64, round);
    if (x < 0)
        mpfr_neg(z, z, round);
}

/* x has at most 64 bits. */
static long double get_ldouble(mpfr_srcptr x, mpfr_rnd_t round)
{
    if (!mpfr_regular_p(x))
        return (long double)mpfr_get_d(x, round);
    uint64_t significand = *(const mp_limb_t *)mpfr_custom_get_significand(x);
    long double value = ldexpl((long double)significand, (int)mpfr_get_exp(x) - 64);
    return mpfr_signbit(x) ? -value : value;
}

#define NATIVE_NAME ldouble
#define NATIVE_TYPE long double
#define NATIVE_SQRT sqrtl
#define NATIVE_FMA fmal
#define NATIVE_ABS fabsl
#define NATIVE_BITS 64
#define NATIVE_LEAST (-16445)
#define NATIVE_WORDS 3
#define NATIVE_GET get_ldouble
#define NATIVE_SET set_ldouble
#define NATIVE_STORE store_ldouble
#define NATIVE_LOAD load_ldouble
#include "native.inc"

const struct real_family real_ldouble = NATIVE_FAMILY;
