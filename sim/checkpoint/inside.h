/* inside.h - internal interface of this folder: the head of a checkpoint, and its file.
 */
#ifndef PRAM_CHECKPOINT_INSIDE_H
#define PRAM_CHECKPOINT_INSIDE_H

#include <fcntl.h>
#include <zstd.h>

#include "common/checksum.h"
#include "sim/checkpoint/checkpoint.h"

#define CHECKPOINT_MAGIC "PRAMCKPT"
enum {
    CHECKPOINT_OPENING = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, /* flags for checkpoint_open_file */
    CHECKPOINT_MAGIC_SIZE = 8,
    CHECKPOINT_SUM_SIZE = 8,       /* the last bytes of a file */
    CHECKPOINT_HEAD_MOST = 1 << 16 /* bytes of a head */
};

struct checkpoint {
    int descriptor;
    uint64_t at, end; /* of the compressed bytes: the next one, and the end */
    uint64_t size;    /* of the file */
    uint64_t unpacked;
    struct checkpoint_words head; /* the reader owns its texts */
    ZSTD_DCtx *context;
    bool has_ended; /* all that is packed */
    ZSTD_inBuffer in;
    unsigned char *in_bytes, *out_bytes;
    struct snapshot_reader reader;
};

/* Reads `count` bytes at a place of the file; false: the file is shorter. */
bool checkpoint_read_at(const struct checkpoint *checkpoint, void *bytes, size_t count, uint64_t place);

#endif
