/* accumulator.h - sums of products of numbers of a format, exact, rounded once. Implementations
 * (accumulator.def) agree bit for bit. An accumulator is memory of the caller; no operation allocates, except
 * for batches of OpenCL and images of MPFR's.
 *
 * For sums of doubles (double, dd, qd, staggered) the accumulator takes every finite number: 4224 bits and 32
 * more for carries. For the other formats it takes every number below 2^16384 and from 2^-16494 on, which is
 * all that ldouble and float128 have; a number beyond, possible only in formats with exponents of 31 bits,
 * makes the sum NaN: never a wrong sum. An infinity makes it infinite, NaN or two different infinities make
 * it NaN.
 */
#ifndef PRAM_REAL_ACCUMULATOR_H
#define PRAM_REAL_ACCUMULATOR_H

#include "unit.h"

struct real_accumulator {
    /* Optional: gets ready what the sums need beside their memory, a device (NULL: the default one). False
     * with a line if that cannot be had, or not for this format. */
    bool (*open)(const struct real_format *format, const char *device, char *error, size_t error_size);
    size_t (*bytes)(const struct real_format *format); /* of memory, a multiple of 16; align it to 16 */
    void (*clear)(const struct real_format *format,
                  void *sum); /* a sum, or memory all 0, becomes a sum of 0 */
    void (*add_product)(const struct real_format *format, void *sum, const void *x, const void *y);
    void (*add)(const struct real_format *format, void *sum, const void *x, double sign); /* 1 or -1 */
    void (*round)(const struct real_format *format, void *z, void *sum); /* the sum keeps its value */
    /* The sum in two's complement, and adding such an image: real_accumulator_words of them, the same for
     * all implementations. Images come from untrusted programs: every pattern of words is a sum. */
    void (*store)(const struct real_format *format, uint32_t *image, void *sum);
    void (*merge)(const struct real_format *format, void *sum, const uint32_t *image);
    /* Optional, for an accumulator that collects products: whether it has to calculate those of a sum that is
     * read next (`reads`), or gets another product; and calculating those of `count` sums that lie `stride`
     * bytes apart, together. */
    bool (*is_due)(const struct real_format *format, const void *sum, bool reads);
    void (*settle)(const struct real_format *format, void *sums, size_t stride, size_t count);
};

extern const struct real_accumulator accumulator_kulisch;

/* The implementation of that name, NULL if there is none. */
const struct real_accumulator *real_accumulator_find(const char *name);

/* For the implementations: the exponent of the lowest bit, and the number of 32-bit digits. */
int32_t accumulator_least(const struct real_format *format);
int32_t accumulator_digits(const struct real_format *format);

/* The words of an image: a head and the digits. */
static inline uint32_t real_accumulator_words(const struct real_format *format)
{
    return (uint32_t)accumulator_digits(format) + 1;
}

/* A number as an accumulator takes it: exactly, or NaN if it is out of range. */
struct hub;
mpfr_ptr accumulator_number(const struct real_format *format, struct hub *hub, const void *value);

/* The most digits an accumulator may have. */
#define ACCUMULATOR_MAX_DIGITS 3104

#endif
