/* mpfr.c - P-bit floats by MPFR, correctly rounded. */
#include "limbs.h"

static void shape(struct real_format *format)
{
    format->bits = format->parameter;
    limbs_shape(format, format->bits);
    format->image_words = HEAD_WORDS + 2 * format->limbs;
}

#define LEAVE(format, z) (void)(format)
LIMBS_OPERATIONS(MPFR_RNDN, LEAVE)

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

const struct real_family real_mpfr = {LIMBS_FAMILY, HUB_IMAGES, .shape = shape, .fma = apply_fma};
