/* alu.h - the functions that the rows of alu.def are written with, and the bits of the status word.
 *
 * A file that includes alu.def includes this header first. All functions are total: no operand, including NaN
 * and INT_MIN, is undefined behaviour. Functions that a compiler should vectorise have no branches.
 */
#ifndef PRAM_ALU_H
#define PRAM_ALU_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The status word: the result of getsr, and of R0 as the datum of a store. */
#define STATUS_MODULO 1u /* lowest bit of the cycle counter */
#define STATUS_C 2u      /* carry; after a subtraction: no borrow */
#define STATUS_V 4u      /* signed overflow */
#define STATUS_Z 8u      /* zero */
#define STATUS_N 16u     /* negative */
#define STATUS_FLAGS (STATUS_C | STATUS_V | STATUS_Z | STATUS_N)

/* Declares the flags of a status word as the rows of alu.def name them. */
#define ALU_FLAGS(word)                                                                                      \
    const uint32_t alu_word = (word);                                                                        \
    const uint32_t n __attribute__((unused)) = (alu_word & STATUS_N) / STATUS_N;                             \
    const uint32_t z __attribute__((unused)) = (alu_word & STATUS_Z) / STATUS_Z;                             \
    const uint32_t v __attribute__((unused)) = (alu_word & STATUS_V) / STATUS_V;                             \
    const uint32_t c __attribute__((unused)) = (alu_word & STATUS_C) / STATUS_C;                             \
    const uint32_t u __attribute__((unused)) = n & z;

#define ALU_NAN 0x7fc00000u /* every NaN result, except those of fneg and fabs */

static inline uint32_t alu_high_unsigned(uint32_t a, uint32_t b)
{
    return (uint32_t)(((uint64_t)a * b) >> 32);
}

static inline uint32_t alu_high_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32);
}

/* a >> n with copies of the sign, n < 32. */
static inline uint32_t alu_shift_signed(uint32_t a, uint32_t n)
{
    return (uint32_t)((int32_t)a >> n);
}

/* Zeros above the highest 1; 32 for 0. */
static inline uint32_t alu_leading_zeros(uint32_t a)
{
    return (uint32_t)__builtin_clz(a | 1u) + (a == 0);
}

/* Number of ones. */
static inline uint32_t alu_ones(uint32_t a)
{
    a -= (a >> 1) & 0x55555555u;
    a = (a & 0x33333333u) + ((a >> 2) & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return (a * 0x01010101u) >> 24;
}

/* Signed quotient toward zero, b != 0; INT_MIN / -1 is INT_MIN. */
static inline uint32_t alu_divide(uint32_t a, uint32_t b)
{
    int32_t divisor = b == 0xffffffffu ? 1 : (int32_t)b;
    uint32_t quotient = (uint32_t)((int32_t)a / divisor);
    return b == 0xffffffffu ? 0u - a : quotient;
}

static inline float alu_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t alu_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The bits of a float result; every NaN becomes ALU_NAN. */
static inline uint32_t alu_canonical(float value)
{
    return value != value ? ALU_NAN : alu_bits(value);
}

/* The larger; a NaN loses against a number, +0 beats -0. */
static inline float alu_float_max(float x, float y)
{
    float equal = alu_float(alu_bits(x) & alu_bits(y)); /* only a zero's sign can differ */
    return x != x ? y : y != y ? x : x == y ? equal : x > y ? x : y;
}

/* The smaller; a NaN loses against a number, -0 beats +0. */
static inline float alu_float_min(float x, float y)
{
    float equal = alu_float(alu_bits(x) | alu_bits(y));
    return x != x ? y : y != y ? x : x == y ? equal : x < y ? x : y;
}

/* Toward zero, saturating; 0 for NaN. */
static inline uint32_t alu_float_to_int(float x)
{
    float inside = fabsf(x) < 0x1p31f ? x : 0.0f; /* also 0 for NaN */
    return x >= 0x1p31f ? 0x7fffffffu : x <= -0x1p31f ? 0x80000000u : (uint32_t)(int32_t)inside;
}

/* The flags of an integer result; carry and overflow are 0 or 1. */
static inline uint32_t alu_flags(uint32_t result, uint32_t carry, uint32_t overflow)
{
    return (carry * STATUS_C) | (overflow * STATUS_V) | ((result == 0) * STATUS_Z) |
           ((result >> 31) * STATUS_N);
}

/* The flags of fcmp: less N; equal Z and C; greater C; unordered all four. */
static inline uint32_t alu_float_compare(float x, float y)
{
    uint32_t unordered = x != x || y != y;
    return ((x < y) * STATUS_N) | ((x == y) * (STATUS_Z | STATUS_C)) | ((x > y) * STATUS_C) |
           (unordered * STATUS_FLAGS);
}

#endif
