/* doubles.c - double-double and quad-double: unevaluated sums of 2 and 4 doubles, by libqd through its C
 * interface.
 *
 * libqd loses digits, or all of them, where one of its intermediate terms overflows or underflows, and it
 * prints messages for square roots of negative numbers. Its functions are therefore only asked within a range
 * in which none of that can happen; outside, for infinities, NaN and at the ends of double's range, the
 * operation goes through MPFR. On x87 processors libqd would also need the FPU rounding to double; SSE2 does
 * that always.
 */
#include "parts.h"

#if REAL_HAVE_QD
#include <qd/c_dd.h>
#include <qd/c_qd.h>

/* Between these no product, quotient or root of libqd has a term out of double's range. */
#define SAFE_LEAST 0x1p-700
#define SAFE_LARGEST 0x1p990
#define SAFE_SQUARED 0x1p700 /* the reciprocal of a radicand must not underflow, nor its last part */

static inline bool is_below_end(double x)
{
    return fabs(x) < SAFE_LARGEST; /* false for NaN */
}

static inline bool is_safe(double x)
{
    return is_below_end(x) && fabs(x) > SAFE_LEAST;
}

/* One by one: the processor cannot load two doubles at once that have just been stored one by one (the
 * makefile keeps the compiler from making one load of it). */
static inline void copy_parts(double *z, const double *x, int count)
{
    for (int i = 0; i < count; i++)
        z[i] = x[i];
}

#define DOUBLES_BINARY(kind, n, name, safe)                                                                  \
    static void kind##_##name(const struct real_format *format, void *pz, const void *px, const void *py)    \
    {                                                                                                        \
        const double *x = px;                                                                                \
        const double *y = py;                                                                                \
        double z[n];                                                                                         \
        c_##kind##_##name(x, y, z);                                                                          \
        if (__builtin_expect(safe, 1))                                                                       \
            copy_parts(pz, z, n);                                                                            \
        else                                                                                                 \
            hub_apply2(format, mpfr_##name, pz, px, py);                                                     \
    }

#define DOUBLES_FORMAT(kind, n, significand)                                                                 \
    static void kind##_shape(struct real_format *format)                                                     \
    {                                                                                                        \
        format->bits = (significand);                                                                        \
        format->exact_bits = HUB_DOUBLES_BITS;                                                               \
        format->value_bytes = (n) * sizeof(double);                                                          \
        format->image_words = 2 * (n);                                                                       \
        format->components = (n);                                                                            \
    }                                                                                                        \
    static void kind##_sqrt(const struct real_format *format, void *z, const void *x)                        \
    {                                                                                                        \
        if (*(const double *)x > SAFE_LEAST && *(const double *)x < SAFE_SQUARED)                            \
            c_##kind##_sqrt(x, z);                                                                           \
        else                                                                                                 \
            hub_apply1(format, mpfr_sqrt, z, x);                                                             \
    }                                                                                                        \
    DOUBLES_BINARY(kind, n, add, is_below_end(z[0]))                                                         \
    DOUBLES_BINARY(kind, n, sub, is_below_end(z[0]))                                                         \
    DOUBLES_BINARY(kind, n, mul, is_safe(z[0]) || (z[0] == 0 && (x[0] == 0 || y[0] == 0)))                   \
    DOUBLES_BINARY(kind, n, div, is_safe(z[0]) && is_safe(x[0]))                                             \
    const struct real_family real_##kind = {PARTS_FAMILY,      .shape = kind##_shape, .sqrt = kind##_sqrt,   \
                                            .add = kind##_add, .sub = kind##_sub,     .mul = kind##_mul,     \
                                            .div = kind##_div, .fma = hub_mul_add};

DOUBLES_FORMAT(dd, 2, 102)
DOUBLES_FORMAT(qd, 4, 207)
#else
const struct real_family real_dd;
const struct real_family real_qd;
#endif
