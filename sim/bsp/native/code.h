/* code.h - memory of the process that native code of tiles lies in: it is written or executed, never both.
 *
 * What has been placed stays where it is, and is never written again: other threads may execute it while more
 * is placed after it. Knows bytes, and where a block has its own.
 */
#ifndef PRAM_NATIVE_CODE_H
#define PRAM_NATIVE_CODE_H

#include <stdbool.h>

#include "sim/bsp/native/block.h"

/* All zero at first. One thread at a time places. */
struct native_code {
    uint8_t *memory; /* NULL: none yet */
    size_t used;
};

/* Where images begin. */
#define NATIVE_CODE_ALIGNMENT 64u

/* Copies position-independent code, and makes it ready to be executed. NULL if there is no room, or the
 * system allows no such code. */
const uint8_t *native_code_place(struct native_code *code, const void *image, size_t size);

/* A block gets its code, and an image that stays. False: there is no room for it. */
bool native_code_place_block(struct native_code *code, struct native_block *block);

/* Says where the code of a block is whose image has been placed. */
void native_code_enter(struct native_block *block, const uint8_t *image);

/* All that has been placed is gone. */
void native_code_destroy(struct native_code *code);

#endif
