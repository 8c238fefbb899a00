/* limbs.h - what the formats share whose numbers are MPFR's own structure with its limbs behind it, in memory
 * of the caller: everything but rounding and images. Included by mpfr.c and arprec.c. */
#ifndef PRAM_REAL_LIMBS_H
#define PRAM_REAL_LIMBS_H

#include <string.h>

#include "hub.h"

struct number {
    mpfr_t x; /* of format->exact_bits */
    mp_limb_t limbs[];
};

static inline mpfr_ptr of(void *z)
{
    return ((struct number *)z)->x;
}

static inline mpfr_srcptr of_const(const void *x)
{
    return ((const struct number *)x)->x;
}

/* Sets what follows from the bits that a number can have. */
static inline void limbs_shape(struct real_format *format, uint32_t exact_bits)
{
    format->exact_bits = exact_bits;
    format->limbs = (exact_bits + 63) / 64;
    format->value_bytes = (uint32_t)(sizeof(struct number) + format->limbs * sizeof(mp_limb_t) + 15) & ~15u;
}

static inline void limbs_create(const struct real_format *format, void *z)
{
    struct number *number = z;
    memset(number->limbs, 0, format->limbs * sizeof(mp_limb_t));
    mpfr_custom_init_set(number->x, MPFR_ZERO_KIND, 0, format->exact_bits, number->limbs);
}

static inline void limbs_copy(const struct real_format *format, void *z, const void *x)
{
    (void)format;
    mpfr_set(of(z), of_const(x), MPFR_RNDN);
}

static inline void limbs_abs(const struct real_format *format, void *z, const void *x)
{
    (void)format;
    mpfr_abs(of(z), of_const(x), MPFR_RNDN);
}

static inline enum real_order limbs_compare(const struct real_format *format, const void *x, const void *y)
{
    (void)format;
    if (mpfr_unordered_p(of_const(x), of_const(y)))
        return REAL_UNORDERED;
    int order = mpfr_cmp(of_const(x), of_const(y));
    return order < 0 ? REAL_LESS : order > 0 ? REAL_GREATER : REAL_EQUAL;
}

/* What comes of a singular number does not depend on its limbs, but those of equal ones are equal often
 * enough. */
static inline bool limbs_same(const struct real_format *format, const void *px, const void *py)
{
    const struct number *x = px, *y = py;
    return x->x->_mpfr_exp == y->x->_mpfr_exp && x->x->_mpfr_sign == y->x->_mpfr_sign &&
           memcmp(x->limbs, y->limbs, format->limbs * sizeof(mp_limb_t)) == 0;
}

static inline void limbs_to_mpfr(const struct real_format *format, mpfr_ptr x, const void *value)
{
    (void)format;
    mpfr_set(x, of_const(value), MPFR_RNDN);
}

/* Their members of struct real_family. */
#define LIMBS_FAMILY                                                                                         \
    .create = limbs_create, .copy = limbs_copy, .abs = limbs_abs, .compare = limbs_compare,                  \
    .same = limbs_same, .to_mpfr = limbs_to_mpfr

#endif
