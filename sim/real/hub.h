/* hub.h - MPFR numbers on the stack: the exact middle between any two formats.
 *
 * What is rare (conversions, printing, operands at the ends of a format's range) goes through MPFR; the limbs
 * lie in the caller's frame, so nothing is allocated. For the files of this folder only.
 */
#ifndef PRAM_REAL_HUB_H
#define PRAM_REAL_HUB_H

#include <math.h>
#include <string.h>

#include "common/plugin.h"
#include "unit.h"

/* Which libraries the build found (mk/25-real.mk says); a reader of the sources without it sees them all. */
#ifndef REAL_HAVE_QD
#define REAL_HAVE_QD 1
#define REAL_HAVE_ARB 1
#endif
/* Whether the C library has functions for binary128, as glibc has. */
#ifndef REAL_HAVE_FLOAT128
#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128
#define REAL_HAVE_FLOAT128 1
#else
#define REAL_HAVE_FLOAT128 0
#endif
#endif

/* The most bits any format needs to be held exactly, and room to round once from a longer number. */
#define HUB_MAX_BITS 16704
#define HUB_LIMBS (HUB_MAX_BITS / 64)

/* Doubles reach from 2^-1074 to 2^1024; a sum of 39 of them has a few bits more. */
#define HUB_DOUBLES_BITS 2112

struct hub {
    mpfr_t x;
    mp_limb_t limbs[HUB_LIMBS];
};

/* A number of `bits` bits, its value NaN. Return it, to be used in expressions. */
PLUGIN_VISIBLE mpfr_ptr hub_create(struct hub *hub, uint32_t bits);

/* A number of any length in limbs that the caller has: (bits + 63) / 64 of them. */
void hub_create_in(mpfr_ptr x, mp_limb_t *limbs, uint32_t bits);

/* x as IEEE rounds it to a format with `bits` bits whose least positive number is 2^least: to nearest even,
 * and to fewer bits where numbers are subnormal. Returns the number in `hub`. */
mpfr_ptr hub_round_ieee(struct hub *hub, mpfr_srcptr x, uint32_t bits, long least);

/* Sums of doubles: the value, exact in HUB_DOUBLES_BITS bits; and `count` doubles, each the rest rounded to
 * nearest. */
PLUGIN_VISIBLE void hub_from_doubles(mpfr_ptr x, const double *part, uint32_t count);
PLUGIN_VISIBLE void hub_to_doubles(double *part, uint32_t count, mpfr_srcptr x);

/* An operation through MPFR for operands that a format's own way cannot take: exact operands, a result of
 * HUB_DOUBLES_BITS bits, then from_mpfr. */
typedef int hub_unary(mpfr_ptr z, mpfr_srcptr x, mpfr_rnd_t round);
typedef int hub_binary(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t round);
PLUGIN_VISIBLE void hub_apply1(const struct real_format *format, hub_unary *apply, void *z, const void *x);
PLUGIN_VISIBLE void hub_apply2(const struct real_format *format, hub_binary *apply, void *z, const void *x,
                               const void *y);

/* x*y + w of a format that has no fused operation, nor a `destroy`: the product is rounded, then the sum. */
PLUGIN_VISIBLE void hub_mul_add(const struct real_format *format, void *z, const void *x, const void *y,
                                const void *w);

/* How x stands to y; neither, if one of them is NaN. */
static inline enum real_order hub_order(double x, double y)
{
    return x < y ? REAL_LESS : x > y ? REAL_GREATER : x == y ? REAL_EQUAL : REAL_UNORDERED;
}

/* Members of struct real_family, for a file whose functions have these names. */
#define HUB_ARITHMETIC                                                                                       \
    .sqrt = apply_sqrt, .add = apply_add, .sub = apply_sub, .mul = apply_mul, .div = apply_div
#define HUB_OPERATIONS HUB_ARITHMETIC, .copy = copy, .neg = neg, .abs = apply_abs
#define HUB_IMAGES .store = store, .load = load, .from_mpfr = from_mpfr
#define HUB_FAMILY HUB_OPERATIONS, HUB_IMAGES, .create = create, .compare = compare, .to_mpfr = to_mpfr

/* The head of images with sign, kind and exponent apart: word 0 is the kind, and the sign in bit 31; word 1
 * the exponent. MPFR, mpf, arf and arprec have it. */
enum head_kind { HEAD_ZERO, HEAD_FINITE, HEAD_INFINITE, HEAD_NAN };
#define HEAD_WORDS 2
#define HEAD_SIGN 0x80000000u
#define HEAD_MAX_EXPONENT ((1l << 30) - 1) /* of MPFR by default; the other formats keep to it */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "limbs lie in memory as the words of an image");

/* The image of x without exponent and significand: its head, then words that are 0. */
void hub_store_head(const struct real_format *format, uint32_t *image, mpfr_srcptr x);

/* The image of a number with exactly format->bits bits, format->limbs limbs; and the number of such an image,
 * which gets its limbs in memory of the caller. */
PLUGIN_VISIBLE void hub_store(const struct real_format *format, uint32_t *image, mpfr_srcptr x);
PLUGIN_VISIBLE void hub_load(const struct real_format *format, mpfr_ptr x, mp_limb_t *limbs,
                             const uint32_t *image);

#endif
