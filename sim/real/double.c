/* double.c - IEEE binary64, by the processor. */
#include <math.h>

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
#define NATIVE_IS_NUMBER(image) true
#include "native.inc"

const struct real_family real_double = NATIVE_FAMILY;
