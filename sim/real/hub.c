/* hub.c - see hub.h. */
#include "hub.h"

#include <math.h>

void hub_create_in(mpfr_ptr x, mp_limb_t *limbs, uint32_t bits)
{
    mpfr_custom_init(limbs, bits);
    mpfr_custom_init_set(x, MPFR_NAN_KIND, 0, bits, limbs);
}

mpfr_ptr hub_create(struct hub *hub, uint32_t bits)
{
    hub_create_in(&hub->x[0], hub->limbs, bits);
    return hub->x;
}

mpfr_ptr hub_round_ieee(struct hub *hub, mpfr_srcptr x, uint32_t bits, long least)
{
    long kept = mpfr_regular_p(x) ? mpfr_get_exp(x) - least : (long)bits; /* x lies in [2^(exp-1), 2^exp) */
    mpfr_ptr z = hub_create(hub, kept < 1 ? 1 : kept < (long)bits ? (uint32_t)kept : bits);
    if (kept >= 1) {
        mpfr_set(z, x, MPFR_RNDN);
        return z;
    }
    /* less than the least number: that one, or 0 up to the half of it */
    int sign = mpfr_signbit(x) ? -1 : 1;
    mpfr_set_si_2exp(z, sign, least - 1, MPFR_RNDN);
    if (mpfr_cmpabs(x, z) > 0)
        mpfr_set_si_2exp(z, sign, least, MPFR_RNDN);
    else
        mpfr_set_zero(z, sign);
    return z;
}

void hub_from_doubles(mpfr_ptr x, const double *part, uint32_t count)
{
    mpfr_set_d(x, part[0], MPFR_RNDN);
    for (uint32_t i = 1; i < count && isfinite(part[0]); i++)
        mpfr_add_d(x, x, part[i], MPFR_RNDN);
}

void hub_to_doubles(double *part, uint32_t count, mpfr_srcptr x)
{
    struct hub rest;
    mpfr_ptr r = hub_create(&rest, (uint32_t)mpfr_get_prec(x));
    mpfr_set(r, x, MPFR_RNDN);
    for (uint32_t i = 0; i < count; i++) {
        part[i] = mpfr_get_d(r, MPFR_RNDN);
        if (!isfinite(part[i]))
            mpfr_set_zero(r, 1);
        else
            mpfr_sub_d(r, r, part[i], MPFR_RNDN);
    }
}

void hub_apply1(const struct real_format *format, hub_unary *apply, void *z, const void *x)
{
    struct hub result;
    struct hub left;
    mpfr_ptr r = hub_create(&result, HUB_DOUBLES_BITS);
    mpfr_ptr a = hub_create(&left, format->exact_bits);
    format->family->to_mpfr(format, a, x);
    apply(r, a, MPFR_RNDN);
    format->family->from_mpfr(format, z, r);
}

void hub_apply2(const struct real_format *format, hub_binary *apply, void *z, const void *x, const void *y)
{
    struct hub result;
    struct hub left;
    struct hub right;
    mpfr_ptr r = hub_create(&result, HUB_DOUBLES_BITS);
    mpfr_ptr a = hub_create(&left, format->exact_bits);
    mpfr_ptr b = hub_create(&right, format->exact_bits);
    format->family->to_mpfr(format, a, x);
    format->family->to_mpfr(format, b, y);
    apply(r, a, b, MPFR_RNDN);
    format->family->from_mpfr(format, z, r);
}

void hub_mul_add(const struct real_format *format, void *z, const void *x, const void *y, const void *w)
{
    _Alignas(16) unsigned char product[sizeof(struct hub)];
    format->family->create(format, product);
    format->family->mul(format, product, x, y);
    format->family->add(format, z, product, w);
}

void hub_store_head(const struct real_format *format, uint32_t *image, mpfr_srcptr x)
{
    const uint32_t kind = mpfr_zero_p(x) ? HEAD_ZERO : mpfr_inf_p(x) ? HEAD_INFINITE : HEAD_FINITE;
    memset(image, 0, format->image_words * sizeof *image);
    image[0] = mpfr_nan_p(x) ? HEAD_NAN /* one for all */ : kind | (mpfr_signbit(x) ? HEAD_SIGN : 0);
}

void hub_store(const struct real_format *format, uint32_t *image, mpfr_srcptr x)
{
    hub_store_head(format, image, x);
    if (mpfr_regular_p(x)) {
        image[1] = (uint32_t)mpfr_get_exp(x);
        memcpy(image + HEAD_WORDS, mpfr_custom_get_significand(x), format->limbs * sizeof(mp_limb_t));
    }
}

void hub_load(const struct real_format *format, mpfr_ptr x, mp_limb_t *limbs, const uint32_t *image)
{
    static const int kinds[] = {[HEAD_ZERO] = MPFR_ZERO_KIND,
                                [HEAD_FINITE] = MPFR_REGULAR_KIND,
                                [HEAD_INFINITE] = MPFR_INF_KIND,
                                [HEAD_NAN] = MPFR_NAN_KIND};
    int sign = (image[0] & HEAD_SIGN) != 0 ? -1 : 1;
    uint32_t kind = image[0] & ~HEAD_SIGN;
    long exponent = (int32_t)image[1];
    memcpy(limbs, image + HEAD_WORDS, format->limbs * sizeof(mp_limb_t));
    uint32_t unused = 64 * format->limbs - format->bits;
    if (kind > HEAD_NAN ||
        (kind == HEAD_FINITE &&
         (exponent < -HEAD_MAX_EXPONENT || exponent > HEAD_MAX_EXPONENT ||
          limbs[format->limbs - 1] >> 63 == 0 || (limbs[0] & (((mp_limb_t)1 << unused) - 1)) != 0)))
        kind = HEAD_NAN;
    mpfr_custom_init_set(x, sign * kinds[kind], kind == HEAD_FINITE ? exponent : 0, format->bits, limbs);
}
