/* math_bits.h - floats as words, for the library's mathematical functions. Not for programs.
 */
#ifndef FORK_MATH_BITS_H
#define FORK_MATH_BITS_H

#define SIGN 0x80000000u

/* |x| with the sign of y */
#define WITH_SIGN(x, y) __bits_float((__float_bits(x) & ~SIGN) | (__float_bits(y) & SIGN))

/* The leading 12 bits of x: products of two such floats are exact. */
#define HEAD(x) __bits_float(__float_bits(x) & 0xfffff000u)

/* 2^n for -127 < n < 128, 0 for n = -127 */
#define POWER_OF_2(n) __bits_float((unsigned)((n) + 127) << 23)

#endif
