/* arprec.c - ARPREC's numbers: N blocks of 48 bits; every operation truncates.
 *
 * A number of ARPREC is a sum over k of block[k] * 2^(48 (exponent - k)), with blocks below 2^48 and the
 * first one not 0. So its bits lie on a grid of 48, and the first block may have few. Here MPFR computes with
 * 48 N bits, rounding to zero, and what lies behind the last block is cut off. Unlike ARPREC's, a result is
 * always the exact one cut off, and there are infinities and NaN, but no negative zero. Only images have
 * blocks, as doubles.
 */
#include "limbs.h"

#define BLOCK_BITS 48
#define BLOCK_MASK (((uint64_t)1 << BLOCK_BITS) - 1)
/* Of the first block. MPFR's largest number, which stands for what is too large, lies beyond. */
#define LEAST_EXPONENT (-HEAD_MAX_EXPONENT / BLOCK_BITS)
#define MOST_EXPONENT (HEAD_MAX_EXPONENT / BLOCK_BITS - 1)
#define COUNT_SHIFT 8 /* of the number of blocks in an image's first word */

static void shape(struct real_format *format)
{
    format->bits = BLOCK_BITS * (format->parameter - 1) + 1; /* the first block may be 1 */
    limbs_shape(format, BLOCK_BITS * format->parameter);
    format->image_words = HEAD_WORDS + 2 * format->parameter;
}

/* The exponent of the first block of a regular number, and the number of its bits, 1 to 48. */
static long first_block(mpfr_srcptr x, uint32_t *bits)
{
    const long top = mpfr_get_exp(x) - 1;
    const long exponent = top >= 0 ? top / BLOCK_BITS : -((BLOCK_BITS - 1 - top) / BLOCK_BITS);
    *bits = (uint32_t)(top - BLOCK_BITS * exponent) + 1;
    return exponent;
}

/* Cuts off what lies behind the last block, or beyond the range. */
static void cut(const struct real_format *format, void *z)
{
    mpfr_ptr x = of(z);
    mp_limb_t *limbs = ((struct number *)z)->limbs;
    uint32_t bits = 0;
    const long exponent = mpfr_regular_p(x) ? first_block(x, &bits) : 0;
    if (mpfr_zero_p(x) || exponent < LEAST_EXPONENT) {
        mpfr_set_zero(x, 1);
    } else if (exponent > MOST_EXPONENT) {
        mpfr_set_inf(x, mpfr_sgn(x));
    } else if (mpfr_regular_p(x)) {
        const uint32_t behind = 64 * format->limbs - BLOCK_BITS * (format->parameter - 1) - bits;
        memset(limbs, 0, behind / 64 * sizeof *limbs);
        limbs[behind / 64] &= ~(mp_limb_t)0 << behind % 64;
    }
}

LIMBS_OPERATIONS(MPFR_RNDZ, cut)

/* ---- images */

/* The block whose lowest bit is that one of the limbs. */
static uint64_t get_block(const mp_limb_t *limbs, uint32_t count, uint32_t bit)
{
    const uint32_t limb = bit / 64, shift = bit % 64;
    const bool reaches_on = shift > 64 - BLOCK_BITS && limb + 1 < count;
    return (limbs[limb] >> shift | (reaches_on ? limbs[limb + 1] << (64 - shift) : 0)) & BLOCK_MASK;
}

static void put_block(mp_limb_t *limbs, uint32_t bit, uint64_t block)
{
    const uint32_t limb = bit / 64, shift = bit % 64;
    limbs[limb] |= block << shift;
    if (shift > 64 - BLOCK_BITS)
        limbs[limb + 1] |= block >> (64 - shift);
}

static void store(const struct real_format *format, uint32_t *image, const void *px)
{
    const struct number *x = px;
    hub_store_head(format, image, x->x);
    if (!mpfr_regular_p(x->x))
        return;
    uint32_t bits, count = 0;
    image[1] = (uint32_t)(int32_t)first_block(x->x, &bits);
    for (uint32_t k = 0; k < format->parameter; k++) {
        const uint64_t block = get_block(x->limbs, format->limbs, 64 * format->limbs - bits - BLOCK_BITS * k);
        const double value = (double)block;
        memcpy(image + HEAD_WORDS + 2 * k, &value, sizeof value);
        count = block != 0 ? k + 1 : count;
    }
    image[0] |= count << COUNT_SHIFT;
}

/* The blocks of an image as an integer, the first one on top. False: they are none. */
static bool load_blocks(const struct real_format *format, mp_limb_t *limbs, const uint32_t *image)
{
    const uint32_t count = (image[0] & ~HEAD_SIGN) >> COUNT_SHIFT;
    memset(limbs, 0, format->limbs * sizeof *limbs);
    if (count > format->parameter)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        double value;
        memcpy(&value, image + HEAD_WORDS + 2 * k, sizeof value);
        if (!(value >= 0 && value <= (double)BLOCK_MASK))
            return false;
        put_block(limbs, 64 * format->limbs - BLOCK_BITS * (k + 1), (uint64_t)value);
    }
    return true;
}

static void load(const struct real_format *format, void *z, const uint32_t *image)
{
    mp_limb_t limbs[HUB_LIMBS];
    const uint32_t kind = image[0] & 0xff;
    const bool is_negative = (image[0] & HEAD_SIGN) != 0;
    const long exponent = (int32_t)image[1];
    mpz_t integer;
    if (kind == HEAD_FINITE && load_blocks(format, limbs, image)) {
        mpfr_set_z_2exp(of(z), mpz_roinit_n(integer, limbs, format->limbs),
                        BLOCK_BITS * (exponent + 1) - 64l * format->limbs, MPFR_RNDZ);
        mpfr_setsign(of(z), of(z), is_negative, MPFR_RNDZ);
        cut(format, z);
    } else if (kind == HEAD_ZERO) {
        mpfr_set_zero(of(z), 1);
    } else if (kind == HEAD_INFINITE) {
        mpfr_set_inf(of(z), is_negative ? -1 : 1);
    } else {
        mpfr_set_nan(of(z));
    }
}

/* Rounds to nearest, to all bits that the blocks have: what is printed reads back. */
static void from_mpfr(const struct real_format *format, void *z, mpfr_srcptr value)
{
    struct hub hub;
    uint32_t bits = 1;
    if (mpfr_regular_p(value))
        first_block(value, &bits);
    mpfr_ptr rounded = hub_create(&hub, BLOCK_BITS * (format->parameter - 1) + bits);
    mpfr_set(rounded, value, MPFR_RNDN);
    mpfr_set(of(z), rounded, MPFR_RNDZ);
    cut(format, z);
}

const struct real_family real_arprec = {LIMBS_FAMILY, HUB_IMAGES, .shape = shape, .fma = hub_mul_add};
