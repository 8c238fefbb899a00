/* accumulator_kulisch.c - what an accumulator takes, and the fast implementation: Kulisch's, on kulisch.h.
 * Knows numbers and their formats; the table of implementations knows it. */
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

mpfr_ptr accumulator_number(const struct real_format *format, struct hub *hub, const void *value)
{
    mpfr_ptr x = hub_create(hub, format->exact_bits);
    format->family->to_mpfr(format, x, value);
    if (mpfr_regular_p(x) && (mpfr_get_exp(x) < LEAST_EXPONENT || mpfr_get_exp(x) > GREATEST_EXPONENT))
        mpfr_set_nan(x);
    return x;
}

/* ---- Kulisch's */

static size_t bytes(const struct real_format *format)
{
    return (sizeof(struct kulisch) + (size_t)accumulator_digits(format) * sizeof(int64_t) + 15) & ~(size_t)15;
}

static void clear(const struct real_format *format, void *sum)
{
    kulisch_clear(sum, accumulator_least(format), accumulator_digits(format));
}

static void add_product(const struct real_format *format, void *sum, const void *px, const void *py)
{
    if (format->components != 0) {
        kulisch_add_products(sum, px, py, format->components);
        return;
    }
    struct hub x_hub, y_hub;
    mpfr_ptr x = accumulator_number(format, &x_hub, px), y = accumulator_number(format, &y_hub, py);
    if (!mpfr_regular_p(x) || !mpfr_regular_p(y)) {
        mpfr_mul(x, x, y, MPFR_RNDN);
        kulisch_add_mpfr(sum, x);
        return;
    }
    mpfr_t product = {{0}};
    mp_limb_t limbs[2 * HUB_LIMBS];
    const int32_t count = limbs_of(format);
    mpn_mul_n(limbs, x_hub.limbs, y_hub.limbs, count);
    mpfr_custom_init_set(product, mpfr_sgn(x) * mpfr_sgn(y) * MPFR_REGULAR_KIND,
                         mpfr_get_exp(x) + mpfr_get_exp(y), 128 * count, limbs);
    kulisch_add_mpfr(sum, product);
}

static void add(const struct real_format *format, void *sum, const void *x, double sign)
{
    struct hub hub;
    if (format->components != 0) {
        kulisch_add_parts(sum, x, sign, format->components);
        return;
    }
    mpfr_ptr number = accumulator_number(format, &hub, x);
    if (sign < 0)
        mpfr_neg(number, number, MPFR_RNDN);
    kulisch_add_mpfr(sum, number);
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
                                                     .clear = clear,
                                                     .add_product = add_product,
                                                     .add = add,
                                                     .round = apply_round,
                                                     .store = store,
                                                     .merge = merge};
