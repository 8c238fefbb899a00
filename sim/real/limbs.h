/* limbs.h - what the formats share whose numbers are MPFR's own structure with its limbs behind it, in memory
 * of the caller: everything but images. Included by mpfr.c and arprec.c. */
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

static inline enum real_order limbs_compare(const struct real_format *format, const void *x, const void *y)
{
    (void)format;
    if (mpfr_unordered_p(of_const(x), of_const(y)))
        return REAL_UNORDERED;
    return hub_order(mpfr_cmp(of_const(x), of_const(y)), 0);
}

/* Limbs of equal singular numbers do not count, but are equal often enough. */
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

/* An operation of MPFR's that rounds like that; then `finish` gets format and result. */
#define LIMBS_UNARY(name, function, round, finish)                                                           \
    static void name(const struct real_format *format, void *z, const void *x)                               \
    {                                                                                                        \
        function(of(z), of_const(x), round);                                                                 \
        finish(format, z);                                                                                   \
    }
#define LIMBS_BINARY(name, function, round, finish)                                                          \
    static void name(const struct real_format *format, void *z, const void *x, const void *y)                \
    {                                                                                                        \
        function(of(z), of_const(x), of_const(y), round);                                                    \
        finish(format, z);                                                                                   \
    }
#define LIMBS_OPERATIONS(round, finish)                                                                      \
    LIMBS_UNARY(copy, mpfr_set, round, finish)                                                               \
    LIMBS_UNARY(neg, mpfr_neg, round, finish)                                                                \
    LIMBS_UNARY(apply_abs, mpfr_abs, round, finish)                                                          \
    LIMBS_UNARY(apply_sqrt, mpfr_sqrt, round, finish)                                                        \
    LIMBS_BINARY(apply_add, mpfr_add, round, finish)                                                         \
    LIMBS_BINARY(apply_sub, mpfr_sub, round, finish)                                                         \
    LIMBS_BINARY(apply_mul, mpfr_mul, round, finish)                                                         \
    LIMBS_BINARY(apply_div, mpfr_div, round, finish)

/* Their members of struct real_family. */
#define LIMBS_FAMILY                                                                                         \
    HUB_OPERATIONS, .create = limbs_create, .compare = limbs_compare, .same = limbs_same,                    \
                    .to_mpfr = limbs_to_mpfr

#endif
