/* mpfr.c - P-bit floats by MPFR, correctly rounded. */
#include "limbs.h"

static void shape(struct real_format *format)
{
    format->bits = format->parameter;
    limbs_shape(format, format->bits);
    format->image_words = HEAD_WORDS + 2 * format->limbs;
}

#define MPFR_UNARY(name)                                                                                     \
    static void apply_##name(const struct real_format *format, void *z, const void *x)                       \
    {                                                                                                        \
        (void)format;                                                                                        \
        mpfr_##name(of(z), of_const(x), MPFR_RNDN);                                                          \
    }
#define MPFR_BINARY(name)                                                                                    \
    static void apply_##name(const struct real_format *format, void *z, const void *x, const void *y)        \
    {                                                                                                        \
        (void)format;                                                                                        \
        mpfr_##name(of(z), of_const(x), of_const(y), MPFR_RNDN);                                             \
    }
MPFR_UNARY(neg)
MPFR_UNARY(sqrt)
MPFR_BINARY(add)
MPFR_BINARY(sub)
MPFR_BINARY(mul)
MPFR_BINARY(div)

static void apply_fma(const struct real_format *format, void *z, const void *x, const void *y, const void *w)
{
    (void)format;
    mpfr_fma(of(z), of_const(x), of_const(y), of_const(w), MPFR_RNDN);
}

static void store(const struct real_format *format, uint32_t *image, const void *value)
{
    mpfr_srcptr x = of_const(value);
    memset(image, 0, format->image_words * sizeof *image);
    if (mpfr_nan_p(x)) {
        image[0] = HEAD_NAN; /* one NaN for all */
        return;
    }
    uint32_t sign = mpfr_signbit(x) ? HEAD_SIGN : 0;
    image[0] = sign | (mpfr_zero_p(x) ? HEAD_ZERO : mpfr_inf_p(x) ? HEAD_INFINITE : HEAD_FINITE);
    if (mpfr_regular_p(x)) {
        image[1] = (uint32_t)mpfr_get_exp(x);
        hub_store_limbs(image + HEAD_WORDS, ((const struct number *)value)->limbs, format->limbs);
    }
}

static void load(const struct real_format *format, void *z, const uint32_t *image)
{
    static const int kinds[] = {[HEAD_ZERO] = MPFR_ZERO_KIND,
                                [HEAD_FINITE] = MPFR_REGULAR_KIND,
                                [HEAD_INFINITE] = MPFR_INF_KIND,
                                [HEAD_NAN] = MPFR_NAN_KIND};
    struct number *number = z;
    int sign = (image[0] & HEAD_SIGN) != 0 ? -1 : 1;
    uint32_t kind = image[0] & ~HEAD_SIGN;
    long exponent = (int32_t)image[1];
    hub_load_limbs(number->limbs, image + HEAD_WORDS, format->limbs);
    uint32_t unused = 64 * format->limbs - format->bits;
    if (kind > HEAD_NAN ||
        (kind == HEAD_FINITE && (exponent < -HEAD_MAX_EXPONENT || exponent > HEAD_MAX_EXPONENT ||
                                 number->limbs[format->limbs - 1] >> 63 == 0 ||
                                 (number->limbs[0] & (((mp_limb_t)1 << unused) - 1)) != 0)))
        kind = HEAD_NAN;
    mpfr_custom_init_set(number->x, sign * kinds[kind], kind == HEAD_FINITE ? exponent : 0, format->bits,
                         number->limbs);
}

static void from_mpfr(const struct real_format *format, void *z, mpfr_srcptr x)
{
    (void)format;
    mpfr_set(of(z), x, MPFR_RNDN);
}

const struct real_family real_mpfr = {LIMBS_FAMILY,       .shape = shape,   .neg = apply_neg,
                                      .sqrt = apply_sqrt, .add = apply_add, .sub = apply_sub,
                                      .mul = apply_mul,   .div = apply_div, .fma = apply_fma,
                                      .store = store,     .load = load,     .from_mpfr = from_mpfr};
