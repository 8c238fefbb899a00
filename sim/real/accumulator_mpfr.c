/* accumulator_mpfr.c - the long accumulator as one MPFR number that has a bit for each of its digits: to
 * compare with.
 *
 * Slow, and simple enough to be believed. Only images go through kulisch.h.
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

/* A Kulisch accumulator with two digits more at its lower end: limbs of MPFR's need not begin where a digit
 * does. */
#define EXTRA_DIGITS 2
union digits {
    struct kulisch sum;
    int64_t room[sizeof(struct kulisch) / sizeof(int64_t) + ACCUMULATOR_MAX_DIGITS + EXTRA_DIGITS];
};

static void create_digits(const struct real_format *format, union digits *digits)
{
    kulisch_create(&digits->sum, accumulator_least(format) - 32 * EXTRA_DIGITS,
                   accumulator_digits(format) + EXTRA_DIGITS);
}

static void store(const struct real_format *format, uint32_t *image, void *sum)
{
    struct wide *wide = sum;
    union digits digits;
    uint32_t words[ACCUMULATOR_MAX_DIGITS + EXTRA_DIGITS + 1];
    create_digits(format, &digits);
    kulisch_add_mpfr(&digits.sum, wide->sum);
    kulisch_store(&digits.sum, words);
    image[0] = words[0];
    memcpy(image + 1, words + 1 + EXTRA_DIGITS, (size_t)accumulator_digits(format) * sizeof *image);
}

static void merge(const struct real_format *format, void *sum, const uint32_t *image)
{
    struct wide *wide = sum;
    union digits digits;
    uint32_t words[ACCUMULATOR_MAX_DIGITS + EXTRA_DIGITS + 1] = {image[0]};
    mpfr_t x = {{0}};
    mp_limb_t limbs[(ACCUMULATOR_MAX_DIGITS + EXTRA_DIGITS) / 2 + 2];
    create_digits(format, &digits);
    memcpy(words + 1 + EXTRA_DIGITS, image + 1, (size_t)accumulator_digits(format) * sizeof *image);
    kulisch_merge(&digits.sum, words);
    kulisch_to_mpfr(&digits.sum, x, limbs);
    mpfr_add(wide->sum, wide->sum, x, MPFR_RNDN);
}

const struct real_accumulator accumulator_mpfr = {.bytes = bytes,
                                                  .clear = clear,
                                                  .add_product = add_product,
                                                  .add = add,
                                                  .round = apply_round,
                                                  .store = store,
                                                  .merge = merge};
