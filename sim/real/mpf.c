/* mpf.c - GMP's own floats with at least P bits, truncating.
 *
 * mpf knows neither infinity nor NaN, divides by zero with a signal, and its exponent wraps silently. So a
 * number here has a place for those two beside it, only finite operands go to GMP, and exponents beyond
 * MPFR's range become infinity or 0. There is no negative zero.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hub.h"

struct number {
    double special; /* an infinity or NaN; 0: the number is x */
    __mpf_struct x;
    mp_limb_t limbs[];
};

/* Exponents count limbs. */
#define MAX_LIMB_EXPONENT ((HEAD_MAX_EXPONENT + 1) / 64)
#define SIZE_SHIFT 8 /* of the number of limbs in an image's first word */

static void shape(struct real_format *format)
{
    uint32_t precision = (format->parameter + 127) / 64; /* as mpf_init2 has it */
    format->bits = format->parameter;
    format->limbs = precision + 1;
    format->exact_bits = 64 * format->limbs;
    format->value_bytes = (uint32_t)(sizeof(struct number) + format->limbs * sizeof(mp_limb_t) + 15) & ~15u;
    format->image_words = HEAD_WORDS + 2 * format->limbs;
}

static void create(const struct real_format *format, void *pz)
{
    struct number *z = pz;
    z->special = 0;
    z->x = (__mpf_struct){._mp_prec = (int)format->limbs - 1, ._mp_d = z->limbs};
}

/* ---- special values */

/* A double with the same meaning. Of a finite number only the sign counts. */
static double stand_in(const struct number *x)
{
    return x->special != 0 ? x->special : x->x._mp_size > 0 ? 1 : x->x._mp_size < 0 ? -1 : 0;
}

/* `value` is an infinity, NaN, or else taken for 0. */
static void set_special(struct number *z, double value)
{
    z->special = isfinite(value) ? 0 : value;
    z->x._mp_size = 0;
    z->x._mp_exp = 0;
}

static inline bool is_finite2(const struct number *x, const struct number *y)
{
    return x->special == 0 && y->special == 0;
}

/* A finite result: its exponent may be out of range. */
static inline void set_finite(struct number *z)
{
    z->special = 0;
    if (__builtin_expect(z->x._mp_exp > MAX_LIMB_EXPONENT, 0))
        set_special(z, z->x._mp_size < 0 ? -INFINITY : INFINITY);
    else if (__builtin_expect(z->x._mp_exp < -MAX_LIMB_EXPONENT, 0))
        set_special(z, 0);
}

#define MPF_BINARY(name, operator, taken)                                                                    \
    static void apply_##name(const struct real_format *format, void *pz, const void *px, const void *py)     \
    {                                                                                                        \
        (void)format;                                                                                        \
        struct number *z = pz;                                                                               \
        const struct number *x = px;                                                                         \
        const struct number *y = py;                                                                         \
        if (__builtin_expect(is_finite2(x, y) && (taken), 1)) {                                              \
            mpf_##name(&z->x, &x->x, &y->x);                                                                 \
            set_finite(z);                                                                                   \
        } else {                                                                                             \
            set_special(z, stand_in(x) operator stand_in(y));                                                \
        }                                                                                                    \
    }
MPF_BINARY(add, +, true)
MPF_BINARY(sub, -, true)
MPF_BINARY(mul, *, true)
MPF_BINARY(div, /, y->x._mp_size != 0)

static void copy(const struct real_format *format, void *pz, const void *px)
{
    (void)format;
    struct number *z = pz;
    const struct number *x = px;
    mpf_set(&z->x, &x->x);
    z->special = x->special;
}

static void neg(const struct real_format *format, void *pz, const void *px)
{
    struct number *z = pz;
    copy(format, z, px);
    z->x._mp_size = -z->x._mp_size;
    z->special = -z->special;
}

static void apply_abs(const struct real_format *format, void *z, const void *x)
{
    if (stand_in(x) < 0)
        neg(format, z, x);
    else
        copy(format, z, x);
}

static void apply_sqrt(const struct real_format *format, void *pz, const void *px)
{
    (void)format;
    struct number *z = pz;
    const struct number *x = px;
    if (x->special == 0 && x->x._mp_size >= 0) {
        mpf_sqrt(&z->x, &x->x);
        set_finite(z);
    } else {
        set_special(z, sqrt(stand_in(x)));
    }
}

static enum real_order compare(const struct real_format *format, const void *px, const void *py)
{
    (void)format;
    const struct number *x = px;
    const struct number *y = py;
    return is_finite2(x, y) ? hub_order(mpf_cmp(&x->x, &y->x), 0) : hub_order(stand_in(x), stand_in(y));
}

static void store(const struct real_format *format, uint32_t *image, const void *px)
{
    const struct number *x = px;
    const uint32_t size = (uint32_t)abs(x->x._mp_size);
    const uint32_t kind = isnan(x->special) ? HEAD_NAN
                          : x->special != 0 ? HEAD_INFINITE
                          : size != 0       ? HEAD_FINITE
                                            : HEAD_ZERO;
    memset(image, 0, format->image_words * sizeof *image);
    image[0] = kind | size << SIZE_SHIFT | (stand_in(x) < 0 ? HEAD_SIGN : 0);
    image[1] = (uint32_t)(int32_t)x->x._mp_exp;
    memcpy(image + HEAD_WORDS, x->limbs, size * sizeof(mp_limb_t));
}

static void load(const struct real_format *format, void *pz, const uint32_t *image)
{
    struct number *z = pz;
    uint32_t kind = image[0] & 0xff;
    uint32_t size = (image[0] & ~HEAD_SIGN) >> SIZE_SHIFT;
    long exponent = (int32_t)image[1];
    bool negative = (image[0] & HEAD_SIGN) != 0;
    if (kind == HEAD_FINITE && size >= 1 && size <= format->limbs && exponent <= MAX_LIMB_EXPONENT &&
        exponent >= -MAX_LIMB_EXPONENT) {
        memcpy(z->limbs, image + HEAD_WORDS, size * sizeof(mp_limb_t));
        z->special = 0;
        z->x._mp_size = negative ? -(int)size : (int)size;
        z->x._mp_exp = exponent;
        if (z->limbs[size - 1] != 0)
            return;
        kind = HEAD_NAN;
    }
    set_special(z, kind == HEAD_ZERO ? 0 : kind != HEAD_INFINITE ? NAN : negative ? -INFINITY : INFINITY);
}

static void to_mpfr(const struct real_format *format, mpfr_ptr z, const void *px)
{
    (void)format;
    const struct number *x = px;
    if (x->special == 0)
        mpfr_set_f(z, &x->x, MPFR_RNDN);
    else
        mpfr_set_d(z, x->special, MPFR_RNDN);
}

/* Rounds to nearest, to all limbs that there are: what is printed reads back. */
static void from_mpfr(const struct real_format *format, void *pz, mpfr_srcptr x)
{
    struct number *z = pz;
    if (!mpfr_regular_p(x)) {
        set_special(z, mpfr_get_d(x, MPFR_RNDN));
        return;
    }
    z->x._mp_prec = (int)format->limbs; /* mpf's own operations give a limb more than that */
    mpfr_get_f(&z->x, x, MPFR_RNDN);
    z->x._mp_prec = (int)format->limbs - 1;
    set_finite(z);
}

const struct real_family real_mpf = {HUB_FAMILY, .shape = shape, .fma = hub_mul_add};
