/* staggered.c - C-XSC's l_real: an unevaluated sum of K doubles; every operation goes through the long
 * accumulator.
 *
 * A result is the exact sum or product, of which K doubles are taken off one after the other, each rounded to
 * nearest: they do not overlap, and what is left is at most 2^-53K of it. Quotients and roots come digit by
 * digit, a double each, from an exact remainder in the accumulator, one more than K; at the ends of double's
 * range, where a digit would lose bits, they come from MPFR.
 */
#include "kulisch.h"
#include "parts.h"

#define MAX_PARTS 39

static void shape(struct real_format *format)
{
    format->bits = 53 * format->parameter;
    format->exact_bits = HUB_DOUBLES_BITS;
    format->value_bytes = (format->parameter * (uint32_t)sizeof(double) + 15) & ~15u;
    format->image_words = 2 * format->parameter;
    format->components = format->parameter;
}

static void add_signed(const struct real_format *format, double *z, const double *x, const double *y,
                       double sign)
{
    union kulisch_doubles sum;
    kulisch_create_doubles(&sum);
    kulisch_add_parts(&sum.sum, x, 1.0, format->parameter);
    kulisch_add_parts(&sum.sum, y, sign, format->parameter);
    kulisch_extract(&sum.sum, z, format->parameter);
}

static void apply_add(const struct real_format *format, void *z, const void *x, const void *y)
{
    add_signed(format, z, x, y, 1.0);
}

static void apply_sub(const struct real_format *format, void *z, const void *x, const void *y)
{
    add_signed(format, z, x, y, -1.0);
}

/* w NULL: x*y. */
static void apply_fma(const struct real_format *format, void *z, const void *x, const void *y, const void *w)
{
    union kulisch_doubles sum;
    kulisch_create_doubles(&sum);
    kulisch_add_products(&sum.sum, x, y, format->parameter);
    if (w != NULL)
        kulisch_add_parts(&sum.sum, w, 1.0, format->parameter);
    kulisch_extract(&sum.sum, z, format->parameter);
}

static void apply_mul(const struct real_format *format, void *z, const void *x, const void *y)
{
    apply_fma(format, z, x, y, NULL);
}

/* Whether x and all that follows it in `digits` doubles stays clear of the ends of double's range. */
static bool has_room(double x, uint32_t digits)
{
    int exponent;
    if (!isfinite(x) || x == 0)
        return false;
    (void)frexp(x, &exponent);
    return exponent < 1000 && exponent - 53 * (int)(digits + 2) > -1000;
}

static void apply_div(const struct real_format *format, void *z, const void *px, const void *py)
{
    const double *x = px;
    const double *y = py;
    uint32_t count = format->parameter;
    if (!has_room(x[0], count) || !has_room(y[0], 0) || !has_room(x[0] / y[0], count)) {
        hub_apply2(format, mpfr_div, z, x, y);
        return;
    }
    union kulisch_doubles rest;
    union kulisch_doubles quotient;
    kulisch_create_doubles(&rest);
    kulisch_create_doubles(&quotient);
    kulisch_add_parts(&rest.sum, x, 1.0, count);
    for (uint32_t i = 0; i <= count; i++) {
        double digit = kulisch_round(&rest.sum) / y[0];
        if (digit == 0)
            break;
        kulisch_add_parts(&rest.sum, y, -digit, count);
        kulisch_add_double(&quotient.sum, digit);
    }
    kulisch_extract(&quotient.sum, z, count);
}

static void apply_sqrt(const struct real_format *format, void *z, const void *px)
{
    const double *x = px;
    uint32_t count = format->parameter;
    if (!has_room(x[0], count) || x[0] < 0) {
        hub_apply1(format, mpfr_sqrt, z, x);
        return;
    }
    union kulisch_doubles rest; /* x - root * root */
    union kulisch_doubles root;
    double digit[MAX_PARTS + 1] = {0};
    kulisch_create_doubles(&rest);
    kulisch_create_doubles(&root);
    kulisch_add_parts(&rest.sum, x, 1.0, count);
    for (uint32_t i = 0; i <= count; i++) {
        double value = kulisch_round(&rest.sum);
        digit[i] = i == 0 ? sqrt(value) : value / (2 * digit[0]);
        if (digit[i] == 0)
            break;
        kulisch_add_parts(&rest.sum, digit, -2 * digit[i], i);
        kulisch_add_product(&rest.sum, digit[i], -digit[i]);
        kulisch_add_double(&root.sum, digit[i]);
    }
    kulisch_extract(&root.sum, z, count);
}

const struct real_family real_staggered = {PARTS_FAMILY, HUB_ARITHMETIC, .shape = shape, .fma = apply_fma};
