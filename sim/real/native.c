/* native.c - the formats of the processor: double and long double (x87 extended). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "hub.h"

#define DOUBLE_NAN 0x7ff8000000000000u

static void store_double(uint32_t *image, double x)
{
    const uint64_t nan = DOUBLE_NAN; /* one NaN for all */
    memcpy(image, x == x ? (const void *)&x : (const void *)&nan, sizeof x);
}

static double load_double(const uint32_t *image)
{
    double x;
    memcpy(&x, image, sizeof x);
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

enum { LDOUBLE_BYTES = 10 };

static void store_ldouble(uint32_t *image, long double x)
{
    static const uint32_t nan[] = {0, 0xc0000000u, 0x7fffu}; /* one NaN for all */
    image[2] = 0;
    memcpy(image, x == x ? (const void *)&x : (const void *)nan, LDOUBLE_BYTES);
}

/* The x87 has encodings that are no numbers: an integer bit that the exponent contradicts. They load as NaN.
 */
static long double load_ldouble(const uint32_t *image)
{
    const bool has_integer_bit = image[1] >> 31 != 0, is_normal = (image[2] & 0x7fff) != 0;
    long double x = (long double)NAN;
    if (has_integer_bit == is_normal)
        memcpy(&x, image, LDOUBLE_BYTES);
    return x;
}

#define NATIVE_NAME ldouble
#define NATIVE_TYPE long double
#define NATIVE_SQRT sqrtl
#define NATIVE_FMA fmal
#define NATIVE_ABS fabsl
#define NATIVE_BITS 64
#define NATIVE_LEAST (-16445)
#define NATIVE_WORDS 3
#define NATIVE_GET mpfr_get_ld
#define NATIVE_SET mpfr_set_ld
#define NATIVE_STORE store_ldouble
#define NATIVE_LOAD load_ldouble
#include "native.inc"

const struct real_family real_ldouble = NATIVE_FAMILY;
