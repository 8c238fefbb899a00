/* pack.h - writing of a checkpoint's file: plain bytes, bytes compressed by libzstd, a checksum over all of
 * them. Bytes to be compressed are collected first, so that another thread can compress them. For this folder
 * only; does not interpret the bytes.
 */
#ifndef PRAM_CHECKPOINT_PACK_H
#define PRAM_CHECKPOINT_PACK_H

#include <stdbool.h>
#include <stdio.h>
#include <zstd.h>

#include "common/checksum.h"

struct file_error;
struct output_file;

struct packer {
    FILE *stream; /* not owned */
    ZSTD_CCtx *context;
    void *packed; /* room for packed bytes */
    size_t packed_size;
    unsigned char *collected; /* `size` bytes of memory: */
    size_t size, at, count;   /* the bytes from `at` to `count` wait to be compressed */
    struct sum sum;
};

/* Collects about `room` bytes, but at most a quarter of the host's free memory. False: memory is short.
 * packer_forget in any case. */
bool packer_make(struct packer *packer, FILE *stream, size_t room);
void packer_forget(struct packer *packer);

/* The sink of a snapshot (sim/machine/snapshot.h), with the packer as context. If there is no more room, what
 * has been collected is compressed. */
unsigned char *packer_collect(void *packer, size_t size);

/* All return false if the stream has an error, or (packer_pack, packer_end) libzstd is short of memory. */

/* Writes plain bytes. */
bool packer_write(struct packer *packer, const void *bytes, size_t count);

/* Compresses and writes the next piece of the collected bytes, at most SNAPSHOT_PIECE; packer_end the rest,
 * and ends the compressed part. */
bool packer_pack(struct packer *packer);
bool packer_end(struct packer *packer);

/* If all is good, writes the checksum, and puts the file of the stream into its place; otherwise drops it.
 * False: with *error if the stream or the file has one, else *error is unchanged. */
bool packer_finish(struct packer *packer, bool good, struct output_file *file, struct file_error *error);

#endif
