/* mpf.c - GMP's own floats with at least P bits, truncating.
 *
 * mpf knows neither infinity nor NaN, divides by zero with a signal, and its exponent wraps silently. So a
 * number here also has a kind, only finite operands go to GMP, and exponents beyond MPFR's range become
 * infinity or 0. There is no negative zero.
 */
#include <math.h>
#include <string.h>

#include "hub.h"

struct number {
    uint32_t kind; /* HEAD_FINITE, 0 included; HEAD_INFINITE, HEAD_NAN */
    int32_t sign;  /* of an infinity: 1 or -1 */
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
    z->kind = HEAD_FINITE;
    z->sign = 1;
    z->x = (__mpf_struct){._mp_prec = (int)format->limbs - 1, ._mp_d = z->limbs};
}

/* ---- special values: told by doubles with the same meaning */

static double stand_in(const struct number *x)
{
    if (x->kind == HEAD_FINITE)
        return x->x._mp_size > 0 ? 1 : x->x._mp_size < 0 ? -1 : 0;
    return x->kind == HEAD_NAN ? NAN : (x->sign < 0 ? -INFINITY : INFINITY);
}

/* `value` is an infinity, NaN, or else taken for 0. */
static void set_special(struct number *z, double value)
{
    z->kind = isnan(value) ? HEAD_NAN : isinf(value) ? HEAD_INFINITE : HEAD_FINITE;
    z->sign = value < 0 ? -1 : 1;
    z->x._mp_size = 0;
    z->x._mp_exp = 0;
}

static inline bool is_finite2(const struct number *x, const struct number *y)
{
    return x->kind == HEAD_FINITE && y->kind == HEAD_FINITE;
}

/* A finite result: its exponent may be out of range. */
static inline void set_finite(struct number *z)
{
    z->kind = HEAD_FINITE;
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
    z->kind = x->kind;
    z->sign = x->sign;
}

static void neg(const struct real_format *format, void *pz, const void *px)
{
    struct number *z = pz;
    copy(format, z, px);
    z->x._mp_size = -z->x._mp_size;
    z->sign = -z->sign;
}

static void apply_abs(const struct real_format *format, void *pz, const void *px)
{
    struct number *z = pz;
    copy(format, z, px);
    z->x._mp_size = z->x._mp_size < 0 ? -z->x._mp_size : z->x._mp_size;
    z->sign = 1;
}

static void apply_sqrt(const struct real_format *format, void *pz, const void *px)
{
    (void)format;
    struct number *z = pz;
    const struct number *x = px;
    if (x->kind == HEAD_FINITE && x->x._mp_size >= 0) {
        mpf_sqrt(&z->x, &x->x);
        set_finite(z);
    } else {
        set_special(z, sqrt(stand_in(x)));
    }
}

/* mpf has no fused operation: the product is truncated, then the sum. */
static void apply_fma(const struct real_format *format, void *z, const void *x, const void *y, const void *w)
{
    union {
        struct number number;
        unsigned char room[sizeof(struct number) + HUB_LIMBS * sizeof(mp_limb_t)];
    } product;
    product.number.x = (__mpf_struct){._mp_prec = (int)format->limbs - 1, ._mp_d = product.number.limbs};
    apply_mul(format, &product.number, x, y);
    apply_add(format, z, &product.number, w);
}

static enum real_order compare(const struct real_format *format, const void *px, const void *py)
{
    (void)format;
    const struct number *x = px;
    const struct number *y = py;
    double order = is_finite2(x, y) ? mpf_cmp(&x->x, &y->x) : 0;
    if (!is_finite2(x, y)) {
        double a = stand_in(x);
        double b = stand_in(y);
        if (isnan(a) || isnan(b))
            return REAL_UNORDERED;
        order = (a > b) - (a < b);
    }
    return order < 0 ? REAL_LESS : order > 0 ? REAL_GREATER : REAL_EQUAL;
}

static void store(const struct real_format *format, uint32_t *image, const void *px)
{
    const struct number *x = px;
    memset(image, 0, format->image_words * sizeof *image);
    if (x->kind != HEAD_FINITE) {
        image[0] = x->kind | (x->kind == HEAD_INFINITE && x->sign < 0 ? HEAD_SIGN : 0);
        return;
    }
    uint32_t size = (uint32_t)(x->x._mp_size < 0 ? -x->x._mp_size : x->x._mp_size);
    if (size == 0)
        return;
    image[0] = HEAD_FINITE | size << SIZE_SHIFT | (x->x._mp_size < 0 ? HEAD_SIGN : 0);
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
        z->kind = HEAD_FINITE;
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
    if (x->kind == HEAD_FINITE)
        mpfr_set_f(z, &x->x, MPFR_RNDN);
    else
        mpfr_set_d(z, stand_in(x), MPFR_RNDN);
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

const struct real_family real_mpf = {.shape = shape,
                                     .create = create,
                                     .copy = copy,
                                     .neg = neg,
                                     .abs = apply_abs,
                                     .compare = compare,
                                     .to_mpfr = to_mpfr,
                                     HUB_ARITHMETIC,
                                     HUB_IMAGES};
