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

static void store(const struct real_format *format, uint32_t *image, const void *x)
{
    hub_store(format, image, of_const(x));
}

static void load(const struct real_format *format, void *z, const uint32_t *image)
{
    hub_load(format, of(z), ((struct number *)z)->limbs, image);
}

static void from_mpfr(const struct real_format *format, void *z, mpfr_srcptr x)
{
    (void)format;
    mpfr_set(of(z), x, MPFR_RNDN);
}

const struct real_family real_mpfr = {LIMBS_FAMILY, HUB_ARITHMETIC, HUB_IMAGES, .shape = shape,
                                      .neg = apply_neg};
