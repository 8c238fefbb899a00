/* math.h - elementary functions of IEEE single precision (double is float in Fork).
 *
 * All of them are straight: they may be called from asynchronous and synchronous code, and take the same
 * number of cycles whatever their arguments are, NaN and infinities included. docs/library.md gives the
 * largest errors, in units in the last place, and the cycles. There is no errno: errors give NaN or an
 * infinity.
 */
#ifndef FORK_MATH_H
#define FORK_MATH_H

#define M_E 2.7182818284590452354f
#define M_LOG2E 1.4426950408889634074f
#define M_LOG10E 0.43429448190325182765f
#define M_LN2 0.69314718055994530942f
#define M_LN10 2.30258509299404568402f
#define M_PI 3.14159265358979323846f
#define M_PI_2 1.57079632679489661923f
#define M_PI_4 0.78539816339744830962f
#define M_1_PI 0.31830988618379067154f
#define M_2_PI 0.63661977236758134308f
#define M_SQRT2 1.41421356237309504880f
#define M_SQRT1_2 0.70710678118654752440f

#define HUGE_VAL __bits_float(0x7f800000)
#define INFINITY __bits_float(0x7f800000)
#define NAN __bits_float(0x7fc00000)

/* 1 or 0 */
#define isnan(x) ((__float_bits(x) & 0x7fffffff) > 0x7f800000)
#define isinf(x) ((__float_bits(x) & 0x7fffffff) == 0x7f800000)
#define isfinite(x) ((__float_bits(x) & 0x7fffffff) < 0x7f800000)
#define signbit(x) (__float_bits(x) >> 31)

/* one machine instruction each; the functions are there for code that needs their addresses */
straight float sqrt(float x);          /* square root, correctly rounded */
straight float fabs(float x);          /* |x| */
straight float rint(float x);          /* nearest integral value, ties to even */
straight float nearbyint(float x);     /* the same */
straight float fmax(float x, float y); /* a NaN loses */
straight float fmin(float x, float y);
#define sqrt(x) __sqrt(x)
#define fabs(x) __fabs(x)
#define rint(x) __fround(x)
#define nearbyint(x) __fround(x)
#define fmax(x, y) __fmax(x, y)
#define fmin(x, y) __fmin(x, y)

/* to integral values, exact (math_round.fork) */
straight float floor(float x);
straight float ceil(float x);
straight float trunc(float x);
straight float round(float x); /* ties away from zero */

/* parts of a float, exact */
straight float fmod(float x, float y);      /* x - n * y with the sign of x, |result| < |y| */
straight float modf(float x, float *whole); /* fraction; *whole = the rest */
straight float frexp(float x, int *power);  /* m in [0.5, 1) with x = m * 2 to the *power */
straight float ldexp(float x, int power);   /* x * 2 to the power */
straight float copysign(float x, float y);  /* |x| with the sign of y */
straight float fdim(float x, float y);      /* x - y, at least 0 */

/* exponentials and logarithms (math_exp.fork, math_log.fork, math_pow.fork) */
straight float exp(float x);
straight float exp2(float x);  /* 2 to the x */
straight float expm1(float x); /* exp(x) - 1, also where x is near 0 */
straight float ln(float x);    /* natural logarithm */
straight float log(float x);   /* the same under C's name */
straight float log2(float x);
straight float log10(float x);
straight float log1p(float x); /* ln(1 + x), also where x is near 0 */
straight float pow(float x, float y);
straight float cbrt(float x);           /* cube root */
straight float hypot(float x, float y); /* square root of x * x + y * y, without overflow on the way */

/* angles in radians; any x, however large (math_trig.fork, math_arc.fork) */
straight float sin(float x);
straight float cos(float x);
straight float tan(float x);
straight float asin(float x);
straight float acos(float x);
straight float atan(float x);
straight float atan2(float y, float x); /* angle of the point (x, y), -pi to pi */

/* hyperbolic functions (math_hyperbolic.fork) */
straight float sinh(float x);
straight float cosh(float x);
straight float tanh(float x);

#endif
