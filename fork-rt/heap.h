/* heap.h - what private and shared heap have in common: the classes of sizes, and the head of a block. Not for
 * programs.
 *
 * There are four classes to each power of two, so at most a quarter of a block is wasted. A head of a few
 * words lies before each block. Its last word holds the block's class and the mark of its heap and state; a
 * function that gets a block checks it before it does anything. The other words tell where the block comes
 * from, for messages.
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

/* The words of a head, by their places before the block; sim/check/heap.c knows how many they are. */
enum {
    HEAD_MARK = -1,
    HEAD_PLACE = -2, /* the call that allocated the block or, if the block is free, freed it */
    PRIVATE_HEAD_WORDS = 2,
    HEAD_PP = -3, /* of shared blocks: the PP that made that call */
    SHARED_HEAD_WORDS = 3
};

/* larger requests are refused: nothing that large is there */
enum { MOST_WORDS = 0x40000000 };

/* What the functions that resize a block return instead of a block if they are given none. */
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

/* Whether a block of the calling PP's private heap, which is not free, begins at an address. Private blocks
 * have addresses with bit 31 set; without it, the address is one by which all PPs know the word. */
static straight int is_private_block(const unsigned *block)
{
    return has_mark(block[HEAD_MARK], MARK_PRIVATE) & ((int)block < 0);
}

/* Whether a block of the shared heap, which is not free, begins at an address. */
static straight int is_shared_block(const unsigned *block)
{
    return has_mark(block[HEAD_MARK], MARK_SHARED) & ((int)block >= 0);
}

/* `place` is the call that stops the run if something is wrong with the block, or is remembered in its head. */
straight void *__fork_malloc(size_t words, unsigned place);
straight void *__fork_free(void *block, unsigned place);
void *__fork_shmalloc(size_t words, unsigned place);
void *__fork_shfree(void *block, unsigned place);

#endif
