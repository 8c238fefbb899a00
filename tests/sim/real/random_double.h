/* random_double.h - doubles over the whole range of exponents, subnormals included, for tests of
 * accumulators. */
#ifndef PRAM_TEST_RANDOM_DOUBLE_H
#define PRAM_TEST_RANDOM_DOUBLE_H

#include "real_case.h"

/* Any finite double: each exponent field is as likely as any other, 0 (subnormals and zeros) more so. */
static inline double random_double(uint64_t *state)
{
    uint64_t bits = random_bits(state);
    uint64_t exponent = random_bits(state) % 16 == 0 ? 0 : (uint64_t)random_between(state, 0, 2046);
    bits = (bits & ~((uint64_t)0x7ff << 52)) | exponent << 52;
    if (random_bits(state) % 8 == 0) /* few bits */
        bits &= ~(((uint64_t)1 << random_between(state, 1, 52)) - 1);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Fills x and y so that the products reach over the whole range, and often cancel. */
static inline void random_vectors(uint64_t *state, double *x, double *y, int count)
{
    for (int i = 0; i < count; i++) {
        x[i] = random_double(state);
        y[i] = random_double(state);
        if (i > 0 && random_bits(state) % 3 == 0) { /* the opposite of an earlier product, perhaps nearly */
            int j = (int)random_between(state, 0, i - 1);
            x[i] = -x[j];
            y[i] = y[j];
            uint64_t bits;
            memcpy(&bits, &y[i], sizeof bits);
            if (random_bits(state) % 2 == 0)
                bits ^= 1;
            memcpy(&y[i], &bits, sizeof bits);
        }
    }
}

#endif
