/* arf.c - P-bit floats of FLINT (Arb's arf), rounded to nearest even.
 *
 * arf keeps up to 128 bits inside its structure and longer significands in memory that FLINT allocates when a
 * number first gets that long, and keeps until the number becomes short (a zero, a small integer) or is
 * destroyed: in a computation that goes on at full length nothing is allocated. Exponents have no bounds in
 * arf; here they are held to MPFR's, beyond are infinity and 0. There is no negative zero; x / 0 is an
 * infinity as everywhere else.
 */
#include "hub.h"

#if REAL_HAVE_ARB

#include "common/memory.h"

#if __has_include(<flint/arf.h>) /* FLINT 3 */
#include <flint/arf.h>
#else
#include <arf.h>
#endif

static void shape(struct real_format *format)
{
    flint_set_abort(memory_is_short); /* FLINT aborts after its own message if it gets no memory */
    format->bits = format->parameter;
    format->exact_bits = format->parameter;
    format->limbs = (format->parameter + 63) / 64;
    format->value_bytes = (sizeof(arf_struct) + 15) & ~(uint32_t)15;
    format->image_words = HEAD_WORDS + 2 * format->limbs;
}

static void create(const struct real_format *format, void *z)
{
    (void)format;
    arf_init(z);
}

static void destroy(const struct real_format *format, void *z)
{
    (void)format;
    arf_clear(z);
}

static inline void hold_to_range(arf_ptr z)
{
    if (ARF_IS_SPECIAL(z))
        return;
    fmpz exponent = ARF_EXP(z);
    if (__builtin_expect(
            !COEFF_IS_MPZ(exponent) && exponent <= HEAD_MAX_EXPONENT && exponent >= -HEAD_MAX_EXPONENT, 1))
        return;
    if (fmpz_sgn(ARF_EXPREF(z)) < 0)
        arf_zero(z);
    else if (ARF_SGNBIT(z))
        arf_neg_inf(z);
    else
        arf_pos_inf(z);
}

#define ARF_BINARY(name)                                                                                     \
    static void apply_##name(const struct real_format *format, void *z, const void *x, const void *y)        \
    {                                                                                                        \
        arf_##name(z, x, y, format->bits, ARF_RND_NEAR);                                                     \
        hold_to_range(z);                                                                                    \
    }
ARF_BINARY(add)
ARF_BINARY(sub)
ARF_BINARY(mul)

static void apply_div(const struct real_format *format, void *z, const void *x, const void *y)
{
    if (arf_is_zero(y) && !arf_is_zero(x) && !arf_is_nan(x)) {
        if (arf_sgn(x) < 0)
            arf_neg_inf(z);
        else
            arf_pos_inf(z);
        return;
    }
    arf_div(z, x, y, format->bits, ARF_RND_NEAR);
    hold_to_range(z);
}

static void apply_sqrt(const struct real_format *format, void *z, const void *x)
{
    arf_sqrt(z, x, format->bits, ARF_RND_NEAR);
}

static void apply_fma(const struct real_format *format, void *z, const void *x, const void *y, const void *w)
{
    arf_fma(z, x, y, w, format->bits, ARF_RND_NEAR);
    hold_to_range(z);
}

#define ARF_EXACT(name, function)                                                                            \
    static void name(const struct real_format *format, void *z, const void *x)                               \
    {                                                                                                        \
        (void)format;                                                                                        \
        function(z, x);                                                                                      \
    }
ARF_EXACT(copy, arf_set)
ARF_EXACT(neg, arf_neg)
ARF_EXACT(apply_abs, arf_abs)

static enum real_order compare(const struct real_format *format, const void *x, const void *y)
{
    (void)format;
    return arf_is_nan(x) || arf_is_nan(y) ? REAL_UNORDERED : hub_order(arf_cmp(x, y), 0);
}

static void to_mpfr(const struct real_format *format, mpfr_ptr x, const void *value)
{
    (void)format;
    arf_get_mpfr(x, value, MPFR_RNDN);
}

static void from_mpfr(const struct real_format *format, void *z, mpfr_srcptr x)
{
    struct hub hub; /* arf_set_mpfr is exact: round first */
    mpfr_ptr rounded = hub_create(&hub, format->bits);
    mpfr_set(rounded, x, MPFR_RNDN);
    arf_set_mpfr(z, rounded);
}

static void store(const struct real_format *format, uint32_t *image, const void *x)
{
    struct hub hub;
    to_mpfr(format, hub_create(&hub, format->bits), x);
    hub_store(format, image, hub.x);
}

static void load(const struct real_format *format, void *z, const uint32_t *image)
{
    struct hub hub;
    hub_load(format, hub.x, hub.limbs, image);
    arf_set_mpfr(z, hub.x);
}

const struct real_family real_arf = {HUB_FAMILY, .shape = shape, .destroy = destroy, .fma = apply_fma};
#else
const struct real_family real_arf;
#endif
