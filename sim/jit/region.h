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

/* Where a region is searched. */
struct region_ground {
    const struct operation *code;
    const struct lanes *lanes; /* the code that is there already */
    bool is_alone;             /* there is one PP: no other waits for it in barriers */
    const uint8_t *wanted;     /* by pc, bits: LANE_WANTED and the following ones; NULL: there are none */
};

/* What comes after an instruction, or after a block. */
enum region_end {
    REGION_GOES_ON, /* the next instruction: `next` */
    REGION_BRANCH,  /* `next`, or `taken` */
    REGION_CALL,    /* `taken` */
    REGION_JUMP,    /* anything: jmp, callr */
    REGION_STOP     /* the code stops: before this instruction, or after the block */
};

/* For an instruction, in code of a form. */
enum region_end lane_after(const struct region_ground *ground, uint32_t pc, enum lane_form form);

struct region_block {
    uint32_t pc;
    uint32_t count; /* instructions, at least 1 */
    enum region_end end;
    bool is_entry;        /* the interpreter stops before it, and the code of other regions leads there */
    const uint8_t *entry; /* its code for that */
    uint32_t next, taken;
};

struct region {
    const struct region_ground *ground;
    enum lane_form form;
    struct region_block *blocks;
    uint32_t *block_at; /* by pc: a block, or REGION_OUTSIDE */
    uint32_t count, room;
};

/* Finds the region, of at most `most` blocks. The pc has an instruction that is compiled. False: memory is
 * short. */
bool lane_find_region(struct region *region, const struct region_ground *ground, enum lane_form form,
                      uint32_t pc, uint32_t most);
void lane_drop_region(struct region *region);

#endif
