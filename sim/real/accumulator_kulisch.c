/* accumulator_kulisch.c - what an accumulator takes, and the fast implementation: Kulisch's, on kulisch.h.
 *
 * Knows numbers and their formats; the table of implementations knows it.
 */
#include "accumulator.h"

#include "hub.h"
#include "kulisch.h"

/* Numbers that an accumulator takes unless they are sums of doubles: those of a 15-bit exponent. */
#define LEAST_EXPONENT (-16493) /* as MPFR counts: 2^-16494 is 0.5 * 2^-16493 */
#define GREATEST_EXPONENT 16384

static int32_t limbs_of(const struct real_format *format)
{
    return (int32_t)(format->exact_bits + 63) / 64;
}

int32_t accumulator_least(const struct real_format *format)
{
    if (format->components != 0)
        return KULISCH_DOUBLES_LEAST;
    return 2 * (LEAST_EXPONENT - 64 * limbs_of(format));
}

int32_t accumulator_digits(const struct real_format *format)
{
    if (format->components != 0)
        return KULISCH_DOUBLES_DIGITS;
    return (2 * GREATEST_EXPONENT - accumulator_least(format)) / 32 + 4; /* the rest for carries */
}

bool accumulator_takes(mpfr_srcptr x)
{
    return !mpfr_regular_p(x) || (mpfr_get_exp(x) >= LEAST_EXPONENT && mpfr_get_exp(x) <= GREATEST_EXPONENT);
}

/* ---- Kulisch's */

static size_t bytes(const struct real_format *format)
{
    return (kulisch_bytes(accumulator_digits(format)) + 15) & ~(size_t)15;
}

static void create(const struct real_format *format, void *sum)
{
    kulisch_create(sum, accumulator_least(format), accumulator_digits(format));
}

static void clear(const struct real_format *format, void *sum)
{
    (void)format;
    kulisch_clear(sum);
}

/* What has no limbs to add: zero, NaN, infinity, or out of range. */
static bool add_irregular(struct kulisch *sum, mpfr_srcptr x)
{
    if (!accumulator_takes(x))
        kulisch_add_special(sum, NAN);
    else if (mpfr_nan_p(x) || mpfr_inf_p(x))
        kulisch_add_special(sum, mpfr_get_d(x, MPFR_RNDN));
    else
        return mpfr_zero_p(x) != 0;
    return true;
}

static void add_long(const struct real_format *format, struct kulisch *sum, const void *value, bool negate)
{
    struct hub hub;
    mpfr_ptr x = hub_create(&hub, format->exact_bits);
    format->family->to_mpfr(format, x, value);
    if (negate)
        mpfr_neg(x, x, MPFR_RNDN);
    if (add_irregular(sum, x))
        return;
    size_t count = (size_t)limbs_of(format);
    kulisch_add_limbs(sum, mpfr_signbit(x) != 0, hub.limbs, count, mpfr_get_exp(x) - 64 * (long)count);
}

static void add_long_product(const struct real_format *format, struct kulisch *sum, const void *px,
                             const void *py)
{
    struct hub x_hub;
    struct hub y_hub;
    mpfr_ptr x = hub_create(&x_hub, format->exact_bits);
    mpfr_ptr y = hub_create(&y_hub, format->exact_bits);
    format->family->to_mpfr(format, x, px);
    format->family->to_mpfr(format, y, py);
    if (!mpfr_regular_p(x) || !mpfr_regular_p(y)) {
        if (!accumulator_takes(x) || !accumulator_takes(y))
            kulisch_add_special(sum, NAN);
        else if (!mpfr_number_p(x) || !mpfr_number_p(y)) {
            mpfr_mul(x, x, y, MPFR_RNDN);
            (void)add_irregular(sum, x);
        }
        return;
    }
    if (!accumulator_takes(x) || !accumulator_takes(y)) {
        kulisch_add_special(sum, NAN);
        return;
    }
    mp_limb_t product[2 * HUB_LIMBS];
    size_t count = (size_t)limbs_of(format);
    mpn_mul_n(product, x_hub.limbs, y_hub.limbs, (mp_size_t)count);
    kulisch_add_limbs(sum, (mpfr_signbit(x) != 0) != (mpfr_signbit(y) != 0), product, 2 * count,
                      mpfr_get_exp(x) + mpfr_get_exp(y) - 128 * (long)count);
}

static void add_product(const struct real_format *format, void *sum, const void *x, const void *y)
{
    if (format->components == 0)
        add_long_product(format, sum, x, y);
    else
        kulisch_add_products(sum, x, y, format->components);
}

static void add(const struct real_format *format, void *sum, const void *x, double sign)
{
    if (format->components == 0)
        add_long(format, sum, x, sign < 0);
    else
        kulisch_add_parts(sum, x, sign, format->components);
}

static void apply_round(const struct real_format *format, void *z, void *sum)
{
    if (format->components == 1) {
        *(double *)z = kulisch_round(sum);
        return;
    }
    mpfr_t x = {{0}};
    mp_limb_t limbs[ACCUMULATOR_MAX_DIGITS / 2 + 2];
    kulisch_to_mpfr(sum, x, limbs);
    format->family->from_mpfr(format, z, x);
}

static void store(const struct real_format *format, uint32_t *image, void *sum)
{
    (void)format;
    kulisch_store(sum, image);
}

static void merge(const struct real_format *format, void *sum, const uint32_t *image)
{
    (void)format;
    kulisch_merge(sum, image);
}

const struct real_accumulator accumulator_kulisch = {.bytes = bytes,
                                                     .create = create,
                                                     .clear = clear,
                                                     .add_product = add_product,
                                                     .add = add,
                                                     .round = apply_round,
                                                     .store = store,
                                                     .merge = merge};
