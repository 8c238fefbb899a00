/* inside.h - what the files of this folder share: the head of a checkpoint. Not for anybody
 * else.
 */
#ifndef PRAM_CHECKPOINT_INSIDE_H
#define PRAM_CHECKPOINT_INSIDE_H

#include "common/sum.h"
#include "sim/checkpoint/checkpoint.h"

#define CHECKPOINT_MAGIC "PRAMCKPT"
enum {
    CHECKPOINT_MAGIC_SIZE = 8,
    CHECKPOINT_SUM_SIZE = 8,       /* the last bytes of a file */
    CHECKPOINT_HEAD_MOST = 1 << 16 /* bytes of a head */
};

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
