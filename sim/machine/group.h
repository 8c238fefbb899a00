/* group.h - the words that compiled Fork code and its runtime share (asm/tables/group.def), and the head
 * before a block of the library's heaps (fork-rt/heap.h), for observers, debugger and causes of waiting: no
 * engine knows them. */
#ifndef PRAM_GROUP_H
#define PRAM_GROUP_H

#include "memory.h"

/* GROUP_SIZE: a word of the group frame at gp; PP_NUMBER: of a PP's private block; BUS_MEMORY: of the record
 * of a join statement. */
enum {
#define GROUP_FIELD(offset, name, text) GROUP_##name = (offset),
#define PP_FIELD(offset, name, text) PP_##name = (offset),
#define BUS_FIELD(offset, name, text) BUS_##name = (offset),
#include "asm/tables/group.def"
};

/* The number of members in the frame at gp; 0: no frame is there. */
static inline uint32_t group_size(const struct memory *memory, uint32_t gp)
{
    return memory_is_plain(memory, gp + GROUP_SIZE) ? memory->cells[gp + GROUP_SIZE] : 0;
}

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
