/* heap.h - what private and shared heap have in common: the classes of sizes. Not for programs.
 *
 * There are four classes to each power of two, so at most a quarter of a block is wasted. A word before each
 * block holds its class and MARK, or MARK_FREE while the block is free.
 */
#ifndef FORK_HEAP_H
#define FORK_HEAP_H

#include <stddef.h>

enum { CLASSES = 124, CLASS_MASK = 0xfff, MARK = 0x5ab0 << 12, MARK_FREE = 0x5ab1 << 12 };

/* larger requests are refused: nothing that large is there */
enum { MOST_WORDS = 0x40000000 };

static straight unsigned class_of(size_t words)
{
    unsigned top = words == 0 ? 0 : words - 1;
    int shift = __max(__rm(top) - 2, 0);
    return ((unsigned)shift << 2) + (top >> shift);
}

static straight size_t class_words(unsigned class)
{
    int shift = __max((int)class - 4, 0) >> 2;
    return (class - ((unsigned)shift << 2) + 1) << shift;
}

static straight int is_used_block(unsigned head)
{
    return (head & ~(unsigned)CLASS_MASK) == MARK && (head & CLASS_MASK) < CLASSES;
}

#endif
