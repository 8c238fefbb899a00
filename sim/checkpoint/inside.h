/* inside.h - what the files of this folder share: the head of a checkpoint and its checksum. Not for anybody
 * else.
 */
#ifndef PRAM_CHECKPOINT_INSIDE_H
#define PRAM_CHECKPOINT_INSIDE_H

#include "sim/checkpoint/checkpoint.h"

#define CHECKPOINT_MAGIC "PRAMCKPT"
enum {
    CHECKPOINT_MAGIC_SIZE = 8,
    CHECKPOINT_SUM_SIZE = 8,       /* the last bytes of a file */
    CHECKPOINT_HEAD_MOST = 1 << 16 /* bytes of a head */
};

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

/* What stands before the snapshot, beside magic, version and its own size. All owned. */
struct head {
    char *version; /* of pramsim */
    char *program;
    char **options;
    uint32_t option_count;
};
const struct head *checkpoint_head(const struct checkpoint *checkpoint);

/* Bytes of the file, and of the snapshot as far as it has been unpacked. */
void checkpoint_sizes(const struct checkpoint *checkpoint, uint64_t *packed, uint64_t *unpacked);

#endif
