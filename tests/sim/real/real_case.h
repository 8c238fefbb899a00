/* real_case.h - what the tests of the precision unit share: numbers in memory, a random generator, the
 * formats to try.
 *
 * For the test programs of this folder only; they are built with the macros of mk/25-real.mk.
 */
#ifndef PRAM_TEST_REAL_CASE_H
#define PRAM_TEST_REAL_CASE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/real/unit.h"

/* The formats that the tests go through: every family, with parameters at and around whole limbs. */
static const char *const tried_formats[] = {
    "double",      "ldouble",      "float128",  "dd",          "qd",          "mpfr:2",
    "mpfr:24",     "mpfr:53",      "mpfr:64",   "mpfr:65",     "mpfr:113",    "mpfr:128",
    "mpfr:256",    "mpfr:512",     "mpfr:1000", "mpf:53",      "mpf:64",      "mpf:128",
    "mpf:300",     "mpf:512",      "arf:2",     "arf:24",      "arf:64",      "arf:128",
    "arf:129",     "arf:256",      "arf:512",   "staggered:2", "staggered:3", "staggered:4",
    "staggered:8", "staggered:39", "arprec:2",  "arprec:3",    "arprec:5",    "arprec:12"};
enum { TRIED = sizeof tried_formats / sizeof tried_formats[0] };

/* splitmix64 */
static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* low..high, both included. */
static inline long random_between(uint64_t *state, long low, long high)
{
    return low + (long)(random_bits(state) % (uint64_t)(high - low + 1));
}

static inline void find_format(struct real_format *format, const char *name)
{
    char error[300];
    if (!real_format_find(format, name, error, sizeof error))
        fail_msg("%s", error);
}

static inline void *new_memory(size_t bytes)
{
    void *memory = aligned_alloc(16, (bytes + 15) & ~(size_t)15);
    assert_non_null(memory);
    return memset(memory, 0, bytes);
}

static inline void *new_number(const struct real_format *format)
{
    void *z = new_memory(format->value_bytes);
    real_create(format, z);
    return z;
}

static inline void free_number(const struct real_format *format, void *z)
{
    real_destroy(format, z);
    free(z);
}

/* All digits, as %R or (is_hex) %RH. */
static inline int print_number(const struct real_format *format, char *text, size_t size, const void *x,
                               bool is_hex)
{
    const struct numbers_style style = {.flags = "", .precision = -1, .is_hex = is_hex};
    return real_print(format, text, size, x, &style);
}

/* Reads the whole of `text`. */
static inline void set_text(const struct real_format *format, void *z, const char *text)
{
    assert_int_equal(real_parse(format, z, text), strlen(text));
}

#endif
