/* heap.h - common parts of the private and the shared heap: size classes, and the head of a block. Internal.
 *
 * There are four classes per power of two, so at most a quarter of a block is wasted. A head of a few words
 * lies before each block. Its last word contains the class and a mark of heap and state, which every function
 * checks first. The other words tell where the block was allocated, for messages.
 */
#ifndef FORK_HEAP_H
#define FORK_HEAP_H

#include <stddef.h>

enum { CLASSES = 124, CLASS_MASK = 0xfff };

/* upper bits of a head's last word */
enum {
    MARK_PRIVATE = 0x5ab0 << 12,
    MARK_PRIVATE_FREE = 0x5ab1 << 12,
    MARK_SHARED = 0x5ab2 << 12,
    MARK_SHARED_FREE = 0x5ab3 << 12
};

/* The words of a head, by their offset before the block; sim/machine/heap_head.h has the same. */
enum {
    HEAD_MARK = -1,
    HEAD_PLACE = -2, /* the call that allocated the block or, for a free block, freed it */
    PRIVATE_HEAD_WORDS = 2,
    HEAD_PP = -3, /* of shared blocks: the PP of that call */
    SHARED_HEAD_WORDS = 3
};

/* larger requests are refused: no heap is that large */
enum { MOST_WORDS = 0x40000000 };

/* The result of functions that resize a block if their argument is not a block. */
enum { WRONG_BLOCK = 1 };

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

static straight int has_mark(unsigned word, unsigned mark)
{
    return word - mark < CLASSES;
}

/* Whether an allocated block of the calling PP's private heap begins at an address. Private addresses have
 * bit 31 set; other ones are global. */
static straight int is_private_block(const unsigned *block)
{
    return has_mark(block[HEAD_MARK], MARK_PRIVATE) & ((int)block < 0);
}

/* Whether an allocated block of the shared heap begins at an address. */
static straight int is_shared_block(const unsigned *block)
{
    return has_mark(block[HEAD_MARK], MARK_SHARED) & ((int)block >= 0);
}

/* `place` is the call for messages about the block; it is stored in its head. */
straight void *__fork_malloc(size_t words, unsigned place);
straight void *__fork_free(void *block, unsigned place);
void *__fork_shmalloc(size_t words, unsigned place);
void *__fork_shfree(void *block, unsigned place);

/* count * words; more than there can be if that is 2^32 or more */
static straight size_t product(size_t count, size_t words)
{
    return __mlhu(count, words) != 0 ? 0xffffffffu : count * words;
}

static straight size_t block_words(const void *block)
{
    return class_words(((const unsigned *)block)[HEAD_MARK] & CLASS_MASK);
}

#endif
