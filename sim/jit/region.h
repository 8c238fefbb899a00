/* region.h - the region around a pc: the blocks that are compiled together, and where they may be entered.
 *
 * A block is a sequence of instructions of which only the last one jumps. No delayed value is pending between
 * two blocks: a block goes on as far as the instruction after which its last one is written, though another
 * block may begin there, too. A region ends at instructions that are not compiled, at places too far away,
 * and at places with existing code; where the interpreter may return it has an entry. Knows operations. */
#ifndef PRAM_LANE_REGION_H
#define PRAM_LANE_REGION_H

#include "sim/tile/code/level.h"
#include "sim/jit/lane.h"

/* No block: the code leads to a pc outside. */
#define REGION_OUTSIDE UINT32_MAX

/* Maximum length of a block, without pending values: all of its instructions are executed, or none if fewer
 * are allowed. */
#define REGION_BLOCK_MOST 24u

/* What comes after an instruction, or after a block. */
enum region_end {
    REGION_GOES_ON, /* the next instruction: `next` */
    REGION_BRANCH,  /* `next`, or `taken` */
    REGION_CALL,    /* `taken` */
    REGION_JUMP,    /* anything: jmp, callr */
    REGION_STOP     /* the code stops: before this instruction, or after the block */
};

struct region_block {
    uint32_t pc;
    uint32_t count; /* instructions, at least 1 */
    enum region_end end;
    bool is_entry;        /* the interpreter stops before it, and the code of other regions leads there */
    const uint8_t *entry; /* its code for that */
    uint32_t next, taken;
};

/* Found by lane_find_region; lanes_create sets what does not change. */
struct region {
    const struct operation *code;
    const struct lanes *lanes; /* the code that is there already */
    bool is_alone;             /* there is one PP: no other waits for it in barriers */
    uint32_t room;             /* for blocks */
    uint32_t *block_at;        /* by pc: a block, or REGION_OUTSIDE */
    struct region_block *blocks;
    uint32_t count;
    enum lane_form form;
};

/* Finds the region around a pc. False: the instruction there is not compiled. */
bool lane_find_region(struct region *region, enum lane_form form, uint32_t pc);

#endif
