/* ldouble.c - the x87's extended format, as the C type long double. */
#include <math.h>

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
/* Not so are the x87's encodings with an integer bit that the exponent contradicts: they load as NaN. */
#define NATIVE_IS_NUMBER(image) (((image)[1] >> 31 != 0) == (((image)[2] & 0x7fff) != 0))
#include "native.inc"

const struct real_family real_ldouble = NATIVE_FAMILY;
