/* checksum.h - a checksum of 64 bits, for files that are read back. It does not protect against deliberate
 * changes.
 */
#ifndef PRAM_COMMON_CHECKSUM_H
#define PRAM_COMMON_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* A hash of bytes, initially all zero. Each step is a bijection: two files that differ in one word of 8 bytes
 * never have the same hash, others with a probability of 2^-64. */
enum { SUM_LANES = 4 };
struct sum {
    uint64_t lanes[SUM_LANES];
    uint64_t count;
    unsigned char rest[SUM_LANES * sizeof(uint64_t)]; /* the bytes since the last whole block */
};
void sum_add(struct sum *sum, const void *bytes, size_t count);
uint64_t sum_of(const struct sum *sum);

#endif
