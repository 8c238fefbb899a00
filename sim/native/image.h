/* image.h - an object file of one function becomes position-independent code: an image. Calls libelf; knows
 * nothing of LLVM. */
#ifndef PRAM_NATIVE_IMAGE_H
#define PRAM_NATIVE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Code and constants. It may lie at any address that is a multiple of NATIVE_CODE_ALIGNMENT
 * (sim/bsp/native/code.h), and needs nothing that lies elsewhere. */
struct image {
    uint8_t *bytes; /* owned */
    size_t size;
    uint32_t entry; /* where the function begins */
};

/* The object file stays as it is. False if memory is short, or the function needs something that is not in
 * its object file. */
bool image_link(char *object, size_t size, const char *name, struct image *image);
void image_free(struct image *image);

#endif
