/* pack.h - writing of a checkpoint's file: plain bytes, bytes compressed by libzstd, a checksum over all of
 * them. For this folder only; does not interpret the bytes.
 */
#ifndef PRAM_CHECKPOINT_PACK_H
#define PRAM_CHECKPOINT_PACK_H

#include <stdbool.h>
#include <stdio.h>
#include <zstd.h>

#include "common/checksum.h"

struct packer {
    FILE *stream; /* not owned */
    ZSTD_CCtx *context;
    void *room; /* for packed bytes */
    size_t room_size;
    struct sum sum;
};

/* False: memory is short. packer_forget in any case. */
bool packer_make(struct packer *packer, FILE *stream);
void packer_forget(struct packer *packer);

/* All return false if the stream has an error, or (packer_pack, packer_end) libzstd is short of memory. */

/* Writes plain bytes. */
bool packer_write(struct packer *packer, const void *bytes, size_t count);

/* Writes compressed bytes; packer_end ends the compressed part. */
bool packer_pack(struct packer *packer, const void *bytes, size_t count);
bool packer_end(struct packer *packer);

/* The last bytes of the file. */
bool packer_write_sum(struct packer *packer);

#endif
