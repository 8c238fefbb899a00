/* real.h - numbers of the precision unit: functions for the type `real`, which fcc knows without this header.
 *
 * `pramsim --real=FORMAT` sets the format of reals, `fcc -mreal=BITS` the room for them. Constants with the
 * suffix r, and constants without suffix that become a real, are rounded once. Straight functions and macros
 * can be called in every mode; in synchronous code the number of terms of a sum must be shared. See
 * docs/library.md, section 12.
 */
#ifndef FORK_REAL_H
#define FORK_REAL_H

#include <math.h> /* sqrt, fabs, fmax and fmin are there for reals too */

/* x * y + z, rounded as the format does it */
#define fma(x, y, z) __fma(x, y, z)

/* exact sums in the long accumulator, rounded once: of x[i] * y[i], of x[i], i = 0 .. n-1; with steps: of
 * x[i * s] * y[i * t], for columns of matrices. norm: the root of the rounded sum of squares */
#define dot(x, y, n) __dot(x, 1, y, 1, n)
#define dot_strided(x, s, y, t, n) __dot(x, s, y, t, n)
#define exact_sum(x, n) __sum(x, 1, n)
#define exact_sum_strided(x, s, n) __sum(x, s, n)
#define norm(x, n) __sqrt(__squares(x, 1, n))
#define norm_strided(x, s, n) __sqrt(__squares(x, s, n))

/* the accumulator itself, one per PP, which the sums above use. An image of it, for other PPs to merge,
 * has at most ACC_WORDS words */
#define ACC_WORDS (2064 + 2 * sizeof(real))
#define acc_clear() __acc_clear()
#define acc_multiply(x, y) __acc_multiply(x, y) /* += x * y, exactly */
#define acc_add(x) __acc_add(x)
#define acc_subtract(x) __acc_subtract(x)
#define acc_round() __acc_round()           /* its value, rounded once */
#define acc_save(image) __acc_save(image)   /* int image[ACC_WORDS] */
#define acc_merge(image) __acc_merge(image) /* += the image, exactly */

/* 1 if it is not a number; if it is an infinity; neither of them */
#define real_isnan(x) __isnan(x)
#define real_isinf(x) (__fabs(x) == __real_infinity())
#define real_isfinite(x) ((x) * 0 == 0)

/* text to numbers, rounded once: `*x` gets the number, characters read are returned, 0: there is no number */
#define real_parse(text, x) __sys2(28, (const char *)(text), (real *)(x))
/* the next word of an open file: 1, 0: it is no number, -1: end of the file */
#define fread_real(handle, x) __sys2(29, (int)(handle), (real *)(x))
/* words of a number in the format of this run */
#define real_format_words() __sys0(30)

static inline real strtoreal(const char *text, char **end)
{
    real x = 0;
    int length = real_parse(text, &x);
    if (end)
        *end = (char *)text + length;
    return x;
}

static inline straight real __real_infinity(void)
{
    real zero = 0;
    return 1 / zero;
}

#endif
