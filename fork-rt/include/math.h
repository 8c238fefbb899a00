/* math.h - elementary functions of IEEE single precision (double is float in Fork).
 *
 * All functions are straight: they may be called in every mode, and take the same number of cycles for all
 * arguments, including NaN and infinities. docs/library.md has the largest errors, in units in the last
 * place, and the cycles. Errors give NaN or an infinity and do not set errno.
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
#define HUGE_VALF HUGE_VAL
#define HUGE_VALL HUGE_VAL
#define NAN __bits_float(0x7fc00000)

typedef float float_t;
typedef float double_t;

/* errors set neither */
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling 0

/* 1 or 0 */
#define isnan(x) ((__float_bits(x) & 0x7fffffff) > 0x7f800000)
#define isinf(x) ((__float_bits(x) & 0x7fffffff) == 0x7f800000)
#define isfinite(x) ((__float_bits(x) & 0x7fffffff) < 0x7f800000)
#define signbit(x) (__float_bits(x) >> 31)
#define isnormal(x) ((__float_bits(x) & 0x7fffffff) - 0x800000 < 0x7f000000)

/* kinds of floats */
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define fpclassify(x) __math_classify(x)
straight int __math_classify(float x);

/* comparisons: 0 with a NaN, except isunordered */
#define isgreater(x, y) ((float)(x) > (float)(y))
#define isgreaterequal(x, y) ((float)(x) >= (float)(y))
#define isless(x, y) ((float)(x) < (float)(y))
#define islessequal(x, y) ((float)(x) <= (float)(y))
#define islessgreater(x, y) __math_is_different(x, y)
#define isunordered(x, y) __math_is_unordered(x, y)
straight int __math_is_different(float x, float y);
straight int __math_is_unordered(float x, float y);

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

/* to integers: for a float out of range the result is undefined (math_whole.fork, math_long.fork) */
straight int lrint(float x);  /* ties to even */
straight int lround(float x); /* ties away from zero */
straight long long llrint(float x);
straight long long llround(float x);

/* parts of a float, exact */
straight float fmod(float x, float y);      /* x - n * y with the sign of x, |result| < |y| */
straight float modf(float x, float *whole); /* fraction; *whole = the rest */
straight float frexp(float x, int *power);  /* m in [0.5, 1) with x = m * 2 to the *power */
straight float ldexp(float x, int power);   /* x * 2 to the power */
straight float copysign(float x, float y);  /* |x| with the sign of y */
straight float fdim(float x, float y);      /* x - y, at least 0 */
#define scalbn ldexp
#define scalbln ldexp
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN 2147483647
straight int ilogb(float x);                /* n with 2^n <= |x| < 2^(n + 1) */
straight float logb(float x);               /* the same as a float */
straight float nextafter(float x, float y); /* the next float towards y */
#define nexttoward nextafter
straight float nan(const char *tag);                    /* NAN */
straight float remainder(float x, float y);             /* x - n * y, n the integer nearest to x / y */
straight float remquo(float x, float y, int *quotient); /* *quotient: n modulo 8, with its sign */
straight float fma(float x, float y, float z);          /* x * y + z, rounded once (math_fused.fork) */

/* exponentials and logarithms (math_exp.fork, math_log.fork, math_pow.fork) */
straight float exp(float x);
straight float exp2(float x);           /* 2 to the x */
straight float expm1(float x);          /* exp(x) - 1, also where x is near 0 */
straight float ln(float x) __library__; /* natural logarithm */
straight float log(float x);            /* the same under C's name */
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
straight float asinh(float x); /* and their inverse functions (math_area.fork) */
straight float acosh(float x);
straight float atanh(float x);

/* error and gamma functions (math_error.fork, math_gamma.fork) */
straight float erf(float x);
straight float erfc(float x);   /* 1 - erf(x), also where that is near 0 */
straight float tgamma(float x); /* gamma function */
straight float lgamma(float x); /* logarithm of its absolute value */

/* double and long double are float: C's names with suffixes */
#define sqrtf sqrt
#define sqrtl sqrt
#define fabsf fabs
#define fabsl fabs
#define rintf rint
#define rintl rint
#define nearbyintf nearbyint
#define nearbyintl nearbyint
#define fmaxf fmax
#define fmaxl fmax
#define fminf fmin
#define fminl fmin
#define floorf floor
#define floorl floor
#define ceilf ceil
#define ceill ceil
#define truncf trunc
#define truncl trunc
#define roundf round
#define roundl round
#define lrintf lrint
#define lrintl lrint
#define lroundf lround
#define lroundl lround
#define llrintf llrint
#define llrintl llrint
#define llroundf llround
#define llroundl llround
#define fmodf fmod
#define fmodl fmod
#define modff modf
#define modfl modf
#define frexpf frexp
#define frexpl frexp
#define ldexpf ldexp
#define ldexpl ldexp
#define copysignf copysign
#define copysignl copysign
#define fdimf fdim
#define fdiml fdim
#define scalbnf scalbn
#define scalbnl scalbn
#define scalblnf scalbln
#define scalblnl scalbln
#define ilogbf ilogb
#define ilogbl ilogb
#define logbf logb
#define logbl logb
#define nextafterf nextafter
#define nextafterl nextafter
#define nexttowardf nexttoward
#define nexttowardl nexttoward
#define nanf nan
#define nanl nan
#define remainderf remainder
#define remainderl remainder
#define remquof remquo
#define remquol remquo
#define fmaf fma
#define fmal fma
#define expf exp
#define expl exp
#define exp2f exp2
#define exp2l exp2
#define expm1f expm1
#define expm1l expm1
#define logf log
#define logl log
#define log2f log2
#define log2l log2
#define log10f log10
#define log10l log10
#define log1pf log1p
#define log1pl log1p
#define powf pow
#define powl pow
#define cbrtf cbrt
#define cbrtl cbrt
#define hypotf hypot
#define hypotl hypot
#define sinf sin
#define sinl sin
#define cosf cos
#define cosl cos
#define tanf tan
#define tanl tan
#define asinf asin
#define asinl asin
#define acosf acos
#define acosl acos
#define atanf atan
#define atanl atan
#define atan2f atan2
#define atan2l atan2
#define sinhf sinh
#define sinhl sinh
#define coshf cosh
#define coshl cosh
#define tanhf tanh
#define tanhl tanh
#define asinhf asinh
#define asinhl asinh
#define acoshf acosh
#define acoshl acosh
#define atanhf atanh
#define atanhl atanh
#define erff erf
#define erfl erf
#define erfcf erfc
#define erfcl erfc
#define tgammaf tgamma
#define tgammal tgamma
#define lgammaf lgamma
#define lgammal lgamma

#endif
