/* region.h - the region around a pc: the blocks that native code is made of, and where it may be entered.
 *
 * A block is a run of instructions, each after the one before, of which only the last one goes elsewhere.
 * Blocks are known by pc and by the register that a delayed value is on its way to: what lands after the
 * first instruction of a block is part of its code. Where a region stops (an instruction that is not for
 * native code, a place too far away, one for which there is code already) it leads elsewhere; where the
 * interpreter may come back it has an entry. Knows operations.
 */
#ifndef PRAM_LANE_REGION_H
#define PRAM_LANE_REGION_H

#include "sim/bsp/code/level.h"
#include "sim/bsp/lane/frame.h"

/* No block: the code leads to a pc outside. */
#define REGION_OUTSIDE UINT32_MAX

/* So long a block is at most: its instructions are executed all, or none if too few may be. */
#define REGION_BLOCK_MOST 24u

enum region_end {
    REGION_GOES_ON, /* to `next` */
    REGION_BRANCH,  /* to `next`, or to `taken` */
    REGION_CALL,    /* to `taken` */
    REGION_JUMP,    /* anywhere: jmp, callr */
    REGION_STOP     /* before the instruction after the last one */
};

struct region_block {
    uint32_t pc;
    uint32_t count;     /* instructions; 0: none, it stops at once */
    uint8_t late;       /* register of the delayed value when it begins, .. */
    uint8_t late_after; /* .. and when it ends; DECODE_SINK: there is none */
    uint8_t end;        /* enum region_end */
    bool is_entry;      /* the interpreter stops before it */
    bool is_reachable;  /* from outside, by its pc: no value is on its way */
    uint32_t ways_in;   /* from blocks of the region */
    uint32_t next, taken;
    uint32_t same_pc; /* another block of the same pc, or REGION_OUTSIDE */
};

/* What a region is looked for in. */
struct region_ground {
    const struct operation *code;
    uint32_t count;        /* of instructions */
    const bool *is_done;   /* by pc: there is code for it already, which may be entered there */
    bool is_alone;         /* there is one PP: nobody waits for it in barriers */
    uint32_t told;         /* hints, a bit for each number: somebody listens to them */
    const uint8_t *heard;  /* by pc, bits: LANE_NOTED, LANE_ASKED; NULL: nobody listens */
    const uint8_t *wanted; /* by pc, bits: LANE_WANTED and those after it; NULL: there are none */
};

struct region {
    const struct region_ground *ground;
    enum lane_form form;
    struct region_block *blocks;
    uint32_t *first; /* by pc: the first block, or REGION_OUTSIDE */
    uint32_t count, room;
    uint32_t instructions;
};

/* What an instruction is to native code of a form. */
enum region_class {
    REGION_PLAIN,     /* it is executed, and the next one is executed after it */
    REGION_GOES_AWAY, /* it is executed, and says what comes after it */
    REGION_STOPS
};
enum region_class lane_class(const struct region_ground *ground, uint32_t pc, enum lane_form form);

/* Whether an instruction is a hint that changes what is known of a PP that runs on its own, or is told;
 * whether it is told; whether it is one of barriers. */
bool lane_hears(const struct region_ground *ground, const struct instruction *i);
bool lane_is_told(const struct region_ground *ground, const struct instruction *i);
bool lane_is_of_barriers(const struct instruction *i);

/* Finds the region, of about `most` instructions at most. False: there is none, or memory is short. */
bool lane_find_region(struct region *region, const struct region_ground *ground, enum lane_form form,
                      uint32_t pc, uint32_t most);
void lane_drop_region(struct region *region);

#endif
