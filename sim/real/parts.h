/* parts.h - what all formats share whose numbers are unevaluated sums of doubles, format->components of them,
 * the largest first: everything but arithmetic. Included by doubles.c and staggered.c. */
#ifndef PRAM_REAL_PARTS_H
#define PRAM_REAL_PARTS_H

#include <math.h>
#include <string.h>

#include "hub.h"

static inline void parts_create(const struct real_format *format, void *z)
{
    memset(z, 0, format->value_bytes);
}

static inline void parts_copy(const struct real_format *format, void *z, const void *x)
{
    memmove(z, x, format->components * sizeof(double));
}

static inline void parts_neg(const struct real_format *format, void *z, const void *x)
{
    for (uint32_t i = 0; i < format->components; i++)
        ((double *)z)[i] = -((const double *)x)[i];
}

static inline void parts_abs(const struct real_format *format, void *z, const void *x)
{
    if (signbit(*(const double *)x))
        parts_neg(format, z, x);
    else
        parts_copy(format, z, x);
}

static inline enum real_order parts_compare(const struct real_format *format, const void *px, const void *py)
{
    const double *x = px;
    const double *y = py;
    uint32_t i = 0;
    while (i < format->components - 1 && x[i] == y[i])
        i++;
    return hub_order(x[i], y[i]);
}

static inline void parts_store(const struct real_format *format, uint32_t *image, const void *px)
{
    const double *x = px;
    const double nan_part = NAN;
    memcpy(image, x, format->components * sizeof *x);
    if (isnan(x[0])) { /* one NaN for all */
        memset(image, 0, format->image_words * sizeof *image);
        memcpy(image, &nan_part, sizeof nan_part);
    }
}

static inline void parts_load(const struct real_format *format, void *z, const uint32_t *image)
{
    memcpy(z, image, format->components * sizeof(double));
}

static inline void parts_to_mpfr(const struct real_format *format, mpfr_ptr x, const void *value)
{
    hub_from_doubles(x, value, format->components);
}

static inline void parts_from_mpfr(const struct real_format *format, void *z, mpfr_srcptr x)
{
    hub_to_doubles(z, format->components, x);
}

/* Their members of struct real_family. */
#define PARTS_FAMILY                                                                                         \
    .create = parts_create, .copy = parts_copy, .neg = parts_neg, .abs = parts_abs,                          \
    .compare = parts_compare, .store = parts_store, .load = parts_load, .to_mpfr = parts_to_mpfr,            \
    .from_mpfr = parts_from_mpfr

#endif
