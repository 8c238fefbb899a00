/* native.c - the formats of the processor: double and long double (x87 extended). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "hub.h"

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
#define NATIVE_BYTES 8
#define NATIVE_NAN 0, 0x7ff80000u
#define NATIVE_IS_NUMBER(image) true
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
#undef NATIVE_BYTES
#undef NATIVE_NAN
#undef NATIVE_IS_NUMBER

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
#define NATIVE_BYTES 10
#define NATIVE_NAN 0, 0xc0000000u, 0x7fffu
/* The x87 has encodings that are no numbers: an integer bit that the exponent contradicts. They load as NaN.
 */
#define NATIVE_IS_NUMBER(image) (((image)[1] >> 31 != 0) == (((image)[2] & 0x7fff) != 0))
#include "native.inc"

const struct real_family real_ldouble = NATIVE_FAMILY;
