/* heap_head.h - the head before a block of the library's heaps, as in fork-rt/heap.h, for observers. */
#ifndef PRAM_HEAP_HEAD_H
#define PRAM_HEAP_HEAD_H

#include <stdint.h>

/* Words before a block: the one with mark and class; the call that allocated it; in the shared heap the PP.
 * Then the numbers of words of a head. */
enum {
    HEAD_MARK = 1,
    HEAD_PLACE = 2,
    HEAD_PP = 3,
    HEAD_PRIVATE_WORDS = 2,
    HEAD_SHARED_WORDS = 3,
    HEAD_CLASSES = 124,
    HEAD_CLASS_MASK = 0xfff,
    HEAD_MARK_SHARED = 0x5ab2 << 12 /* of an allocated block of the shared heap */
};

/* The number of words of a block, by the word with mark and class; 0: it is none. */
static inline uint32_t heap_block_words(uint32_t head)
{
    const uint32_t class = head & HEAD_CLASS_MASK, shift = class < 4 ? 0 : (class - 4) >> 2;
    return class < HEAD_CLASSES ? (class - (shift << 2) + 1) << shift : 0;
}

#endif
