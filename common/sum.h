/* sum.h - a checksum of bytes, for files that are read back: 64 bits. It is no protection against whoever
 * wants to deceive. Knows bytes only.
 */
#ifndef PRAM_COMMON_SUM_H
#define PRAM_COMMON_SUM_H

#include <stddef.h>
#include <stdint.h>

/* A hash of bytes. Each step is a bijection: two files that differ in one word of 8 bytes never have the
 * same, others with a chance of 2^-64. All zero at first. */
enum { SUM_LANES = 4 };
struct sum {
    uint64_t lanes[SUM_LANES];
    uint64_t count;
    unsigned char rest[SUM_LANES * sizeof(uint64_t)]; /* the bytes since the last whole block */
};
void sum_add(struct sum *sum, const void *bytes, size_t count);
uint64_t sum_of(const struct sum *sum);

#endif
