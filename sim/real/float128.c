/* float128.c - IEEE binary128 through the compiler and the C library. */
#include "hub.h"

#if REAL_HAVE_FLOAT128

__extension__ typedef unsigned __int128 wide;
__extension__ typedef _Float128 binary128;

/* MPFR's own conversions allocate. */
static void set_float128(mpfr_ptr z, binary128 x, mpfr_rnd_t round)
{
    int exponent;
    if (!isfinite(x) || x == 0) {
        mpfr_set_d(z, (double)x, round);
        return;
    }
    wide scaled = (wide)ldexpf128(frexpf128(fabsf128(x), &exponent),
                                  128); /* an integer of 128 bits, 113 of them used */
    struct hub hub;
    (void)hub_create(&hub, 128);
    hub.limbs[0] = (mp_limb_t)scaled;
    hub.limbs[1] = (mp_limb_t)(scaled >> 64);
    mpfr_custom_init_set(hub.x, x < 0 ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND, exponent, 128, hub.limbs);
    mpfr_set(z, hub.x, round);
}

/* x has at most 113 bits. */
static binary128 get_float128(mpfr_srcptr x, mpfr_rnd_t round)
{
    if (!mpfr_regular_p(x))
        return (binary128)mpfr_get_d(x, round);
    const mp_limb_t *limbs = mpfr_custom_get_significand(x);
    wide significand = mpfr_get_prec(x) > 64 ? (wide)limbs[1] << 64 | limbs[0] : (wide)limbs[0] << 64;
    binary128 value = ldexpf128((binary128)significand, (int)mpfr_get_exp(x) - 128);
    return mpfr_signbit(x) ? -value : value;
}

/* Rounded correctly, which sqrtf128's results are not always. */
static binary128 nearest_sqrt(binary128 x)
{
    struct hub hub;
    mpfr_ptr root = hub_create(&hub, 113);
    set_float128(root, x, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    return get_float128(root, MPFR_RNDN);
}

#define NATIVE_TYPE binary128
#define NATIVE_SQRT nearest_sqrt
#define NATIVE_FMA fmaf128
#define NATIVE_ABS fabsf128
#define NATIVE_BITS 113
#define NATIVE_LEAST (-16494)
#define NATIVE_WORDS 4
#define NATIVE_GET get_float128
#define NATIVE_SET set_float128
#define NATIVE_BYTES 16
#define NATIVE_IS_NUMBER(image) true
#include "native.inc"

const struct real_family real_float128 = NATIVE_FAMILY;
#else
const struct real_family real_float128;
#endif
