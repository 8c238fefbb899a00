/* accumulator_mpfr.c - the long accumulator as one MPFR number that has a bit for each of its digits: to
 * compare with.
 *
 * Slow, and simple enough to be believed. Has no digits, and of kulisch.h only the names of what is not
 * finite.
 */
#include "accumulator.h"
#include "hub.h"
#include "kulisch.h"

struct wide {
    mpfr_t sum;
    mp_limb_t limbs[];
};

static uint32_t bits_of(const struct real_format *format)
{
    return 32 * (uint32_t)accumulator_digits(format);
}

static size_t bytes(const struct real_format *format)
{
    return (sizeof(struct wide) + (bits_of(format) + 63) / 64 * sizeof(mp_limb_t) + 15) & ~(size_t)15;
}

static void clear(const struct real_format *format, void *sum)
{
    struct wide *wide = sum;
    hub_create_in(wide->sum, wide->limbs, bits_of(format));
    mpfr_set_zero(wide->sum, 1);
}

static void add_product(const struct real_format *format, void *sum, const void *x, const void *y)
{
    struct wide *wide = sum;
    struct hub x_hub, y_hub;
    mpfr_t product = {{0}};
    mp_limb_t limbs[2 * HUB_LIMBS];
    hub_create_in(product, limbs, 2 * format->exact_bits);
    mpfr_mul(product, accumulator_number(format, &x_hub, x), accumulator_number(format, &y_hub, y),
             MPFR_RNDN);
    mpfr_add(wide->sum, wide->sum, product, MPFR_RNDN);
}

static void add(const struct real_format *format, void *sum, const void *x, double sign)
{
    struct wide *wide = sum;
    struct hub hub;
    mpfr_srcptr number = accumulator_number(format, &hub, x);
    if (sign > 0)
        mpfr_add(wide->sum, wide->sum, number, MPFR_RNDN);
    else
        mpfr_sub(wide->sum, wide->sum, number, MPFR_RNDN);
}

static void apply_round(const struct real_format *format, void *z, void *sum)
{
    format->family->from_mpfr(format, z, ((struct wide *)sum)->sum);
}

/* An image is an integer that counts the least bit of a sum. */

static void store(const struct real_format *format, uint32_t *image, void *sum)
{
    struct wide *wide = sum;
    const int32_t least = accumulator_least(format);
    mpz_t integer;
    memset(image, 0, real_accumulator_words(format) * sizeof *image);
    if (!mpfr_number_p(wide->sum)) {
        image[0] = mpfr_nan_p(wide->sum)     ? KULISCH_NAN
                   : mpfr_signbit(wide->sum) ? KULISCH_MINUS_INFINITY
                                             : KULISCH_PLUS_INFINITY;
        return;
    }
    mpz_init(integer);
    mpfr_mul_2si(wide->sum, wide->sum, -least, MPFR_RNDN);
    mpfr_get_z(integer, wide->sum, MPFR_RNDN);
    mpfr_mul_2si(wide->sum, wide->sum, least, MPFR_RNDN);
    mpz_fdiv_r_2exp(integer, integer, bits_of(format)); /* two's complement */
    mpz_export(image + 1, NULL, -1, sizeof *image, 0, 0, integer);
    mpz_clear(integer);
}

static void merge(const struct real_format *format, void *sum, const uint32_t *image)
{
    static const double specials[] = {NAN, INFINITY, -INFINITY};
    struct wide *wide = sum;
    const int32_t least = accumulator_least(format);
    mpz_t integer;
    for (int bit = 0; bit < 3; bit++)
        if ((image[0] >> bit & 1) != 0)
            mpfr_add_d(wide->sum, wide->sum, specials[bit], MPFR_RNDN);
    mpz_init(integer);
    mpz_import(integer, bits_of(format) / 32, -1, sizeof *image, 0, 0, image + 1);
    if (image[bits_of(format) / 32] >> 31 != 0)
        mpz_cdiv_r_2exp(integer, integer, bits_of(format));
    mpfr_mul_2si(wide->sum, wide->sum, -least, MPFR_RNDN);
    mpfr_add_z(wide->sum, wide->sum, integer, MPFR_RNDN);
    mpfr_mul_2si(wide->sum, wide->sum, least, MPFR_RNDN);
    mpz_clear(integer);
}

const struct real_accumulator accumulator_mpfr = {.bytes = bytes,
                                                  .clear = clear,
                                                  .add_product = add_product,
                                                  .add = add,
                                                  .round = apply_round,
                                                  .store = store,
                                                  .merge = merge};
