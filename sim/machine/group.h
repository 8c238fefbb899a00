/* group.h - the words that compiled Fork code and its runtime share (asm/tables/group.def), for observers,
 * debugger and causes of waiting: no engine knows them.
 */
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

#endif
